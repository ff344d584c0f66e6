// SPDX-License-Identifier: Apache-2.0
//
// Functions of 16-bit floating values, computed in float and rounded once.
//
// Only fused multiply-add, product and sum are used, each rounded as IEEE 754 says, and integers.
// So the bits that come out are the same on every GPU and CPU, whatever the compiler's flags, and
// all 65,536 inputs of each function can be, and are, checked on a CPU. The two hardware
// approximations (of 1/x and 1/sqrt(x)) are starting values that one step corrects: the tests show
// that an error of several float ULP in them changes no result.
#ifndef HIPSHIM_DETAIL_HALF_MATH_HPP
#define HIPSHIM_DETAIL_HALF_MATH_HPP

#include "hipshim/config.hpp"
#include "hipshim/detail/round.hpp"

namespace hipshim {
inline namespace v1 {
namespace detail {

// Horner's scheme, the constant coefficient first.
HIPSHIM_DEVICE inline float polynomial(float, float c) { return c; }
template <class... More>
HIPSHIM_DEVICE inline float polynomial(float x, float c, More... more) {
  return detail::fused(detail::polynomial(x, more...), x, c);
}

HIPSHIM_DEVICE inline float float_of(std::uint32_t bits) {
  float result = 0;
  detail::copy_bits(result, bits);
  return result;
}
HIPSHIM_DEVICE inline std::uint32_t bits_of_float(float x) {
  std::uint32_t bits = 0;
  detail::copy_bits(bits, x);
  return bits;
}
HIPSHIM_DEVICE inline float power_of_two(int exponent) {
  return detail::float_of(static_cast<std::uint32_t>(exponent + 127) << 23);
}
HIPSHIM_DEVICE inline float with_sign(float size, bool negative) {
  return detail::float_of(detail::bits_of_float(size) | (negative ? 0x80000000u : 0u));
}

// value * 2^exponent in the format. The value is zero or not far from 1.
HIPSHIM_DEVICE inline std::uint16_t finish(F16, float value, int exponent) {
  exponent = exponent < -60 ? -60 : exponent > 60 ? 60 : exponent;
  return detail::f16_nearest(detail::product(value, detail::power_of_two(exponent)));
}
HIPSHIM_DEVICE inline std::uint16_t finish(Bf16, float value, int exponent) {
  if (exponent == 0) return detail::nearest_bits(Bf16{}, value);
  if (exponent < -120) {  // perhaps below the normal numbers: rounded once, there
    const Number number = detail::take_apart<F32>(detail::bits_of_float(value));
    return detail::put_together<Bf16>(ToNearest{}, number.negative, number.size,
                                      number.exponent + exponent);
  }
  exponent = exponent > 200 ? 200 : exponent;
  const int half = exponent / 2;
  const float scaled = detail::product(detail::product(value, detail::power_of_two(half)),
                                       detail::power_of_two(exponent - half));
  return detail::nearest_bits(Bf16{}, scaled);
}

template <class Format>
struct Argument {
  HIPSHIM_DEVICE explicit Argument(std::uint16_t b)
      : bits(b), size(static_cast<std::uint16_t>(b & 0x7fffu)), negative((b & 0x8000u) != 0),
        nan(size > Format::kInfinity), infinite(size == Format::kInfinity) {}

  // As a float, and the same cut off at a limit, so that infinity becomes an ordinary number.
  HIPSHIM_DEVICE float value() const { return detail::widened(Format{}, bits); }
  HIPSHIM_DEVICE float up_to(float limit) const {
    const float x = detail::widened(Format{}, size);
    const bool beyond = detail::bits_of_float(x) > detail::bits_of_float(limit);
    return detail::with_sign(beyond ? limit : x, negative);
  }
  HIPSHIM_DEVICE bool below(float limit) const {
    return detail::bits_of_float(detail::widened(Format{}, size)) < detail::bits_of_float(limit);
  }

  std::uint16_t bits, size;
  bool negative, nan, infinite;
};

// A positive number as fraction * 2^exponent, 1 <= fraction < 2.
struct Parts {
  float fraction;
  int exponent;
};
HIPSHIM_DEVICE inline Parts parts_of_normal(float x) {
  const std::uint32_t bits = detail::bits_of_float(x);
  return {detail::float_of((127u << 23) | (bits & 0x7fffffu)), static_cast<int>(bits >> 23) - 127};
}
// Every half is a normal float; a bfloat16 may not be.
HIPSHIM_DEVICE inline Parts parts_of(F16, std::uint16_t size) {
  return detail::parts_of_normal(detail::widened(F16{}, size));
}
HIPSHIM_DEVICE inline Parts parts_of(Bf16, std::uint16_t size) {
  if (size >= 0x80u) return detail::parts_of_normal(detail::widened(Bf16{}, size));
  const int top = detail::highest_bit(size);
  const auto wide = static_cast<std::uint32_t>(size);
  return {detail::float_of((127u << 23) | ((wide << (23 - top)) & 0x7fffffu)), top - 133};
}

template <class Format>
HIPSHIM_DEVICE constexpr std::uint16_t nan16() {
  return detail::quiet_nan<Format>();
}
template <class Format>
HIPSHIM_DEVICE constexpr std::uint16_t infinity16(bool negative) {
  return static_cast<std::uint16_t>(Format::kInfinity | (negative ? 0x8000u : 0u));
}
template <class Format>
HIPSHIM_DEVICE constexpr std::uint16_t one16(bool negative) {
  return static_cast<std::uint16_t>(
      (static_cast<unsigned>(Fields<Format>::kBias) << Fields<Format>::kFraction)
      | (negative ? 0x8000u : 0u));
}

// ---- exp, exp2, exp10: 2^k times a polynomial ----

// e^r for |r| <= ln(2)/2 and 2^r for |r| <= 1/2: error below 2^-28.
HIPSHIM_DEVICE inline float exp_near_zero(float r) {
  return detail::polynomial(r, 1.0f, 1.0f, 0.5f, 0.166664109f, 0.0416663475f, 0.00837547146f,
                            0.00139415404f);
}
HIPSHIM_DEVICE inline float exp2_near_zero(float r) {
  return detail::polynomial(r, 1.0f, 0.693147182f, 0.240226507f, 0.0555032641f, 0.00961805601f,
                            0.00134006969f, 0.000154616777f);
}

// k * ln(2) in two pieces: the first subtraction is exact.
HIPSHIM_DEVICE inline float exp_reduced(float x, float k) {
  return detail::fused(-k, -1.90465421e-9f, detail::fused(-k, 0.693147182f, x));
}

struct ExpFn {
  template <class Format>
  HIPSHIM_DEVICE static std::uint16_t apply(std::uint16_t bits) {
    const Argument<Format> a(bits);
    if (a.nan) return nan16<Format>();
    const float x = a.up_to(200.0f);
    const float k = detail::whole(ToNearest{}, detail::product(x, 1.44269502f));
    return detail::finish(Format{}, detail::exp_near_zero(detail::exp_reduced(x, k)),
                          static_cast<int>(k));
  }
};
struct Exp2Fn {
  template <class Format>
  HIPSHIM_DEVICE static std::uint16_t apply(std::uint16_t bits) {
    const Argument<Format> a(bits);
    if (a.nan) return nan16<Format>();
    const float x = a.up_to(300.0f);
    const float k = detail::whole(ToNearest{}, x);
    return detail::finish(Format{}, detail::exp2_near_zero(detail::sum(x, -k)),
                          static_cast<int>(k));
  }
};
struct Exp10Fn {
  template <class Format>
  HIPSHIM_DEVICE static std::uint16_t apply(std::uint16_t bits) {
    const Argument<Format> a(bits);
    if (a.nan) return nan16<Format>();
    const float x = a.up_to(90.0f);
    const float k = detail::whole(ToNearest{}, detail::product(x, 3.32192802f));
    const float r =
        detail::fused(-k, -1.43209888e-8f, detail::fused(-k, 0.30103001f, x));  // k * log10(2)
    return detail::finish(Format{}, detail::exp_near_zero(detail::product(r, 2.30258512f)),
                          static_cast<int>(k));
  }
};

// ---- log, log2, log10, log1p: k logarithms of 2, and log(1 + t) for t between -0.293 and 0.415
// ----

// log(1 + t) / t, error below 2^-32.
HIPSHIM_DEVICE inline float log1p_over(float t) {
  return detail::polynomial(t, 1.0f, -0.5f, 0.333333313f, -0.249999344f, 0.200001702f, -0.16670467f,
                            0.142838821f, -0.12409544f, 0.110401787f, -0.10904409f, 0.106551327f,
                            -0.0585597008f);
}

struct NaturalLog {
  HIPSHIM_DEVICE static float of(float k, float t) {
    const float low = detail::fused(t, detail::log1p_over(t), detail::product(k, -1.90465421e-9f));
    return detail::fused(k, 0.693147182f, low);
  }
};
struct BinaryLog {
  HIPSHIM_DEVICE static float of(float k, float t) {
    return detail::fused(detail::product(t, detail::log1p_over(t)), 1.44269502f, k);
  }
};
struct DecimalLog {
  HIPSHIM_DEVICE static float of(float k, float t) {
    const float y = detail::product(t, detail::log1p_over(t));
    const float low = detail::fused(y, 0.434294492f, detail::product(k, -1.43209888e-8f));
    return detail::fused(k, 0.30103001f, low);
  }
};

// 2^k * (1 + t) with t between -0.293 and 0.415; t is exact.
HIPSHIM_DEVICE inline void log_parts(Parts p, float& k, float& t) {
  const bool upper = p.fraction > 1.41421356f;
  const float fraction = upper ? detail::product(p.fraction, 0.5f) : p.fraction;
  k = static_cast<float>(upper ? p.exponent + 1 : p.exponent);
  t = detail::sum(fraction, -1.0f);
}

template <class Base>
struct LogFn {
  template <class Format>
  HIPSHIM_DEVICE static std::uint16_t apply(std::uint16_t bits) {
    const Argument<Format> a(bits);
    if (a.size == 0) return infinity16<Format>(true);
    if (a.nan || a.negative) return nan16<Format>();
    if (a.infinite) return infinity16<Format>(false);
    float k = 0, t = 0;
    detail::log_parts(detail::parts_of(Format{}, a.size), k, t);
    return detail::finish(Format{}, Base::of(k, t), 0);
  }
};
struct Log1pFn {
  template <class Format>
  HIPSHIM_DEVICE static std::uint16_t apply(std::uint16_t bits) {
    const Argument<Format> a(bits);
    if (a.nan) return nan16<Format>();
    if (a.below(1.220703125e-4f)) return bits;  // 2^-13: x - x^2/2 is nearest to x
    if (a.negative && a.size >= one16<Format>(false))
      return a.size == one16<Format>(false) ? infinity16<Format>(true) : nan16<Format>();
    if (a.infinite) return infinity16<Format>(false);
    const float x = a.value();
    float k = 0, t = x;
    if (!a.below(0.29f)) detail::log_parts(detail::parts_of_normal(detail::sum(1.0f, x)), k, t);
    return detail::finish(Format{}, NaturalLog::of(k, t), 0);
  }
};

// ---- sqrt, rsqrt, rcp: a starting value and one step ----

struct SqrtFn {
  template <class Format>
  HIPSHIM_DEVICE static std::uint16_t apply(std::uint16_t bits) {
    const Argument<Format> a(bits);
    if (a.size == 0) return bits;
    if (a.nan || a.negative) return nan16<Format>();
    if (a.infinite) return bits;
    const Parts p = detail::parts_of(Format{}, a.size);
    const int odd = p.exponent & 1;
    const float x = odd != 0 ? detail::product(p.fraction, 2.0f) : p.fraction;
    const float y = detail::rsqrt_seed(x);
    const float s = detail::product(x, y);
    const float root = detail::fused(detail::fused(-s, s, x), detail::product(y, 0.5f), s);
    return detail::finish(Format{}, root, (p.exponent - odd) / 2);
  }
};
struct RsqrtFn {
  template <class Format>
  HIPSHIM_DEVICE static std::uint16_t apply(std::uint16_t bits) {
    const Argument<Format> a(bits);
    if (a.size == 0) return infinity16<Format>(a.negative);
    if (a.nan || a.negative) return nan16<Format>();
    if (a.infinite) return 0;
    const Parts p = detail::parts_of(Format{}, a.size);
    const int odd = p.exponent & 1;
    const float x = odd != 0 ? detail::product(p.fraction, 2.0f) : p.fraction;
    const float y = detail::rsqrt_seed(x);
    const float rest = detail::fused(-detail::product(x, y), y, 1.0f);
    const float root = detail::fused(rest, detail::product(y, 0.5f), y);
    return detail::finish(Format{}, root, -(p.exponent - odd) / 2);
  }
};
struct RcpFn {
  template <class Format>
  HIPSHIM_DEVICE static std::uint16_t apply(std::uint16_t bits) {
    const Argument<Format> a(bits);
    if (a.size == 0) return infinity16<Format>(a.negative);
    if (a.nan) return nan16<Format>();
    if (a.infinite) return static_cast<std::uint16_t>(a.negative ? 0x8000u : 0u);
    const Parts p = detail::parts_of(Format{}, a.size);
    const float y = detail::reciprocal_seed(p.fraction);
    const float inverse = detail::fused(y, detail::fused(-p.fraction, y, 1.0f), y);
    return detail::finish(Format{}, detail::with_sign(inverse, a.negative), -p.exponent);
  }
};

// ---- sin, cos: x * 2/pi modulo 4 in integers, so a large x loses nothing ----

// The 32 bits of 2/pi that follow its first 32 * i. No table in memory: a half needs three of them.
HIPSHIM_DEVICE inline std::uint64_t two_over_pi(int i) {
  return i <= 0   ? 0xa2f9836eu
         : i == 1 ? 0x4e441529u
         : i == 2 ? 0xfc2757d1u
         : i == 3 ? 0xf534ddc0u
         : i == 4 ? 0xdb629599u
         : i == 5 ? 0x3c439041u
                  : 0xfe5163abu;
}

struct Quarter {
  float rest;     // between -pi/4 and pi/4
  unsigned turn;  // quarter turns, modulo 4
};

template <class Format>
HIPSHIM_DEVICE inline Quarter quarter_turns(const Argument<Format>& a) {
  if (a.below(0.785398f)) return {a.value(), 0};
  const Number number = detail::take_apart<Format>(a.size);
  // floor(2/pi * 2^(exponent + 62)) modulo 2^64: the bits that end at exponent + 62. What lies
  // below is less than 1, so the product is wrong by less than 2^-51 quarter turns.
  const int end = number.exponent + 62;
  const int first = end - 64;
  std::uint64_t window = 0;
  if (first < 0) {
    window = ((detail::two_over_pi(0) << 32) | detail::two_over_pi(1)) >> -first;
  } else {
    const int i = first / 32;
    const int shift = first % 32;
    window = (detail::two_over_pi(i) << 32) | detail::two_over_pi(i + 1);
    if (shift != 0) window = (window << shift) | (detail::two_over_pi(i + 2) >> (32 - shift));
  }
  const std::uint64_t turns = window * number.size;
  const std::uint64_t rounded = turns + (std::uint64_t{1} << 61);
  const auto rest = static_cast<std::int64_t>(turns - (rounded & (std::uint64_t{3} << 62)));
  const float angle = detail::product(
      detail::product(static_cast<float>(rest), detail::power_of_two(-62)), 1.57079637f);
  const auto turn = static_cast<unsigned>(rounded >> 62);
  return {a.negative ? -angle : angle, a.negative ? (4u - turn) & 3u : turn};
}

HIPSHIM_DEVICE inline float sin_near_zero(float r) {
  const float s = detail::product(r, r);
  return detail::fused(
      detail::product(r, s),
      detail::polynomial(s, -0.166666672f, 0.00833333191f, -0.000198400798f, 2.72489342e-6f), r);
}
HIPSHIM_DEVICE inline float cos_near_zero(float r) {
  const float s = detail::product(r, r);
  return detail::fused(
      s,
      detail::polynomial(s, -0.5f, 0.0416666679f, -0.00138888846f, 2.47998505e-5f, -2.72361092e-7f),
      1.0f);
}

// The sine, `ahead` quarter turns further on.
template <class Format>
HIPSHIM_DEVICE inline std::uint16_t wave_value(const Argument<Format>& a, unsigned ahead) {
  const Quarter q = detail::quarter_turns(a);
  const unsigned turn = q.turn + ahead;
  const float size =
      (turn & 1u) != 0 ? detail::cos_near_zero(q.rest) : detail::sin_near_zero(q.rest);
  return detail::finish(Format{}, (turn & 2u) != 0 ? -size : size, 0);
}

struct SinFn {
  template <class Format>
  HIPSHIM_DEVICE static std::uint16_t apply(std::uint16_t bits) {
    const Argument<Format> a(bits);
    if (a.nan || a.infinite) return nan16<Format>();
    if (a.below(0.00390625f)) return bits;  // 2^-8: x - x^3/6 is nearest to x
    return detail::wave_value(a, 0);
  }
};
struct CosFn {
  template <class Format>
  HIPSHIM_DEVICE static std::uint16_t apply(std::uint16_t bits) {
    const Argument<Format> a(bits);
    if (a.nan || a.infinite) return nan16<Format>();
    if (a.below(0.00390625f)) return one16<Format>(false);
    return detail::wave_value(a, 1);
  }
};

// ---- tanh, erf ----

struct TanhFn {
  template <class Format>
  HIPSHIM_DEVICE static std::uint16_t apply(std::uint16_t bits) {
    const Argument<Format> a(bits);
    if (a.nan) return nan16<Format>();
    if (a.below(0.00390625f)) return bits;
    const float x = a.up_to(9.0f);
    if (a.below(0.625f)) {
      const float s = detail::product(x, x);
      return detail::finish(
          Format{},
          detail::fused(detail::product(x, s),
                        detail::polynomial(s, -0.333333343f, 0.133333325f, -0.0539676398f,
                                           0.0218598954f, -0.00879100431f, 0.00330624753f,
                                           -0.00086221681f),
                        x),
          0);
    }
    // 1 - 2 / (e^2x + 1)
    const float doubled =
        detail::float_of(detail::bits_of_float(detail::product(x, 2.0f)) & 0x7fffffffu);
    const float k = detail::whole(ToNearest{}, detail::product(doubled, 1.44269502f));
    const float power = detail::product(detail::exp_near_zero(detail::exp_reduced(doubled, k)),
                                        detail::power_of_two(static_cast<int>(k)));
    const float divisor = detail::sum(power, 1.0f);
    const Parts p = detail::parts_of_normal(divisor);
    const float y = detail::reciprocal_seed(p.fraction);
    const float inverse = detail::product(detail::fused(y, detail::fused(-p.fraction, y, 1.0f), y),
                                          detail::power_of_two(-p.exponent));
    return detail::finish(Format{},
                          detail::with_sign(detail::fused(-2.0f, inverse, 1.0f), a.negative), 0);
  }
};

struct ErfFn {
  template <class Format>
  HIPSHIM_DEVICE static std::uint16_t apply(std::uint16_t bits) {
    const Argument<Format> a(bits);
    if (a.nan) return nan16<Format>();
    if (!a.below(4.0f)) return one16<Format>(a.negative);
    if (a.size == 0) return bits;
    if (a.below(9.09494702e-13f)) {  // 2^-40: 2 x / sqrt(pi), by parts because x may be subnormal
      const Parts p = detail::parts_of(Format{}, a.size);
      return detail::finish(Format{},
                            detail::with_sign(detail::product(p.fraction, 1.12837917f), a.negative),
                            p.exponent);
    }
    const float x = detail::widened(Format{}, a.size);
    float size = 0;
    if (a.below(1.0f)) {
      const float s = detail::product(x, x);
      size = detail::product(x, detail::polynomial(s, 1.12837923f, -0.376126379f, 0.112837821f,
                                                   -0.0268654302f, 0.00522103161f, -0.000848408032f,
                                                   0.000112659589f, -9.66704465e-6f));
    } else {
      // 1 - 2^q, q a polynomial for log2(1 - erf(x))
      const float q = detail::polynomial(x, 0.000461861579f, -1.63058221f, -0.911532283f,
                                         -0.158811986f, 0.0381176434f, -0.006866646f,
                                         0.000861008535f, -6.6447712e-5f, 2.36191022e-6f);
      const float k = detail::whole(ToNearest{}, q);
      size = detail::fused(-detail::exp2_near_zero(detail::sum(q, -k)),
                           detail::power_of_two(static_cast<int>(k)), 1.0f);
    }
    return detail::finish(Format{}, detail::with_sign(size, a.negative), 0);
  }
};

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_HALF_MATH_HPP
