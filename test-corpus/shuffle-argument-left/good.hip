// SPDX-License-Identifier: Apache-2.0
// Shuffles whose first argument is what is meant.
#include <hip/hip_runtime.h>

__global__ void data_first(const float* x, float* out) {
  float v = x[threadIdx.x];
  v += __shfl_xor(v, 16, 32);
  out[threadIdx.x] = v;
}

__global__ void a_mask_is_the_data(const unsigned* masks, unsigned* out, int leader) {
  unsigned mask = masks[threadIdx.x];
  out[threadIdx.x] = __shfl(mask, leader, 32) | __shfl_xor(mask, 16, 32);
}

__global__ void a_mask_from_a_computed_lane(const unsigned* masks, const int* lanes, unsigned* out) {
  unsigned lane_mask = masks[threadIdx.x];
  int source = lanes[threadIdx.x] & 15;
  out[threadIdx.x] = __shfl(lane_mask, source, 16);
}

__global__ void constant_by_a_constant(int* out) { out[threadIdx.x] = __shfl(-1, 0, 32); }

__global__ void mask_kept_with_sync(const float* x, float* out) {
  out[threadIdx.x] = __shfl_sync(0xffffffffffffffffULL, x[threadIdx.x], 0, 32);
}

__global__ void other_constants(const int* lanes, int* out) {
  int sign = 1;
  out[threadIdx.x] = __shfl_xor(sign, lanes[threadIdx.x] & 1, 32);
}
