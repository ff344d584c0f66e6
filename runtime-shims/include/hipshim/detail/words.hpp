// SPDX-License-Identifier: Apache-2.0
//
// Memory in pieces of 1 to 16 bytes, each reached with one instruction, whatever type of element
// lies there.
#ifndef HIPSHIM_DETAIL_WORDS_HPP
#define HIPSHIM_DETAIL_WORDS_HPP

#include "hipshim/config.hpp"
#include "hipshim/detail/bits.hpp"

namespace hipshim {
inline namespace v1 {

// chunk: N neighbouring elements, aligned to their size, so that they move at once
template <class T, unsigned N>
struct alignas(sizeof(T) * N) chunk {
  T at[N];
};

namespace detail {

template <unsigned Bytes>
struct Words;
template <>
struct HIPSHIM_MAY_ALIAS Words<1> {
  std::uint8_t at[1];
};
template <>
struct HIPSHIM_MAY_ALIAS alignas(2) Words<2> {
  std::uint16_t at[1];
};
template <>
struct HIPSHIM_MAY_ALIAS alignas(4) Words<4> {
  std::uint32_t at[1];
};
template <>
struct HIPSHIM_MAY_ALIAS alignas(8) Words<8> {
  std::uint32_t at[2];
};
template <>
struct HIPSHIM_MAY_ALIAS alignas(16) Words<16> {
  std::uint32_t at[4];
};

template <unsigned Bytes>
HIPSHIM_DEVICE inline Words<Bytes> load_words(const void* from) {
  return *static_cast<const Words<Bytes>*>(from);
}

template <unsigned Bytes>
HIPSHIM_DEVICE inline void store_words(void* to, Words<Bytes> words) {
  *static_cast<Words<Bytes>*>(to) = words;
}

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_WORDS_HPP
