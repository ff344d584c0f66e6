// SPDX-License-Identifier: Apache-2.0
// Warp primitives whose width is said, follows the wave, or is left to the caller.
#include <hip/hip_runtime.h>
#include <hipcub/hipcub.hpp>

__global__ void explicit_width(const float* in, float* out) {
  using Reduce = hipcub::WarpReduce<float, 32>;
  __shared__ typename Reduce::TempStorage storage[8];
  const int warp = threadIdx.x / 32;
  const float sum = Reduce(storage[warp]).Sum(in[threadIdx.x]);
  if (threadIdx.x % 32 == 0) out[warp] = sum;
}

__global__ void storage_follows_the_wave(const float* in, float* out) {
  using Reduce = hipcub::WarpReduce<float>;
  __shared__ typename Reduce::TempStorage storage[32];
  const int warp = threadIdx.x / warpSize;
  const float sum = Reduce(storage[warp]).Sum(in[threadIdx.x]);
  if (threadIdx.x % warpSize == 0) out[warp] = sum;
}

template <int kLanes>
__global__ void width_of_the_caller(const float* in, float* out) {
  using Reduce = hipcub::WarpReduce<float, kLanes>;
  __shared__ typename Reduce::TempStorage storage[256 / kLanes];
  const float sum = Reduce(storage[threadIdx.x / kLanes]).Sum(in[threadIdx.x]);
  if (threadIdx.x % kLanes == 0) out[threadIdx.x / kLanes] = sum;
}

template __global__ void width_of_the_caller<16>(const float*, float*);

__global__ void whole_block(const float* in, float* out) {
  using Reduce = hipcub::BlockReduce<float, 256>;
  __shared__ typename Reduce::TempStorage storage;
  const float sum = Reduce(storage).Sum(in[threadIdx.x]);
  if (threadIdx.x == 0) out[threadIdx.x / 32] = sum;
}

__global__ void one_wave_per_block(const float* in, float* out) {
  using Reduce = hipcub::WarpReduce<float>;
  __shared__ typename Reduce::TempStorage storage;
  const float sum = Reduce(storage).Sum(in[threadIdx.x]);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
