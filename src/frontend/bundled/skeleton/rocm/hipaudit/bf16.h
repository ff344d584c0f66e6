// SPDX-License-Identifier: Apache-2.0
// __hip_bfloat16 and its pair, with the functions of CUDA's cuda_bf16.h. Needs float2.
#pragma once
#include <hipaudit/narrow_float.h>

#ifdef __cplusplus
struct __hip_bfloat16_raw { unsigned short x; };
struct __hip_bfloat162_raw { unsigned short x, y; };
struct __hip_bfloat16 {
  unsigned short __x;
  __hip_bfloat16() = default;
  HIPAUDIT_HD __hip_bfloat16(const __hip_bfloat16_raw &v);
  HIPAUDIT_HD __hip_bfloat16(float v);
  HIPAUDIT_HD __hip_bfloat16(double v);
  template <class T, hipaudit_detail::enable_if_t<hipaudit_detail::int_v<T>, int> = 0> HIPAUDIT_HD __hip_bfloat16(T v);
  HIPAUDIT_HD operator float() const;
  HIPAUDIT_HD operator __hip_bfloat16_raw() const;
  HIPAUDIT_HD explicit operator double() const;
  template <class T, hipaudit_detail::enable_if_t<hipaudit_detail::int_v<T>, int> = 0> HIPAUDIT_HD explicit operator T() const;
  HIPAUDIT_HD __hip_bfloat16 &operator=(const __hip_bfloat16_raw &v);
};
struct alignas(4) __hip_bfloat162 {
  __hip_bfloat16 x, y;
  __hip_bfloat162() = default;
  HIPAUDIT_HD __hip_bfloat162(const __hip_bfloat162_raw &v);
  HIPAUDIT_HD constexpr __hip_bfloat162(__hip_bfloat16 a, __hip_bfloat16 b) : x(a), y(b) {}
  HIPAUDIT_HD operator __hip_bfloat162_raw() const;
  HIPAUDIT_HD operator float2() const;
};

HIPAUDIT_OPS(, __hip_bfloat16)
HIPAUDIT_OPS(, __hip_bfloat162)

HIPAUDIT_HD float __bfloat162float(__hip_bfloat16 x);
HIPAUDIT_HD __hip_bfloat16 __float2bfloat16(float x);
HIPAUDIT_HD __hip_bfloat16 __double2bfloat16(double x);
HIPAUDIT_HD float2 __bfloat1622float2(__hip_bfloat162 x);
HIPAUDIT_HD __hip_bfloat162 __bfloat162bfloat162(__hip_bfloat16 x);
HIPAUDIT_HD __hip_bfloat162 __float22bfloat162_rn(float2 x);
HIPAUDIT_HD __hip_bfloat162 __halves2bfloat162(__hip_bfloat16 x, __hip_bfloat16 y);
HIPAUDIT_HD __hip_bfloat16 __high2bfloat16(__hip_bfloat162 x);
HIPAUDIT_HD __hip_bfloat16 __low2bfloat16(__hip_bfloat162 x);
HIPAUDIT_HD __hip_bfloat162 __high2bfloat162(__hip_bfloat162 x);
HIPAUDIT_HD __hip_bfloat162 __low2bfloat162(__hip_bfloat162 x);
HIPAUDIT_HD __hip_bfloat162 __highs2bfloat162(__hip_bfloat162 x, __hip_bfloat162 y);
HIPAUDIT_HD __hip_bfloat162 __lows2bfloat162(__hip_bfloat162 x, __hip_bfloat162 y);
HIPAUDIT_HD __hip_bfloat162 __lowhigh2highlow(__hip_bfloat162 x);
HIPAUDIT_HD float __high2float(__hip_bfloat162 x);
HIPAUDIT_HD float __low2float(__hip_bfloat162 x);
HIPAUDIT_HD short __bfloat16_as_short(__hip_bfloat16 x);
HIPAUDIT_HD unsigned short __bfloat16_as_ushort(__hip_bfloat16 x);
HIPAUDIT_HD __hip_bfloat16 __short_as_bfloat16(short x);
HIPAUDIT_HD __hip_bfloat16 __ushort_as_bfloat16(unsigned short x);
HIPAUDIT_NARROW(__hip_bfloat16, __hip_bfloat162)
HIPAUDIT_NARROW_ATOMICS(__hip_bfloat16)
HIPAUDIT_NARROW_ATOMICS(__hip_bfloat162)
HIPAUDIT_NARROW_SHFL(__hip_bfloat16)
HIPAUDIT_NARROW_SHFL(__hip_bfloat162)

#endif
