// SPDX-License-Identifier: Apache-2.0
// Limits of warp-roles-share-wave.
#include <hip/hip_runtime.h>

// A flag that is read without volatile.
__global__ void plain_flag(const float* in, float* out) {
  __shared__ float buffer[32];
  __shared__ int ready;
  if (threadIdx.x / 32 == 0) {
    buffer[threadIdx.x] = in[threadIdx.x];
    __threadfence_block();
    ready = 1;
  } else {
    while (ready == 0) __threadfence_block();  // miss: warp-roles-share-wave not volatile
    out[threadIdx.x] = buffer[threadIdx.x & 31];
  }
}
