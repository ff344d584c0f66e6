// SPDX-License-Identifier: Apache-2.0
//
// math.hpp on a CPU: each function at all 65,536 inputs of half and of bfloat16 against the
// correctly rounded value, with good and with bad starting values of 1/x and 1/sqrt(x); conversions
// in every mode against models in long double and in integers.
#include <cfenv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

// What the hardware's approximations may be wrong by, in float ULP.
static int seed_error = 0;
#define HIPSHIM_DETAIL_SEEDS 1
namespace hipshim {
inline namespace v1 {
namespace detail {
float reciprocal_seed(float x);
float rsqrt_seed(float x);
}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#include "../../accuracy/reference.hpp"
#include "hipshim/math.hpp"

namespace hipshim {
inline namespace v1 {
namespace detail {
static float off_by(float x, int ulps) {
  return float_of(static_cast<std::uint32_t>(static_cast<int>(bits_of_float(x)) + ulps));
}
float reciprocal_seed(float x) { return off_by(1.0f / x, seed_error); }
float rsqrt_seed(float x) { return off_by(1.0f / std::sqrt(x), seed_error); }
}  // namespace detail
}  // namespace v1
}  // namespace hipshim

namespace {

namespace m = hipshim::math;
namespace d = hipshim::detail;

int failures = 0;
long checks = 0;

void expect(bool holds, const char* what, unsigned long long x = 0, unsigned long long y = 0) {
  ++checks;
  if (holds || ++failures > 20) return;
  std::printf("wrong: %s (%llx, %llx)\n", what, x, y);
}

// ---- functions ----

template <class F>
using HipshimFormat = std::conditional_t<std::is_same<F, accuracy::Half>::value, d::F16, d::Bf16>;

template <class F>
unsigned hipshim_value(accuracy::Fn fn, std::uint16_t x) {
  using G = HipshimFormat<F>;
  switch (fn) {
  case accuracy::Fn::kExp: return d::ExpFn::apply<G>(x);
  case accuracy::Fn::kExp2: return d::Exp2Fn::apply<G>(x);
  case accuracy::Fn::kExp10: return d::Exp10Fn::apply<G>(x);
  case accuracy::Fn::kLog: return d::LogFn<d::NaturalLog>::apply<G>(x);
  case accuracy::Fn::kLog2: return d::LogFn<d::BinaryLog>::apply<G>(x);
  case accuracy::Fn::kLog10: return d::LogFn<d::DecimalLog>::apply<G>(x);
  case accuracy::Fn::kLog1p: return d::Log1pFn::apply<G>(x);
  case accuracy::Fn::kSqrt: return d::SqrtFn::apply<G>(x);
  case accuracy::Fn::kRsqrt: return d::RsqrtFn::apply<G>(x);
  case accuracy::Fn::kRcp: return d::RcpFn::apply<G>(x);
  case accuracy::Fn::kSin: return d::SinFn::apply<G>(x);
  case accuracy::Fn::kCos: return d::CosFn::apply<G>(x);
  case accuracy::Fn::kTanh: return d::TanhFn::apply<G>(x);
  case accuracy::Fn::kErf: return d::ErfFn::apply<G>(x);
  }
  return 0;
}

// How many inputs may miss the correctly rounded value, in the order of accuracy::Fn: as measured,
// so that a change cannot make it worse unseen.
template <class F>
constexpr int kMisses[accuracy::kFunctions] = {2, 1, 0, 1, 0, 5, 2, 0, 0, 0, 4, 2, 0, 2};
template <>
constexpr int kMisses<accuracy::Bfloat>[accuracy::kFunctions] = {0, 0, 1};

template <class F>
void check_functions(bool print) {
  for (int i = 0; i < accuracy::kFunctions; ++i) {
    const auto fn = static_cast<accuracy::Fn>(i);
    int missed = 0;
    long double worst = 0;
    unsigned worst_input = 0;
    for (unsigned x = 0; x < 65536; ++x) {
      const auto truth = accuracy::true_value(fn, accuracy::value_of<F>(x));
      const auto right = accuracy::nearest<F>(truth.value, truth.exact);
      const unsigned got = hipshim_value<F>(fn, static_cast<std::uint16_t>(x));
      expect(right.proven, "the reference is proven", x, static_cast<unsigned>(i));
      if (accuracy::is_nan<F>(right.bits)) {
        expect(accuracy::is_nan<F>(got), accuracy::kFunctionNames[i], x, got);
        continue;
      }
      expect(!accuracy::is_nan<F>(got), accuracy::kFunctionNames[i], x, got);
      if (got == right.bits) continue;
      ++missed;
      const long double error = accuracy::ulp_error<F>(got, truth.value);
      if (error > worst) worst = error, worst_input = x;
    }
    expect(worst < 0.5002L, accuracy::kFunctionNames[i], worst_input);
    expect(missed <= kMisses<F>[i], "fewer inputs correctly rounded than before", i, missed);
    if (print)
      std::printf("%-9s %-6s %5d not correctly rounded, worst %.5Lf ULP at %04x\n", F::kName,
                  accuracy::kFunctionNames[i], missed, worst, worst_input);
  }
}

template <class F>
void check_starting_values() {
  const int error = seed_error;
  for (const auto fn :
       {accuracy::Fn::kSqrt, accuracy::Fn::kRsqrt, accuracy::Fn::kRcp, accuracy::Fn::kTanh})
    for (unsigned x = 0; x < 65536; ++x) {
      seed_error = error;
      const unsigned got = hipshim_value<F>(fn, static_cast<std::uint16_t>(x));
      seed_error = 0;
      expect(got == hipshim_value<F>(fn, static_cast<std::uint16_t>(x)),
             "independent of the starting value", x, static_cast<unsigned>(error + 4));
    }
  seed_error = error;
}

// ---- conversions ----

enum Mode { kNearest, kZero, kDown, kUp };
constexpr int kFenv[4] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};

template <class To, class From>
To converted(Mode mode, From x) {
  return mode == kNearest ? m::convert_rn<To>(x)
         : mode == kZero  ? m::convert_rz<To>(x)
         : mode == kDown  ? m::convert_rd<To>(x)
                          : m::convert_ru<To>(x);
}

// The bits of an exact value in a 16-bit format.
template <class F>
unsigned model_bits(Mode mode, long double value) {
  if (std::isnan(value)) return accuracy::nearest<F>(value, true).bits;
  if (std::isinf(value) || mode == kNearest) return accuracy::nearest<F>(value, true).bits;
  const unsigned sign = std::signbit(value) ? 0x8000u : 0u;
  const long double wanted = std::fabs(value);
  unsigned size = 0;
  for (unsigned step = 0x4000; step != 0; step /= 2)
    if (size + step < accuracy::infinity<F>() && accuracy::size_value<F>(size + step) <= wanted)
      size += step;
  const bool exact = accuracy::size_value<F>(size) == wanted;
  const bool away = !exact && ((mode == kUp && sign == 0) || (mode == kDown && sign != 0));
  return sign | (away ? size + 1 : size);
}

// What a float or an integer becomes: the host rounds in all modes.
template <class To>
To model_number(Mode mode, long double value) {
  if constexpr (std::is_floating_point_v<To>) {
    std::fesetround(kFenv[mode]);
    const volatile long double from = value;
    const volatile To to = static_cast<To>(from);
    std::fesetround(FE_TONEAREST);
    return to;
  } else {
    const long double whole = mode == kNearest ? std::nearbyint(value)
                              : mode == kZero  ? std::trunc(value)
                              : mode == kDown  ? std::floor(value)
                                               : std::ceil(value);
    constexpr long double kMost = static_cast<long double>(std::numeric_limits<To>::max());
    constexpr long double kLeast = static_cast<long double>(std::numeric_limits<To>::min());
    if (whole >= kMost) return std::numeric_limits<To>::max();
    if (whole <= kLeast) return std::numeric_limits<To>::min();
    return static_cast<To>(whole);
  }
}

template <class To, class From>
void check_integer(From x, long double value) {
  for (int mode = 0; mode < 4; ++mode) {
    const To got = converted<To>(static_cast<Mode>(mode), x);
    To want;
    if (std::isnan(value))
      want = sizeof(To) == 8 || sizeof(From) == 8
                 ? static_cast<To>(std::uint64_t{1} << (sizeof(To) * 8 - 1))
                 : To{0};
    else
      want = model_number<To>(static_cast<Mode>(mode), value);
    expect(got == want, "to an integer", static_cast<unsigned long long>(got),
           static_cast<unsigned long long>(want));
  }
}
template <class From>
void check_integers(From x, long double value) {
  check_integer<signed char>(x, value);
  check_integer<unsigned char>(x, value);
  check_integer<short>(x, value);
  check_integer<unsigned short>(x, value);
  check_integer<int>(x, value);
  check_integer<unsigned>(x, value);
  check_integer<long long>(x, value);
  check_integer<unsigned long long>(x, value);
}

template <class T>
std::uint64_t number_bits(T x) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &x, sizeof x);
  return bits;
}

template <class To, class From>
void check_float(From x, long double value) {
  for (int mode = 0; mode < 4; ++mode) {
    const To got = converted<To>(static_cast<Mode>(mode), x);
    const To want = model_number<To>(static_cast<Mode>(mode), value);
    expect((std::isnan(got) && std::isnan(want)) || number_bits(got) == number_bits(want),
           "to float or double", number_bits(got), number_bits(want));
  }
}

// bfloat16 has no type on a host: it goes by its bits, on the way that its conversion takes.
template <class Mode_>
unsigned bfloat_of(Mode_ mode, float x) {
  return d::narrowed_bits(d::Bf16{}, mode, x);
}
template <class Mode_, class From>
unsigned bfloat_of(Mode_ mode, From x) {
  using Int = std::integral_constant<bool, std::is_integral<From>::value>;
  const d::Number n = d::number_of(Int{}, x);
  if (n.nan) return d::quiet_nan<d::Bf16>();
  if (n.infinite) return n.negative ? 0xff80u : 0x7f80u;
  return d::put_together<d::Bf16>(mode, n.negative, n.size, n.exponent);
}

template <class From>
void check_sixteen(From x, long double value) {
  for (int i = 0; i < 4; ++i) {
    const auto mode = static_cast<Mode>(i);
    const unsigned bfloat = i == 0   ? bfloat_of(d::ToNearest{}, x)
                            : i == 1 ? bfloat_of(d::ToZero{}, x)
                            : i == 2 ? bfloat_of(d::ToLower{}, x)
                                     : bfloat_of(d::ToUpper{}, x);
    const auto same = [](unsigned got, unsigned want, unsigned infinity) {
      return got == want || ((got & 0x7fffu) > infinity && (want & 0x7fffu) > infinity);
    };
    expect(same(bfloat, model_bits<accuracy::Bfloat>(mode, value), 0x7f80), "to bfloat16",
           number_bits(x), bfloat);
#if defined(HIPSHIM_FLOAT16)
    const auto half = static_cast<unsigned>(number_bits(converted<_Float16>(mode, x)));
    expect(same(half, model_bits<accuracy::Half>(mode, value), 0x7c00), "to half", number_bits(x),
           half);
#endif
  }
}

template <class T>
T number_from(std::uint64_t bits) {
  T x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

void check_conversions(std::mt19937_64& random) {
  for (unsigned i = 0; i < 65536; ++i) {
    const auto bits = static_cast<std::uint16_t>(i);
    const long double half = accuracy::value_of<accuracy::Half>(i);
    const long double bfloat = accuracy::value_of<accuracy::Bfloat>(i);
#if defined(HIPSHIM_FLOAT16)
    check_integers(number_from<_Float16>(bits), half);
    check_float<float>(number_from<_Float16>(bits), half);
    check_float<double>(number_from<_Float16>(bits), half);
#endif
    // A bfloat16 is a float.
    check_integers(number_from<float>(std::uint64_t{bits} << 16), bfloat);
    const auto whole = static_cast<short>(bits);
    check_sixteen(whole, whole);
    check_sixteen(static_cast<unsigned short>(bits), static_cast<unsigned short>(bits));
    // Around the middle between two halves and between two bfloat16, by one unit of the source.
    for (int off = -1; off <= 1; ++off) {
      const auto near_half =
          static_cast<double>(half)
          + 0.5 * static_cast<double>(accuracy::step_of<accuracy::Half>(i & 0x7fffu));
      const double beside =
          number_from<double>(number_bits(near_half) + static_cast<std::uint64_t>(off));
      check_sixteen(beside, beside);
      const auto beside_float = number_from<float>((std::uint64_t{bits} << 16 | 0x8000u)
                                                   + static_cast<std::uint64_t>(off));
      check_sixteen(beside_float, beside_float);
    }
  }
  for (int i = 0; i < 400000; ++i) {
    const std::uint64_t bits = random();
    const auto narrow = number_from<float>(bits & 0xffffffffu);
    check_sixteen(narrow, narrow);
    check_integers(narrow, narrow);
    // Doubles of ordinary size as well as of any.
    const auto wide = number_from<double>(
        i % 2 == 0 ? bits : (bits & 0x800fffffffffffffu) | ((0x3c0 + bits % 128) << 52));
    check_sixteen(wide, wide);
    check_integers(wide, wide);
    check_float<float>(wide, wide);
    const auto whole = static_cast<long long>(bits) >> (i % 60);
    check_sixteen(whole, whole);
    check_float<float>(whole, whole);
    check_float<double>(whole, whole);
    const std::uint64_t large = bits >> (i % 60);
    check_float<float>(large, large);
    check_float<double>(large, large);
    check_sixteen(large, large);
    expect(m::convert_rn<int>(whole) == model_number<int>(kNearest, whole), "integer to integer");
  }
}

// ---- arithmetic ----

template <class T>
void check_saturate(T x, long double value) {
  const long double want = std::isnan(value) || value <= 0 ? 0 : value > 1 ? 1 : value;
  const T got = m::saturate(x);
  expect(static_cast<long double>(got) == want && number_bits(got) >> (sizeof(T) * 8 - 1) == 0,
         "saturate", number_bits(x));
}

void check_arithmetic(std::mt19937_64& random) {
  for (unsigned i = 0; i < 65536; ++i) {
    const auto wide = number_from<float>(std::uint64_t{i} << 16 | (random() & 0xffffu));
    check_saturate(wide, wide);
    check_saturate(static_cast<double>(wide), wide);
#if defined(HIPSHIM_FLOAT16)
    check_saturate(number_from<_Float16>(i), accuracy::value_of<accuracy::Half>(i));
    for (int k = 0; k < 40; ++k) {
      const unsigned j = static_cast<unsigned>(random()) & 0xffffu;
      const long double x = accuracy::value_of<accuracy::Half>(i);
      const long double y = accuracy::value_of<accuracy::Half>(j);
      const auto a = number_from<_Float16>(i), b = number_from<_Float16>(j);
      const auto same = [&](_Float16 got, long double want) {
        return std::isnan(want)
                   ? accuracy::is_nan<accuracy::Half>(static_cast<unsigned>(number_bits(got)))
                   : number_bits(got) == accuracy::nearest<accuracy::Half>(want, true).bits;
      };
      expect(same(m::mul_rn(a, b), x * y), "mul_rn of halves", i, j);
      expect(same(m::add_rn(a, b), x + y), "add_rn of halves", i, j);
      expect(same(m::sub_rn(a, b), x - y), "sub_rn of halves", i, j);
    }
#endif
  }
  // An error-free product: with a fused operation the error would come out as 0.
  for (int i = 0; i < 100000; ++i) {
    const auto a = 1.0f + static_cast<float>(random() & 0x7fffff) * 1.1920929e-7f;
    const auto b = 1.0f + static_cast<float>(random() & 0x7fffff) * 1.1920929e-7f;
    const float p = m::mul_rn(a, b);
    const float error = m::fma_rn(a, b, -p);
    expect(static_cast<double>(p) + static_cast<double>(error)
               == static_cast<double>(a) * static_cast<double>(b),
           "an error-free product");
    expect(m::sub_rn(m::mul_rn(a, b), p) == 0.0f && m::add_rn(m::mul_rn(a, b), -p) == 0.0f,
           "a product is the same wherever it is used");
  }
}

}  // namespace

int main(int argc, char**) {
  check_functions<accuracy::Half>(argc > 1);
  check_functions<accuracy::Bfloat>(argc > 1);
  // The same results, miss by miss, whatever the hardware starts from.
  for (seed_error = -4; seed_error <= 4; ++seed_error) {
    if (seed_error == 0) continue;
    check_starting_values<accuracy::Half>();
    check_starting_values<accuracy::Bfloat>();
  }
  seed_error = 0;
  std::mt19937_64 random(3);
  check_conversions(random);
  check_arithmetic(random);
  std::printf("%ld checks, %d failed\n", checks, failures);
  return failures == 0 ? 0 : 1;
}
