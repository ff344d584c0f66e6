// SPDX-License-Identifier: Apache-2.0
//
// What wave.hpp and block.hpp need of an AMD GPU.
#ifndef HIPSHIM_DETAIL_AMD_LANES_HPP
#define HIPSHIM_DETAIL_AMD_LANES_HPP

#include "hipshim/config.hpp"
#include "hipshim/detail/bits.hpp"
#include "hipshim/detail/half_wave.hpp"

namespace hipshim {
inline namespace v1 {
namespace detail {

// Intrinsics for which clang has no builtin, or only newer ones, by their names.
HIPSHIM_DEVICE int intrinsic_wavefront_size() __asm("llvm.amdgcn.wavefrontsize");
HIPSHIM_DEVICE int intrinsic_set_inactive(int, int) __asm("llvm.amdgcn.set.inactive.i32");
HIPSHIM_DEVICE int intrinsic_strict_wwm(int) __asm("llvm.amdgcn.strict.wwm.i32");

HIPSHIM_DEVICE inline std::uint32_t lane_in_wave() { return wave_lane(); }
HIPSHIM_DEVICE inline std::uint32_t lanes_per_wave() {
  return static_cast<std::uint32_t>(intrinsic_wavefront_size());
}
HIPSHIM_DEVICE inline std::uint64_t active_lanes() { return wave_ballot(true); }
HIPSHIM_DEVICE inline std::uint64_t members_of(std::uint64_t mask) {
  return wave_ballot(true) & mask;
}
HIPSHIM_DEVICE inline std::uint64_t ballot_lanes(std::uint64_t mask, bool predicate) {
  return wave_ballot(predicate) & mask;
}
HIPSHIM_DEVICE inline std::uint32_t lane_word(std::uint64_t, std::uint32_t word,
                                              std::uint32_t source) {
  return wave_permute(word, source);
}
HIPSHIM_DEVICE inline std::uint32_t lane_word_xor(std::uint64_t members, std::uint32_t word,
                                                  std::uint32_t distance) {
  return lane_word(members, word, lane_in_wave() ^ distance);
}
HIPSHIM_DEVICE inline int count_set64(std::uint64_t bits) { return __builtin_popcountll(bits); }
HIPSHIM_DEVICE inline int first_set64(std::uint64_t bits) {
  return __builtin_ffsll(static_cast<long long>(bits));
}
HIPSHIM_DEVICE inline int leading_zeros64(std::uint64_t bits) {
  return bits != 0 ? __builtin_clzll(bits) : 64;
}
HIPSHIM_DEVICE inline void lanes_fence(std::uint64_t) { wave_fence(); }

HIPSHIM_DEVICE inline float f16_to_float(std::uint16_t bits) {
  _Float16 half = 0;
  detail::copy_bits(half, bits);
  return static_cast<float>(half);
}
HIPSHIM_DEVICE inline std::uint16_t float_to_f16(float value) {
  std::uint16_t bits = 0;
  detail::copy_bits(bits, static_cast<_Float16>(value));
  return bits;
}

// ---- DPP, see dpp_tree.hpp ----

// A value of 4 or 8 bytes, word by word.
template <class Instruction, class Work>
HIPSHIM_ALWAYS_INLINE Work each_word(Work a, Work b) {
  constexpr std::size_t kWords = sizeof(Work) / 4;
  int first[kWords];
  int second[kWords];
  detail::copy_bits(first, a);
  detail::copy_bits(second, b);
  HIPSHIM_UNROLL
  for (std::size_t i = 0; i < kWords; ++i) first[i] = Instruction::apply(first[i], second[i]);
  detail::copy_bits(a, first);
  return a;
}

struct SetInactive {
  static HIPSHIM_ALWAYS_INLINE int apply(int word, int neutral) {
    return intrinsic_set_inactive(word, neutral);
  }
};
struct LeaveWholeWave {
  static HIPSHIM_ALWAYS_INLINE int apply(int word, int) { return intrinsic_strict_wwm(word); }
};
// With the bound control, lanes without a source get 0: no register has to be filled first, and the
// move folds into any instruction.
template <unsigned Control>
struct DppPull {
  static HIPSHIM_ALWAYS_INLINE int apply(int word, int) {
    return __builtin_amdgcn_update_dpp(0, word, Control, 0xf, 0xf, true);
  }
};
// A fill of 0 is the bound control again. The compiler decides: nothing here may become a branch.
template <unsigned Control, unsigned Rows>
struct DppMove {
  static HIPSHIM_ALWAYS_INLINE int apply(int word, int fill) {
    if (Rows == 0xf && __builtin_constant_p(fill) && fill == 0)
      return __builtin_amdgcn_update_dpp(0, word, Control, 0xf, 0xf, true);
    return __builtin_amdgcn_update_dpp(fill, word, Control, Rows, 0xf, false);
  }
};
// Each nibble of the two words selects a lane; all lanes run, so the last flag spoils nothing and
// frees the compiler from keeping an old value.
template <unsigned Lane>
struct OtherRow {
  static constexpr unsigned kLanes = Lane * 0x11111111u;
  static HIPSHIM_ALWAYS_INLINE int apply(int word, int) {
    const auto bits = static_cast<unsigned>(word);
    return static_cast<int>(__builtin_amdgcn_permlanex16(bits, bits, kLanes, kLanes, false, true));
  }
};
template <unsigned Lane>
struct ReadLane {
  static HIPSHIM_ALWAYS_INLINE int apply(int word, int) {
    return __builtin_amdgcn_readlane(word, Lane);
  }
};

struct Dpp {
  template <class Work>
  static HIPSHIM_ALWAYS_INLINE Work enter(Work value, Work neutral) {
    return detail::each_word<SetInactive>(value, neutral);
  }
  template <class Work>
  static HIPSHIM_ALWAYS_INLINE Work leave(Work value) {
    return detail::each_word<LeaveWholeWave>(value, value);
  }
  template <unsigned Control, class Work>
  static HIPSHIM_ALWAYS_INLINE Work pull(Work value) {
    return detail::each_word<DppPull<Control>>(value, value);
  }
  template <unsigned Control, unsigned Rows, class Work>
  static HIPSHIM_ALWAYS_INLINE Work move(Work fill, Work value) {
    return detail::each_word<DppMove<Control, Rows>>(value, fill);
  }
  template <unsigned Lane, class Work>
  static HIPSHIM_ALWAYS_INLINE Work other_row(Work value) {
    return detail::each_word<OtherRow<Lane>>(value, value);
  }
  template <unsigned Lane, class Work>
  static HIPSHIM_ALWAYS_INLINE Work lane(Work value) {
    return detail::each_word<ReadLane<Lane>>(value, value);
  }
  static HIPSHIM_ALWAYS_INLINE bool wide() { return lanes_per_wave() == 64; }
};

// ---- the block ----

HIPSHIM_DEVICE inline std::uint32_t block_threads() {
  return std::uint32_t{__builtin_amdgcn_workgroup_size_x()} * __builtin_amdgcn_workgroup_size_y()
         * __builtin_amdgcn_workgroup_size_z();
}
// Waves take threads in this order, x first.
HIPSHIM_DEVICE inline std::uint32_t block_thread() {
  return static_cast<std::uint32_t>(
      (__builtin_amdgcn_workitem_id_z() * __builtin_amdgcn_workgroup_size_y()
       + __builtin_amdgcn_workitem_id_y())
          * __builtin_amdgcn_workgroup_size_x()
      + __builtin_amdgcn_workitem_id_x());
}
HIPSHIM_DEVICE inline void block_barrier() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

// A value that all lanes of the wave hold, where the compiler can see that.
HIPSHIM_DEVICE inline std::uint32_t uniform(std::uint32_t value) {
  return static_cast<std::uint32_t>(__builtin_amdgcn_readfirstlane(static_cast<int>(value)));
}

// Lanes of a wave run together, and no instruction counts over a block.
constexpr bool kLanesMayLag = false;
constexpr bool kHasBlockCount = false;
HIPSHIM_DEVICE inline int hardware_block_count(bool predicate) { return predicate ? 1 : 0; }

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_AMD_LANES_HPP
