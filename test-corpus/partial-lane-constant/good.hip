// SPDX-License-Identifier: Apache-2.0
// Constants that are no lanes, or name those of a whole wave.
#include <hip/hip_runtime.h>

__global__ void both_warps(const int* x, int* out) {
  if (__ballot(x[threadIdx.x] > 0) & 0xffff0000ffff0000ull) out[0] = 1;
  if (__ballot(x[threadIdx.x] > 1) == 0x5555555555555555ull) out[1] = 1;
}

__global__ void bits_of_data(const unsigned* words, unsigned* out) {
  const unsigned w = words[threadIdx.x];
  out[threadIdx.x] = ((w & 0xaaaaaaaau) >> 1) | ((w & 0x55555555u) << 1);
  out[threadIdx.x] ^= w & 0x80000000u;
}

__global__ void one_lane(const int* x, int* out) {
  if (__ballot(x[threadIdx.x] > 0) & 8) out[0] = 1;
}

__global__ void own_half(const int* x, int* out) {
  const unsigned mine = static_cast<unsigned>(__ballot(x[threadIdx.x] > 0) >> (__lane_id() & 32));
  if (mine & 0xffff0000u) out[threadIdx.x] = 1;
}

__global__ void first_warp(const int* x, int* out) {
  if (threadIdx.x < 16) out[threadIdx.x] = __shfl_xor_sync(0x0000ffffull, x[threadIdx.x], 1);
}

__global__ void __launch_bounds__(32) one_small_block(const int* x, int* out) {
  if (__ballot(x[threadIdx.x] > 0) & 0xffff0000) out[threadIdx.x >> 5] = 1;
}

__global__ void low_and_high(const int* x, int* out) {
  const unsigned long long votes = __ballot(x[threadIdx.x] > 0);
  out[0] = (votes & 0xffff0000u) != 0;
  out[1] = ((votes >> 32) & 0xffff0000u) != 0;
}
