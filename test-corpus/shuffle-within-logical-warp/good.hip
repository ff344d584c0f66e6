// SPDX-License-Identifier: Apache-2.0
// Shuffles of which there is nothing to prove.
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

#include "hipshim/warp32.hpp"

__global__ void with_a_width(int* out, const int* x) {
  int v = x[threadIdx.x];
  v += __shfl_xor(v, 8, 32);
  v += __shfl_down(v, 4, 16);
  out[threadIdx.x] = __shfl(v, 0, 32);
}

__global__ void in_a_tile(int* out, const int* x) {
  auto tile = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
  int v = x[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += tile.shfl_xor(v, d);
  out[threadIdx.x] = v;
}

__global__ void by_hipshim(int* out, const int* x) {
  int v = x[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += hipshim::warp32::shfl_xor(v, d);
  out[threadIdx.x] = v;
}

// Real waves.
__global__ void waves(int* total, const int* x) {
  int v = x[threadIdx.x];
  for (int d = warpSize / 2; d > 0; d >>= 1) v += __shfl_down(v, d);
  if (threadIdx.x % warpSize == 0) atomicAdd(total, v);
}

// Callers decide.
__device__ int last(int v) {
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down(v, d);
  return v;
}

// Votes are not shuffles.
__global__ void vote(int* out, const int* x) {
  const bool mine = x[threadIdx.x] > 6;
  if (__any(mine) && mine) out[threadIdx.x] = 1;
}

namespace other_forms {

__global__ void width_given(float* x) { x[threadIdx.x] = __shfl(x[threadIdx.x], 0, 32); }

__global__ void no_shuffle(float* x) { x[threadIdx.x] *= 2.0f; }

}  // namespace other_forms
