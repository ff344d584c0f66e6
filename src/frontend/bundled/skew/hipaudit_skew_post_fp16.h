// SPDX-License-Identifier: Apache-2.0
// Atomics on half (part of HIP from 7.14 on), and what hip_fp16.h had not before HIP 6.
#pragma once
#if defined(__HIP__) && defined(__cplusplus)
#include <hipaudit/narrow_float.h>
#if HIP_VERSION < 71400000
HIPAUDIT_NARROW_ATOMICS(__half)
HIPAUDIT_NARROW_ATOMICS(__half2)
#endif
#if HIP_VERSION_MAJOR < 6
#define HIPAUDIT_SHFL(T)                                                                      \
  HIPAUDIT_LATER T __shfl(T var, int src_lane, int width = warpSize);                         \
  HIPAUDIT_LATER T __shfl_up(T var, unsigned int delta, int width = warpSize);                \
  HIPAUDIT_LATER T __shfl_down(T var, unsigned int delta, int width = warpSize);              \
  HIPAUDIT_LATER T __shfl_xor(T var, int lane_mask, int width = warpSize);                    \
  HIPAUDIT_LATER T __habs(T x);
HIPAUDIT_SHFL(__half)
HIPAUDIT_SHFL(__half2)
#undef HIPAUDIT_SHFL
HIPAUDIT_LATER __half __hmax(__half a, __half b);
HIPAUDIT_LATER __half __hmin(__half a, __half b);
HIPAUDIT_LATER __half2 __hmax2(__half2 a, __half2 b);
HIPAUDIT_LATER __half2 __hmin2(__half2 a, __half2 b);
#endif
#endif
