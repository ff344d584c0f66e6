// SPDX-License-Identifier: Apache-2.0
//
// What ptx.hpp needs of the AMD back end.
#ifndef HIPSHIM_DETAIL_AMD_PTX_HPP
#define HIPSHIM_DETAIL_AMD_PTX_HPP

#include "hipshim/config.hpp"
#include "hipshim/detail/half_wave.hpp"
#include "hipshim/detail/ptx_model.hpp"

namespace hipshim {
inline namespace v1 {
namespace ptx {
namespace detail {

using namespace hipshim::v1::detail;

struct Cta {
  static constexpr int kScope = __HIP_MEMORY_SCOPE_WORKGROUP;
};
struct Gpu {
  static constexpr int kScope = __HIP_MEMORY_SCOPE_AGENT;
};
struct Sys {
  static constexpr int kScope = __HIP_MEMORY_SCOPE_SYSTEM;
};

HIPSHIM_DEVICE inline std::uint32_t reversed(std::uint32_t a) { return __builtin_bitreverse32(a); }
HIPSHIM_DEVICE inline std::uint64_t reversed(std::uint64_t a) { return __builtin_bitreverse64(a); }
HIPSHIM_DEVICE inline int set_bits(std::uint32_t a) { return __builtin_popcount(a); }
HIPSHIM_DEVICE inline int set_bits(std::uint64_t a) { return __builtin_popcountll(a); }
HIPSHIM_DEVICE inline int zeros_above(std::uint32_t a) { return a != 0 ? __builtin_clz(a) : 32; }
HIPSHIM_DEVICE inline int zeros_above(std::uint64_t a) { return a != 0 ? __builtin_clzll(a) : 64; }

template <class Word>
HIPSHIM_DEVICE inline Word bfe_u(Word a, unsigned position, unsigned length) {
  return ptx_model::bfe_unsigned(a, position, length);
}
template <class Word>
HIPSHIM_DEVICE inline std::make_signed_t<Word> bfe_s(Word a, unsigned position, unsigned length) {
  return ptx_model::bfe_signed(a, position, length);
}
template <class Word>
HIPSHIM_DEVICE inline Word bfi(Word from, Word into, unsigned position, unsigned length) {
  return ptx_model::bfi(from, into, position, length);
}

// v_perm_b32 picks bytes 0 to 3 from its second operand, 4 to 7 from its first. Its own codes for a
// sign reach some bytes only, so a copied sign is made from the byte that was picked.
HIPSHIM_DEVICE inline std::uint32_t prmt(std::uint32_t a, std::uint32_t b, std::uint32_t selector) {
  const std::uint32_t spread = (selector & 0xfu) | ((selector & 0xf0u) << 4)
                               | ((selector & 0xf00u) << 8) | ((selector & 0xf000u) << 12);
  const std::uint32_t bytes = __builtin_amdgcn_perm(b, a, spread & 0x07070707u);
  const std::uint32_t copies = ((spread >> 3) & 0x01010101u) * 0xffu;
  const std::uint32_t signs = ((bytes >> 7) & 0x01010101u) * 0xffu;
  return (bytes & ~copies) | (signs & copies);
}

// v_bitop3_b32 counts its table as PTX does.
template <unsigned Table>
HIPSHIM_DEVICE inline std::uint32_t lop3(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
#if __has_builtin(__builtin_amdgcn_bitop3_b32)
  return static_cast<std::uint32_t>(__builtin_amdgcn_bitop3_b32(
      static_cast<int>(a), static_cast<int>(b), static_cast<int>(c), Table));
#else
  return ptx_model::lop3(a, b, c, Table);
#endif
}
// v_alignbit_b32 counts modulo 32.
HIPSHIM_DEVICE inline std::uint32_t shf_right_wrap(std::uint32_t low, std::uint32_t high,
                                                   std::uint32_t count) {
  return __builtin_amdgcn_alignbit(high, low, count);
}
HIPSHIM_DEVICE inline std::uint32_t shf_left_wrap(std::uint32_t low, std::uint32_t high,
                                                  std::uint32_t count) {
  return ptx_model::shf_left(low, high, count & 31u);
}
HIPSHIM_DEVICE inline std::uint64_t mul_high(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint64_t>((static_cast<unsigned __int128>(a) * b) >> 64);
}

template <ptx_model::Shuffle Kind>
HIPSHIM_DEVICE inline std::uint32_t shfl(std::uint32_t, std::uint32_t a, std::uint32_t b,
                                         std::uint32_t c, bool& within) {
  const std::uint32_t lane = wave_lane();
  const ptx_model::Source from = ptx_model::source(Kind, lane & 31u, b, c);
  within = from.within;
  return wave_permute(a, (lane & ~31u) | from.lane);
}

HIPSHIM_DEVICE inline void fence(Cta) { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup"); }
HIPSHIM_DEVICE inline void fence(Gpu) { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent"); }
HIPSHIM_DEVICE inline void fence(Sys) { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, ""); }

HIPSHIM_DEVICE inline void barrier() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

template <class Scope, class T>
HIPSHIM_DEVICE inline T load_relaxed_in(const T* p) {
  return __hip_atomic_load(p, __ATOMIC_RELAXED, Scope::kScope);
}
template <class Scope, class T>
HIPSHIM_DEVICE inline T load_acquire_in(const T* p) {
  return __hip_atomic_load(p, __ATOMIC_ACQUIRE, Scope::kScope);
}
template <class Scope, class T>
HIPSHIM_DEVICE inline void store_relaxed_in(T* p, T value) {
  __hip_atomic_store(p, value, __ATOMIC_RELAXED, Scope::kScope);
}
template <class Scope, class T>
HIPSHIM_DEVICE inline void store_release_in(T* p, T value) {
  __hip_atomic_store(p, value, __ATOMIC_RELEASE, Scope::kScope);
}

template <class T>
HIPSHIM_DEVICE inline T load_constant(const T* p) {
  return *p;
}
template <class T>
HIPSHIM_DEVICE inline T load_streaming_once(const T* p) {
  return __builtin_nontemporal_load(p);
}
template <class T>
HIPSHIM_DEVICE inline void store_streaming_once(T* p, T value) {
  __builtin_nontemporal_store(value, p);
}

using GenericPointer = const __attribute__((address_space(0))) void*;
HIPSHIM_DEVICE inline bool in_shared(const void* p) {
  return __builtin_amdgcn_is_shared((GenericPointer)p);
}
HIPSHIM_DEVICE inline bool in_local(const void* p) {
  return __builtin_amdgcn_is_private((GenericPointer)p);
}
HIPSHIM_DEVICE inline bool in_global(const void* p) { return !in_shared(p) && !in_local(p); }

// The clock of the compute unit.
HIPSHIM_DEVICE inline std::uint64_t cycles() { return __builtin_readcyclecounter(); }
HIPSHIM_DEVICE inline void doze() { __builtin_amdgcn_s_sleep(1); }
HIPSHIM_DEVICE inline void trap() { __builtin_trap(); }

// A copy that is done when the instruction is: the barrier that CUDA code has after its wait makes
// it seen by the others.
template <unsigned Bytes>
HIPSHIM_DEVICE inline void copy_to_shared(void* shared, const void* global, unsigned from_global) {
  struct alignas(Bytes) Piece {
    std::uint32_t words[Bytes / 4];
  };
  if (from_global >= Bytes) {
    *static_cast<Piece*>(shared) = *static_cast<const Piece*>(global);
    return;
  }
  for (unsigned i = 0; i < Bytes; ++i)
    static_cast<unsigned char*>(shared)[i] = i < from_global
                                                 ? static_cast<const unsigned char*>(global)[i]
                                                 : static_cast<unsigned char>(0);
}
HIPSHIM_DEVICE inline void commit_copies() {}
template <unsigned>
HIPSHIM_DEVICE inline void wait_for_copies() {}

// Older compilers have no builtin for these two, and make the instruction of the function.
#if __has_builtin(__builtin_amdgcn_exp2f) && __has_builtin(__builtin_amdgcn_logf)
HIPSHIM_DEVICE inline float approx_ex2(float x) { return __builtin_amdgcn_exp2f(x); }
HIPSHIM_DEVICE inline float approx_lg2(float x) { return __builtin_amdgcn_logf(x); }
#else
HIPSHIM_DEVICE inline float approx_ex2(float x) { return __builtin_exp2f(x); }
HIPSHIM_DEVICE inline float approx_lg2(float x) { return __builtin_log2f(x); }
#endif
HIPSHIM_DEVICE inline float approx_rcp(float x) { return __builtin_amdgcn_rcpf(x); }
HIPSHIM_DEVICE inline float approx_rsqrt(float x) { return __builtin_amdgcn_rsqf(x); }
HIPSHIM_DEVICE inline float approx_sqrt(float x) { return __builtin_amdgcn_sqrtf(x); }
// The instructions take turns, and only so many of them: the whole ones are dropped before.
HIPSHIM_DEVICE inline float approx_sin(float x) {
  return __builtin_amdgcn_sinf(__builtin_amdgcn_fractf(x * 0.159154943f));
}
HIPSHIM_DEVICE inline float approx_cos(float x) {
  return __builtin_amdgcn_cosf(__builtin_amdgcn_fractf(x * 0.159154943f));
}
// 1 - 2 / (e^2x + 1): where e^2x is infinite this is 1.
HIPSHIM_DEVICE inline float approx_tanh(float x) {
  return 1.0f - 2.0f * __builtin_amdgcn_rcpf(approx_ex2(x * 2.88539008f) + 1.0f);
}

}  // namespace detail
}  // namespace ptx
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_AMD_PTX_HPP
