// SPDX-License-Identifier: Apache-2.0
//
// The AMD back end: clang's builtins only, so no version of HIP's headers matters. The host pass
// parses these bodies too and knows the builtins by their names, but answers no to every
// __has_builtin: a choice by __has_builtin must leave it a branch that parses.
#ifndef HIPSHIM_DETAIL_AMD_HPP
#define HIPSHIM_DETAIL_AMD_HPP

#include "hipshim/config.hpp"

namespace hipshim {
inline namespace v1 {
namespace detail {

HIPSHIM_DEVICE inline int count_set(std::uint32_t bits) { return __builtin_popcount(bits); }
HIPSHIM_DEVICE inline int first_set(std::uint32_t bits) {
  return __builtin_ffs(static_cast<int>(bits));
}
HIPSHIM_DEVICE inline int leading_zeros(std::uint32_t bits) {
  return bits != 0 ? __builtin_clz(bits) : 32;
}

// Counts the lanes below this one. On a wave of 32 the upper half adds nothing.
HIPSHIM_DEVICE inline std::uint32_t wave_lane() {
  return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u));
}

// 64 bits on either wave size. Before LLVM 20 ballot_w64 may be missing on a wave of 32; uicmp,
// HIP's own spelling of the time (33 = "not equal"), is not.
HIPSHIM_DEVICE inline std::uint64_t wave_ballot(bool predicate) {
#if __clang_major__ >= 20 || __has_builtin(__builtin_amdgcn_ballot_w64)
  return __builtin_amdgcn_ballot_w64(predicate);
#else
  return __builtin_amdgcn_uicmp(static_cast<std::uint32_t>(predicate), 0u, 33);
#endif
}

// Where the compiler can say that the wave has 32 lanes, the choice is folded away.
HIPSHIM_DEVICE inline std::uint32_t own_half(std::uint64_t votes) {
  const auto low = static_cast<std::uint32_t>(votes);
  const auto high = static_cast<std::uint32_t>(votes >> 32);
#if __clang_major__ >= 20
  if (__builtin_amdgcn_wavefrontsize() == 32) return low;
#endif
  return (wave_lane() & 32u) != 0 ? high : low;
}

HIPSHIM_DEVICE inline std::uint32_t wave_permute(std::uint32_t word, std::uint32_t source) {
  return static_cast<std::uint32_t>(
      __builtin_amdgcn_ds_bpermute(static_cast<int>(source << 2), static_cast<int>(word)));
}

// No instruction comes of this: it stops the compiler from moving memory accesses across, which is
// all that a wave in lockstep needs.
HIPSHIM_DEVICE inline void wave_fence() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_AMD_HPP
