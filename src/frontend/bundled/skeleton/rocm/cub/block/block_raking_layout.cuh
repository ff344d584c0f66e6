// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <hipaudit/cub.h>
namespace cub = hipcub;
