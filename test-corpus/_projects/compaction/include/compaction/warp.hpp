// SPDX-License-Identifier: Apache-2.0
// Votes and ranks of a warp. The calls lost their _sync when the code moved to HIP.
#pragma once

#include <hip/hip_runtime.h>

namespace compaction {

enum { kWarpShift = 5, kWarpSize = 1 << kWarpShift, kWarpMask = kWarpSize - 1 };

__device__ __forceinline__ unsigned lane_id() { return threadIdx.x & kWarpMask; }
__device__ __forceinline__ unsigned warp_id() { return threadIdx.x >> kWarpShift; }

#define BALLOT(predicate) __ballot(predicate)
#define SHUFFLE(value, source) __shfl(value, source)
#define SHUFFLE_UP(value, delta) __shfl_up(value, delta)

// Lanes of the warp that keep their item.
struct Votes {
  unsigned lanes;

  __device__ explicit Votes(bool keep) : lanes(BALLOT(keep)) {}
  __device__ int count() const { return __popc(lanes); }
  __device__ int before_me() const { return __popc(lanes & ((1u << lane_id()) - 1u)); }
  __device__ unsigned leader() const { return __ffs(lanes) - 1; }
};

// Room for every lane that keeps its item: one atomic for the warp.
template <typename Counter>
__device__ Counter reserve(Counter* counter, bool keep) {
  const Votes votes(keep);
  Counter base = 0;
  if (lane_id() == votes.leader()) base = atomicAdd(counter, static_cast<Counter>(votes.count()));  // trap: warp-aggregated-atomic
  base = SHUFFLE(base, votes.leader() & kWarpMask);
  return base + votes.before_me();
}

// Sum of the lanes up to this one.
__device__ inline int inclusive_sum(int value) {
  for (unsigned delta = 1; delta < kWarpSize; delta <<= 1) {  // trap: warp-idiom
    const int below = SHUFFLE_UP(value, delta);
    if (lane_id() >= delta) value += below;
  }
  return value;
}

}  // namespace compaction
