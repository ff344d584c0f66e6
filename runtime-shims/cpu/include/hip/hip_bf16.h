// SPDX-License-Identifier: Apache-2.0
//
// HIP's bfloat16 types: 16 bits of storage, arithmetic in float with one rounding.
#ifndef HIPSHIM_CPU_HIP_BF16_H
#define HIPSHIM_CPU_HIP_BF16_H

#include <type_traits>

#include "hip/hip_runtime.h"

namespace hipshim {
namespace cpu {
// To nearest, ties to even; a NaN stays one.
HIPSHIM_CPU_FN unsigned short bfloat_bits(float value) {
  const auto bits = bits_as<std::uint32_t>(value);
  if (value != value) return static_cast<unsigned short>(bits >> 16 | 0x40);
  return static_cast<unsigned short>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
}  // namespace cpu
}  // namespace hipshim

struct __hip_bfloat16 {
  unsigned short data;
  __hip_bfloat16() = default;
  template <class T, class = std::enable_if_t<std::is_arithmetic<T>::value>>
  HIPSHIM_CPU_FN __hip_bfloat16(T value)
      : data(hipshim::cpu::bfloat_bits(static_cast<float>(value))) {}
  HIPSHIM_CPU_FN operator float() const {
    return hipshim::cpu::bits_as<float>(static_cast<std::uint32_t>(data) << 16);
  }
};
struct alignas(4) __hip_bfloat162 {
  __hip_bfloat16 x, y;
};

#define HIPSHIM_CPU_BFLOAT_OP(op, name)                                                            \
  HIPSHIM_CPU_FN __hip_bfloat16 operator op(__hip_bfloat16 a, __hip_bfloat16 b) {                  \
    return float(a) op float(b);                                                                   \
  }                                                                                                \
  HIPSHIM_CPU_FN __hip_bfloat162 operator op(__hip_bfloat162 a, __hip_bfloat162 b) {               \
    return {a.x op b.x, a.y op b.y};                                                               \
  }                                                                                                \
  HIPSHIM_CPU_FN __hip_bfloat16& operator op## = (__hip_bfloat16 & a, __hip_bfloat16 b) {          \
    return a = a op b;                                                                             \
  }                                                                                                \
  HIPSHIM_CPU_FN __hip_bfloat16 name(__hip_bfloat16 a, __hip_bfloat16 b) { return a op b; }        \
  HIPSHIM_CPU_FN __hip_bfloat162 name##2(__hip_bfloat162 a, __hip_bfloat162 b) { return a op b; }
HIPSHIM_CPU_BFLOAT_OP(+, __hadd)
HIPSHIM_CPU_BFLOAT_OP(-, __hsub)
HIPSHIM_CPU_BFLOAT_OP(*, __hmul)
HIPSHIM_CPU_BFLOAT_OP(/, __hdiv)
#undef HIPSHIM_CPU_BFLOAT_OP
HIPSHIM_CPU_FN __hip_bfloat16 operator-(__hip_bfloat16 a) { return -float(a); }
#define HIPSHIM_CPU_BFLOAT_COMPARE(op, name)                                                       \
  HIPSHIM_CPU_FN bool operator op(__hip_bfloat16 a, __hip_bfloat16 b) {                            \
    return float(a) op float(b);                                                                   \
  }                                                                                                \
  HIPSHIM_CPU_FN bool name(__hip_bfloat16 a, __hip_bfloat16 b) { return float(a) op float(b); }
HIPSHIM_CPU_BFLOAT_COMPARE(==, __heq)
HIPSHIM_CPU_BFLOAT_COMPARE(!=, __hne)
HIPSHIM_CPU_BFLOAT_COMPARE(<, __hlt)
HIPSHIM_CPU_BFLOAT_COMPARE(<=, __hle)
HIPSHIM_CPU_BFLOAT_COMPARE(>, __hgt)
HIPSHIM_CPU_BFLOAT_COMPARE(>=, __hge)
#undef HIPSHIM_CPU_BFLOAT_COMPARE

HIPSHIM_CPU_FN __hip_bfloat16 __float2bfloat16(float x) { return x; }
HIPSHIM_CPU_FN __hip_bfloat16 __double2bfloat16(double x) { return x; }
HIPSHIM_CPU_FN float __bfloat162float(__hip_bfloat16 x) { return x; }
HIPSHIM_CPU_FN unsigned short __bfloat16_as_ushort(__hip_bfloat16 x) { return x.data; }
HIPSHIM_CPU_FN __hip_bfloat16 __ushort_as_bfloat16(unsigned short x) {
  return hipshim::cpu::bits_as<__hip_bfloat16>(x);
}
HIPSHIM_CPU_FN __hip_bfloat162 __halves2bfloat162(__hip_bfloat16 x, __hip_bfloat16 y) {
  return {x, y};
}
HIPSHIM_CPU_FN __hip_bfloat162 __bfloat162bfloat162(__hip_bfloat16 x) { return {x, x}; }
HIPSHIM_CPU_FN __hip_bfloat162 __float22bfloat162_rn(float2 v) { return {v.x, v.y}; }
HIPSHIM_CPU_FN float2 __bfloat1622float2(__hip_bfloat162 v) { return {v.x, v.y}; }
HIPSHIM_CPU_FN __hip_bfloat16 __low2bfloat16(__hip_bfloat162 v) { return v.x; }
HIPSHIM_CPU_FN __hip_bfloat16 __high2bfloat16(__hip_bfloat162 v) { return v.y; }
HIPSHIM_CPU_FN float __low2float(__hip_bfloat162 v) { return v.x; }
HIPSHIM_CPU_FN float __high2float(__hip_bfloat162 v) { return v.y; }
HIPSHIM_CPU_FN __hip_bfloat16 __hfma(__hip_bfloat16 a, __hip_bfloat16 b, __hip_bfloat16 c) {
  return std::fma(float(a), float(b), float(c));
}

HIPSHIM_CPU_SHUFFLES_INLINE(__hip_bfloat16)
HIPSHIM_CPU_SHUFFLES_INLINE(__hip_bfloat162)

#endif  // HIPSHIM_CPU_HIP_BF16_H
