// SPDX-License-Identifier: Apache-2.0
// Limits of bank-conflict.
#include <hip/hip_runtime.h>

// A stride that doubles in each step is no product of the thread index with a constant.
__global__ void interleaved_reduction(const float* in, float* out) {
  __shared__ float data[256];
  data[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (unsigned stride = 1; stride < 256; stride *= 2) {
    unsigned index = 2 * stride * threadIdx.x;
    if (index < 256) data[index] += data[index + stride];  // miss: bank-conflict the stride is not constant
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = data[0];
}

// The array belongs to the caller.
__device__ float column(const float (*tile)[32]) {
  return tile[threadIdx.x][0];  // miss: bank-conflict the array is a parameter here
}

__global__ void through_a_parameter(const float* in, float* out) {
  __shared__ float tile[32][32];
  for (int k = 0; k < 32; ++k) tile[k][threadIdx.x] = in[k * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = column(tile);
}
