// SPDX-License-Identifier: Apache-2.0
// Warp helpers, as they came over from CUDA.
#pragma once

#include <hip/hip_runtime.h>

namespace particles {

constexpr int kWarp = 32;

__device__ inline int lane() { return threadIdx.x & (kWarp - 1); }

// Right on every wave size: only lane 0 of each 32 uses the sum.
__device__ inline float warp_sum(float v) {
  for (int d = kWarp / 2; d > 0; d /= 2) v += __shfl_down(v, d);
  return v;
}

// Every lane of the warp gets the sum.
__device__ inline float warp_sum_all(float v) {
  v = warp_sum(v);
  return __shfl(v, 0);
}

// Rank of this lane among those of its warp that keep their particle.
__device__ inline int rank_in_warp(bool keep, int& kept) {
  unsigned votes = __ballot(keep);
  kept = __popc(votes);
  return __popc(votes & ((1u << lane()) - 1));
}

}  // namespace particles
