// SPDX-License-Identifier: Apache-2.0
// What the lane model does not follow.
#include <hip/hip_runtime.h>

// Called from elsewhere, or not at all: whether lane 32 matters is up to the caller.
__device__ float left_neighbour(float v) {
  return __shfl_up(v, 1);  // miss: shuffle-crosses-logical-warps nothing here uses the edge of the warp
}

// Sources read from memory may name the caller's half or not.
__global__ void gather(float* out, const float* in, const int* source) {
  out[threadIdx.x] = __shfl(in[threadIdx.x], source[threadIdx.x]);  // miss: shuffle-crosses-logical-warps the sources are data
}

// goto is not modelled.
__global__ void with_goto(int* x, int n) {
again:
  x[threadIdx.x] += __shfl(x[threadIdx.x], 0);  // miss: shuffle-crosses-logical-warps goto
  if (--n > 0) goto again;
}
