// SPDX-License-Identifier: Apache-2.0
//
// Atomics of the NVIDIA back end: relaxed, device scope. 16-bit adds are written in PTX on raw
// bits, as CUDA's own headers do, so that one interface serves every toolkit version.
#ifndef HIPSHIM_DETAIL_NVIDIA_ATOMIC_HPP
#define HIPSHIM_DETAIL_NVIDIA_ATOMIC_HPP

#include "hipshim/config.hpp"
#include "hipshim/detail/float_order.hpp"

namespace hipshim {
inline namespace v1 {
namespace detail {

HIPSHIM_DEVICE inline std::uint32_t load_relaxed(const std::uint32_t* word) {
  return *static_cast<const volatile std::uint32_t*>(word);
}
HIPSHIM_DEVICE inline std::uint64_t load_relaxed(const std::uint64_t* word) {
  return *static_cast<const volatile std::uint64_t*>(word);
}

// On failure `expected` holds what was found.
HIPSHIM_DEVICE inline bool compare_exchange(std::uint32_t* word, std::uint32_t& expected,
                                            std::uint32_t desired) {
  const std::uint32_t found = atomicCAS(word, expected, desired);
  const bool stored = found == expected;
  expected = found;
  return stored;
}
HIPSHIM_DEVICE inline bool compare_exchange(std::uint64_t* word, std::uint64_t& expected,
                                            std::uint64_t desired) {
  const std::uint64_t found =
      atomicCAS(reinterpret_cast<unsigned long long*>(word), expected, desired);
  const bool stored = found == expected;
  expected = found;
  return stored;
}

template <class Int>
HIPSHIM_DEVICE inline Int fetch_add_int(Int* address, Int value) {
  using Word = std::conditional_t<sizeof(Int) == 4, unsigned, unsigned long long>;
  return static_cast<Int>(atomicAdd(reinterpret_cast<Word*>(address), static_cast<Word>(value)));
}

// CUDA's own types of 4 and 8 bytes, by sign.
template <class Int>
using CudaInt = std::conditional_t<
    sizeof(Int) == 4, std::conditional_t<std::is_signed<Int>::value, int, unsigned>,
    std::conditional_t<std::is_signed<Int>::value, long long, unsigned long long>>;

template <class Int>
HIPSHIM_DEVICE inline Int fetch_extreme_int(Smaller, Int* address, Int value) {
  using Word = CudaInt<Int>;
  return static_cast<Int>(atomicMin(reinterpret_cast<Word*>(address), static_cast<Word>(value)));
}
template <class Int>
HIPSHIM_DEVICE inline Int fetch_extreme_int(Larger, Int* address, Int value) {
  using Word = CudaInt<Int>;
  return static_cast<Int>(atomicMax(reinterpret_cast<Word*>(address), static_cast<Word>(value)));
}

// PTX has no atomic minimum of one floating value.
template <class Op, class Float>
HIPSHIM_DEVICE inline bool try_extreme(Op, Float*, Float, Float&, bool) {
  return false;
}

template <class Float>
HIPSHIM_DEVICE inline Float fetch_add_float(Float* address, Float value) {
  return atomicAdd(address, value);
}

// CUDA's atomics work on managed and pinned memory as they are.
template <class Float>
HIPSHIM_DEVICE inline bool try_add_any_memory(Float* address, Float value, Float& old) {
  old = atomicAdd(address, value);
  return true;
}

HIPSHIM_DEVICE inline bool try_add_f16(void* address, std::uint16_t bits, std::uint16_t& old) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
  asm volatile("atom.add.noftz.f16 %0, [%1], %2;" : "=h"(old) : "l"(address), "h"(bits) : "memory");
  return true;
#else
  (void)address, (void)bits, (void)old;
  return false;
#endif
}

HIPSHIM_DEVICE inline bool try_add_bf16(void* address, std::uint16_t bits, std::uint16_t& old) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("atom.add.noftz.bf16 %0, [%1], %2;"
               : "=h"(old)
               : "l"(address), "h"(bits)
               : "memory");
  return true;
#else
  (void)address, (void)bits, (void)old;
  return false;
#endif
}

HIPSHIM_DEVICE inline bool try_add_f16x2(std::uint32_t* word, std::uint32_t bits,
                                         std::uint32_t& old, bool) {
  asm volatile("atom.add.noftz.f16x2 %0, [%1], %2;" : "=r"(old) : "l"(word), "r"(bits) : "memory");
  return true;
}

HIPSHIM_DEVICE inline bool try_add_bf16x2(std::uint32_t* word, std::uint32_t bits,
                                          std::uint32_t& old) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("atom.add.noftz.bf16x2 %0, [%1], %2;" : "=r"(old) : "l"(word), "r"(bits) : "memory");
  return true;
#else
  (void)word, (void)bits, (void)old;
  return false;
#endif
}

HIPSHIM_DEVICE inline std::uint16_t sum_f16(std::uint16_t a, std::uint16_t b) {
  float x, y;
  std::uint16_t sum;
  asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(a));
  asm("cvt.f32.f16 %0, %1;" : "=f"(y) : "h"(b));
  const float exact_enough = x + y;  // 24 bits are 2 * 11 + 2: rounding twice is rounding once
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(sum) : "f"(exact_enough));
  return sum;
}

// ptxas makes a CAS loop of the scalar f16 add, and one instruction of the pair (read in sm_90
// code).
constexpr bool kPackedAddF16 = true;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
constexpr bool kPackedAddBf16 = true;
#else
constexpr bool kPackedAddBf16 = false;
#endif

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_NVIDIA_ATOMIC_HPP
