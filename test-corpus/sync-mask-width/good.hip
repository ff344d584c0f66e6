// SPDX-License-Identifier: Apache-2.0
// Masks of 64 bits, and calls that have none.
#include <hip/hip_runtime.h>

#include <cstdint>

#define EVERY_LANE 0xffffffffffffffffULL

__global__ void full_masks(const int* x, int* out) {
  int v = __shfl_sync(EVERY_LANE, x[threadIdx.x], 0, 32);
  v += __shfl_sync(~0ull, v, 1, 32);
  v += __shfl_sync(-1LL, v, 2, 32);
  out[threadIdx.x] = v;
}

__global__ void variable_of_64_bits(const int* x, int* out) {
  uint64_t mask = __activemask();
  out[threadIdx.x] = __shfl_sync(mask, x[threadIdx.x], 0, 32);
}

__global__ void mask_of_the_half(const int* x, int* out) {
  const unsigned long long mine = 0xffffffffull << (__lane_id() & 32);
  out[threadIdx.x] = __shfl_sync(mine, x[threadIdx.x], 0, 32);
}

__global__ void without_mask(const int* x, int* out) {
  out[threadIdx.x] = __shfl(x[threadIdx.x], 0, 32);
  __syncwarp();
}

template <typename Mask>
__device__ int any_mask(Mask mask, int v) {
  return __shfl_sync(mask, v, 0, 32);
}

__global__ void template_given_64_bits(const int* x, int* out) { out[threadIdx.x] = any_mask(~0ull, x[threadIdx.x]); }

// The project's own name: its mask may be of any width.
template <typename T>
__device__ T project_shfl_sync(unsigned mask, T v, int lane) {
  (void)mask;
  return __shfl(v, lane, 32);
}

__global__ void own_helper(const int* x, int* out) { out[threadIdx.x] = project_shfl_sync(0xffffffffu, x[threadIdx.x], 0); }
