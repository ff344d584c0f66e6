// SPDX-License-Identifier: Apache-2.0
// Reductions of a block in two stages: each warp by itself, then the warps' results in one warp.
#pragma once

#include "softmax/warp.hpp"

namespace softmax {

template <template <typename> class Op, typename T>
__device__ T block_all_reduce(T value, T* partial) {
  const int lane = threadIdx.x % WARP_SIZE;
  const int warp = threadIdx.x / WARP_SIZE;
  value = warp_all_reduce<Op>(value);
  if (lane == 0) partial[warp] = value;
  __syncthreads();
  const int warps = blockDim.x / WARP_SIZE;
  if (warp == 0) {
    value = lane < warps ? partial[lane] : Op<T>::identity();
    value = warp_all_reduce<Op>(value);
    if (lane == 0) partial[0] = value;
  }
  __syncthreads();
  const T result = partial[0];
  __syncthreads();
  return result;
}

}  // namespace softmax
