// SPDX-License-Identifier: Apache-2.0
//
// Atomics of the CPU back end. They also work in plain host code.
#ifndef HIPSHIM_DETAIL_CPU_ATOMIC_HPP
#define HIPSHIM_DETAIL_CPU_ATOMIC_HPP

#include "hipshim/config.hpp"
#include "hipshim/detail/float_order.hpp"

namespace hipshim {
inline namespace v1 {
namespace detail {

inline std::uint32_t load_relaxed(const std::uint32_t* word) {
  return __atomic_load_n(word, __ATOMIC_RELAXED);
}
inline std::uint64_t load_relaxed(const std::uint64_t* word) {
  return __atomic_load_n(word, __ATOMIC_RELAXED);
}

// On failure `expected` holds what was found.
template <class Word>
inline bool compare_exchange(Word* word, Word& expected, Word desired) {
  return __atomic_compare_exchange_n(word, &expected, desired, false, __ATOMIC_RELAXED,
                                     __ATOMIC_RELAXED);
}

template <class Int>
inline Int fetch_add_int(Int* address, Int value) {
  return __atomic_fetch_add(address, value, __ATOMIC_RELAXED);
}

// GCC has no fetch-and-minimum, so integers take the loop here as well.
template <class Op, class Int>
inline Int fetch_extreme_int(Op, Int* address, Int value) {
  using Word = std::make_unsigned_t<Int>;
  auto* word = reinterpret_cast<Word*>(address);
  Word seen = __atomic_load_n(word, __ATOMIC_RELAXED);
  while (Op::replaces_int(static_cast<Int>(seen), value)
         && !compare_exchange(word, seen, static_cast<Word>(value))) {
  }
  return static_cast<Int>(seen);
}
template <class Op, class Float>
inline bool try_extreme(Op, Float*, Float, Float&, bool) {
  return false;
}

template <class Float>
inline Float fetch_add_float(Float* address, Float value) {
  using Word = std::conditional_t<sizeof(Float) == 4, std::uint32_t, std::uint64_t>;
  auto* word = reinterpret_cast<Word*>(address);
  Word seen = load_relaxed(word);
  Float old;
  Word desired;
  do {
    std::memcpy(&old, &seen, sizeof old);
    const Float sum = old + value;
    std::memcpy(&desired, &sum, sizeof sum);
  } while (!compare_exchange(word, seen, desired));
  return old;
}

template <class Float>
inline bool try_add_any_memory(Float* address, Float value, Float& old) {
  old = fetch_add_float(address, value);
  return true;
}

inline bool try_add_f16(void*, std::uint16_t, std::uint16_t&) { return false; }
inline bool try_add_bf16(void*, std::uint16_t, std::uint16_t&) { return false; }
inline bool try_add_f16x2(std::uint32_t*, std::uint32_t, std::uint32_t&, bool) { return false; }
inline bool try_add_bf16x2(std::uint32_t*, std::uint32_t, std::uint32_t&) { return false; }

// In integers, because not every host compiler has a 16-bit float: a binary16 is m * 2^(e - 25)
// with e at least 1, so a sum of two is a 42-bit integer over 2^24, exact before the one rounding.
inline std::int64_t scaled_f16(std::uint16_t bits) {
  const std::int64_t exponent = (bits >> 10) & 31;
  const std::int64_t fraction = bits & 1023;
  const std::int64_t size = exponent == 0 ? fraction : (fraction | 1024) << (exponent - 1);
  return (bits & 0x8000) != 0 ? -size : size;
}

inline std::uint16_t sum_f16(std::uint16_t a, std::uint16_t b) {
  const bool a_special = (a & 0x7c00) == 0x7c00;
  const bool b_special = (b & 0x7c00) == 0x7c00;
  if (a_special || b_special) {
    const bool nan = (a_special && (a & 1023) != 0) || (b_special && (b & 1023) != 0)
                     || (a_special && b_special && a != b);
    return nan ? std::uint16_t{0x7e00} : (a_special ? a : b);
  }
  const std::int64_t sum = scaled_f16(a) + scaled_f16(b);
  if (sum == 0)
    return static_cast<std::uint16_t>(a & b & 0x8000);  // -0 only if both are -0 (or x + -x: +0)
  const unsigned sign = sum < 0 ? 0x8000u : 0u;
  std::uint64_t size = static_cast<std::uint64_t>(sum < 0 ? -sum : sum);
  unsigned exponent = 1;
  unsigned shift = 0;
  while ((size >> shift) >= 2048) {
    ++shift;
    ++exponent;
  }
  const std::uint64_t lost = size & ((std::uint64_t{1} << shift) - 1);
  const std::uint64_t half = shift == 0 ? 1 : std::uint64_t{1} << (shift - 1);
  size >>= shift;
  if (shift != 0 && (lost > half || (lost == half && (size & 1) != 0))) ++size;
  if (size == 2048) {
    size = 1024;
    ++exponent;
  }
  if (exponent >= 31) return static_cast<std::uint16_t>(sign | 0x7c00);
  const unsigned biased = size < 1024 ? 0 : exponent;
  return static_cast<std::uint16_t>(sign | (biased << 10) | (size & 1023));
}

constexpr bool kPackedAddF16 = false;
constexpr bool kPackedAddBf16 = false;

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_CPU_ATOMIC_HPP
