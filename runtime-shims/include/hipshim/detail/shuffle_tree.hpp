// SPDX-License-Identifier: Apache-2.0
//
// Reductions and scans by shuffles, for every back end: whole waves in a logarithm of steps, others
// lane by lane.
#ifndef HIPSHIM_DETAIL_SHUFFLE_TREE_HPP
#define HIPSHIM_DETAIL_SHUFFLE_TREE_HPP

#include "hipshim/config.hpp"
#include "hipshim/detail/wave_values.hpp"

namespace hipshim {
inline namespace v1 {
namespace detail {

template <class Work>
HIPSHIM_DEVICE inline Work pull_from(std::uint64_t members, Work value, std::uint32_t source) {
  std::uint32_t words[sizeof(Work) / 4];
  detail::copy_bits(words, value);
  HIPSHIM_UNROLL
  for (std::size_t i = 0; i < sizeof(Work) / 4; ++i)
    words[i] = detail::lane_word(members, words[i], source);
  detail::copy_bits(value, words);
  return value;
}

// From the lane at this distance: NVIDIA needs no lane number for it.
template <class Work>
HIPSHIM_DEVICE inline Work pull_from_xor(std::uint64_t members, Work value,
                                         std::uint32_t distance) {
  std::uint32_t words[sizeof(Work) / 4];
  detail::copy_bits(words, value);
  HIPSHIM_UNROLL
  for (std::size_t i = 0; i < sizeof(Work) / 4; ++i)
    words[i] = detail::lane_word_xor(members, words[i], distance);
  detail::copy_bits(value, words);
  return value;
}

struct ShuffleTree {
  // Width 0 is the whole wave.
  template <class Op, unsigned Width, class Lanes, class Work>
  HIPSHIM_DEVICE static Work reduce(Lanes lanes, Work value) {
    const std::uint64_t members = lanes.members();
    const std::uint32_t size = Width == 0 ? detail::lanes_per_wave() : Width;
    // NVIDIA's instruction, for the warp, which is its wave.
    if (NativeReduce<Op, Work>::kAvailable && (Width == 0 || Width == 32))
      return NativeReduce<Op, Work>::apply(static_cast<std::uint32_t>(members), value);
    if (whole(members)) {
      for (std::uint32_t distance = size / 2; distance != 0; distance /= 2)
        value = Op::apply(value, detail::pull_from_xor(members, value, distance));
      return value;
    }
    return collect<Op>(members, value, size, size, Neutral<Op, Work>::value());
  }

  template <class Op, unsigned Width = 0, class Lanes, class Work>
  HIPSHIM_DEVICE static Work inclusive(Lanes lanes, Work value) {
    const std::uint64_t members = lanes.members();
    const std::uint32_t size = Width == 0 ? detail::lanes_per_wave() : Width;
    const std::uint32_t lane = detail::lane_in_wave() & (size - 1);
    if (whole(members)) return scan<Op>(members, value, size);
    return collect<Op>(members, value, size, lane + 1, Neutral<Op, Work>::value());
  }

  template <class Op, class Lanes, class Work>
  HIPSHIM_DEVICE static Work exclusive(Lanes lanes, Work value, Work start) {
    const std::uint64_t members = lanes.members();
    const std::uint32_t lane = detail::lane_in_wave();
    if (!whole(members)) return collect<Op>(members, value, detail::lanes_per_wave(), lane, start);
    value = detail::pull_from(members, value, lane == 0 ? 0 : lane - 1);
    return scan<Op>(members, lane == 0 ? start : value, detail::lanes_per_wave());
  }

 private:
  HIPSHIM_DEVICE static bool whole(std::uint64_t members) {
    return detail::wave_agrees(members == ~std::uint64_t{0} >> (64 - detail::lanes_per_wave()));
  }

  template <class Op, class Work>
  HIPSHIM_DEVICE static Work scan(std::uint64_t members, Work value, std::uint32_t size) {
    const std::uint32_t lane = detail::lane_in_wave();
    for (std::uint32_t distance = 1; distance < size; distance *= 2) {
      const bool reached = (lane & (size - 1)) >= distance;
      const Work other = detail::pull_from(members, value, reached ? lane - distance : lane);
      value = reached ? Op::apply(other, value) : value;
    }
    return value;
  }

  // The members among the lanes before `end` in the caller's group of `size` lanes. Every lane
  // makes the same number of turns, and never reads from a lane that is not there.
  template <class Op, class Work>
  HIPSHIM_DEVICE static Work collect(std::uint64_t members, Work value, std::uint32_t size,
                                     std::uint32_t end, Work total) {
    const std::uint32_t lane = detail::lane_in_wave();
    const std::uint32_t first = lane & ~(size - 1);
    for (std::uint32_t i = 0; i < size; ++i) {
      const bool counts = detail::contains(members, first + i);
      const Work other = detail::pull_from(members, value, counts ? first + i : lane);
      total = counts && i < end ? Op::apply(total, other) : total;
    }
    return total;
  }
};

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_SHUFFLE_TREE_HPP
