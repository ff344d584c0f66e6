// SPDX-License-Identifier: Apache-2.0
//
// NVIDIA: wide pieces of memory, and adds of 16 bytes at once where the hardware has them.
#ifndef HIPSHIM_DETAIL_NVIDIA_MEMORY_HPP
#define HIPSHIM_DETAIL_NVIDIA_MEMORY_HPP

#include "hipshim/detail/words.hpp"

namespace hipshim {
inline namespace v1 {
namespace detail {

// Written once and not read soon: it leaves the cache to what is.
HIPSHIM_DEVICE inline void store_streaming(void* to, Words<16> words) {
  __stcs(static_cast<uint4*>(to), make_uint4(words.at[0], words.at[1], words.at[2], words.at[3]));
}
HIPSHIM_DEVICE inline void store_streaming(void* to, Words<8> words) {
  __stcs(static_cast<uint2*>(to), make_uint2(words.at[0], words.at[1]));
}
HIPSHIM_DEVICE inline void store_streaming(void* to, Words<4> words) {
  __stcs(static_cast<unsigned*>(to), words.at[0]);
}
template <unsigned Bytes>
HIPSHIM_DEVICE inline void store_streaming(void* to, Words<Bytes> words) {
  store_words<Bytes>(to, words);
}

// Read once.
HIPSHIM_DEVICE inline void load_streaming(Words<16>& words, const void* from) {
  const uint4 v = __ldcs(static_cast<const uint4*>(from));
  words.at[0] = v.x;
  words.at[1] = v.y;
  words.at[2] = v.z;
  words.at[3] = v.w;
}
template <unsigned Bytes>
HIPSHIM_DEVICE inline void load_streaming(Words<Bytes>& words, const void* from) {
  words = load_words<Bytes>(from);
}

// *address += words, element by element, all 16 bytes in one instruction. Says no where there is
// none: sm_90 is the first that has it.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
HIPSHIM_DEVICE inline bool try_add_wide_f16(void* address, Words<16> w) {
  asm volatile("red.relaxed.gpu.global.add.noftz.v4.f16x2 [%0], {%1, %2, %3, %4};" ::"l"(address),
               "r"(w.at[0]), "r"(w.at[1]), "r"(w.at[2]), "r"(w.at[3])
               : "memory");
  return true;
}
HIPSHIM_DEVICE inline bool try_add_wide_bf16(void* address, Words<16> w) {
  asm volatile("red.relaxed.gpu.global.add.noftz.v4.bf16x2 [%0], {%1, %2, %3, %4};" ::"l"(address),
               "r"(w.at[0]), "r"(w.at[1]), "r"(w.at[2]), "r"(w.at[3])
               : "memory");
  return true;
}
HIPSHIM_DEVICE inline bool try_add_wide_f32(void* address, Words<16> w) {
  asm volatile("red.relaxed.gpu.global.add.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(address),
               "f"(__uint_as_float(w.at[0])), "f"(__uint_as_float(w.at[1])),
               "f"(__uint_as_float(w.at[2])), "f"(__uint_as_float(w.at[3]))
               : "memory");
  return true;
}
#else
HIPSHIM_DEVICE inline bool try_add_wide_f16(void*, Words<16>) { return false; }
HIPSHIM_DEVICE inline bool try_add_wide_bf16(void*, Words<16>) { return false; }
HIPSHIM_DEVICE inline bool try_add_wide_f32(void*, Words<16>) { return false; }
#endif

HIPSHIM_DEVICE inline float widen_f16(std::uint16_t bits) {
  float value;
  asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
  return value;
}
HIPSHIM_DEVICE inline std::uint16_t narrow_f16(float value) {
  std::uint16_t bits;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
  return bits;
}

HIPSHIM_DEVICE inline std::uint16_t narrow_bf16(float value) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  std::uint16_t bits;
  asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(value));
  return bits;
#else
  std::uint32_t bits = 0;
  copy_bits(bits, value);
  if ((bits & 0x7fffffffu) > 0x7f800000u)
    return static_cast<std::uint16_t>((bits >> 16) | 0x40u);  // a NaN must not round to infinity
  return static_cast<std::uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
#endif
}

HIPSHIM_DEVICE inline std::uint32_t exchange_shared(std::uint32_t* word, std::uint32_t expected,
                                                    std::uint32_t desired) {
  return atomicCAS(word, expected, desired);
}
HIPSHIM_DEVICE inline std::uint32_t count_shared(std::uint32_t* word, std::uint32_t more) {
  return atomicAdd(word, more);
}

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_NVIDIA_MEMORY_HPP
