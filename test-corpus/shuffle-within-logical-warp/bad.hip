// SPDX-License-Identifier: Apache-2.0
// Written for 32 lanes, and right on 64 as it stands: each says why when asked.
#include <hip/hip_runtime.h>

__global__ void sum_in_every_lane(float* x) {
  float v = x[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor(v, d);  // trap: shuffle-within-logical-warp "its distances stay within 32 lanes"
  x[threadIdx.x] = v;
}

__global__ void sum_in_the_first_lane(float* out, const float* in) {
  float v = in[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down(v, d);  // trap: shuffle-within-logical-warp "are not looked at"
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = v;
}

template <typename T>
__device__ T running_sum(T v) {
  const int lane = threadIdx.x & 31;
  for (int d = 1; d < 32; d <<= 1) {
    const T before = __shfl_up(v, d);  // trap: shuffle-within-logical-warp "are guarded"
    if (lane >= d) v += before;
  }
  return v;
}
__global__ void scan(float* x) { x[threadIdx.x] = running_sum(x[threadIdx.x]); }

__global__ void same_for_all(float* x, float scale) {
  scale = scale * 2.0f;
  x[threadIdx.x] *= __shfl(scale, 0);  // trap: shuffle-within-logical-warp "or an equal value"
}
