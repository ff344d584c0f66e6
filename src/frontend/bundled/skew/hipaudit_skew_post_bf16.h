// SPDX-License-Identifier: Apache-2.0
#pragma once
#if defined(__HIP__) && defined(__cplusplus) && HIP_VERSION < 71400000
#include <hipaudit/narrow_float.h>
HIPAUDIT_NARROW_ATOMICS(__hip_bfloat16)
HIPAUDIT_NARROW_ATOMICS(__hip_bfloat162)
#endif
