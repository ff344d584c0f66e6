// SPDX-License-Identifier: Apache-2.0
//
// What every back end shares: the kinds of shuffle, and the lane each of them reads.
#ifndef HIPSHIM_DETAIL_LANES_HPP
#define HIPSHIM_DETAIL_LANES_HPP

#include "hipshim/config.hpp"

namespace hipshim {
inline namespace v1 {
namespace detail {

struct FromIndex {};
struct FromUp {};
struct FromDown {};
struct FromXor {};

// The rules below are those of PTX `shfl`: only the low five bits of the operand count, `segment`
// holds the lane bits that may not change, and a source outside the segment means the lane's own
// value. The width is a power of two up to 32.
HIPSHIM_DEVICE inline std::uint32_t segment_bits(int width) {
  return (32u - static_cast<std::uint32_t>(width)) & 31u;
}

HIPSHIM_DEVICE inline std::uint32_t source_lane(FromIndex, std::uint32_t lane,
                                                std::uint32_t operand, int width) {
  const std::uint32_t segment = segment_bits(width);
  return (lane & segment) | (operand & 31u & ~segment);
}

HIPSHIM_DEVICE inline std::uint32_t source_lane(FromUp, std::uint32_t lane, std::uint32_t operand,
                                                int width) {
  const std::uint32_t within = lane & ~segment_bits(width);
  const std::uint32_t delta = operand & 31u;
  return delta <= within ? lane - delta : lane;
}

HIPSHIM_DEVICE inline std::uint32_t source_lane(FromDown, std::uint32_t lane, std::uint32_t operand,
                                                int width) {
  const std::uint32_t last = lane | (~segment_bits(width) & 31u);
  const std::uint32_t source = lane + (operand & 31u);
  return source <= last ? source : lane;
}

// An earlier segment may be read, a later one may not: PTX compares with the segment's end only.
HIPSHIM_DEVICE inline std::uint32_t source_lane(FromXor, std::uint32_t lane, std::uint32_t operand,
                                                int width) {
  const std::uint32_t last = lane | (~segment_bits(width) & 31u);
  const std::uint32_t source = lane ^ (operand & 31u);
  return source <= last ? source : lane;
}

// What a reduction does with two values. Add and the bitwise ones see unsigned words only.
struct Add {
  template <class T>
  HIPSHIM_DEVICE static T apply(T a, T b) {
    return a + b;
  }
};
struct Min {
  template <class T>
  HIPSHIM_DEVICE static T apply(T a, T b) {
    return b < a ? b : a;
  }
};
struct Max {
  template <class T>
  HIPSHIM_DEVICE static T apply(T a, T b) {
    return a < b ? b : a;
  }
};
struct And {
  template <class T>
  HIPSHIM_DEVICE static T apply(T a, T b) {
    return a & b;
  }
};
struct Or {
  template <class T>
  HIPSHIM_DEVICE static T apply(T a, T b) {
    return a | b;
  }
};
struct Xor {
  template <class T>
  HIPSHIM_DEVICE static T apply(T a, T b) {
    return a ^ b;
  }
};

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_LANES_HPP
