// SPDX-License-Identifier: Apache-2.0
//
// The loops that the AMD back end runs where the hardware has no instruction, on a CPU: against
// scalar models over all 65,536 bits of half and bfloat16, with NaN, infinities and -0.0; the
// neighbour in the same word; the last element of a page; many threads at once.
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "hipshim/atomic.hpp"

namespace {

namespace a = hipshim::atomic;
namespace ad = hipshim::atomic::detail;
using hipshim::detail::Larger;
using hipshim::detail::Smaller;

int failures = 0;
long checks = 0;

void expect(bool holds, const char* what, unsigned long long x = 0, unsigned long long y = 0) {
  ++checks;
  if (holds || ++failures > 20) return;
  std::printf("wrong: %s (%llx, %llx)\n", what, x, y);
}

// The value of 16 bits, written out: no conversion of the library is used.
double value_of(ad::Half, std::uint16_t bits) {
  const int exponent = (bits >> 10) & 31, fraction = bits & 1023;
  const double size = exponent == 31  ? (fraction != 0 ? NAN : INFINITY)
                      : exponent == 0 ? std::ldexp(fraction, -24)
                                      : std::ldexp(fraction + 1024, exponent - 25);
  return (bits & 0x8000) != 0 ? -size : size;
}
double value_of(ad::Bfloat, std::uint16_t bits) {
  const int exponent = (bits >> 7) & 255, fraction = bits & 127;
  const double size = exponent == 255 ? (fraction != 0 ? NAN : INFINITY)
                      : exponent == 0 ? std::ldexp(fraction, -133)
                                      : std::ldexp(fraction + 128, exponent - 134);
  return (bits & 0x8000) != 0 ? -size : size;
}

// Is `got` the element nearest to the exact sum, by the two elements beside it? A sum of two
// doubles made of 16-bit values is exact for half, and for bfloat16 unless the exponents are far
// apart: then the larger one is the answer, and rounding the sum to double does not hide that.
template <class Format>
bool is_rounded(std::uint16_t got, double exact) {
  const double value = value_of(Format{}, got);
  if (std::isnan(exact) || std::isnan(value)) return std::isnan(exact) == std::isnan(value);
  if (std::isinf(exact)) return value == exact;
  const std::uint16_t size = got & 0x7fff;
  const double largest = value_of(Format{}, static_cast<std::uint16_t>(Format::kInfinity - 1));
  const double below = value_of(Format{}, static_cast<std::uint16_t>(Format::kInfinity - 2));
  const double half_step = (largest - below) / 2;
  if (std::isinf(value))
    return std::fabs(exact) >= largest + half_step && (value > 0) == (exact > 0);
  if (size == 0) {
    const double least = value_of(Format{}, 1);
    return std::fabs(exact) <= least / 2 && std::signbit(value) == std::signbit(exact);
  }
  const double up = size + 1 == Format::kInfinity
                        ? largest + 2 * half_step
                        : value_of(Format{}, static_cast<std::uint16_t>(size + 1));
  const double down = value_of(Format{}, static_cast<std::uint16_t>(size - 1));
  const double own = std::fabs(value), wanted = std::fabs(exact);
  const double to_up = (own + up) / 2, to_down = (own + down) / 2;
  const bool even = (size & 1) == 0;
  return (value > 0) == (exact > 0) && (even ? wanted <= to_up : wanted < to_up)
         && (even ? wanted >= to_down : wanted > to_down);
}

bool same_number(double x, double y) {
  return (std::isnan(x) && std::isnan(y)) || (x == y && std::signbit(x) == std::signbit(y));
}

// fmin and fmax with -0.0 below 0.0.
double smaller(double x, double y) {
  return x == 0 && y == 0 ? (std::signbit(x) ? x : y) : std::fmin(x, y);
}
double larger(double x, double y) {
  return x == 0 && y == 0 ? (std::signbit(x) ? y : x) : std::fmax(x, y);
}

template <class Format>
void check_every_element(std::vector<std::uint16_t> operands, std::mt19937& random) {
  for (int i = 0; i < 24; ++i) operands.push_back(static_cast<std::uint16_t>(random()));
  for (unsigned x = 0; x < 65536; ++x)
    for (const std::uint16_t y : operands) {
      const auto bits = static_cast<std::uint16_t>(x);
      for (unsigned place = 0; place < 2; ++place) {
        const auto other = static_cast<std::uint16_t>(place == 0 ? 0x8000 : y);  // -0.0 first
        alignas(4) std::uint16_t word[2] = {other, other};
        const auto reset = [&] { word[place] = bits; };
        const auto left = [&] { return word[1 - place] == other; };
        const double found = value_of(Format{}, bits), given = value_of(Format{}, y);

        reset();
        std::uint16_t old = ad::One<Format>::add(word + place, y, true);
        expect(old == bits && left(), "add: old value, neighbour", x, y);
        expect(is_rounded<Format>(word[place], found + given), "add: sum", x, y);

        reset();
        old = ad::One<Format>::template extreme<Smaller>(word + place, y, true);
        expect(old == bits && left(), "min: old value, neighbour", x, y);
        expect(same_number(value_of(Format{}, word[place]), smaller(found, given)), "min", x, y);

        reset();
        old = ad::One<Format>::template extreme<Larger>(word + place, y, false);
        expect(old == bits && left(), "max: old value, neighbour", x, y);
        expect(same_number(value_of(Format{}, word[place]), larger(found, given)), "max", x, y);
      }
    }
}

// Of a pair each element is what it would be alone.
template <class Format>
void check_pairs(std::mt19937& random) {
  for (int i = 0; i < 200000; ++i) {
    const std::uint32_t found = random(), given = random();
    const auto alone = [&](unsigned shift, auto change) {
      alignas(4) std::uint16_t word[2] = {static_cast<std::uint16_t>(found >> shift), 0};
      change(word, static_cast<std::uint16_t>(given >> shift));
      return static_cast<std::uint32_t>(word[0]) << shift;
    };
    std::uint32_t pair = found;
    bool right = ad::Pair<Format>::add(&pair, given, true) == found;
    const auto add = [](auto* p, auto v) { ad::One<Format>::add(p, v, true); };
    expect(right && pair == (alone(0, add) | alone(16, add)), "pair: add", found, given);
    pair = found;
    right = ad::Pair<Format>::template extreme<Smaller>(&pair, given, true) == found;
    const auto low = [](auto* p, auto v) {
      ad::One<Format>::template extreme<Smaller>(p, v, true);
    };
    expect(right && pair == (alone(0, low) | alone(16, low)), "pair: min", found, given);
    pair = found;
    right = ad::Pair<Format>::template extreme<Larger>(&pair, given, true) == found;
    const auto high = [](auto* p, auto v) {
      ad::One<Format>::template extreme<Larger>(p, v, true);
    };
    expect(right && pair == (alone(0, high) | alone(16, high)), "pair: max", found, given);
  }
}

// A packed add with -0.0 beside it, as targets with the instruction do it: played by a format whose
// pair is added by the loop.
struct Packed : ad::Half {
  static constexpr bool kPackedAdd = true;
};
void check_bounded() {
  for (unsigned neighbour = 0; neighbour < 65536; ++neighbour) {
    if (hipshim::detail::is_nan<ad::Half>(static_cast<std::uint16_t>(neighbour))) continue;
    alignas(4) std::uint16_t word[2];
    for (unsigned place = 0; place < 2; ++place) {
      word[place] = 0x3c00;
      word[1 - place] = static_cast<std::uint16_t>(neighbour);
      ad::add_element(ad::One<Packed>{}, word, place, 2, std::uint16_t{0x4000});
      expect(word[place] == 0x4200 && word[1 - place] == neighbour, "bounded add", neighbour);
    }
  }
}

template <class T>
void check_numbers(const std::vector<T>& values) {
  for (const T x : values)
    for (const T y : values) {
      const auto try_it = [&](auto call, double want, const char* what) {
        T place = x;
        const T old = call(&place, y);
        expect(same_number(old, x) && same_number(place, want), what);
      };
      const bool floating = std::is_floating_point<T>::value;
      const double low = floating ? smaller(x, y) : static_cast<double>(x < y ? x : y);
      const double high = floating ? larger(x, y) : static_cast<double>(x < y ? y : x);
      try_it([](T* p, T v) { return a::min(p, v); }, low, "min");
      try_it([](T* p, T v) { return a::max(p, v); }, high, "max");
      try_it([](T* p, T v) { return a::min_fine_grained(p, v); }, low, "min_fine_grained");
      try_it([](T* p, T v) { return a::max_fine_grained(p, v); }, high, "max_fine_grained");
      if (!floating) continue;
      const double sum = static_cast<T>(x + y);
      try_it([](T* p, T v) { return a::add(p, v); }, sum, "add");
      try_it([](T* p, T v) { return a::add_fine_grained(p, v); }, sum, "add_fine_grained");
    }
}

// The last element before a page that may not be touched, and the first after one.
void check_page_ends() {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  auto* memory =
      static_cast<char*>(mmap(nullptr, 3 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  expect(memory != MAP_FAILED && mprotect(memory + page, page, PROT_READ | PROT_WRITE) == 0,
         "pages");
  auto* first = reinterpret_cast<std::uint16_t*>(memory + page);
  const std::size_t count = page / 2;
  for (const std::size_t i : {std::size_t{0}, std::size_t{1}, count - 2, count - 1}) {
    first[i] = 0;
    ad::One<ad::Half>::add(first + i, std::uint16_t{0x3c00}, true);
    ad::add_element(ad::One<Packed>{}, first, i, count, std::uint16_t{0x3c00});
    ad::One<ad::Half>::extreme<Larger>(first + i, std::uint16_t{0x4200}, true);
    expect(first[i] == 0x4200, "at the page's end", i);
  }
  // An array that begins and ends inside a word: the words around it belong to others.
  first[2] = first[5] = 0x8000;
  first[3] = first[4] = 0;
  for (std::size_t i = 0; i < 2; ++i)
    ad::add_element(ad::One<Packed>{}, first + 3, i, 2, std::uint16_t{0x3c00});
  expect(first[2] == 0x8000 && first[3] == 0x3c00 && first[4] == 0x3c00 && first[5] == 0x8000,
         "an array inside words");
  munmap(memory, 3 * page);
}

// Threads on both halves of one word: no add is lost, and each value is given back once.
void check_threads() {
  alignas(4) std::uint16_t word[2] = {0, 0};
  std::uint32_t pair = 0;
  float sum = 0, low = 1e9f, high = -1e9f;
  double wide = -1e9;
  long long least = 1000000;
  constexpr unsigned kThreads = 4, kAdds = 512;  // a half counts to 2048
  std::vector<unsigned> seen(kThreads * kAdds);
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      for (unsigned i = 0; i < kAdds; ++i) {
        const auto old = ad::One<ad::Half>::add(word, std::uint16_t{0x3c00}, true);
        __atomic_fetch_add(&seen[static_cast<unsigned>(value_of(ad::Half{}, old))], 1u,
                           __ATOMIC_RELAXED);
        ad::One<ad::Half>::extreme<Larger>(word + 1, static_cast<std::uint16_t>(i * kThreads + t),
                                           true);
        ad::Pair<ad::Half>::add(&pair, 0x3c003c00u, false);
        const auto number = static_cast<float>(i * kThreads + t);
        a::add(&sum, 1.0f);
        a::min_noret(&low, -number);
        a::max(&high, number);
        a::max_fine_grained(&wide, number);
        a::min(&least, -static_cast<long long>(i * kThreads + t));
      }
    });
  for (auto& thread : threads) thread.join();
  bool once = true;
  for (const unsigned times : seen) once = once && times == 1;
  constexpr float kLast = kThreads * kAdds - 1;
  expect(once && word[0] == 0x6800, "threads: adds to one element");
  expect(word[1] == 2047, "threads: max of the neighbour", word[1]);
  expect(pair == 0x68006800u, "threads: pair", pair);
  expect(sum == kThreads * kAdds && low == -kLast && high == kLast && wide == kLast
             && least == -static_cast<long long>(kLast),
         "threads: numbers");
}

}  // namespace

int main() {
  std::mt19937 random(11);
  check_every_element<ad::Half>({0, 0x8000, 1, 0x8001, 0x3c00, 0xbc00, 0x7bff, 0xfbff, 0x7c00,
                                 0xfc00, 0x7e00, 0xfe00, 0x7c01},
                                random);
  check_every_element<ad::Bfloat>({0, 0x8000, 1, 0x8001, 0x3f80, 0xbf80, 0x7f7f, 0xff7f, 0x7f80,
                                   0xff80, 0x7fc0, 0xffc0, 0x7f81},
                                  random);
  check_pairs<ad::Half>(random);
  check_pairs<ad::Bfloat>(random);
  check_bounded();
  constexpr float kInf = std::numeric_limits<float>::infinity();
  check_numbers<float>(
      {0.0f, -0.0f, 1.0f, -1.0f, 1e-45f, -1e-45f, 3e38f, -3e38f, kInf, -kInf, NAN, -NAN, 2.5f});
  check_numbers<double>(
      {0.0, -0.0, 1.0, -1.0, 5e-324, -5e-324, 1e308, -1e308, kInf, -kInf, NAN, -NAN, 2.5});
  check_numbers<int>({0, 1, -1, 2147483647, -2147483647 - 1, 77});
  check_numbers<unsigned>({0, 1, 4294967295u, 2147483648u, 77});
  check_numbers<long long>({0, 1, -1, 1ll << 50, -(1ll << 50), 77});
  check_numbers<unsigned long long>({0, 1, 1ull << 52, (1ull << 63) + 4096, 77});
  check_page_ends();
  check_threads();
  std::printf("%ld checks, %d failed\n", checks, failures);
  return failures == 0 ? 0 : 1;
}
