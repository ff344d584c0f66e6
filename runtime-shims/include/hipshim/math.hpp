// SPDX-License-Identifier: Apache-2.0
//
// Numerics that mean on AMD what they mean in CUDA: conversions that round as their name says,
// arithmetic that is never fused, saturation, and functions of half and bfloat16.
//
// Words used in the contracts below:
//   half       __half, or the compiler's _Float16
//   bfloat16   __nv_bfloat16, __hip_bfloat16 or hip_bfloat16
//   Cost       vector instructions in the code that clang 22 makes for gfx90a at -O3, all paths
//              counted; nothing was timed there
//   Emitted    the hipaudit rules whose fixes write the call
#ifndef HIPSHIM_MATH_HPP
#define HIPSHIM_MATH_HPP

#include "hipshim/config.hpp"
#include "hipshim/detail/half_math.hpp"
#include "hipshim/detail/round.hpp"

namespace hipshim {
inline namespace v1 {
namespace math {
namespace detail {

using namespace hipshim::v1::detail;

template <class T>
HIPSHIM_HOST_DEVICE constexpr void need_sixteen_bits() {
  static_assert(is_half<T>() || is_bfloat<T>(),
                "hipshim::math: this function is for half and bfloat16; float and double have the "
                "toolkit's own");
}

template <class Function, class T>
HIPSHIM_DEVICE inline T apply16(const T& x) {
  detail::need_sixteen_bits<T>();
  return detail::from_bits<T>(Function::template apply<NumberFormat<T>>(detail::bits_of(x)));
}

template <class T>
struct Element;
#if defined(HIPSHIM_FP16_HEADER)
template <>
struct Element<__half2> {
  using Fmt = F16;
};
#endif
#if defined(HIPSHIM_BF16_HEADER)
template <>
struct Element<HIPSHIM_BF162> {
  using Fmt = Bf16;
};
#endif

template <class Function, class T>
HIPSHIM_DEVICE inline T apply_pair(const T& x) {
  std::uint32_t bits = 0;
  detail::copy_bits(bits, x);
  using F = typename Element<T>::Fmt;
  const std::uint32_t low = Function::template apply<F>(static_cast<std::uint16_t>(bits));
  const std::uint32_t high = Function::template apply<F>(static_cast<std::uint16_t>(bits >> 16));
  T result = x;
  detail::copy_bits(result, low | (high << 16));
  return result;
}

template <class Function, class T>
HIPSHIM_DEVICE inline T apply(std::true_type, const T& x) {
  return detail::apply_pair<Function>(x);
}
template <class Function, class T>
HIPSHIM_DEVICE inline T apply(std::false_type, const T& x) {
  return detail::apply16<Function>(x);
}
template <class Function, class T>
HIPSHIM_DEVICE inline T apply(const T& x) {
  constexpr bool kPair = is_half2<T>() || is_bfloat2<T>();
  return detail::apply<Function>(std::integral_constant<bool, kPair>{}, x);
}

// The product of two 16-bit values is exact in float, and their sum is rounded twice as if once: 24
// bits are 2 * 11 + 2.
template <class T>
HIPSHIM_DEVICE inline auto wide(const T& x) {
  static_assert(!std::is_same<NumberFormat<T>, NoFormat>::value,
                "hipshim::math: arithmetic on half, bfloat16, float or double");
  return detail::arithmetic(x);
}
HIPSHIM_DEVICE inline float narrowed(float, float x) { return x; }
HIPSHIM_DEVICE inline double narrowed(double, double x) { return x; }
template <class T>
HIPSHIM_DEVICE inline T narrowed(const T&, float x) {
  return detail::convert<T>(ToNearest{}, x);
}

template <class T>
struct Same {
  using Type = T;
};
template <class T>
using Value = typename Same<T>::Type;

}  // namespace detail

// ---- conversions ----

// convert_rn, convert_rz, convert_rd, convert_ru<To>(x): to the nearest (ties to even), to zero,
// down, up
//   CUDA       __half2int_rn and its siblings, __int2half_rz, __float2half_rd, __float2int_ru,
//              __double2float_rz, __float2bfloat16_rn, ...: the type after the 2 is To
//   HIP        all four __half2int_r? truncate, and so do their siblings of other widths;
//              __int2half_rz, _rd and _ru round to nearest; so does __float2half_rz on the host;
//              out of range a float to integer cast is undefined; the double and float forms with
//              rz, rd, ru are missing by default
//   Types      from and to: integers of 1 to 8 bytes, half, bfloat16, float, double. Rounded once,
//              also from double or 64-bit integers to half
//   Lanes      any. Valid: the caller. Out of range: the nearest end of an integer type; infinity
//              or the largest number of a floating one, as the mode says. NaN to an integer is 0,
//              or, where either side has 64 bits, the value with only the top bit set, as in PTX
//   Cost       half to float, float to half to nearest: 1. Float to half in the other modes 9 to
//              13, to bfloat16 8. half, bfloat16, float or double to integers up to 32 bits: 12 or
//              13. Integer to float or double to nearest: the cast. Everything else, and all with
//              64-bit integers: 25 to 60, on integers
//   Undefined  never
//   Emitted    none yet
template <class To, class From>
HIPSHIM_DEVICE inline To convert_rn(From x) {
  return detail::convert<To>(detail::ToNearest{}, x);
}
template <class To, class From>
HIPSHIM_DEVICE inline To convert_rz(From x) {
  return detail::convert<To>(detail::ToZero{}, x);
}
template <class To, class From>
HIPSHIM_DEVICE inline To convert_rd(From x) {
  return detail::convert<To>(detail::ToLower{}, x);
}
template <class To, class From>
HIPSHIM_DEVICE inline To convert_ru(From x) {
  return detail::convert<To>(detail::ToUpper{}, x);
}

// ---- arithmetic that is not fused ----

// mul_rn, add_rn, sub_rn: rounded to nearest by themselves
//   CUDA       __fmul_rn, __fadd_rn, __fsub_rn, __dmul_rn, __dadd_rn, __dsub_rn, __hmul_rn, ...,
//              which no flag merges into a fused multiply-add
//   HIP        plain `*` and `+`, which the default -ffp-contract=fast-honor-pragmas merges: an
//              exact difference such as fma(a, b, -(a * b)) becomes 0, sums differ between builds
//   Types      float, double, half, bfloat16; the second operand is converted to the first's type
//   Lanes      any. Valid: the caller
//   Cost       1, also with -ffp-contract=fast and -ffast-math; half and bfloat16 go through float
//   Undefined  never
//   Emitted    none yet
template <class T>
HIPSHIM_DEVICE inline T mul_rn(T a, detail::Value<T> b) {
  return detail::narrowed(a, detail::product(detail::wide(a), detail::wide(b)));
}
template <class T>
HIPSHIM_DEVICE inline T add_rn(T a, detail::Value<T> b) {
  return detail::narrowed(a, detail::sum(detail::wide(a), detail::wide(b)));
}
template <class T>
HIPSHIM_DEVICE inline T sub_rn(T a, detail::Value<T> b) {
  return detail::narrowed(a, detail::sum(detail::wide(a), -detail::wide(b)));
}

// fma_rn: a * b + c, rounded once
//   CUDA       __fmaf_rn, __fma_rn
//   HIP        the same
//   Types      float, double
//   Lanes      any. Valid: the caller
//   Cost       1
//   Undefined  never
//   Emitted    none yet
HIPSHIM_DEVICE inline float fma_rn(float a, float b, float c) { return detail::fused(a, b, c); }
HIPSHIM_DEVICE inline double fma_rn(double a, double b, double c) { return detail::fused(a, b, c); }

// saturate: x cut to the range from 0.0 to 1.0; a NaN becomes 0.0
//   CUDA       __saturatef, __hadd_sat and the .sat of PTX
//   HIP        __saturatef passes a NaN on
//   Types      half, bfloat16, float, double
//   Lanes      any. Valid: the caller. -0.0 gives 0.0
//   Cost       4, on integers, so -ffast-math does not drop the NaN
//   Undefined  never
//   Emitted    none yet
template <class T>
HIPSHIM_DEVICE inline T saturate(T x) {
  using F = detail::NumberFormat<T>;
  static_assert(!std::is_same<F, detail::NoFormat>::value,
                "hipshim::math::saturate: of half, bfloat16, float or double");
  using Bits = typename F::Bits;
  constexpr Bits kOne = static_cast<Bits>(static_cast<Bits>(detail::Fields<F>::kBias)
                                          << detail::Fields<F>::kFraction);
  const Bits bits = detail::bits_of(x);
  const bool zero = (bits & detail::sign_bit<F>()) != 0 || bits > F::kInfinity;
  return detail::from_bits<T>(zero ? Bits{0} : bits < kOne ? bits : kOne);
}

// ---- functions of half, bfloat16 and their pairs ----

// exp, exp2, exp10
//   CUDA       hexp, hexp2, hexp10, h2exp, ...
//   HIP        the same names, from the device library, whose error in half is documented nowhere;
//              bfloat16 only in newer headers
//   Lanes      any. Valid: the caller
//   Accuracy   of all 65,536 inputs, see accuracy/README.md; the same bits on every machine
//   Cost       half 27; bfloat16 96, of which a part is for results below the normal numbers
//   Undefined  never
//   Emitted    none yet
template <class T>
HIPSHIM_DEVICE inline T exp(T x) {
  return detail::apply<detail::ExpFn>(x);
}
template <class T>
HIPSHIM_DEVICE inline T exp2(T x) {
  return detail::apply<detail::Exp2Fn>(x);
}
template <class T>
HIPSHIM_DEVICE inline T exp10(T x) {
  return detail::apply<detail::Exp10Fn>(x);
}

// log, log2, log10, log1p
//   CUDA       hlog, hlog2, hlog10, ...; log1p: log1pf of the widened value
//   HIP        as exp
//   Lanes      any. Valid: the caller. log(0) is -infinity, of a negative number NaN
//   Accuracy   as exp
//   Cost       half 45, bfloat16 63; log1p 55 and 59
//   Undefined  never
//   Emitted    none yet
template <class T>
HIPSHIM_DEVICE inline T log(T x) {
  return detail::apply<detail::LogFn<detail::NaturalLog>>(x);
}
template <class T>
HIPSHIM_DEVICE inline T log2(T x) {
  return detail::apply<detail::LogFn<detail::BinaryLog>>(x);
}
template <class T>
HIPSHIM_DEVICE inline T log10(T x) {
  return detail::apply<detail::LogFn<detail::DecimalLog>>(x);
}
template <class T>
HIPSHIM_DEVICE inline T log1p(T x) {
  return detail::apply<detail::Log1pFn>(x);
}

// sqrt, rsqrt, rcp
//   CUDA       hsqrt, hrsqrt, hrcp, h2sqrt, ...
//   HIP        the same names; hrcp is 1/x in half
//   Lanes      any. Valid: the caller
//   Accuracy   correctly rounded for all 65,536 inputs, with any starting value within 4 float ULP
//              (the hardware's is documented as within 1)
//   Cost       half 25 to 29, bfloat16 59 to 105
//   Undefined  never
//   Emitted    none yet
template <class T>
HIPSHIM_DEVICE inline T sqrt(T x) {
  return detail::apply<detail::SqrtFn>(x);
}
template <class T>
HIPSHIM_DEVICE inline T rsqrt(T x) {
  return detail::apply<detail::RsqrtFn>(x);
}
template <class T>
HIPSHIM_DEVICE inline T rcp(T x) {
  return detail::apply<detail::RcpFn>(x);
}

// sin, cos, tanh, erf
//   CUDA       hsin, hcos, htanh, ...; erf: erff of the widened value
//   HIP        as exp; htanh is missing in older headers
//   Lanes      any. Valid: the caller. Arguments of any size are reduced exactly
//   Accuracy   as exp
//   Cost       sin and cos: half 84, bfloat16 119; tanh 60 and 70; erf 78 and 157. No table in
//              memory
//   Undefined  never
//   Emitted    none yet
template <class T>
HIPSHIM_DEVICE inline T sin(T x) {
  return detail::apply<detail::SinFn>(x);
}
template <class T>
HIPSHIM_DEVICE inline T cos(T x) {
  return detail::apply<detail::CosFn>(x);
}
template <class T>
HIPSHIM_DEVICE inline T tanh(T x) {
  return detail::apply<detail::TanhFn>(x);
}
template <class T>
HIPSHIM_DEVICE inline T erf(T x) {
  return detail::apply<detail::ErfFn>(x);
}

}  // namespace math
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_MATH_HPP
