// SPDX-License-Identifier: Apache-2.0
//
// Bytes between types, in device code too.
#ifndef HIPSHIM_DETAIL_BITS_HPP
#define HIPSHIM_DETAIL_BITS_HPP

#include "hipshim/config.hpp"

namespace hipshim {
inline namespace v1 {
namespace detail {

template <class To, class From>
HIPSHIM_DEVICE inline void copy_bytes(To& to, const From& from, std::size_t size) {
  HIPSHIM_MEMCPY(static_cast<void*>(&to), static_cast<const void*>(&from), size);
}

template <class To, class From>
HIPSHIM_DEVICE inline void copy_bits(To& to, const From& from) {
  static_assert(sizeof(To) == sizeof(From), "hipshim: the same bits need the same size");
  copy_bytes(to, from, sizeof(To));
}

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_BITS_HPP
