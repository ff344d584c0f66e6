// SPDX-License-Identifier: Apache-2.0
// Reductions of a warp, as they came over from CUDA.
#pragma once

#include <hip/hip_runtime.h>

#define WARP_SIZE 32
#define FULL_MASK 0xffffffff  // trap: sync-mask-width

namespace softmax {

template <typename T>
struct Max {
  static __device__ __forceinline__ T identity() { return T(-3.0e38); }
  __device__ __forceinline__ T operator()(T a, T b) const { return a > b ? a : b; }
};

template <typename T>
struct Sum {
  static __device__ __forceinline__ T identity() { return T(0); }
  __device__ __forceinline__ T operator()(T a, T b) const { return a + b; }
};

// Every lane of the warp gets the result.
template <template <typename> class Op, typename T>
__device__ __forceinline__ T warp_all_reduce(T value) {
  Op<T> op;
#pragma unroll
  for (int offset = WARP_SIZE / 2; offset > 0; offset >>= 1)  // trap: warp-idiom
    value = op(value, __shfl_down_sync(FULL_MASK, value, offset));
  return __shfl_sync(FULL_MASK, value, 0);  // trap: shuffle-crosses-logical-warps
}

// The largest sum seen so far, and the sum of exponentials relative to it.
struct Running {
  float max;
  float sum;
};

__device__ __forceinline__ Running merge(Running a, Running b) {
  const float max = a.max > b.max ? a.max : b.max;
  return {max, a.sum * expf(a.max - max) + b.sum * expf(b.max - max)};
}

__device__ __forceinline__ Running warp_merge(Running mine) {
  for (int offset = WARP_SIZE / 2; offset > 0; offset >>= 1) {
    Running other;
    other.max = __shfl_down_sync(FULL_MASK, mine.max, offset);
    other.sum = __shfl_down_sync(FULL_MASK, mine.sum, offset);
    mine = merge(mine, other);
  }
  mine.max = __shfl_sync(FULL_MASK, mine.max, 0);  // trap: shuffle-crosses-logical-warps
  mine.sum = __shfl_sync(FULL_MASK, mine.sum, 0);  // trap: shuffle-crosses-logical-warps
  return mine;
}

}  // namespace softmax
