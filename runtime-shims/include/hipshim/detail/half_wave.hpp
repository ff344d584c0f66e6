// SPDX-License-Identifier: Apache-2.0
//
// CUDA's 32-lane warp as one half of a hardware wave of 64 lanes, or as the whole of a wave of 32.
// For the AMD and the CPU back end, which supply four operations on the hardware wave (namespace
// detail):
//
//   wave_lane()                  0 .. wave size - 1
//   wave_ballot(p)               64 bits, one per active lane of the wave
//   wave_permute(word, source)   the word of wave lane `source`
//   wave_fence()                 memory order between the lanes of the wave
//
// The caller's mask filters votes. It cannot make lanes meet: a wave has one program counter, so
// the lanes that take part are those that are active.
#ifndef HIPSHIM_DETAIL_HALF_WAVE_HPP
#define HIPSHIM_DETAIL_HALF_WAVE_HPP

#include "hipshim/config.hpp"
#include "hipshim/detail/lanes.hpp"
#include HIPSHIM_WAVE_HEADER

namespace hipshim {
inline namespace v1 {
namespace detail {

HIPSHIM_DEVICE inline std::uint32_t default_mask() { return 0xffffffffu; }

HIPSHIM_DEVICE inline std::uint32_t lane32() { return wave_lane() & 31u; }

HIPSHIM_DEVICE inline std::uint32_t ballot32(std::uint32_t mask, bool predicate) {
  return own_half(wave_ballot(predicate)) & mask;
}

HIPSHIM_DEVICE inline std::uint32_t active32() { return own_half(wave_ballot(true)); }

HIPSHIM_DEVICE inline bool any32(std::uint32_t mask, bool predicate) {
  return ballot32(mask, predicate) != 0;
}

// Asks for a lane that says no, so that inactive lanes do not count as a no.
HIPSHIM_DEVICE inline bool all32(std::uint32_t mask, bool predicate) {
  return ballot32(mask, !predicate) == 0;
}

HIPSHIM_DEVICE inline void sync32() { wave_fence(); }
HIPSHIM_DEVICE inline void sync32(std::uint32_t) { wave_fence(); }

template <class Kind>
HIPSHIM_DEVICE inline std::uint32_t shuffle_word(Kind kind, std::uint32_t, std::uint32_t word,
                                                 std::uint32_t operand, int width) {
  const std::uint32_t lane = wave_lane();
  return wave_permute(word, (lane & ~31u) | source_lane(kind, lane & 31u, operand, width));
}

// One vote per bit: constant cost and no divergence, where a loop over distinct values takes up to
// 64 turns and leaves the lanes apart.
template <class Bits>
HIPSHIM_DEVICE inline std::uint32_t match_any_bits(std::uint32_t mask, Bits bits) {
  std::uint32_t others = 0;
  HIPSHIM_UNROLL
  for (unsigned i = 0; i < sizeof(Bits) * 8; ++i) {
    const bool bit = (bits & (Bits{1} << i)) != 0;
    others |= own_half(wave_ballot(bit)) ^ (bit ? ~0u : 0u);
  }
  return active32() & mask & ~others;
}

// The lanes whose values count: active, and named by the caller.
HIPSHIM_DEVICE inline std::uint32_t members32(std::uint32_t mask) { return active32() & mask; }

// Both answers are the same in every lane of the wave, so a branch or a loop on them never parts
// it.
HIPSHIM_DEVICE inline bool wave_agrees(bool condition) { return wave_ballot(!condition) == 0; }
HIPSHIM_DEVICE inline bool wave_has(bool condition) { return wave_ballot(condition) != 0; }

HIPSHIM_DEVICE inline std::uint32_t leader32(std::uint32_t members) {
  return static_cast<std::uint32_t>(first_set(members) - 1) & 31u;
}

HIPSHIM_DEVICE inline std::uint32_t match_all_bits(std::uint32_t mask, std::uint32_t bits,
                                                   bool& same) {
  const std::uint32_t members = members32(mask);
  const std::uint32_t first = shuffle_word(FromIndex{}, mask, bits, leader32(members), 32);
  same = ballot32(mask, bits != first) == 0;
  return same ? members : 0u;
}

HIPSHIM_DEVICE inline std::uint32_t match_all_bits(std::uint32_t mask, std::uint64_t bits,
                                                   bool& same) {
  const std::uint32_t members = members32(mask);
  const std::uint32_t leader = leader32(members);
  const auto low = static_cast<std::uint32_t>(bits);
  const auto high = static_cast<std::uint32_t>(bits >> 32);
  const std::uint32_t first_low = shuffle_word(FromIndex{}, mask, low, leader, 32);
  const std::uint32_t first_high = shuffle_word(FromIndex{}, mask, high, leader, 32);
  same = ballot32(mask, low != first_low || high != first_high) == 0;
  return same ? members : 0u;
}

// No target reached through this header has one instruction for a reduction over a mask.
template <class Op, class T>
struct NativeReduce {
  static constexpr bool kAvailable = false;
  HIPSHIM_DEVICE static T apply(std::uint32_t, T value) { return value; }
};

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_HALF_WAVE_HPP
