// SPDX-License-Identifier: Apache-2.0
// Ranks of keys with the same digit inside a warp.
#pragma once

#include <hip/hip_runtime.h>

namespace radix {

typedef unsigned int u32;

static constexpr int kLanes = 32;
static constexpr u32 kAllLanes = 0xffffffffu;  // trap: sync-mask-width

#define LANE_ID() (threadIdx.x & (kLanes - 1))
#define LANES_BELOW(lane) ((1u << (lane)) - 1u)

// The lanes whose key has this lane's digit.
__device__ __forceinline__ u32 peers_of(u32 digit) { return __match_any_sync(kAllLanes, digit); }

// The same for `kBits` bits, one vote for each, where the match is slow.
template <int kBits>
__device__ __forceinline__ u32 peers_by_votes(u32 digit) {
  u32 peers = kAllLanes;
#pragma unroll
  for (int bit = 0; bit < kBits; ++bit) {
    const bool set = (digit >> bit) & 1u;
    const u32 votes = __ballot_sync(kAllLanes, set);
    peers &= set ? votes : ~votes;
  }
  return peers;
}

template <bool kMatch, int kBits>
__device__ __forceinline__ u32 peers(u32 digit) {
  if constexpr (kMatch)
    return peers_of(digit);
  else
    return peers_by_votes<kBits>(digit);
}

template <typename T>
__device__ __forceinline__ T exclusive_sum(T value, T* total) {
  T sum = value;
  for (int step = 1; step < kLanes; step *= 2) {  // trap: warp-idiom
    const T other = __shfl_up_sync(kAllLanes, sum, step);
    if (static_cast<int>(LANE_ID()) >= step) sum += other;
  }
  *total = __shfl_sync(kAllLanes, sum, kLanes - 1);  // trap: shuffle-crosses-logical-warps
  return sum - value;
}

}  // namespace radix
