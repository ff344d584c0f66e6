// SPDX-License-Identifier: Apache-2.0
//
// CPU: wide pieces of memory. Nothing is streamed.
#ifndef HIPSHIM_DETAIL_CPU_MEMORY_HPP
#define HIPSHIM_DETAIL_CPU_MEMORY_HPP

#include "hipshim/detail/cpu_lanes.hpp"
#include "hipshim/detail/words.hpp"

namespace hipshim {
inline namespace v1 {
namespace detail {

template <unsigned Bytes>
inline void store_streaming(void* to, Words<Bytes> words) {
  store_words<Bytes>(to, words);
}
template <unsigned Bytes>
inline void load_streaming(Words<Bytes>& words, const void* from) {
  words = load_words<Bytes>(from);
}

inline bool try_add_wide_f16(void*, Words<16>) { return false; }
inline bool try_add_wide_bf16(void*, Words<16>) { return false; }
inline bool try_add_wide_f32(void*, Words<16>) { return false; }

inline float widen_f16(std::uint16_t bits) { return detail::f16_to_float(bits); }
inline std::uint16_t narrow_f16(float value) { return detail::float_to_f16(value); }

inline std::uint16_t narrow_bf16(float value) {
  std::uint32_t bits = 0;
  copy_bits(bits, value);
  if ((bits & 0x7fffffffu) > 0x7f800000u)
    return static_cast<std::uint16_t>((bits >> 16) | 0x40u);  // a NaN must not round to infinity
  return static_cast<std::uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

inline std::uint32_t exchange_shared(std::uint32_t* word, std::uint32_t expected,
                                     std::uint32_t desired) {
  __atomic_compare_exchange_n(word, &expected, desired, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return expected;
}
inline std::uint32_t count_shared(std::uint32_t* word, std::uint32_t more) {
  return __atomic_fetch_add(word, more, __ATOMIC_RELAXED);
}

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_CPU_MEMORY_HPP
