// SPDX-License-Identifier: Apache-2.0
//
// What is measured: each item takes 16 bits and gives up to 32. `device` is what the toolkit
// offers, `shim` is hipshim's. Where a toolkit has no function of the type, its float function
// stands in, as in code that is ported.
#pragma once

#include "platform.hpp"
#include "reference.hpp"

#include "hipshim/math.hpp"

namespace accuracy {

// ---- the functions ----

// hipshim's functions by their bits: hipshim::math::exp(x) is ExpFn::apply of x's format.
namespace d = hipshim::detail;

#define ACCURACY_FUNCTION(Name, half_value, bfloat_value, HipshimFn)                               \
  struct Name {                                                                                    \
    ACCURACY_DEVICE static HalfT device(HalfT x) { return half_value; }                            \
    ACCURACY_DEVICE static BfloatT device(BfloatT x) { return bfloat_value; }                      \
    using Shim = d::HipshimFn;                                                                     \
  }
ACCURACY_FUNCTION(Exp, ACCURACY_HALF(hexp, expf), ACCURACY_BFLOAT(hexp, expf), ExpFn);
ACCURACY_FUNCTION(Exp2, ACCURACY_HALF(hexp2, exp2f), ACCURACY_BFLOAT(hexp2, exp2f), Exp2Fn);
ACCURACY_FUNCTION(Exp10, ACCURACY_HALF(hexp10, exp10f), ACCURACY_BFLOAT(hexp10, exp10f), Exp10Fn);
ACCURACY_FUNCTION(Log, ACCURACY_HALF(hlog, logf), ACCURACY_BFLOAT(hlog, logf),
                  LogFn<d::NaturalLog>);
ACCURACY_FUNCTION(Log2, ACCURACY_HALF(hlog2, log2f), ACCURACY_BFLOAT(hlog2, log2f),
                  LogFn<d::BinaryLog>);
ACCURACY_FUNCTION(Log10, ACCURACY_HALF(hlog10, log10f), ACCURACY_BFLOAT(hlog10, log10f),
                  LogFn<d::DecimalLog>);
ACCURACY_FUNCTION(Log1p, ACCURACY_WIDE(log1pf), ACCURACY_WIDE(log1pf), Log1pFn);
ACCURACY_FUNCTION(Sqrt, ACCURACY_HALF(hsqrt, sqrtf), ACCURACY_BFLOAT(hsqrt, sqrtf), SqrtFn);
ACCURACY_FUNCTION(Rsqrt, ACCURACY_HALF(hrsqrt, rsqrtf), ACCURACY_BFLOAT(hrsqrt, rsqrtf), RsqrtFn);
ACCURACY_FUNCTION(Rcp, ACCURACY_HALF(hrcp, inverse), ACCURACY_BFLOAT(hrcp, inverse), RcpFn);
ACCURACY_FUNCTION(Sin, ACCURACY_HALF(hsin, sinf), ACCURACY_BFLOAT(hsin, sinf), SinFn);
ACCURACY_FUNCTION(Cos, ACCURACY_HALF(hcos, cosf), ACCURACY_BFLOAT(hcos, cosf), CosFn);
ACCURACY_FUNCTION(Tanh, ACCURACY_TANH, ACCURACY_TANH, TanhFn);
ACCURACY_FUNCTION(Erf, ACCURACY_WIDE(erff), ACCURACY_WIDE(erff), ErfFn);
#undef ACCURACY_FUNCTION

template <class Function, class T>
struct DeviceFunction {
  ACCURACY_DEVICE static std::uint32_t at(std::uint32_t x) {
    T value;
    d::copy_bits(value, static_cast<std::uint16_t>(x));
    std::uint16_t bits = 0;
    d::copy_bits(bits, Function::device(value));
    return bits;
  }
};
template <class Function, class Format>
struct ShimFunction {
  ACCURACY_DEVICE static std::uint32_t at(std::uint32_t x) {
    return Function::Shim::template apply<Format>(static_cast<std::uint16_t>(x));
  }
};

// ---- the conversions, mode by mode ----

enum Conversion { kHalfToInt, kShortToHalf, kFloatToHalf, kFloatToBfloat, kConversions };
constexpr const char* kConversionNames[kConversions] = {"half to int", "short to half",
                                                        "float to half", "float to bfloat16"};

// A float for each 16 bits: every exponent and sign, and fractions that lie near and on the middle
// between two halves and two bfloat16.
HIPSHIM_HOST_DEVICE inline std::uint32_t float_bits(std::uint32_t x) {
  const std::uint32_t low = (x & 3u) == 0   ? 0x1000u
                            : (x & 3u) == 1 ? 0x8000u
                                            : ((x * 40503u) >> 3) & 0xffffu;
  return (x << 16) | low;
}

template <class T>
ACCURACY_DEVICE inline std::uint32_t output_bits(const T& value) {
  std::uint16_t bits = 0;
  d::copy_bits(bits, value);
  return bits;
}
ACCURACY_DEVICE inline std::uint32_t output_bits(int value) {
  return static_cast<std::uint32_t>(value);
}

struct HalfToInt {
  ACCURACY_DEVICE static HalfT input(std::uint32_t x) {
    return d::from_bits<HalfT>(static_cast<std::uint16_t>(x));
  }
  using Output = int;
};
struct ShortToHalf {
  ACCURACY_DEVICE static short input(std::uint32_t x) { return static_cast<short>(x); }
  using Output = HalfT;
};
struct FloatToHalf {
  ACCURACY_DEVICE static float input(std::uint32_t x) { return d::float_of(float_bits(x)); }
  using Output = HalfT;
};

#define ACCURACY_MODE(rn)                                                                          \
  template <class C>                                                                               \
  struct Shim_##rn {                                                                               \
    ACCURACY_DEVICE static std::uint32_t at(std::uint32_t x) {                                     \
      return output_bits(hipshim::math::convert_##rn<typename C::Output>(C::input(x)));            \
    }                                                                                              \
  };                                                                                               \
  template <class C>                                                                               \
  struct Device_##rn {                                                                             \
    ACCURACY_DEVICE static std::uint32_t at(std::uint32_t x) {                                     \
      return output_bits(device_##rn(typename C::Output{}, C::input(x)));                          \
    }                                                                                              \
  };
ACCURACY_MODE(rn)
ACCURACY_MODE(rz)
ACCURACY_MODE(rd)
ACCURACY_MODE(ru)
#undef ACCURACY_MODE

struct DeviceBfloat {
  ACCURACY_DEVICE static std::uint32_t at(std::uint32_t x) {
    return output_bits(narrowed(BfloatT{}, d::float_of(float_bits(x))));
  }
};
struct ShimBfloat {
  ACCURACY_DEVICE static std::uint32_t at(std::uint32_t x) {
    const auto number = d::take_apart<d::F32>(float_bits(x));
    return number.nan ? d::quiet_nan<d::Bf16>()
                      : d::finish(d::Bf16{}, d::float_of(float_bits(x)), 0);
  }
};

}  // namespace accuracy
