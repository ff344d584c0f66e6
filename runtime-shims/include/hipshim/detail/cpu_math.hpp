// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic of the CPU back end, which also works in plain host code. A float or double of the
// host is rounded at every operation (no x87).
#ifndef HIPSHIM_DETAIL_CPU_MATH_HPP
#define HIPSHIM_DETAIL_CPU_MATH_HPP

#include <cmath>

#include "hipshim/config.hpp"
#include "hipshim/detail/modes.hpp"

namespace hipshim {
inline namespace v1 {
namespace detail {

inline int highest_bit(std::uint64_t nonzero) {
  return 63 - __builtin_clzll(static_cast<unsigned long long>(nonzero));
}

inline float fused(float a, float b, float c) { return std::fma(a, b, c); }
inline double fused(double a, double b, double c) { return std::fma(a, b, c); }

// A volatile object cannot be fused through.
template <class Float>
inline Float product(Float a, Float b) {
  const volatile Float result = a * b;
  return result;
}
template <class Float>
inline Float sum(Float a, Float b) {
  const volatile Float x = a, y = b;
  const volatile Float result = x + y;
  return result;
}

template <class Float>
inline Float whole(ToNearest, Float x) {
  return std::nearbyint(x);
}
template <class Float>
inline Float whole(ToZero, Float x) {
  return std::trunc(x);
}
template <class Float>
inline Float whole(ToLower, Float x) {
  return std::floor(x);
}
template <class Float>
inline Float whole(ToUpper, Float x) {
  return std::ceil(x);
}

// Written out, because not every host compiler has a 16-bit float. A normal half and a
// float differ by 112 in the exponent; the others are whole multiples of 2^-24.
inline float f16_value(std::uint16_t bits) {
  const std::uint32_t size = bits & 0x7fffu;
  std::uint32_t wide = size << 13;
  if (size >= 0x7c00u) {
    wide |= 0x7f800000u;
  } else if (size >= 0x0400u) {
    wide += 112u << 23;
  } else {
    const float small = static_cast<float>(size) * 5.9604644775390625e-8f;
    std::memcpy(&wide, &small, sizeof wide);
  }
  wide |= static_cast<std::uint32_t>(bits & 0x8000u) << 16;
  float result;
  std::memcpy(&result, &wide, sizeof result);
  return result;
}
inline std::uint16_t f16_nearest(float x) {
  std::uint32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  const std::uint32_t sign = (bits >> 16) & 0x8000u;
  const std::uint32_t size = bits & 0x7fffffffu;
  if (size > 0x7f800000u) return static_cast<std::uint16_t>(sign | 0x7e00u);
  if (size >= 0x477ff000u) return static_cast<std::uint16_t>(sign | 0x7c00u);
  if (size < 0x38800000u)  // below the least normal half: units of 2^-24
    return static_cast<std::uint16_t>(
        sign | static_cast<std::uint32_t>(std::nearbyint(std::fabs(x) * 16777216.0f)));
  const std::uint32_t rounded = size + 0xfffu + ((size >> 13) & 1u);
  return static_cast<std::uint16_t>(sign | ((rounded - (112u << 23)) >> 13));
}

// A test may replace the starting values by worse ones.
#if !defined(HIPSHIM_DETAIL_SEEDS)
inline float reciprocal_seed(float x) { return 1.0f / x; }
inline float rsqrt_seed(float x) { return 1.0f / std::sqrt(x); }
#endif

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_CPU_MATH_HPP
