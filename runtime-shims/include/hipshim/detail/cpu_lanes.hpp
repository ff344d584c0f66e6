// SPDX-License-Identifier: Apache-2.0
//
// What wave.hpp and block.hpp need of the CPU back end.
#ifndef HIPSHIM_DETAIL_CPU_LANES_HPP
#define HIPSHIM_DETAIL_CPU_LANES_HPP

#include <cmath>

#include "hipshim/config.hpp"
#include "hipshim/detail/bits.hpp"
#include "hipshim/detail/half_wave.hpp"

namespace hipshim {
inline namespace v1 {
namespace detail {

inline std::uint32_t lane_in_wave() { return wave_lane(); }
inline std::uint32_t lanes_per_wave() { return cpu::wave_size(); }
inline std::uint64_t active_lanes() { return wave_ballot(true); }
inline std::uint64_t members_of(std::uint64_t mask) { return wave_ballot(true) & mask; }
inline std::uint64_t ballot_lanes(std::uint64_t mask, bool predicate) {
  return wave_ballot(predicate) & mask;
}
inline std::uint32_t lane_word(std::uint64_t, std::uint32_t word, std::uint32_t source) {
  return wave_permute(word, source);
}
inline std::uint32_t lane_word_xor(std::uint64_t members, std::uint32_t word,
                                   std::uint32_t distance) {
  return lane_word(members, word, lane_in_wave() ^ distance);
}
inline int count_set64(std::uint64_t bits) { return __builtin_popcountll(bits); }
inline int first_set64(std::uint64_t bits) { return __builtin_ffsll(static_cast<long long>(bits)); }
inline int leading_zeros64(std::uint64_t bits) { return bits != 0 ? __builtin_clzll(bits) : 64; }
inline void lanes_fence(std::uint64_t) { wave_fence(); }

// A binary16 is m * 2^(e - 25) with e at least 1.
inline float f16_to_float(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 31;
  const int fraction = bits & 1023;
  float size = std::ldexp(static_cast<float>(exponent == 0 ? fraction : fraction | 1024),
                          (exponent == 0 ? 1 : exponent) - 25);
  if (exponent == 31) {
    const std::uint32_t special = 0x7f800000u | static_cast<std::uint32_t>(fraction) << 13;
    detail::copy_bits(size, special);
  }
  return (bits & 0x8000) != 0 ? -size : size;
}

// To nearest, ties to even, as the processor's default rounding does in nearbyint.
inline std::uint16_t float_to_f16(float value) {
  std::uint32_t bits = 0;
  detail::copy_bits(bits, value);
  const std::uint32_t sign = (bits >> 16) & 0x8000u;
  const std::uint32_t size_bits = bits & 0x7fffffffu;
  std::uint32_t result = 0x7c00u;
  if (size_bits > 0x7f800000u) {
    result = 0x7e00u | ((size_bits >> 13) & 1023u);
  } else if (size_bits < 0x477ff000u) {  // 65520, from where on it rounds to infinity
    // In units of the last place: steps of 2^(e - 25).
    const int exponent = size_bits < 0x38800000u ? 1 : static_cast<int>(size_bits >> 23) - 112;
    float size = 0;
    detail::copy_bits(size, size_bits);
    const auto units = static_cast<std::uint32_t>(std::nearbyint(std::ldexp(size, 25 - exponent)));
    // A carry out of the fraction is the next exponent.
    result = units + (static_cast<std::uint32_t>(exponent - 1) << 10);
  }
  return static_cast<std::uint16_t>(sign | result);
}

inline std::uint32_t block_threads() { return cpu::block_threads(); }
inline std::uint32_t block_thread() { return cpu::block_thread(); }
inline void block_barrier() { cpu::block_barrier(); }

inline std::uint32_t uniform(std::uint32_t value) { return value; }

// Lanes of a wave run together, and no instruction counts over a block.
constexpr bool kLanesMayLag = false;
constexpr bool kHasBlockCount = false;
inline int hardware_block_count(bool predicate) { return predicate ? 1 : 0; }

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_CPU_LANES_HPP
