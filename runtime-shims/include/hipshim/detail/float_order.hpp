// SPDX-License-Identifier: Apache-2.0
//
// The smaller and the larger of two floating values, by their bits: the same on every back end,
// under -ffast-math too, and for 16-bit formats without arithmetic.
#ifndef HIPSHIM_DETAIL_FLOAT_ORDER_HPP
#define HIPSHIM_DETAIL_FLOAT_ORDER_HPP

#include "hipshim/config.hpp"

namespace hipshim {
inline namespace v1 {
namespace detail {

// A binary format: the unsigned word that holds it, and the bits of infinity. NaN is above them.
struct F16 {
  using Bits = std::uint16_t;
  static constexpr Bits kInfinity = 0x7c00;
};
struct Bf16 {
  using Bits = std::uint16_t;
  static constexpr Bits kInfinity = 0x7f80;
};
struct F32 {
  using Bits = std::uint32_t;
  static constexpr Bits kInfinity = 0x7f800000u;
};
struct F64 {
  using Bits = std::uint64_t;
  static constexpr Bits kInfinity = 0x7ff0000000000000u;
};
template <class Float>
using FormatOf = std::conditional_t<sizeof(Float) == 4, F32, F64>;

template <class Format>
HIPSHIM_HOST_DEVICE constexpr typename Format::Bits sign_bit() {
  using Bits = typename Format::Bits;
  return static_cast<Bits>(Bits{1} << (sizeof(Bits) * 8 - 1));
}

template <class Format>
HIPSHIM_HOST_DEVICE constexpr bool is_nan(typename Format::Bits bits) {
  return static_cast<typename Format::Bits>(bits & ~sign_bit<Format>()) > Format::kInfinity;
}

// Unsigned numbers in the order of the values they stand for, -0.0 below 0.0.
template <class Format>
HIPSHIM_HOST_DEVICE constexpr typename Format::Bits order_of(typename Format::Bits bits) {
  using Bits = typename Format::Bits;
  return (bits & sign_bit<Format>()) != 0 ? static_cast<Bits>(~bits)
                                          : static_cast<Bits>(bits | sign_bit<Format>());
}

// As fmin and fmax: a number wins over a NaN. Two NaNs leave the first.
struct Smaller {
  template <class Format>
  HIPSHIM_HOST_DEVICE static constexpr bool replaces(typename Format::Bits found,
                                                     typename Format::Bits given) {
    return !is_nan<Format>(given)
           && (is_nan<Format>(found) || order_of<Format>(given) < order_of<Format>(found));
  }
  template <class Int>
  HIPSHIM_HOST_DEVICE static constexpr bool replaces_int(Int found, Int given) {
    return given < found;
  }
};
struct Larger {
  template <class Format>
  HIPSHIM_HOST_DEVICE static constexpr bool replaces(typename Format::Bits found,
                                                     typename Format::Bits given) {
    return !is_nan<Format>(given)
           && (is_nan<Format>(found) || order_of<Format>(given) > order_of<Format>(found));
  }
  template <class Int>
  HIPSHIM_HOST_DEVICE static constexpr bool replaces_int(Int found, Int given) {
    return given > found;
  }
};

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_FLOAT_ORDER_HPP
