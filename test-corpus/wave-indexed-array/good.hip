// SPDX-License-Identifier: Apache-2.0
#include <hip/hip_runtime.h>

__global__ void most_that_any_wave_has(float* out, const float* in) {
  __shared__ float best[64];
  const int lane = threadIdx.x % warpSize;
  if (threadIdx.x < warpSize) best[lane] = in[lane];
  __syncthreads();
  out[threadIdx.x] = best[lane];
}

__global__ void lane_of_32(float* out, const float* in) {
  __shared__ float best[32];
  if (threadIdx.x < 32) best[threadIdx.x % 32] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = best[threadIdx.x % 32];
}

// More slots than waves of 64, as many as waves of 32.
__global__ void slot_per_wave(float* out, const float* in) {
  __shared__ float sums[32];
  float v = in[threadIdx.x];
  for (int d = warpSize / 2; d > 0; d >>= 1) v += __shfl_down(v, d);
  if (threadIdx.x % warpSize == 0) sums[threadIdx.x / warpSize] = v;
  __syncthreads();
  v = threadIdx.x < blockDim.x / warpSize ? sums[threadIdx.x] : 0.0f;
  for (int d = warpSize / 2; d > 0; d >>= 1) v += __shfl_down(v, d);
  if (threadIdx.x == 0) out[0] = v;
}

__global__ void index_is_data(float* out, const int* slot, const float* in) {
  __shared__ float table[32];
  if (threadIdx.x < 32) table[threadIdx.x] = 0.0f;
  __syncthreads();
  atomicAdd(&table[slot[threadIdx.x]], in[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = table[threadIdx.x & 31];
}

void launch(float* f, const int* slot, hipStream_t stream) {
  most_that_any_wave_has<<<1, 256, 0, stream>>>(f, f);
  lane_of_32<<<1, 256, 0, stream>>>(f, f);
  slot_per_wave<<<1, 256, 0, stream>>>(f, f);
  index_is_data<<<1, 256, 0, stream>>>(f, slot, f);
}
