// SPDX-License-Identifier: Apache-2.0
// Masks that look like data.
#include <hip/hip_runtime.h>

// All three arguments are integers that nothing is known of.
__device__ int from_lane(unsigned mask, int v, int lane) {
  return __shfl(mask, v, lane);  // miss: shuffle-argument-left lane could be a width, and mask the data
}

__global__ void integers(const int* x, int* out, int lane) { out[threadIdx.x] = from_lane(0xffffffffu, x[threadIdx.x], lane); }
