// SPDX-License-Identifier: Apache-2.0
//
// What wave.hpp and block.hpp need of an NVIDIA GPU, whose wave is the warp.
#ifndef HIPSHIM_DETAIL_NVIDIA_LANES_HPP
#define HIPSHIM_DETAIL_NVIDIA_LANES_HPP

#include "hipshim/config.hpp"
#include "hipshim/detail/half_types.hpp"
#include "hipshim/detail/nvidia.hpp"

namespace hipshim {
inline namespace v1 {
namespace detail {

HIPSHIM_DEVICE inline std::uint32_t warp_of(std::uint64_t lanes) {
  return static_cast<std::uint32_t>(lanes);
}

HIPSHIM_DEVICE inline std::uint32_t lane_in_wave() { return lane32(); }
HIPSHIM_DEVICE inline std::uint32_t lanes_per_wave() { return 32; }
HIPSHIM_DEVICE inline std::uint64_t active_lanes() { return __activemask(); }
HIPSHIM_DEVICE inline std::uint64_t members_of(std::uint64_t mask) { return mask; }
HIPSHIM_DEVICE inline std::uint64_t ballot_lanes(std::uint64_t mask, bool predicate) {
  return __ballot_sync(warp_of(mask), predicate);
}
HIPSHIM_DEVICE inline std::uint32_t lane_word(std::uint64_t members, std::uint32_t word,
                                              std::uint32_t source) {
  return __shfl_sync(warp_of(members), word, static_cast<int>(source));
}
HIPSHIM_DEVICE inline std::uint32_t lane_word_xor(std::uint64_t members, std::uint32_t word,
                                                  std::uint32_t distance) {
  return __shfl_xor_sync(warp_of(members), word, static_cast<int>(distance));
}
HIPSHIM_DEVICE inline int count_set64(std::uint64_t bits) { return __popcll(bits); }
HIPSHIM_DEVICE inline int first_set64(std::uint64_t bits) {
  return __ffsll(static_cast<long long>(bits));
}
HIPSHIM_DEVICE inline int leading_zeros64(std::uint64_t bits) {
  return __clzll(static_cast<long long>(bits));
}
HIPSHIM_DEVICE inline void lanes_fence(std::uint64_t members) { __syncwarp(warp_of(members)); }

HIPSHIM_DEVICE inline float f16_to_float(std::uint16_t bits) {
  return __half2float(__ushort_as_half(bits));
}
HIPSHIM_DEVICE inline std::uint16_t float_to_f16(float value) {
  return __half_as_ushort(__float2half_rn(value));
}

HIPSHIM_DEVICE inline std::uint32_t block_threads() { return blockDim.x * blockDim.y * blockDim.z; }
HIPSHIM_DEVICE inline std::uint32_t block_thread() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
HIPSHIM_DEVICE inline void block_barrier() { __syncthreads(); }

HIPSHIM_DEVICE inline std::uint32_t uniform(std::uint32_t value) { return value; }

// Lanes of a wave need not run together, and one instruction counts over a block.
constexpr bool kLanesMayLag = true;
constexpr bool kHasBlockCount = true;
HIPSHIM_DEVICE inline int hardware_block_count(bool predicate) {
  return __syncthreads_count(predicate ? 1 : 0);
}

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_NVIDIA_LANES_HPP
