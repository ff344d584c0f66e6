// SPDX-License-Identifier: Apache-2.0
//
// The types of which scatter_add makes sums: how they become float and back, and how a sum is added
// to memory, in words of 4 bytes and in pieces of 16.
#ifndef HIPSHIM_DETAIL_ROW_ELEMENT_HPP
#define HIPSHIM_DETAIL_ROW_ELEMENT_HPP

#include "hipshim/atomic.hpp"
#include "hipshim/detail/launch.hpp"

namespace hipshim {
inline namespace v1 {
namespace kernels {
namespace detail {

struct FloatElement {
  using Bits = std::uint32_t;
  HIPSHIM_DEVICE static float widen(Bits bits) {
    float value = 0;
    copy_bits(value, bits);
    return value;
  }
  HIPSHIM_DEVICE static Bits narrow(float value) {
    Bits bits = 0;
    copy_bits(bits, value);
    return bits;
  }
  HIPSHIM_DEVICE static void add_word(void* address, std::uint32_t word) {
    atomic::add_noret(static_cast<float*>(address), widen(word));
  }
  HIPSHIM_DEVICE static bool try_add_wide(void* address, Words<16> words) {
    return try_add_wide_f32(address, words);
  }
};

struct HalfElement {
  using Bits = std::uint16_t;
  HIPSHIM_DEVICE static float widen(Bits bits) { return widen_f16(bits); }
  HIPSHIM_DEVICE static Bits narrow(float value) { return narrow_f16(value); }
  HIPSHIM_DEVICE static void add_word(void* address, std::uint32_t word) {
    atomic::detail::add_pair<atomic::detail::Half>(static_cast<std::uint32_t*>(address), word,
                                                   true);
  }
  HIPSHIM_DEVICE static bool try_add_wide(void* address, Words<16> words) {
    return try_add_wide_f16(address, words);
  }
};

struct BfloatElement {
  using Bits = std::uint16_t;
  HIPSHIM_DEVICE static float widen(Bits bits) {
    return FloatElement::widen(static_cast<std::uint32_t>(bits) << 16);
  }
  HIPSHIM_DEVICE static Bits narrow(float value) { return narrow_bf16(value); }
  HIPSHIM_DEVICE static void add_word(void* address, std::uint32_t word) {
    atomic::detail::add_pair<atomic::detail::Bfloat>(static_cast<std::uint32_t*>(address), word,
                                                     true);
  }
  HIPSHIM_DEVICE static bool try_add_wide(void* address, Words<16> words) {
    return try_add_wide_bf16(address, words);
  }
};

template <class T>
struct NoElement {
  static_assert(sizeof(T) == 0,
                "hipshim::kernels::scatter_add: rows are of float, half or bfloat16");
};

template <class T>
using RowElement = std::conditional_t<
    std::is_same<T, float>::value, FloatElement,
    std::conditional_t<is_half<T>(), HalfElement,
                       std::conditional_t<is_bfloat<T>(), BfloatElement, NoElement<T>>>>;

// *address += words, element by element.
template <class Element, unsigned Bytes>
HIPSHIM_DEVICE inline void add_by_words(void* address, Words<Bytes> words) {
  static_assert(Bytes >= 4, "whole words");
  HIPSHIM_UNROLL
  for (unsigned i = 0; i < Bytes / 4; ++i)
    Element::add_word(static_cast<char*>(address) + 4 * i, words.at[i]);
}
template <class Element>
HIPSHIM_DEVICE inline void add_piece(void* address, Words<16> words) {
  if (!Element::try_add_wide(address, words)) detail::add_by_words<Element>(address, words);
}
template <class Element>
HIPSHIM_DEVICE inline void add_piece(void* address, Words<4> words) {
  detail::add_by_words<Element>(address, words);
}
// One element of two bytes: its neighbour may belong to another row.
template <class Element>
HIPSHIM_DEVICE inline void add_piece(void* address, Words<2> words) {
  using Format = std::conditional_t<std::is_same<Element, HalfElement>::value, atomic::detail::Half,
                                    atomic::detail::Bfloat>;
  atomic::detail::add_one<Format>(address, words.at[0]);
}

}  // namespace detail
}  // namespace kernels
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_ROW_ELEMENT_HPP
