// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <hip/driver_types.h>
