// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <hip/hip_fp16.h>
