// SPDX-License-Identifier: Apache-2.0
#pragma once
#if defined(__HIP__) && defined(__cplusplus)
#include <hip/hip_runtime.h>
#include <hipaudit/narrow_float.h>
#if HIP_VERSION < 71400000
HIPAUDIT_NARROW_ATOMICS(__hip_bfloat16)
HIPAUDIT_NARROW_ATOMICS(__hip_bfloat162)
#endif
HIPAUDIT_NARROW_SHFL(__hip_bfloat16)
HIPAUDIT_NARROW_SHFL(__hip_bfloat162)
#endif
