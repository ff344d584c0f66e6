// SPDX-License-Identifier: Apache-2.0
// Helpers of the kind that ported projects keep in a header.
#pragma once

#include <hip/hip_runtime.h>

namespace helpers {

constexpr int kWarp = 32;

__device__ inline int lane_id() { return threadIdx.x & (kWarp - 1); }
__device__ inline int warp_id() { return threadIdx.x / kWarp; }

struct Sum {
  __device__ int operator()(int a, int b) const { return a + b; }
};

template <typename T>
__device__ T exchange(T value, int mask) {
  return __shfl_xor(value, mask, kWarp);
}

}  // namespace helpers
