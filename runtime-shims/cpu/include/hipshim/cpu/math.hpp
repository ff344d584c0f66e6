// SPDX-License-Identifier: Apache-2.0
//
// Device functions that the C library does not have. The fast ones are the exact ones here: a test
// must not rely on their error.
#ifndef HIPSHIM_CPU_MATH_HPP
#define HIPSHIM_CPU_MATH_HPP

#include <math.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "hipshim/cpu/runtime.hpp"

#define HIPSHIM_CPU_MINMAX(T)                                                                      \
  HIPSHIM_CPU_FN T min(T a, T b) { return b < a ? b : a; }                                         \
  HIPSHIM_CPU_FN T max(T a, T b) { return a < b ? b : a; }
HIPSHIM_CPU_MINMAX(int)
HIPSHIM_CPU_MINMAX(unsigned)
HIPSHIM_CPU_MINMAX(long)
HIPSHIM_CPU_MINMAX(unsigned long)
HIPSHIM_CPU_MINMAX(long long)
HIPSHIM_CPU_MINMAX(unsigned long long)
#undef HIPSHIM_CPU_MINMAX
HIPSHIM_CPU_FN unsigned min(int a, unsigned b) { return min(static_cast<unsigned>(a), b); }
HIPSHIM_CPU_FN unsigned min(unsigned a, int b) { return min(a, static_cast<unsigned>(b)); }
HIPSHIM_CPU_FN unsigned max(int a, unsigned b) { return max(static_cast<unsigned>(a), b); }
HIPSHIM_CPU_FN unsigned max(unsigned a, int b) { return max(a, static_cast<unsigned>(b)); }
HIPSHIM_CPU_FN float min(float a, float b) { return fminf(a, b); }
HIPSHIM_CPU_FN float max(float a, float b) { return fmaxf(a, b); }
HIPSHIM_CPU_FN double min(double a, double b) { return fmin(a, b); }
HIPSHIM_CPU_FN double max(double a, double b) { return fmax(a, b); }

HIPSHIM_CPU_FN float rsqrtf(float x) { return static_cast<float>(1 / std::sqrt(double(x))); }
HIPSHIM_CPU_FN double rsqrt(double x) { return 1 / std::sqrt(x); }
HIPSHIM_CPU_FN float rsqrt(float x) { return rsqrtf(x); }
HIPSHIM_CPU_FN float rcbrtf(float x) { return 1 / cbrtf(x); }
HIPSHIM_CPU_FN double rcbrt(double x) { return 1 / cbrt(x); }
HIPSHIM_CPU_FN float __saturatef(float x) { return x > 0 ? (x < 1 ? x : 1) : 0; }
HIPSHIM_CPU_FN float normcdff(float x) { return 0.5f * erfcf(-x * 0.70710678118654752f); }
HIPSHIM_CPU_FN double normcdf(double x) { return 0.5 * erfc(-x * 0.70710678118654752440); }
HIPSHIM_CPU_FN float sinpif(float x) {
  return static_cast<float>(std::sin(3.14159265358979323846 * std::fmod(double(x), 2.0)));
}
HIPSHIM_CPU_FN float cospif(float x) {
  return static_cast<float>(std::cos(3.14159265358979323846 * std::fmod(double(x), 2.0)));
}
HIPSHIM_CPU_FN double sinpi(double x) {
  return std::sin(3.14159265358979323846 * std::fmod(x, 2.0));
}
HIPSHIM_CPU_FN double cospi(double x) {
  return std::cos(3.14159265358979323846 * std::fmod(x, 2.0));
}
HIPSHIM_CPU_FN void sincospif(float x, float* s, float* c) {
  *s = sinpif(x);
  *c = cospif(x);
}

HIPSHIM_CPU_FN float norm3df(float x, float y, float z) {
  return static_cast<float>(std::sqrt(double(x) * x + double(y) * y + double(z) * z));
}
HIPSHIM_CPU_FN double norm3d(double x, double y, double z) { return std::hypot(x, y, z); }
HIPSHIM_CPU_FN float norm4df(float x, float y, float z, float w) {
  return static_cast<float>(
      std::sqrt(double(x) * x + double(y) * y + double(z) * z + double(w) * w));
}
HIPSHIM_CPU_FN double norm4d(double x, double y, double z, double w) {
  return std::hypot(std::hypot(x, y), std::hypot(z, w));
}
HIPSHIM_CPU_FN float rnorm3df(float x, float y, float z) { return 1 / norm3df(x, y, z); }
HIPSHIM_CPU_FN double rnorm3d(double x, double y, double z) { return 1 / norm3d(x, y, z); }
HIPSHIM_CPU_FN float rhypotf(float x, float y) { return 1 / std::hypot(x, y); }
HIPSHIM_CPU_FN double rhypot(double x, double y) { return 1 / std::hypot(x, y); }

HIPSHIM_CPU_FN float __expf(float x) { return std::exp(x); }
HIPSHIM_CPU_FN float __exp10f(float x) { return static_cast<float>(std::pow(10.0, double(x))); }
HIPSHIM_CPU_FN float __logf(float x) { return std::log(x); }
HIPSHIM_CPU_FN float __log2f(float x) { return std::log2(x); }
HIPSHIM_CPU_FN float __log10f(float x) { return std::log10(x); }
HIPSHIM_CPU_FN float __powf(float x, float y) { return std::pow(x, y); }
HIPSHIM_CPU_FN float __sinf(float x) { return std::sin(x); }
HIPSHIM_CPU_FN float __cosf(float x) { return std::cos(x); }
HIPSHIM_CPU_FN float __tanf(float x) { return std::tan(x); }
HIPSHIM_CPU_FN void __sincosf(float x, float* s, float* c) {
  *s = std::sin(x);
  *c = std::cos(x);
}
HIPSHIM_CPU_FN float __fdividef(float x, float y) { return x / y; }
HIPSHIM_CPU_FN float fdividef(float x, float y) { return x / y; }
HIPSHIM_CPU_FN float __frsqrt_rn(float x) { return rsqrtf(x); }
HIPSHIM_CPU_FN float __frcp_rn(float x) { return 1 / x; }
HIPSHIM_CPU_FN float __fsqrt_rn(float x) { return std::sqrt(x); }
HIPSHIM_CPU_FN float __fadd_rn(float x, float y) { return x + y; }
HIPSHIM_CPU_FN float __fsub_rn(float x, float y) { return x - y; }
HIPSHIM_CPU_FN float __fmul_rn(float x, float y) { return x * y; }
HIPSHIM_CPU_FN float __fdiv_rn(float x, float y) { return x / y; }
HIPSHIM_CPU_FN float __fmaf_rn(float x, float y, float z) { return std::fma(x, y, z); }
HIPSHIM_CPU_FN double __dadd_rn(double x, double y) { return x + y; }
HIPSHIM_CPU_FN double __dsub_rn(double x, double y) { return x - y; }
HIPSHIM_CPU_FN double __dmul_rn(double x, double y) { return x * y; }
HIPSHIM_CPU_FN double __ddiv_rn(double x, double y) { return x / y; }
HIPSHIM_CPU_FN double __dsqrt_rn(double x) { return std::sqrt(x); }
HIPSHIM_CPU_FN double __fma_rn(double x, double y, double z) { return std::fma(x, y, z); }

namespace hipshim {
namespace cpu {
// Saturates, and makes 0 of a NaN, as the hardware does.
template <class To, class From>
HIPSHIM_CPU_FN To to_integer(From x) {
  using Limits = std::numeric_limits<To>;
  if (x != x) return 0;
  if (x >= std::ldexp(From{1}, Limits::digits)) return Limits::max();
  if (x <= static_cast<From>(Limits::min())) return Limits::min();
  return static_cast<To>(x);
}
template <class To, class From>
HIPSHIM_CPU_FN To bits_as(From from) {
  static_assert(sizeof(To) == sizeof(From), "hipshim: the same bits need the same size");
  To to;
  __builtin_memcpy(&to, &from, sizeof to);
  return to;
}
}  // namespace cpu
}  // namespace hipshim

#define HIPSHIM_CPU_CONVERT(name, To, From)                                                        \
  HIPSHIM_CPU_FN To __##name##_rn(From x) {                                                        \
    return hipshim::cpu::to_integer<To>(std::nearbyint(x));                                        \
  }                                                                                                \
  HIPSHIM_CPU_FN To __##name##_rz(From x) { return hipshim::cpu::to_integer<To>(std::trunc(x)); }  \
  HIPSHIM_CPU_FN To __##name##_rd(From x) { return hipshim::cpu::to_integer<To>(std::floor(x)); }  \
  HIPSHIM_CPU_FN To __##name##_ru(From x) { return hipshim::cpu::to_integer<To>(std::ceil(x)); }
HIPSHIM_CPU_CONVERT(float2int, int, float)
HIPSHIM_CPU_CONVERT(float2uint, unsigned, float)
HIPSHIM_CPU_CONVERT(float2ll, long long, float)
HIPSHIM_CPU_CONVERT(float2ull, unsigned long long, float)
HIPSHIM_CPU_CONVERT(double2int, int, double)
HIPSHIM_CPU_CONVERT(double2uint, unsigned, double)
HIPSHIM_CPU_CONVERT(double2ll, long long, double)
HIPSHIM_CPU_CONVERT(double2ull, unsigned long long, double)
#undef HIPSHIM_CPU_CONVERT
HIPSHIM_CPU_FN float __int2float_rn(int x) { return static_cast<float>(x); }
HIPSHIM_CPU_FN float __uint2float_rn(unsigned x) { return static_cast<float>(x); }
HIPSHIM_CPU_FN float __ll2float_rn(long long x) { return static_cast<float>(x); }
HIPSHIM_CPU_FN float __ull2float_rn(unsigned long long x) { return static_cast<float>(x); }
HIPSHIM_CPU_FN double __int2double_rn(int x) { return x; }
HIPSHIM_CPU_FN double __uint2double_rn(unsigned x) { return x; }
HIPSHIM_CPU_FN float __double2float_rn(double x) { return static_cast<float>(x); }
HIPSHIM_CPU_FN int __float_as_int(float x) { return hipshim::cpu::bits_as<int>(x); }
HIPSHIM_CPU_FN unsigned __float_as_uint(float x) { return hipshim::cpu::bits_as<unsigned>(x); }
HIPSHIM_CPU_FN float __int_as_float(int x) { return hipshim::cpu::bits_as<float>(x); }
HIPSHIM_CPU_FN float __uint_as_float(unsigned x) { return hipshim::cpu::bits_as<float>(x); }
HIPSHIM_CPU_FN long long __double_as_longlong(double x) {
  return hipshim::cpu::bits_as<long long>(x);
}
HIPSHIM_CPU_FN double __longlong_as_double(long long x) { return hipshim::cpu::bits_as<double>(x); }
HIPSHIM_CPU_FN int __double2hiint(double x) {
  return static_cast<int>(hipshim::cpu::bits_as<std::int64_t>(x) >> 32);
}
HIPSHIM_CPU_FN int __double2loint(double x) {
  return static_cast<int>(hipshim::cpu::bits_as<std::int64_t>(x));
}
HIPSHIM_CPU_FN double __hiloint2double(int hi, int lo) {
  return hipshim::cpu::bits_as<double>(std::int64_t{hi} << 32 | static_cast<std::uint32_t>(lo));
}

HIPSHIM_CPU_FN int __mul24(int x, int y) {
  const auto low = [](int v) {
    return static_cast<std::int64_t>(static_cast<unsigned>(v) << 8) << 32 >> 40;
  };
  return static_cast<int>(low(x) * low(y));
}
HIPSHIM_CPU_FN int __umul24(unsigned x, unsigned y) {
  return static_cast<int>((x & 0xffffff) * (y & 0xffffff));
}
HIPSHIM_CPU_FN int __mulhi(int x, int y) { return static_cast<int>(std::int64_t{x} * y >> 32); }
HIPSHIM_CPU_FN unsigned __umulhi(unsigned x, unsigned y) {
  return static_cast<unsigned>(std::uint64_t{x} * y >> 32);
}
HIPSHIM_CPU_FN long long __mul64hi(long long x, long long y) {
  return static_cast<long long>(static_cast<__int128>(x) * y >> 64);
}
HIPSHIM_CPU_FN unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return static_cast<unsigned long long>(static_cast<unsigned __int128>(x) * y >> 64);
}
HIPSHIM_CPU_FN unsigned __sad(int x, int y, unsigned z) {
  return z + static_cast<unsigned>(x > y ? x - y : y - x);
}
HIPSHIM_CPU_FN unsigned __usad(unsigned x, unsigned y, unsigned z) {
  return z + (x > y ? x - y : y - x);
}

// The kernel's own read: checked.
template <class T>
inline T __ldg(const T* address) {
  return *address;
}

// In nanoseconds; a stopped clock would hang code that waits for it.
HIPSHIM_CPU_FN long long wall_clock64() {
  return std::chrono::steady_clock::now().time_since_epoch().count();
}
HIPSHIM_CPU_FN long long clock64() { return wall_clock64(); }
HIPSHIM_CPU_FN void __trap() { __builtin_trap(); }

#endif  // HIPSHIM_CPU_MATH_HPP
