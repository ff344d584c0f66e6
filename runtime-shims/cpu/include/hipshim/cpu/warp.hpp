// SPDX-License-Identifier: Apache-2.0
//
// Barriers, votes, shuffles, lane ids, and the bit functions that go with them.
#ifndef HIPSHIM_CPU_WARP_HPP
#define HIPSHIM_CPU_WARP_HPP

#include <type_traits>

#include "hipshim/cpu/runtime.hpp"

// ---- the block ----

// What kernels call most is compiled with the runtime, for speed.
void __syncthreads();
int __syncthreads_count(int predicate);
int __syncthreads_and(int predicate);
int __syncthreads_or(int predicate);
HIPSHIM_CPU_FN void __builtin_amdgcn_s_barrier() { hipshim::cpu::barrier(); }

// One thread of the program runs at a time, and none of these makes lanes meet.
HIPSHIM_CPU_FN void __threadfence() {}
HIPSHIM_CPU_FN void __threadfence_block() {}
HIPSHIM_CPU_FN void __threadfence_system() {}

// At most orders memory, which one running thread needs no help for.
template <class... Scopes>
HIPSHIM_CPU_FN void __builtin_amdgcn_fence(Scopes...) {}
HIPSHIM_CPU_FN void __builtin_amdgcn_s_sleep(int) {}

// ---- the wave ----

namespace hipshim {
namespace cpu {

// A signed -1 is every lane; an unsigned 0xffffffff is lanes 0 to 31, as in HIP.
template <class M>
HIPSHIM_CPU_FN Mask mask_of(M mask) {
  static_assert(std::is_integral<M>::value, "hipshim: a lane mask must be an integer");
  const auto bits = static_cast<std::uint64_t>(mask);
  return {lanes_per_wave() == 64 ? bits : bits & 0xffffffffu, true};
}

template <class T>
HIPSHIM_CPU_FN T shuffle(T value, unsigned source, Mask mask = {}) {
  T result;
  exchange(&value, &result, sizeof value, source, mask);
  return result;
}

HIPSHIM_CPU_FN unsigned from_index(int source, int width) {
  const unsigned lane = lane_of_wave(), w = static_cast<unsigned>(width);
  return (static_cast<unsigned>(source) & (w - 1)) + (lane & ~(w - 1));
}
HIPSHIM_CPU_FN unsigned from_up(unsigned delta, int width) {
  const unsigned lane = lane_of_wave(), w = static_cast<unsigned>(width);
  return (lane & (w - 1)) < delta ? lane : lane - delta;
}
HIPSHIM_CPU_FN unsigned from_down(unsigned delta, int width) {
  const unsigned lane = lane_of_wave(), w = static_cast<unsigned>(width);
  return (lane & (w - 1)) + delta >= w ? lane : lane + delta;
}
HIPSHIM_CPU_FN unsigned from_xor(int bits, int width) {
  const unsigned lane = lane_of_wave(), w = static_cast<unsigned>(width);
  const unsigned source = lane ^ static_cast<unsigned>(bits);
  return source >= ((lane + w) & ~(w - 1)) ? lane : source;
}

template <class T>
struct Gathered {
  T all[64];
  std::uint64_t active;
};
template <class T>
HIPSHIM_CPU_FN void gather_into(Gathered<T>& g, T value, Mask mask) {
  g.active = gather(&value, g.all, sizeof value, mask);
  if (mask.given) g.active &= mask.bits;
}

template <class T>
HIPSHIM_CPU_FN std::uint64_t match(T value, bool* same, Mask mask = {}) {
  static_assert(std::is_arithmetic<T>::value && (sizeof(T) == 4 || sizeof(T) == 8),
                "hipshim: a match takes 4 or 8 bytes");
  Gathered<T> g;
  gather_into(g, value, mask);
  std::uint64_t equal = 0;
  for (unsigned i = 0; i < 64; ++i)
    if ((g.active >> i & 1) != 0 && __builtin_memcmp(&g.all[i], &value, sizeof value) == 0)
      equal |= std::uint64_t{1} << i;
  *same = equal == g.active;
  return equal;
}

template <class T, class Op>
HIPSHIM_CPU_FN T reduce(T value, Mask mask, Op op) {
  Gathered<T> g;
  gather_into(g, value, mask);
  bool first = true;
  for (unsigned i = 0; i < 64; ++i)
    if ((g.active >> i & 1) != 0) {
      value = first ? g.all[i] : op(value, g.all[i]);
      first = false;
    }
  return value;
}

}  // namespace cpu
}  // namespace hipshim

HIPSHIM_CPU_FN unsigned __lane_id() { return hipshim::cpu::lane_of_wave(); }
HIPSHIM_CPU_FN std::uint64_t __lanemask_lt() {
  return ((std::uint64_t{1} << __lane_id()) - 1) & hipshim::cpu::vote(true);
}
HIPSHIM_CPU_FN std::uint64_t __lanemask_eq() { return std::uint64_t{1} << __lane_id(); }
HIPSHIM_CPU_FN std::uint64_t __lanemask_gt() {
  return ~((std::uint64_t{2} << __lane_id()) - 1) & hipshim::cpu::vote(true);
}

unsigned long long __ballot(int predicate);
unsigned long long __ballot64(int predicate);
unsigned long long __activemask();
int __any(int predicate);
int __all(int predicate);

template <class M>
HIPSHIM_CPU_FN unsigned long long __ballot_sync(M mask, int predicate) {
  const auto m = hipshim::cpu::mask_of(mask);
  return hipshim::cpu::vote(predicate != 0, m) & m.bits;
}
template <class M>
HIPSHIM_CPU_FN int __any_sync(M mask, int predicate) {
  const auto m = hipshim::cpu::mask_of(mask);
  return (hipshim::cpu::vote(predicate != 0, m) & m.bits) != 0;
}
template <class M>
HIPSHIM_CPU_FN int __all_sync(M mask, int predicate) {
  const auto m = hipshim::cpu::mask_of(mask);
  return (hipshim::cpu::vote(predicate == 0, m) & m.bits) == 0;
}

HIPSHIM_CPU_FN void __syncwarp() { hipshim::cpu::fence(); }
template <class M>
HIPSHIM_CPU_FN void __syncwarp(M mask) {
  hipshim::cpu::fence(hipshim::cpu::mask_of(mask));
}
HIPSHIM_CPU_FN void __builtin_amdgcn_wave_barrier() { hipshim::cpu::fence(); }

#define HIPSHIM_CPU_SHUFFLES_SYNC(T)                                                               \
  template <class M>                                                                               \
  HIPSHIM_CPU_FN T __shfl_sync(M mask, T value, int source, int width = warpSize) {                \
    return hipshim::cpu::shuffle<T>(value, hipshim::cpu::from_index(source, width),                \
                                    hipshim::cpu::mask_of(mask));                                  \
  }                                                                                                \
  template <class M>                                                                               \
  HIPSHIM_CPU_FN T __shfl_up_sync(M mask, T value, unsigned delta, int width = warpSize) {         \
    return hipshim::cpu::shuffle<T>(value, hipshim::cpu::from_up(delta, width),                    \
                                    hipshim::cpu::mask_of(mask));                                  \
  }                                                                                                \
  template <class M>                                                                               \
  HIPSHIM_CPU_FN T __shfl_down_sync(M mask, T value, unsigned delta, int width = warpSize) {       \
    return hipshim::cpu::shuffle<T>(value, hipshim::cpu::from_down(delta, width),                  \
                                    hipshim::cpu::mask_of(mask));                                  \
  }                                                                                                \
  template <class M>                                                                               \
  HIPSHIM_CPU_FN T __shfl_xor_sync(M mask, T value, int bits, int width = warpSize) {              \
    return hipshim::cpu::shuffle<T>(value, hipshim::cpu::from_xor(bits, width),                    \
                                    hipshim::cpu::mask_of(mask));                                  \
  }
#define HIPSHIM_CPU_SHUFFLES_PLAIN(T)                                                              \
  T __shfl(T value, int source, int width = warpSize);                                             \
  T __shfl_up(T value, unsigned delta, int width = warpSize);                                      \
  T __shfl_down(T value, unsigned delta, int width = warpSize);                                    \
  T __shfl_xor(T value, int bits, int width = warpSize);
// For types of other headers.
#define HIPSHIM_CPU_SHUFFLES_INLINE(T)                                                             \
  HIPSHIM_CPU_FN T __shfl(T value, int source, int width = warpSize) {                             \
    return hipshim::cpu::shuffle<T>(value, hipshim::cpu::from_index(source, width));               \
  }                                                                                                \
  HIPSHIM_CPU_FN T __shfl_up(T value, unsigned delta, int width = warpSize) {                      \
    return hipshim::cpu::shuffle<T>(value, hipshim::cpu::from_up(delta, width));                   \
  }                                                                                                \
  HIPSHIM_CPU_FN T __shfl_down(T value, unsigned delta, int width = warpSize) {                    \
    return hipshim::cpu::shuffle<T>(value, hipshim::cpu::from_down(delta, width));                 \
  }                                                                                                \
  HIPSHIM_CPU_FN T __shfl_xor(T value, int bits, int width = warpSize) {                           \
    return hipshim::cpu::shuffle<T>(value, hipshim::cpu::from_xor(bits, width));                   \
  }                                                                                                \
  HIPSHIM_CPU_SHUFFLES_SYNC(T)
#define HIPSHIM_CPU_SHUFFLES(T)                                                                    \
  HIPSHIM_CPU_SHUFFLES_PLAIN(T)                                                                    \
  HIPSHIM_CPU_SHUFFLES_SYNC(T)
HIPSHIM_CPU_SHUFFLES(int)
HIPSHIM_CPU_SHUFFLES(unsigned)
HIPSHIM_CPU_SHUFFLES(long)
HIPSHIM_CPU_SHUFFLES(unsigned long)
HIPSHIM_CPU_SHUFFLES(long long)
HIPSHIM_CPU_SHUFFLES(unsigned long long)
HIPSHIM_CPU_SHUFFLES(float)
HIPSHIM_CPU_SHUFFLES(double)

template <class T>
HIPSHIM_CPU_FN unsigned long long __match_any(T value) {
  bool same;
  return hipshim::cpu::match(value, &same);
}
template <class T>
HIPSHIM_CPU_FN unsigned long long __match_all(T value, int* predicate) {
  bool same;
  const auto lanes = hipshim::cpu::match(value, &same);
  *predicate = same;
  return same ? lanes : 0;
}
template <class M, class T>
HIPSHIM_CPU_FN unsigned long long __match_any_sync(M mask, T value) {
  bool same;
  return hipshim::cpu::match(value, &same, hipshim::cpu::mask_of(mask));
}
template <class M, class T>
HIPSHIM_CPU_FN unsigned long long __match_all_sync(M mask, T value, int* predicate) {
  bool same;
  const auto lanes = hipshim::cpu::match(value, &same, hipshim::cpu::mask_of(mask));
  *predicate = same;
  return same ? lanes : 0;
}

#define HIPSHIM_CPU_REDUCE(name, condition, expression)                                            \
  template <class M, class T>                                                                      \
  HIPSHIM_CPU_FN T __reduce_##name##_sync(M mask, T value) {                                       \
    static_assert(condition, "hipshim: __reduce_" #name "_sync takes int or unsigned");            \
    return hipshim::cpu::reduce(value, hipshim::cpu::mask_of(mask),                                \
                                [](T a, T b) { return static_cast<T>(expression); });              \
  }
#define HIPSHIM_CPU_INT std::is_integral<T>::value && sizeof(T) >= 4
HIPSHIM_CPU_REDUCE(add, HIPSHIM_CPU_INT,
                   static_cast<std::make_unsigned_t<T>>(a)
                       + static_cast<std::make_unsigned_t<T>>(b))
HIPSHIM_CPU_REDUCE(min, HIPSHIM_CPU_INT, b < a ? b : a)
HIPSHIM_CPU_REDUCE(max, HIPSHIM_CPU_INT, a < b ? b : a)
HIPSHIM_CPU_REDUCE(and, HIPSHIM_CPU_INT, a& b)
HIPSHIM_CPU_REDUCE(or, HIPSHIM_CPU_INT, a | b)
HIPSHIM_CPU_REDUCE(xor, HIPSHIM_CPU_INT, a ^ b)
#undef HIPSHIM_CPU_INT
#undef HIPSHIM_CPU_REDUCE

HIPSHIM_CPU_FN unsigned __builtin_amdgcn_wavefrontsize() { return hipshim::cpu::lanes_per_wave(); }
HIPSHIM_CPU_FN unsigned __builtin_amdgcn_mbcnt_lo(unsigned mask, unsigned base) {
  const unsigned lane = hipshim::cpu::lane_of_wave();
  const unsigned below = lane >= 32 ? ~0u : (1u << lane) - 1;
  return base + static_cast<unsigned>(__builtin_popcount(mask & below));
}
HIPSHIM_CPU_FN unsigned __builtin_amdgcn_mbcnt_hi(unsigned mask, unsigned base) {
  const unsigned lane = hipshim::cpu::lane_of_wave();
  const unsigned below = lane < 32 ? 0 : (1u << (lane - 32)) - 1;
  return base + static_cast<unsigned>(__builtin_popcount(mask & below));
}
HIPSHIM_CPU_FN int __builtin_amdgcn_ds_bpermute(int address, int value) {
  const auto source = (static_cast<unsigned>(address) >> 2) % hipshim::cpu::lanes_per_wave();
  return hipshim::cpu::shuffle(value, source);
}
// No meeting first to learn who is here: lanes that come must all be read in one go.
HIPSHIM_CPU_FN int __builtin_amdgcn_readfirstlane(int value) {
  hipshim::cpu::Gathered<int> g;
  hipshim::cpu::gather_into(g, value, {});
  return g.all[__builtin_ctzll(g.active)];
}
HIPSHIM_CPU_FN int __builtin_amdgcn_readlane(int value, int lane) {
  return hipshim::cpu::shuffle(value, static_cast<unsigned>(lane) % hipshim::cpu::lanes_per_wave());
}

// ---- bits; HIP's result types ----

HIPSHIM_CPU_FN unsigned __popc(unsigned v) { return static_cast<unsigned>(__builtin_popcount(v)); }
HIPSHIM_CPU_FN unsigned __popcll(unsigned long long v) {
  return static_cast<unsigned>(__builtin_popcountll(v));
}
HIPSHIM_CPU_FN int __ffs(unsigned v) { return __builtin_ffs(static_cast<int>(v)); }
HIPSHIM_CPU_FN int __ffs(int v) { return __builtin_ffs(v); }
HIPSHIM_CPU_FN int __ffsll(unsigned long long v) {
  return __builtin_ffsll(static_cast<long long>(v));
}
HIPSHIM_CPU_FN int __ffsll(long long v) { return __builtin_ffsll(v); }
HIPSHIM_CPU_FN int __ffsll(unsigned long v) { return __builtin_ffsll(static_cast<long long>(v)); }
HIPSHIM_CPU_FN int __clz(int v) { return v == 0 ? 32 : __builtin_clz(static_cast<unsigned>(v)); }
HIPSHIM_CPU_FN int __clzll(long long v) {
  return v == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(v));
}
HIPSHIM_CPU_FN unsigned __brev(unsigned v) { return __builtin_bitreverse32(v); }
HIPSHIM_CPU_FN unsigned long long __brevll(unsigned long long v) {
  return __builtin_bitreverse64(v);
}
HIPSHIM_CPU_FN unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const std::uint64_t bytes = std::uint64_t{y} << 32 | x;
  unsigned result = 0;
  for (unsigned i = 0; i < 4; ++i)
    result |= static_cast<unsigned>(bytes >> ((selector >> (i * 4) & 7) * 8) & 0xff) << (i * 8);
  return result;
}
HIPSHIM_CPU_FN unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned shift) {
  return static_cast<unsigned>((std::uint64_t{hi} << 32 | lo) << (shift & 31) >> 32);
}
HIPSHIM_CPU_FN unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned shift) {
  return static_cast<unsigned>((std::uint64_t{hi} << 32 | lo) >> (shift & 31));
}

#endif  // HIPSHIM_CPU_WARP_HPP
