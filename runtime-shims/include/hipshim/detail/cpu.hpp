// SPDX-License-Identifier: Apache-2.0
//
// The CPU back end's side of the warp. The back end that runs kernels (HIPSHIM_CPU) defines the
// functions of hipshim::cpu; each returns when the lanes of the wave (for the barrier, the threads
// of the block) that reach the same call have met. In a plain host compile they exist so that a
// shared header parses; a call that is really compiled is an error.
#ifndef HIPSHIM_DETAIL_CPU_HPP
#define HIPSHIM_DETAIL_CPU_HPP

#include "hipshim/config.hpp"

#if defined(HIPSHIM_PLAIN_HOST) && defined(__GNUC__)
#define HIPSHIM_DETAIL_HOOK                                                                        \
  __attribute__((error("hipshim: a warp operation was called in host code; it needs a kernel "     \
                       "compiled for a GPU, or the CPU back end")))
#else
#define HIPSHIM_DETAIL_HOOK
#endif

namespace hipshim {
namespace cpu {

HIPSHIM_DETAIL_HOOK std::uint32_t wave_lane();
HIPSHIM_DETAIL_HOOK std::uint32_t wave_size();
HIPSHIM_DETAIL_HOOK std::uint64_t wave_ballot(bool predicate);
HIPSHIM_DETAIL_HOOK std::uint32_t wave_permute(std::uint32_t word, std::uint32_t source);
HIPSHIM_DETAIL_HOOK void wave_fence();
HIPSHIM_DETAIL_HOOK std::uint32_t block_thread();  // x first, then y, then z
HIPSHIM_DETAIL_HOOK std::uint32_t block_threads();
HIPSHIM_DETAIL_HOOK void block_barrier();

}  // namespace cpu

inline namespace v1 {
namespace detail {

inline int count_set(std::uint32_t bits) { return __builtin_popcount(bits); }
inline int first_set(std::uint32_t bits) { return __builtin_ffs(static_cast<int>(bits)); }
inline int leading_zeros(std::uint32_t bits) { return bits != 0 ? __builtin_clz(bits) : 32; }

inline std::uint32_t wave_lane() { return cpu::wave_lane(); }
inline std::uint64_t wave_ballot(bool predicate) { return cpu::wave_ballot(predicate); }
inline std::uint32_t wave_permute(std::uint32_t word, std::uint32_t source) {
  return cpu::wave_permute(word, source);
}
inline void wave_fence() { cpu::wave_fence(); }
inline std::uint32_t own_half(std::uint64_t votes) {
  return static_cast<std::uint32_t>(votes >> (wave_lane() & 32u));
}

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#undef HIPSHIM_DETAIL_HOOK

#endif  // HIPSHIM_DETAIL_CPU_HPP
