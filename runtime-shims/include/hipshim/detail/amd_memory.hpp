// SPDX-License-Identifier: Apache-2.0
//
// AMD: wide pieces of memory.
#ifndef HIPSHIM_DETAIL_AMD_MEMORY_HPP
#define HIPSHIM_DETAIL_AMD_MEMORY_HPP

#include "hipshim/detail/words.hpp"

namespace hipshim {
inline namespace v1 {
namespace detail {

// Written once and not read soon: it leaves the cache to what is.
template <unsigned Count>
struct NativeVector {
  using Type = std::uint32_t __attribute__((ext_vector_type(Count), may_alias));
};
HIPSHIM_DEVICE inline void store_streaming(void* to, Words<16> words) {
  using Vector = NativeVector<4>::Type;
  __builtin_nontemporal_store(Vector{words.at[0], words.at[1], words.at[2], words.at[3]},
                              static_cast<Vector*>(to));
}
HIPSHIM_DEVICE inline void store_streaming(void* to, Words<8> words) {
  using Vector = NativeVector<2>::Type;
  __builtin_nontemporal_store(Vector{words.at[0], words.at[1]}, static_cast<Vector*>(to));
}
template <unsigned Bytes>
HIPSHIM_DEVICE inline void store_streaming(void* to, Words<Bytes> words) {
  store_words<Bytes>(to, words);
}

// Read once.
HIPSHIM_DEVICE inline void load_streaming(Words<16>& words, const void* from) {
  using Vector = NativeVector<4>::Type;
  const Vector v = __builtin_nontemporal_load(static_cast<const Vector*>(from));
  words.at[0] = v.x;
  words.at[1] = v.y;
  words.at[2] = v.z;
  words.at[3] = v.w;
}
template <unsigned Bytes>
HIPSHIM_DEVICE inline void load_streaming(Words<Bytes>& words, const void* from) {
  words = load_words<Bytes>(from);
}

// No AMD target adds 16 bytes at once.
HIPSHIM_DEVICE inline bool try_add_wide_f16(void*, Words<16>) { return false; }
HIPSHIM_DEVICE inline bool try_add_wide_bf16(void*, Words<16>) { return false; }
HIPSHIM_DEVICE inline bool try_add_wide_f32(void*, Words<16>) { return false; }

HIPSHIM_DEVICE inline float widen_f16(std::uint16_t bits) {
  return static_cast<float>(__builtin_bit_cast(_Float16, bits));
}
HIPSHIM_DEVICE inline std::uint16_t narrow_f16(float value) {
  return __builtin_bit_cast(std::uint16_t, static_cast<_Float16>(value));
}

HIPSHIM_DEVICE inline std::uint16_t narrow_bf16(float value) {
  std::uint32_t bits = 0;
  copy_bits(bits, value);
  if ((bits & 0x7fffffffu) > 0x7f800000u)
    return static_cast<std::uint16_t>((bits >> 16) | 0x40u);  // a NaN must not round to infinity
  return static_cast<std::uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

HIPSHIM_DEVICE inline std::uint32_t exchange_shared(std::uint32_t* word, std::uint32_t expected,
                                                    std::uint32_t desired) {
  __hip_atomic_compare_exchange_strong(word, &expected, desired, __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                       __HIP_MEMORY_SCOPE_WORKGROUP);
  return expected;
}
HIPSHIM_DEVICE inline std::uint32_t count_shared(std::uint32_t* word, std::uint32_t more) {
  return __hip_atomic_fetch_add(word, more, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
}

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_AMD_MEMORY_HPP
