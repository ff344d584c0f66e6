// SPDX-License-Identifier: Apache-2.0
#include <hip/hip_runtime.h>

#include <hipshim/warp32.hpp>

__global__ void whole_waves(float* out, const float* in) {
  float v = in[threadIdx.x] + 1000.0f;
  for (int d = warpSize / 2; d > 0; d >>= 1) v = fminf(v, __shfl_down(v, d));
  if (threadIdx.x % warpSize == 0) out[threadIdx.x / warpSize] = v;
}

// 0 adds nothing.
__global__ void sum_of_a_part(float* out, const float* in) {
  float v = in[threadIdx.x];
  for (int d = warpSize / 2; d > 0; d >>= 1) v += __shfl_down(v, d);
  if (threadIdx.x % warpSize == 0) atomicAdd(out, v);
}

__global__ void in_warps_of_32(float* out, const float* in) {
  float v = in[threadIdx.x] + 1000.0f;
  for (int d = 16; d > 0; d >>= 1) v = fminf(v, hipshim::warp32::shfl_down(v, d));
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = v;
}

// Nothing says how many threads there are.
__global__ void block_not_known(float* out, const float* in) {
  float v = in[threadIdx.x] + 1000.0f;
  for (int d = warpSize / 2; d > 0; d >>= 1) v = fminf(v, __shfl_down(v, d));
  if (threadIdx.x % warpSize == 0) out[threadIdx.x / warpSize] = v;
}

void launch(float* f, hipStream_t stream) {
  whole_waves<<<1, 128, 0, stream>>>(f, f);
  sum_of_a_part<<<1, 96, 0, stream>>>(f, f);
  in_warps_of_32<<<1, 96, 0, stream>>>(f, f);
}
