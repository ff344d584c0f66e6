// SPDX-License-Identifier: Apache-2.0
// Masks that name the lanes that are there.
#include <hip/hip_runtime.h>

#include <cstdint>

__global__ void all_lanes(const int* x, int* out) {
  int v = x[threadIdx.x];
  while (__any_sync(~0ull, v > 0) || __any_sync(0xffffffffffffffffULL, v > 1)) v = v > 0 ? v / 2 : v;
  out[threadIdx.x] = v;
}

__global__ void callers_half(const int* x, int* out) {
  out[threadIdx.x] = __any_sync(0xffffffffull << (__lane_id() & 32), x[threadIdx.x] > 0);
}

__global__ void callers_half_in_a_variable(const int* x, int* out) {
  uint64_t mask = 0xffffffff;
  if (__lane_id() & 32) mask <<= 32;
  out[threadIdx.x] = __any_sync(mask, x[threadIdx.x] > 0);
}

__global__ void first_32_threads(const int* x, int* out) {
  if (threadIdx.x < 32) out[threadIdx.x] = __any_sync(0xffffffffULL, x[threadIdx.x] > 0);
}

__global__ void first_warp_after_return(const int* x, int* out) {
  const unsigned warp = threadIdx.x >> 5;
  if (warp > 0) return;
  out[threadIdx.x] = __any_sync(0xffffffffULL, x[threadIdx.x] > 0);
}

__global__ void __launch_bounds__(32) one_small_block(const int* x, int* out) {
  out[threadIdx.x] = __any_sync(0xffffffffULL, x[threadIdx.x] > 0);
}

__global__ void lower_half_of_the_wave(const int* x, int* out) {
  if (__lane_id() < 32) out[threadIdx.x] = __any_sync(0xffffffffULL, x[threadIdx.x] > 0);
}

__global__ void active_lanes(const int* x, int* out) {
  if (x[threadIdx.x] > 0) out[threadIdx.x] = __any_sync(__activemask(), x[threadIdx.x] > 0);
}
