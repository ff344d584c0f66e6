// SPDX-License-Identifier: Apache-2.0
//
// Conversions between the number types in every rounding mode, in integer arithmetic: no mode
// register, no flag of the compiler and no denormal setting can change them.
//
// Every number of every type here is sign * size * 2^exponent with a size of at most 64 bits, so it
// is taken apart exactly, and rounded once.
#ifndef HIPSHIM_DETAIL_ROUND_HPP
#define HIPSHIM_DETAIL_ROUND_HPP

#include "hipshim/config.hpp"
#include "hipshim/detail/bits.hpp"
#include "hipshim/detail/float_order.hpp"
#include "hipshim/detail/half_types.hpp"
#include "hipshim/detail/modes.hpp"
#include HIPSHIM_MATH_HEADER

namespace hipshim {
inline namespace v1 {
namespace detail {

// Does a size that is not representable go to the next larger size? `rest` is what is cut off, in
// units of which `half` is one half.
HIPSHIM_DEVICE constexpr bool grows(ToNearest, bool, std::uint64_t kept, std::uint64_t rest,
                                    std::uint64_t half) {
  return rest > half || (rest == half && (kept & 1u) != 0);
}
HIPSHIM_DEVICE constexpr bool grows(ToZero, bool, std::uint64_t, std::uint64_t, std::uint64_t) {
  return false;
}
HIPSHIM_DEVICE constexpr bool grows(ToLower, bool negative, std::uint64_t, std::uint64_t rest,
                                    std::uint64_t) {
  return negative && rest != 0;
}
HIPSHIM_DEVICE constexpr bool grows(ToUpper, bool negative, std::uint64_t, std::uint64_t rest,
                                    std::uint64_t) {
  return !negative && rest != 0;
}

template <class Format>
struct Fields;
template <>
struct Fields<F16> {
  static constexpr int kFraction = 10, kBias = 15;
};
template <>
struct Fields<Bf16> {
  static constexpr int kFraction = 7, kBias = 127;
};
template <>
struct Fields<F32> {
  static constexpr int kFraction = 23, kBias = 127;
};
template <>
struct Fields<F64> {
  static constexpr int kFraction = 52, kBias = 1023;
};

struct Number {
  bool negative;
  bool infinite;
  bool nan;
  std::uint64_t size;
  int exponent;
};

template <class Format>
HIPSHIM_DEVICE inline Number take_apart(typename Format::Bits bits) {
  using L = Fields<Format>;
  const std::uint64_t all = bits;
  const std::uint64_t fraction = all & ((std::uint64_t{1} << L::kFraction) - 1);
  const int biased = static_cast<int>((all >> L::kFraction) & (2u * L::kBias + 1u));
  Number number = {};
  number.negative = (bits & sign_bit<Format>()) != 0;
  number.infinite = biased == 2 * L::kBias + 1 && fraction == 0;
  number.nan = biased == 2 * L::kBias + 1 && fraction != 0;
  number.size = biased == 0 ? fraction : fraction | (std::uint64_t{1} << L::kFraction);
  number.exponent = (biased == 0 ? 1 : biased) - L::kBias - L::kFraction;
  return number;
}

// The bits of size * 2^exponent in a format, rounded once.
template <class Format, class Mode>
HIPSHIM_DEVICE inline typename Format::Bits put_together(Mode mode, bool negative,
                                                         std::uint64_t size, int exponent) {
  using L = Fields<Format>;
  using Bits = typename Format::Bits;
  constexpr int kLeast = 1 - L::kBias - L::kFraction;  // the exponent of the smallest number
  const std::uint64_t sign = negative ? std::uint64_t{sign_bit<Format>()} : 0u;
  if (size == 0) return static_cast<Bits>(sign);
  const int top = detail::highest_bit(size);
  int cut = top - L::kFraction;
  if (exponent + cut < kLeast) cut = kLeast - exponent;
  std::uint64_t kept = 0;
  if (cut <= 0) {
    kept = size << -cut;
  } else if (cut < 64) {
    kept = size >> cut;
    const std::uint64_t rest = size & ((std::uint64_t{1} << cut) - 1);
    kept += grows(mode, negative, kept, rest, std::uint64_t{1} << (cut - 1)) ? 1u : 0u;
  } else {
    // All of it is cut off; with 64 places it may still be one half or more.
    const std::uint64_t rest = cut == 64 ? size : 1;
    const std::uint64_t half = cut == 64 ? std::uint64_t{1} << 63 : 2;
    kept = grows(mode, negative, 0, rest, half) ? 1u : 0u;
  }
  // A size that has grown to the next power of two carries into the exponent by itself.
  const int biased = exponent + cut - kLeast;
  const std::uint64_t bits = kept + (static_cast<std::uint64_t>(biased) << L::kFraction);
  if (biased >= 2 * L::kBias + 1 || bits >= Format::kInfinity) {
    const bool to_infinity = grows(mode, negative, 1, 3, 2);
    return static_cast<Bits>(sign | (to_infinity ? Format::kInfinity : Format::kInfinity - 1u));
  }
  return static_cast<Bits>(sign | bits);
}

template <class Format>
HIPSHIM_DEVICE constexpr typename Format::Bits quiet_nan() {
  return static_cast<typename Format::Bits>(Format::kInfinity
                                            | (1ull << (Fields<Format>::kFraction - 1)));
}

// ---- which format a type has ----

struct NoFormat {};
template <class T>
using NumberFormat = std::conditional_t<
    is_half<T>(), F16,
    std::conditional_t<
        is_bfloat<T>(), Bf16,
        std::conditional_t<std::is_same<T, float>::value, F32,
                           std::conditional_t<std::is_same<T, double>::value, F64, NoFormat>>>>;

template <class T>
HIPSHIM_DEVICE inline auto bits_of(const T& value) {
  typename NumberFormat<T>::Bits bits = 0;
  copy_bits(bits, value);
  return bits;
}

template <class T>
HIPSHIM_DEVICE inline T from_bits(typename NumberFormat<T>::Bits bits) {
  T value;
  copy_bits(value, bits);
  return value;
}

template <class T>
HIPSHIM_DEVICE inline Number number_of(std::true_type, T value) {
  Number number = {};
  number.negative = std::is_signed<T>::value && static_cast<std::int64_t>(value) < 0;
  const auto wide = static_cast<std::uint64_t>(value);
  number.size = number.negative ? 0 - wide : wide;
  return number;
}
template <class T>
HIPSHIM_DEVICE inline Number number_of(std::false_type, const T& value) {
  return take_apart<NumberFormat<T>>(bits_of(value));
}
// To a floating type. A NaN stays a NaN, its payload is not kept.
template <class To, class From, class Mode>
HIPSHIM_DEVICE inline To rounded_to(std::false_type, Mode mode, const Number& number) {
  using F = NumberFormat<To>;
  using Bits = typename F::Bits;
  if (number.nan) return from_bits<To>(quiet_nan<F>());
  if (number.infinite)
    return from_bits<To>(
        static_cast<Bits>(F::kInfinity | (number.negative ? sign_bit<F>() : Bits{0})));
  return from_bits<To>(put_together<F>(mode, number.negative, number.size, number.exponent));
}

// What PTX makes of a NaN: 0; with 64 bits on either side only the top bit is set.
template <class To, class From>
HIPSHIM_DEVICE constexpr To integer_of_nan() {
  return sizeof(To) == 8 || sizeof(From) == 8
             ? static_cast<To>(std::uint64_t{1} << (sizeof(To) * 8 - 1))
             : To{0};
}

// To an integer type: a value outside its range gives the nearest end.
template <class To, class From, class Mode>
HIPSHIM_DEVICE inline To rounded_to(std::true_type, Mode mode, const Number& number) {
  using Unsigned = std::make_unsigned_t<To>;
  constexpr int kBits = static_cast<int>(sizeof(To)) * 8 - (std::is_signed<To>::value ? 1 : 0);
  constexpr std::uint64_t kTop = ~std::uint64_t{0} >> (64 - kBits);
  if (number.nan) return detail::integer_of_nan<To, From>();
  bool beyond = number.infinite;
  std::uint64_t whole = 0;
  if (!beyond && number.size != 0) {
    if (number.exponent >= 0) {
      beyond = number.exponent >= 64
               || (number.size << number.exponent) >> number.exponent != number.size;
      whole = beyond ? 0 : number.size << number.exponent;
    } else if (number.exponent > -64) {
      const int cut = -number.exponent;
      whole = number.size >> cut;
      const std::uint64_t rest = number.size & ((std::uint64_t{1} << cut) - 1);
      whole += grows(mode, number.negative, whole, rest, std::uint64_t{1} << (cut - 1)) ? 1u : 0u;
    } else {
      // A floating size has at most 53 bits: less than one half.
      whole = grows(mode, number.negative, 0, 1, 2) ? 1u : 0u;
    }
  }
  if (!number.negative) return static_cast<To>(beyond || whole > kTop ? kTop : whole);
  if (!std::is_signed<To>::value) return To{0};
  if (beyond || whole > kTop) whole = kTop + 1;
  return static_cast<To>(static_cast<Unsigned>(0 - whole));
}

// ---- which way a conversion goes ----

struct AnyWay {};
struct WidenWay {};   // a 16-bit format to float: exact
struct NarrowWay {};  // float to a 16-bit format: to nearest, and one step back where the mode says
struct CastWay {};    // an integer to float or double where C++ rounds as asked
struct WholeWay {};   // a floating value to at most 32 bits of integer

template <class To, class From, class Mode>
HIPSHIM_HOST_DEVICE constexpr bool casts() {
  return std::is_integral<From>::value
         && ((std::is_same<To, float>::value && std::is_same<Mode, ToNearest>::value)
             || (std::is_same<To, double>::value
                 && (sizeof(From) <= 4 || std::is_same<Mode, ToNearest>::value)));
}

template <class To, class From, class Mode>
using Way = std::conditional_t<
    std::is_same<To, float>::value && sizeof(From) == 2 && !std::is_integral<From>::value, WidenWay,
    std::conditional_t<
        (is_half<To>() || is_bfloat<To>()) && std::is_same<From, float>::value, NarrowWay,
        std::conditional_t<casts<To, From, Mode>(), CastWay,
                           std::conditional_t<std::is_integral<To>::value && sizeof(To) <= 4
                                                  && !std::is_integral<From>::value,
                                              WholeWay, AnyWay>>>>;

HIPSHIM_DEVICE inline float widened(F16, std::uint16_t bits) { return detail::f16_value(bits); }
HIPSHIM_DEVICE inline float widened(Bf16, std::uint16_t bits) {
  float result = 0;
  detail::copy_bits(result, static_cast<std::uint32_t>(bits) << 16);
  return result;
}

// Values of 16-bit formats are rounded as floats, which hold them.
HIPSHIM_DEVICE inline float arithmetic(float value) { return value; }
HIPSHIM_DEVICE inline double arithmetic(double value) { return value; }
template <class T>
HIPSHIM_DEVICE inline float arithmetic(const T& value) {
  return detail::widened(NumberFormat<T>{}, detail::bits_of(value));
}

template <class To, class Mode, class From>
HIPSHIM_DEVICE inline To convert_by(AnyWay, Mode mode, const From& from) {
  using ToInt = std::integral_constant<bool, std::is_integral<To>::value>;
  using FromInt = std::integral_constant<bool, std::is_integral<From>::value>;
  return detail::rounded_to<To, From>(ToInt{}, mode, detail::number_of(FromInt{}, from));
}

template <class To, class Mode, class From>
HIPSHIM_DEVICE inline To convert_by(WidenWay, Mode, const From& from) {
  return detail::arithmetic(from);
}

HIPSHIM_DEVICE inline std::uint16_t nearest_bits(F16, float x) { return detail::f16_nearest(x); }
HIPSHIM_DEVICE inline std::uint16_t nearest_bits(Bf16, float x) {
  std::uint32_t bits = 0;
  detail::copy_bits(bits, x);
  const bool nan = (bits & 0x7fffffffu) > F32::kInfinity;
  return static_cast<std::uint16_t>(nan ? 0x7fc0u : (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

// `nearest` has this size or one next to it: is it the wrong one of the two for the mode?
HIPSHIM_DEVICE constexpr std::uint32_t stepped(ToNearest, std::uint32_t nearest, bool, bool, bool) {
  return nearest;
}
HIPSHIM_DEVICE constexpr std::uint32_t stepped(ToZero, std::uint32_t nearest, bool, bool larger,
                                               bool) {
  return nearest - (larger ? 1u : 0u);
}
HIPSHIM_DEVICE constexpr std::uint32_t stepped(ToLower, std::uint32_t nearest, bool negative,
                                               bool larger, bool smaller) {
  return negative ? nearest + (smaller ? 1u : 0u) : nearest - (larger ? 1u : 0u);
}
HIPSHIM_DEVICE constexpr std::uint32_t stepped(ToUpper, std::uint32_t nearest, bool negative,
                                               bool larger, bool smaller) {
  return negative ? nearest - (larger ? 1u : 0u) : nearest + (smaller ? 1u : 0u);
}

template <class F, class Mode>
HIPSHIM_DEVICE inline std::uint16_t narrowed_bits(F format, Mode mode, float x) {
  const std::uint16_t nearest = detail::nearest_bits(format, x);
  std::uint32_t bits = 0, back = 0;
  detail::copy_bits(bits, x);
  detail::copy_bits(back, detail::widened(format, nearest));
  const std::uint32_t size = bits & 0x7fffffffu, got = back & 0x7fffffffu;
  const bool nan = size > F32::kInfinity;
  return static_cast<std::uint16_t>(
      detail::stepped(mode, nearest, (bits >> 31) != 0, !nan && got > size, !nan && got < size));
}

template <class To, class Mode, class From>
HIPSHIM_DEVICE inline To convert_by(NarrowWay, Mode mode, const From& from) {
  return detail::from_bits<To>(detail::narrowed_bits(NumberFormat<To>{}, mode, from));
}

template <class To, class Mode, class From>
HIPSHIM_DEVICE inline To convert_by(CastWay, Mode, const From& from) {
  return static_cast<To>(from);
}

// The range is told by the exponent, so infinities and NaN need no comparison that -ffast-math
// would drop, and C++ never casts a value that does not fit.
template <class To, class Mode, class From>
HIPSHIM_DEVICE inline To convert_by(WholeWay, Mode mode, const From& from) {
  using Float = decltype(detail::arithmetic(from));
  using F = NumberFormat<Float>;
  constexpr int kBits = static_cast<int>(sizeof(To)) * 8 - (std::is_signed<To>::value ? 1 : 0);
  constexpr auto kBeyond = static_cast<typename F::Bits>(
      static_cast<typename F::Bits>(Fields<F>::kBias + kBits) << Fields<F>::kFraction);
  constexpr auto kMost = static_cast<To>(~std::uint64_t{0} >> (64 - kBits));
  constexpr auto kLeast = std::is_signed<To>::value ? static_cast<To>(-kMost - 1) : To{0};
  const Float value = detail::whole(mode, detail::arithmetic(from));
  const auto bits = detail::bits_of(value);
  const auto size = static_cast<typename F::Bits>(bits & ~sign_bit<F>());
  const bool negative = bits != size;
  const bool fits = size < kBeyond && (std::is_signed<To>::value || !negative);
  // Both answers are made and one is taken: no branch, and the cast never sees what does not fit.
  const To inside = static_cast<To>(fits ? value : Float{0});
  const To outside = size > F::kInfinity ? detail::integer_of_nan<To, From>()
                     : negative          ? kLeast
                                         : kMost;
  return fits ? inside : outside;
}

template <class To, class Mode, class From>
HIPSHIM_DEVICE inline To convert(Mode mode, const From& from) {
  static_assert(std::is_integral<From>::value || !std::is_same<NumberFormat<From>, NoFormat>::value,
                "hipshim::math::convert: from an integer, half, bfloat16, float or double");
  static_assert(
      !std::is_same<To, bool>::value
          && (std::is_integral<To>::value || !std::is_same<NumberFormat<To>, NoFormat>::value),
      "hipshim::math::convert: to an integer, half, bfloat16, float or double");
  return detail::convert_by<To>(Way<To, From, Mode>{}, mode, from);
}

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_ROUND_HPP
