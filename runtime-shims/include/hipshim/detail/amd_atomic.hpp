// SPDX-License-Identifier: Apache-2.0
//
// Atomics of the AMD back end: relaxed and agent scope, as CUDA's are (HIP's own for half are
// acq_rel, which puts cache maintenance inside the loop).
#ifndef HIPSHIM_DETAIL_AMD_ATOMIC_HPP
#define HIPSHIM_DETAIL_AMD_ATOMIC_HPP

#include "hipshim/config.hpp"
#include "hipshim/detail/float_order.hpp"

namespace hipshim {
inline namespace v1 {
namespace detail {

HIPSHIM_DEVICE inline std::uint32_t load_relaxed(const std::uint32_t* word) {
  return __hip_atomic_load(word, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}
HIPSHIM_DEVICE inline std::uint64_t load_relaxed(const std::uint64_t* word) {
  return __hip_atomic_load(word, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

// On failure `expected` holds what was found.
template <class Word>
HIPSHIM_DEVICE inline bool compare_exchange(Word* word, Word& expected, Word desired) {
  return __hip_atomic_compare_exchange_strong(word, &expected, desired, __ATOMIC_RELAXED,
                                              __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

template <class Int>
HIPSHIM_DEVICE inline Int fetch_add_int(Int* address, Int value) {
  return __hip_atomic_fetch_add(address, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

template <class Int>
HIPSHIM_DEVICE inline Int fetch_extreme_int(Smaller, Int* address, Int value) {
  return __hip_atomic_fetch_min(address, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}
template <class Int>
HIPSHIM_DEVICE inline Int fetch_extreme_int(Larger, Int* address, Int value) {
  return __hip_atomic_fetch_max(address, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

// Coarse-grained memory of this device is promised by the caller, and float denormals may be
// flushed, as CUDA does in global memory: this is what lets gfx908 and gfx90a use their instruction
// instead of a CAS loop.
template <class Float>
HIPSHIM_DEVICE inline Float fetch_add_float(Float* address, Float value) {
#if __has_extension(clang_atomic_attributes)
  [[clang::atomic(no_remote_memory, no_fine_grained_memory, ignore_denormal_mode)]] {
    return __hip_atomic_fetch_add(address, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  }
#else
  return __hip_atomic_fetch_add(address, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
#endif
}

// Any memory. Where the compiler cannot be told so per statement, say no and leave it to a CAS
// loop.
template <class Float>
HIPSHIM_DEVICE inline bool try_add_any_memory(Float* address, Float value, Float& old) {
#if __has_extension(clang_atomic_attributes)
  [[clang::atomic(remote_memory, fine_grained_memory, no_ignore_denormal_mode)]] {
    old = __hip_atomic_fetch_add(address, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  }
  return true;
#else
  (void)address, (void)value, (void)old;
  return false;
#endif
}

// The compiler takes the target's instruction, or makes one loop; the LDS has one everywhere. A
// compiler that cannot be told of the memory leaves it to a loop of ours.
template <class Float>
HIPSHIM_DEVICE inline bool try_extreme(Smaller, Float* address, Float value, Float& old,
                                       bool coarse_memory) {
#if __has_extension(clang_atomic_attributes)
  if (coarse_memory) {
    [[clang::atomic(no_remote_memory, no_fine_grained_memory)]] {
      old = __hip_atomic_fetch_min(address, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    }
  } else {
    [[clang::atomic(remote_memory, fine_grained_memory)]] {
      old = __hip_atomic_fetch_min(address, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    }
  }
  return true;
#else
  (void)address, (void)value, (void)old, (void)coarse_memory;
  return false;
#endif
}
template <class Float>
HIPSHIM_DEVICE inline bool try_extreme(Larger, Float* address, Float value, Float& old,
                                       bool coarse_memory) {
#if __has_extension(clang_atomic_attributes)
  if (coarse_memory) {
    [[clang::atomic(no_remote_memory, no_fine_grained_memory)]] {
      old = __hip_atomic_fetch_max(address, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    }
  } else {
    [[clang::atomic(remote_memory, fine_grained_memory)]] {
      old = __hip_atomic_fetch_max(address, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    }
  }
  return true;
#else
  (void)address, (void)value, (void)old, (void)coarse_memory;
  return false;
#endif
}

using PackedHalf = _Float16 __attribute__((ext_vector_type(2)));
using PackedShort = short __attribute__((ext_vector_type(2)));

// SPIR-V is finished for a target not yet known, and its __has_builtin says yes to everything.
#if !defined(__SPIRV__) && __has_builtin(__builtin_amdgcn_flat_atomic_fadd_v2f16)                  \
    && __has_builtin(__builtin_amdgcn_flat_atomic_fadd_v2bf16)
#define HIPSHIM_DETAIL_FLAT_PACKED_ADD 1
#elif !defined(__SPIRV__) && defined(__gfx90a__)                                                   \
    && __has_builtin(__builtin_amdgcn_global_atomic_fadd_v2f16)
#define HIPSHIM_DETAIL_GLOBAL_PACKED_ADD 1
#endif

// gfx942, gfx950 and gfx12 add a packed pair anywhere. gfx90a has it for coarse-grained global
// memory only: it drops the add on fine-grained memory without a word, so the caller must promise
// coarse memory.
HIPSHIM_DEVICE inline bool try_add_f16x2(std::uint32_t* word, std::uint32_t bits,
                                         std::uint32_t& old, bool coarse_memory) {
#if defined(HIPSHIM_DETAIL_FLAT_PACKED_ADD)
  (void)coarse_memory;
  const PackedHalf found = __builtin_amdgcn_flat_atomic_fadd_v2f16(
      reinterpret_cast<PackedHalf*>(word), __builtin_bit_cast(PackedHalf, bits));
  old = __builtin_bit_cast(std::uint32_t, found);
  return true;
#elif defined(HIPSHIM_DETAIL_GLOBAL_PACKED_ADD)
  using Generic = const __attribute__((address_space(0))) void*;
  using Global = __attribute__((address_space(1))) PackedHalf*;
  if (!coarse_memory || __builtin_amdgcn_is_shared((Generic)word)
      || __builtin_amdgcn_is_private((Generic)word))
    return false;
  const PackedHalf found =
      __builtin_amdgcn_global_atomic_fadd_v2f16((Global)word, __builtin_bit_cast(PackedHalf, bits));
  old = __builtin_bit_cast(std::uint32_t, found);
  return true;
#else
  (void)word, (void)bits, (void)old, (void)coarse_memory;
  return false;
#endif
}

HIPSHIM_DEVICE inline bool try_add_bf16x2(std::uint32_t* word, std::uint32_t bits,
                                          std::uint32_t& old) {
#if defined(HIPSHIM_DETAIL_FLAT_PACKED_ADD)
  const PackedShort found = __builtin_amdgcn_flat_atomic_fadd_v2bf16(
      reinterpret_cast<PackedShort*>(word), __builtin_bit_cast(PackedShort, bits));
  old = __builtin_bit_cast(std::uint32_t, found);
  return true;
#else
  (void)word, (void)bits, (void)old;
  return false;
#endif
}

// No AMD target adds one 16-bit element atomically.
HIPSHIM_DEVICE inline bool try_add_f16(void*, std::uint16_t, std::uint16_t&) { return false; }
HIPSHIM_DEVICE inline bool try_add_bf16(void*, std::uint16_t, std::uint16_t&) { return false; }

HIPSHIM_DEVICE inline std::uint16_t sum_f16(std::uint16_t a, std::uint16_t b) {
  const auto sum =
      static_cast<_Float16>(__builtin_bit_cast(_Float16, a) + __builtin_bit_cast(_Float16, b));
  return __builtin_bit_cast(std::uint16_t, sum);
}

#if defined(HIPSHIM_DETAIL_FLAT_PACKED_ADD)
constexpr bool kPackedAddF16 = true;
constexpr bool kPackedAddBf16 = true;
#elif defined(HIPSHIM_DETAIL_GLOBAL_PACKED_ADD)
constexpr bool kPackedAddF16 = true;
constexpr bool kPackedAddBf16 = false;
#else
constexpr bool kPackedAddF16 = false;
constexpr bool kPackedAddBf16 = false;
#endif
#undef HIPSHIM_DETAIL_FLAT_PACKED_ADD
#undef HIPSHIM_DETAIL_GLOBAL_PACKED_ADD

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_AMD_ATOMIC_HPP
