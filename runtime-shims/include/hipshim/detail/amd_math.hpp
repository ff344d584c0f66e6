// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic of the AMD back end. Nothing here calls the device library.
#ifndef HIPSHIM_DETAIL_AMD_MATH_HPP
#define HIPSHIM_DETAIL_AMD_MATH_HPP

#include "hipshim/config.hpp"
#include "hipshim/detail/modes.hpp"

namespace hipshim {
inline namespace v1 {
namespace detail {

HIPSHIM_DEVICE inline int highest_bit(std::uint64_t nonzero) {
  return 63 - __builtin_clzll(nonzero);
}

HIPSHIM_DEVICE inline float fused(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
HIPSHIM_DEVICE inline double fused(double a, double b, double c) { return __builtin_fma(a, b, c); }

// An empty asm statement makes no instruction, and no flag of the compiler (-ffp-contract=fast,
// -ffast-math) moves arithmetic across it. The pragma alone does not stop -ffp-contract=fast.
template <class Float>
HIPSHIM_DEVICE inline Float kept(Float value) {
  asm("" : "+v"(value));
  return value;
}
template <class Float>
HIPSHIM_DEVICE inline Float product(Float a, Float b) {
  return detail::kept(a * b);
}
template <class Float>
HIPSHIM_DEVICE inline Float sum(Float a, Float b) {
  return detail::kept(detail::kept(a) + detail::kept(b));
}

HIPSHIM_DEVICE inline float whole(ToNearest, float x) { return __builtin_rintf(x); }
HIPSHIM_DEVICE inline float whole(ToZero, float x) { return __builtin_truncf(x); }
HIPSHIM_DEVICE inline float whole(ToLower, float x) { return __builtin_floorf(x); }
HIPSHIM_DEVICE inline float whole(ToUpper, float x) { return __builtin_ceilf(x); }
HIPSHIM_DEVICE inline double whole(ToNearest, double x) { return __builtin_rint(x); }
HIPSHIM_DEVICE inline double whole(ToZero, double x) { return __builtin_trunc(x); }
HIPSHIM_DEVICE inline double whole(ToLower, double x) { return __builtin_floor(x); }
HIPSHIM_DEVICE inline double whole(ToUpper, double x) { return __builtin_ceil(x); }

HIPSHIM_DEVICE inline float f16_value(std::uint16_t bits) {
  return static_cast<float>(__builtin_bit_cast(_Float16, bits));
}
HIPSHIM_DEVICE inline std::uint16_t f16_nearest(float x) {
  return __builtin_bit_cast(std::uint16_t, static_cast<_Float16>(x));
}

// Starting values for 1/x and 1/sqrt(x), x in [1, 4): v_rcp_f32 and v_rsq_f32.
HIPSHIM_DEVICE inline float reciprocal_seed(float x) { return __builtin_amdgcn_rcpf(x); }
HIPSHIM_DEVICE inline float rsqrt_seed(float x) { return __builtin_amdgcn_rsqf(x); }

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_AMD_MATH_HPP
