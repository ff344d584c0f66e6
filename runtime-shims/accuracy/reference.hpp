// SPDX-License-Identifier: Apache-2.0
//
// The correctly rounded value of each function at each 16-bit input, on the host, and how far a
// given result is from the true value.
//
// The value is computed in long double, and rounding it twice must not matter: where it lies nearer
// to the middle between two results than twice the library's error, the answer is called unproven,
// unless the value is known to be exact. Of the functions here no answer is unproven where a long
// double has 64 bits or more; the tests say so.
#pragma once

#include <cfloat>
#include <cmath>
#include <cstdint>

namespace accuracy {

// The error of the C library's long double functions, in units of the last place; glibc documents
// at most 4 for those used here.
constexpr long double kLibraryError = 4;

struct Half {
  static constexpr int kFraction = 10, kBias = 15;
  static constexpr const char* kName = "half";
};
struct Bfloat {
  static constexpr int kFraction = 7, kBias = 127;
  static constexpr const char* kName = "bfloat16";
};

template <class F>
constexpr unsigned infinity() {
  return (2u * F::kBias + 1u) << F::kFraction;
}
template <class F>
bool is_nan(unsigned bits) {
  return (bits & 0x7fffu) > infinity<F>();
}

// The distance between the numbers of the exponent that `size` has.
template <class F>
long double step_of(unsigned size) {
  const int biased = static_cast<int>(size >> F::kFraction);
  return std::ldexp(1.0L, (biased == 0 ? 1 : biased) - F::kBias - F::kFraction);
}

// Infinity counts as the number that would follow the largest one: so it is reached by rounding.
template <class F>
long double size_value(unsigned size) {
  const unsigned fraction = size & ((1u << F::kFraction) - 1u);
  const bool subnormal = (size >> F::kFraction) == 0;
  return static_cast<long double>(subnormal ? fraction : fraction | (1u << F::kFraction))
         * step_of<F>(size);
}

template <class F>
long double value_of(unsigned bits) {
  if (is_nan<F>(bits)) return NAN;
  const unsigned size = bits & 0x7fffu;
  const long double value = size == infinity<F>() ? HUGE_VALL : size_value<F>(size);
  return (bits & 0x8000u) != 0 ? -value : value;
}

struct Rounded {
  unsigned bits;
  bool proven;
};

// To the nearest, ties to even. `exact` promises that `value` has no error.
template <class F>
Rounded nearest(long double value, bool exact) {
  const unsigned sign = std::signbit(value) ? 0x8000u : 0u;
  if (std::isnan(value)) return {infinity<F>() | (1u << (F::kFraction - 1)), true};
  const long double wanted = std::fabs(value);
  unsigned low = 0, high = infinity<F>();  // the largest size that is not above the value
  while (high - low > 1) {
    const unsigned middle = (low + high) / 2;
    (size_value<F>(middle) <= wanted ? low : high) = middle;
  }
  if (wanted >= size_value<F>(high)) return {sign | high, true};
  const long double middle = (size_value<F>(low) + size_value<F>(high)) / 2;
  const long double error = exact ? 0 : wanted * LDBL_EPSILON * kLibraryError;
  const bool proven = exact || std::fabs(wanted - middle) > error;
  const bool up = wanted > middle || (wanted == middle && (low & 1u) != 0);
  return {sign | (up ? high : low), proven};
}

// The error of a result in units of the last place of the right one; a result on the wrong side of
// NaN or infinity has no size and is told by the caller.
template <class F>
long double ulp_error(unsigned bits, long double value) {
  const auto right = nearest<F>(value, true).bits & 0x7fffu;
  const unsigned last = right == infinity<F>() ? right - 1u : right;
  const unsigned size = bits & 0x7fffu;
  const long double got =
      size == infinity<F>() ? size_value<F>(size) : std::fabs(value_of<F>(bits));
  const long double wanted = std::fmin(std::fabs(value), size_value<F>(infinity<F>()));
  const bool same_sign = ((bits & 0x8000u) != 0) == std::signbit(value);
  return (same_sign ? std::fabs(got - wanted) : got + wanted) / step_of<F>(last);
}

enum class Fn {
  kExp,
  kExp2,
  kExp10,
  kLog,
  kLog2,
  kLog10,
  kLog1p,
  kSqrt,
  kRsqrt,
  kRcp,
  kSin,
  kCos,
  kTanh,
  kErf
};
constexpr int kFunctions = 14;
constexpr const char* kFunctionNames[kFunctions] = {"exp",   "exp2",  "exp10", "log",   "log2",
                                                    "log10", "log1p", "sqrt",  "rsqrt", "rcp",
                                                    "sin",   "cos",   "tanh",  "erf"};

struct True {
  long double value;
  bool exact;
};

inline True true_value(Fn fn, long double x) {
  const bool whole = std::isfinite(x) && std::floor(x) == x;
  int exponent = 0;
  const bool power = x > 0 && std::isfinite(x) && std::frexp(x, &exponent) == 0.5L;
  const bool special = !std::isfinite(x) || x == 0;
  switch (fn) {
  case Fn::kExp: return {std::exp(x), special};
  case Fn::kExp2: return {std::exp2(x), special || whole};
  case Fn::kExp10: return {std::pow(10.0L, x), special};
  case Fn::kLog: return {std::log(x), special || x == 1};
  case Fn::kLog2: return {std::log2(x), special || power};
  case Fn::kLog10: return {std::log10(x), special || x == 1};
  case Fn::kLog1p: return {std::log1p(x), special || x == -1};
  case Fn::kSqrt: {
    const long double root = std::sqrt(x);
    return {root, special || root * root == x};
  }
  // 1/sqrt(0) keeps the sign in CUDA and IEEE 754.
  case Fn::kRsqrt: return {1 / std::sqrt(x), special || (power && exponent % 2 != 0)};
  case Fn::kRcp: return {1 / x, special || (std::frexp(std::fabs(x), &exponent) == 0.5L)};
  case Fn::kSin: return {std::sin(x), special};
  case Fn::kCos: return {std::cos(x), special};
  case Fn::kTanh: return {std::tanh(x), special};
  case Fn::kErf: return {std::erf(x), special};
  }
  return {NAN, false};
}

}  // namespace accuracy
