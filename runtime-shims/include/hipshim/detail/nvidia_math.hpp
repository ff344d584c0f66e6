// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic of the NVIDIA back end: CUDA's own rounding intrinsics, and PTX on raw bits for half.
#ifndef HIPSHIM_DETAIL_NVIDIA_MATH_HPP
#define HIPSHIM_DETAIL_NVIDIA_MATH_HPP

#include "hipshim/config.hpp"
#include "hipshim/detail/modes.hpp"

namespace hipshim {
inline namespace v1 {
namespace detail {

HIPSHIM_DEVICE inline int highest_bit(std::uint64_t nonzero) {
  return 63 - __clzll(static_cast<long long>(nonzero));
}

HIPSHIM_DEVICE inline float fused(float a, float b, float c) { return __fmaf_rn(a, b, c); }
HIPSHIM_DEVICE inline double fused(double a, double b, double c) { return __fma_rn(a, b, c); }
HIPSHIM_DEVICE inline float product(float a, float b) { return __fmul_rn(a, b); }
HIPSHIM_DEVICE inline double product(double a, double b) { return __dmul_rn(a, b); }
HIPSHIM_DEVICE inline float sum(float a, float b) { return __fadd_rn(a, b); }
HIPSHIM_DEVICE inline double sum(double a, double b) { return __dadd_rn(a, b); }

HIPSHIM_DEVICE inline float whole(ToNearest, float x) { return rintf(x); }
HIPSHIM_DEVICE inline float whole(ToZero, float x) { return truncf(x); }
HIPSHIM_DEVICE inline float whole(ToLower, float x) { return floorf(x); }
HIPSHIM_DEVICE inline float whole(ToUpper, float x) { return ceilf(x); }
HIPSHIM_DEVICE inline double whole(ToNearest, double x) { return rint(x); }
HIPSHIM_DEVICE inline double whole(ToZero, double x) { return trunc(x); }
HIPSHIM_DEVICE inline double whole(ToLower, double x) { return floor(x); }
HIPSHIM_DEVICE inline double whole(ToUpper, double x) { return ceil(x); }

HIPSHIM_DEVICE inline float f16_value(std::uint16_t bits) {
  float x;
  asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits));
  return x;
}
HIPSHIM_DEVICE inline std::uint16_t f16_nearest(float x) {
  std::uint16_t bits;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(x));
  return bits;
}

HIPSHIM_DEVICE inline float reciprocal_seed(float x) {
  float y;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}
HIPSHIM_DEVICE inline float rsqrt_seed(float x) {
  float y;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_NVIDIA_MATH_HPP
