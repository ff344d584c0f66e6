// SPDX-License-Identifier: Apache-2.0
// half and half2, with the functions of CUDA's cuda_fp16.h.
#pragma once
#include <hip/amd_detail/amd_hip_vector_types.h>
#include <hip/amd_detail/amd_warp_functions.h>
#include <hip/amd_detail/amd_hip_atomic.h>
#include <hipaudit/narrow_float.h>
#if defined(__cplusplus) && __has_include(<type_traits>) && __has_include(<utility>)
#include <type_traits>
#include <utility>
#endif

#ifdef __cplusplus
typedef _Float16 _Float16_2 __attribute__((ext_vector_type(2)));
struct __half_raw { union { unsigned short x; _Float16 data; }; };
struct __half2_raw { __half_raw x, y; };

struct __half {
  unsigned short __x;
  __half() = default;
  HIPAUDIT_HD __half(const __half_raw &v);
  HIPAUDIT_HD constexpr __half(_Float16 v);
  HIPAUDIT_HD __half(float v);
  HIPAUDIT_HD __half(double v);
  template <class T, hipaudit_detail::enable_if_t<hipaudit_detail::int_v<T>, int> = 0> HIPAUDIT_HD __half(T v);
  HIPAUDIT_HD __half &operator=(const __half_raw &v);
  HIPAUDIT_HD operator float() const;
  HIPAUDIT_HD operator __half_raw() const;
  HIPAUDIT_HD explicit operator _Float16() const;
  HIPAUDIT_HD explicit operator double() const;
  template <class T, hipaudit_detail::enable_if_t<hipaudit_detail::int_v<T>, int> = 0> HIPAUDIT_HD explicit operator T() const;
  // Found through an argument of this type only, as HIP has them.
#ifndef __HIP_NO_HALF_OPERATORS__
  HIPAUDIT_OPS(friend, __half)
#endif
};
struct alignas(4) __half2 {
  __half x, y;
  __half2() = default;
  HIPAUDIT_HD __half2(const __half2_raw &v);
  HIPAUDIT_HD __half2(__half a);
  HIPAUDIT_HD __half2(__half a, __half b);
  template <class T, hipaudit_detail::enable_if_t<hipaudit_detail::same_v<T, _Float16_2>, int> = 0> HIPAUDIT_HD __half2(T v);
  HIPAUDIT_HD operator __half2_raw() const;
#ifndef __HIP_NO_HALF_OPERATORS__
  HIPAUDIT_OPS(friend, __half2)
#endif
};
typedef __half half;
typedef __half2 half2;


HIPAUDIT_HD __half __float2half(float x);
HIPAUDIT_HD float __half2float(__half x);
HIPAUDIT_HD __half __float2half_rn(float x);
HIPAUDIT_HD __half __float2half_rz(float x);
HIPAUDIT_HD __half __float2half_rd(float x);
HIPAUDIT_HD __half __float2half_ru(float x);
HIPAUDIT_HD __half2 __float2half2_rn(float x);
HIPAUDIT_HD __half2 __floats2half2_rn(float x, float y);
HIPAUDIT_HD __half2 __float22half2_rn(float2 x);
HIPAUDIT_HD float2 __half22float2(__half2 x);
HIPAUDIT_HD float __low2float(__half2 x);
HIPAUDIT_HD float __high2float(__half2 x);
HIPAUDIT_HD __half2 make_half2(__half x, __half y);
HIPAUDIT_HD __half __low2half(__half2 x);
HIPAUDIT_HD __half __high2half(__half2 x);
HIPAUDIT_HD __half2 __half2half2(__half x);
HIPAUDIT_HD __half2 __halves2half2(__half x, __half y);
HIPAUDIT_HD __half2 __low2half2(__half2 x);
HIPAUDIT_HD __half2 __high2half2(__half2 x);
HIPAUDIT_HD __half2 __lows2half2(__half2 x, __half2 y);
HIPAUDIT_HD __half2 __highs2half2(__half2 x, __half2 y);
HIPAUDIT_HD __half2 __lowhigh2highlow(__half2 x);
HIPAUDIT_HD short __half_as_short(__half x);
HIPAUDIT_HD unsigned short __half_as_ushort(__half x);
HIPAUDIT_HD __half __short_as_half(short x);
HIPAUDIT_HD __half __ushort_as_half(unsigned short x);
#define HIPAUDIT_CVT(n, T)                                                                                                       \
  HIPAUDIT_HD T __half2##n##_rn(__half x); HIPAUDIT_HD T __half2##n##_rz(__half x); HIPAUDIT_HD T __half2##n##_rd(__half x);       \
  HIPAUDIT_HD T __half2##n##_ru(__half x); HIPAUDIT_HD __half __##n##2half_rn(T x); HIPAUDIT_HD __half __##n##2half_rz(T x);       \
  HIPAUDIT_HD __half __##n##2half_rd(T x); HIPAUDIT_HD __half __##n##2half_ru(T x);
HIPAUDIT_CVT(int, int) HIPAUDIT_CVT(uint, unsigned int) HIPAUDIT_CVT(short, short) HIPAUDIT_CVT(ushort, unsigned short)
HIPAUDIT_CVT(ll, long long) HIPAUDIT_CVT(ull, unsigned long long)
#undef HIPAUDIT_CVT
HIPAUDIT_NARROW(__half, __half2)
#define HIPAUDIT_SAT(n) HIPAUDIT_HD __half __h##n##_sat(__half a, __half b); HIPAUDIT_HD __half2 __h##n##2_sat(__half2 a, __half2 b);
HIPAUDIT_SAT(add) HIPAUDIT_SAT(sub) HIPAUDIT_SAT(mul)
#undef HIPAUDIT_SAT
#define HIPAUDIT_UNORD(n) HIPAUDIT_HD __half2 __h##n##u2(__half2 a, __half2 b);
HIPAUDIT_UNORD(eq) HIPAUDIT_UNORD(ne) HIPAUDIT_UNORD(le) HIPAUDIT_UNORD(ge) HIPAUDIT_UNORD(lt) HIPAUDIT_UNORD(gt)
#undef HIPAUDIT_UNORD
__device__ __half __hfma_sat(__half a, __half b, __half c);
__device__ __half2 __hfma2_sat(__half2 a, __half2 b, __half2 c);
HIPAUDIT_HD __half __hmax_nan(__half a, __half b);
HIPAUDIT_HD __half __hmin_nan(__half a, __half b);
HIPAUDIT_HD __half2 __hisinf2(__half2 x);
#define HIPAUDIT_LDST(n) __device__ __half n(const __half *p); __device__ __half2 n(const __half2 *p);
HIPAUDIT_LDST(__ldg) HIPAUDIT_LDST(__ldcg) HIPAUDIT_LDST(__ldca) HIPAUDIT_LDST(__ldcs)
#undef HIPAUDIT_LDST
HIPAUDIT_NARROW_ATOMICS(__half)
HIPAUDIT_NARROW_ATOMICS(__half2)
HIPAUDIT_HD __half __clamp_01(__half x);
__device__ float amd_mixed_dot(__half2 a, __half2 b, float c, bool saturate);

#define HIPAUDIT_SHFL(T)                                                     \
  __device__ T __shfl(T var, int src_lane, int width = warpSize);            \
  __device__ T __shfl_up(T var, unsigned int delta, int width = warpSize);   \
  __device__ T __shfl_down(T var, unsigned int delta, int width = warpSize); \
  __device__ T __shfl_xor(T var, int lane_mask, int width = warpSize);
HIPAUDIT_SHFL(__half)
HIPAUDIT_SHFL(__half2)
#undef HIPAUDIT_SHFL

#endif
