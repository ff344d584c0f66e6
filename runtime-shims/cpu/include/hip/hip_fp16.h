// SPDX-License-Identifier: Apache-2.0
//
// HIP's half types over _Float16. Functions go through float and round once, or are exact.
#ifndef HIPSHIM_CPU_HIP_FP16_H
#define HIPSHIM_CPU_HIP_FP16_H

#include <cmath>
#include <type_traits>

#include "hip/hip_runtime.h"

struct __half {
  _Float16 data;
  __half() = default;
  template <class T, class = std::enable_if_t<std::is_arithmetic<T>::value>>
  HIPSHIM_CPU_FN __half(T value) : data(static_cast<_Float16>(value)) {}
  HIPSHIM_CPU_FN operator float() const { return static_cast<float>(data); }
};
struct alignas(4) __half2 {
  __half x, y;
};
using half = __half;
using half2 = __half2;
struct __half_raw {
  unsigned short x;
};

namespace hipshim {
namespace cpu {
HIPSHIM_CPU_FN __half make_half(_Float16 value) {
  __half h;
  h.data = value;
  return h;
}
HIPSHIM_CPU_FN bool is_nan(__half a) { return a.data != a.data; }
}  // namespace cpu
}  // namespace hipshim

#define HIPSHIM_CPU_HALF_OP(op)                                                                    \
  HIPSHIM_CPU_FN __half operator op(__half a, __half b) {                                          \
    return hipshim::cpu::make_half(a.data op b.data);                                              \
  }                                                                                                \
  HIPSHIM_CPU_FN __half2 operator op(__half2 a, __half2 b) { return {a.x op b.x, a.y op b.y}; }    \
  HIPSHIM_CPU_FN __half& operator op## = (__half & a, __half b) { return a = a op b; }             \
  HIPSHIM_CPU_FN __half2& operator op## = (__half2 & a, __half2 b) { return a = a op b; }
HIPSHIM_CPU_HALF_OP(+)
HIPSHIM_CPU_HALF_OP(-)
HIPSHIM_CPU_HALF_OP(*)
HIPSHIM_CPU_HALF_OP(/)
#undef HIPSHIM_CPU_HALF_OP
HIPSHIM_CPU_FN __half operator-(__half a) { return hipshim::cpu::make_half(-a.data); }
HIPSHIM_CPU_FN __half2 operator-(__half2 a) { return {-a.x, -a.y}; }

#define HIPSHIM_CPU_HALF_COMPARE(op, name)                                                         \
  HIPSHIM_CPU_FN bool operator op(__half a, __half b) { return a.data op b.data; }                 \
  HIPSHIM_CPU_FN bool name(__half a, __half b) { return a.data op b.data; }                        \
  HIPSHIM_CPU_FN __half2 name##2(__half2 a, __half2 b) {                                           \
    return {__half(a.x.data op b.x.data ? 1 : 0), __half(a.y.data op b.y.data ? 1 : 0)};           \
  }                                                                                                \
  HIPSHIM_CPU_FN bool __hb##name(__half2 a, __half2 b) {                                           \
    return a.x.data op b.x.data && a.y.data op b.y.data;                                           \
  }
HIPSHIM_CPU_HALF_COMPARE(==, __heq)
HIPSHIM_CPU_HALF_COMPARE(!=, __hne)
HIPSHIM_CPU_HALF_COMPARE(<, __hlt)
HIPSHIM_CPU_HALF_COMPARE(<=, __hle)
HIPSHIM_CPU_HALF_COMPARE(>, __hgt)
HIPSHIM_CPU_HALF_COMPARE(>=, __hge)
#undef HIPSHIM_CPU_HALF_COMPARE
HIPSHIM_CPU_FN bool __hisnan(__half a) { return hipshim::cpu::is_nan(a); }
HIPSHIM_CPU_FN int __hisinf(__half a) {
  return std::isinf(static_cast<float>(a)) ? (a.data > 0 ? 1 : -1) : 0;
}

HIPSHIM_CPU_FN __half __float2half(float x) { return __half(x); }
HIPSHIM_CPU_FN __half __float2half_rn(float x) { return __half(x); }
HIPSHIM_CPU_FN __half __double2half(double x) { return __half(x); }
HIPSHIM_CPU_FN float __half2float(__half x) { return static_cast<float>(x.data); }
HIPSHIM_CPU_FN __half __int2half_rn(int x) { return __half(x); }
HIPSHIM_CPU_FN __half __uint2half_rn(unsigned x) { return __half(x); }
HIPSHIM_CPU_FN int __half2int_rn(__half x) { return __float2int_rn(__half2float(x)); }
HIPSHIM_CPU_FN int __half2int_rz(__half x) { return __float2int_rz(__half2float(x)); }
HIPSHIM_CPU_FN unsigned __half2uint_rn(__half x) { return __float2uint_rn(__half2float(x)); }
HIPSHIM_CPU_FN unsigned short __half_as_ushort(__half x) {
  return hipshim::cpu::bits_as<unsigned short>(x);
}
HIPSHIM_CPU_FN short __half_as_short(__half x) { return hipshim::cpu::bits_as<short>(x); }
HIPSHIM_CPU_FN __half __ushort_as_half(unsigned short x) {
  return hipshim::cpu::bits_as<__half>(x);
}
HIPSHIM_CPU_FN __half __short_as_half(short x) { return hipshim::cpu::bits_as<__half>(x); }

HIPSHIM_CPU_FN __half2 make_half2(__half x, __half y) { return {x, y}; }
HIPSHIM_CPU_FN __half2 __halves2half2(__half x, __half y) { return {x, y}; }
HIPSHIM_CPU_FN __half2 __half2half2(__half x) { return {x, x}; }
HIPSHIM_CPU_FN __half2 __float2half2_rn(float x) { return {__half(x), __half(x)}; }
HIPSHIM_CPU_FN __half2 __floats2half2_rn(float x, float y) { return {__half(x), __half(y)}; }
HIPSHIM_CPU_FN __half2 __float22half2_rn(float2 v) { return {__half(v.x), __half(v.y)}; }
HIPSHIM_CPU_FN float2 __half22float2(__half2 v) { return {float(v.x), float(v.y)}; }
HIPSHIM_CPU_FN float __low2float(__half2 v) { return static_cast<float>(v.x.data); }
HIPSHIM_CPU_FN float __high2float(__half2 v) { return static_cast<float>(v.y.data); }
HIPSHIM_CPU_FN __half __low2half(__half2 v) { return v.x; }
HIPSHIM_CPU_FN __half __high2half(__half2 v) { return v.y; }
HIPSHIM_CPU_FN __half2 __low2half2(__half2 v) { return {v.x, v.x}; }
HIPSHIM_CPU_FN __half2 __high2half2(__half2 v) { return {v.y, v.y}; }
HIPSHIM_CPU_FN __half2 __lowhigh2highlow(__half2 v) { return {v.y, v.x}; }

#define HIPSHIM_CPU_HALF_BINARY(name, expression)                                                  \
  HIPSHIM_CPU_FN __half name(__half a, __half b) { return expression; }                            \
  HIPSHIM_CPU_FN __half2 name##2(__half2 a, __half2 b) { return {name(a.x, b.x), name(a.y, b.y)}; }
HIPSHIM_CPU_HALF_BINARY(__hadd, a + b)
HIPSHIM_CPU_HALF_BINARY(__hsub, a - b)
HIPSHIM_CPU_HALF_BINARY(__hmul, a* b)
HIPSHIM_CPU_HALF_BINARY(__hadd_rn, a + b)
HIPSHIM_CPU_HALF_BINARY(__hmul_rn, a* b)
HIPSHIM_CPU_HALF_BINARY(__hadd_sat, __half(__saturatef(float(a + b))))
HIPSHIM_CPU_HALF_BINARY(__hmul_sat, __half(__saturatef(float(a* b))))
HIPSHIM_CPU_HALF_BINARY(__hmin, __half(std::fmin(float(a), float(b))))
HIPSHIM_CPU_HALF_BINARY(__hmax, __half(std::fmax(float(a), float(b))))
#undef HIPSHIM_CPU_HALF_BINARY
HIPSHIM_CPU_FN __half __hdiv(__half a, __half b) { return a / b; }
HIPSHIM_CPU_FN __half2 __h2div(__half2 a, __half2 b) { return a / b; }
HIPSHIM_CPU_FN __half __hneg(__half a) { return -a; }
HIPSHIM_CPU_FN __half2 __hneg2(__half2 a) { return -a; }
HIPSHIM_CPU_FN __half __habs(__half a) { return __half(std::fabs(float(a))); }
HIPSHIM_CPU_FN __half2 __habs2(__half2 a) { return {__habs(a.x), __habs(a.y)}; }
// A product of halves is exact in double, and so is its sum but for one rounding far below half's.
HIPSHIM_CPU_FN __half __hfma(__half a, __half b, __half c) {
  return __half(std::fma(double(float(a)), double(float(b)), double(float(c))));
}
HIPSHIM_CPU_FN __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
  return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}

#define HIPSHIM_CPU_HALF_UNARY(name, expression)                                                   \
  HIPSHIM_CPU_FN __half h##name(__half h) {                                                        \
    const double x = float(h);                                                                     \
    return __half(expression);                                                                     \
  }                                                                                                \
  HIPSHIM_CPU_FN __half2 h2##name(__half2 v) { return {h##name(v.x), h##name(v.y)}; }
HIPSHIM_CPU_HALF_UNARY(sqrt, std::sqrt(x))
HIPSHIM_CPU_HALF_UNARY(rsqrt, 1 / std::sqrt(x))
HIPSHIM_CPU_HALF_UNARY(rcp, 1 / x)
HIPSHIM_CPU_HALF_UNARY(exp, std::exp(x))
HIPSHIM_CPU_HALF_UNARY(exp2, std::exp2(x))
HIPSHIM_CPU_HALF_UNARY(exp10, std::pow(10.0, x))
HIPSHIM_CPU_HALF_UNARY(log, std::log(x))
HIPSHIM_CPU_HALF_UNARY(log2, std::log2(x))
HIPSHIM_CPU_HALF_UNARY(log10, std::log10(x))
HIPSHIM_CPU_HALF_UNARY(sin, std::sin(x))
HIPSHIM_CPU_HALF_UNARY(cos, std::cos(x))
HIPSHIM_CPU_HALF_UNARY(floor, std::floor(x))
HIPSHIM_CPU_HALF_UNARY(ceil, std::ceil(x))
HIPSHIM_CPU_HALF_UNARY(trunc, std::trunc(x))
HIPSHIM_CPU_HALF_UNARY(rint, std::nearbyint(x))
#undef HIPSHIM_CPU_HALF_UNARY

HIPSHIM_CPU_SHUFFLES_INLINE(__half)
HIPSHIM_CPU_SHUFFLES_INLINE(__half2)

HIPSHIM_CPU_FN __half2 unsafeAtomicAdd(__half2* address, __half2 value) {
  return hipshim::cpu::update(address, [value](__half2 old) { return old + value; });
}

#endif  // HIPSHIM_CPU_HIP_FP16_H
