// SPDX-License-Identifier: Apache-2.0
// Bit functions that are as wide as what they are given.
#include <hip/hip_runtime.h>

__global__ void wide_functions(const int* x, int* out) {
  unsigned long long votes = __ballot(x[threadIdx.x] > 0);
  out[0] = __popcll(votes) + __ffsll(votes) + (63 - __clzll(votes));
}

__global__ void half_chosen(const int* x, int* out) {
  unsigned lane = threadIdx.x % warpSize;
  out[threadIdx.x] = __popc(static_cast<unsigned>(__ballot(x[threadIdx.x] > 0) >> (lane & 32)));
}

__global__ void half_chosen_implicitly(const int* x, int* out) {
  const unsigned upper = __lane_id() & 32;
  out[threadIdx.x] = __popc(__ballot(x[threadIdx.x] > 0) >> upper);
}

__global__ void halves_added(const int* x, int* out) {
  unsigned long long votes = __ballot(x[threadIdx.x] > 0);
  out[threadIdx.x] = __popc(votes) + __popc(votes >> 32);
}

__global__ void data_not_votes(const unsigned* words, int* out) {
  out[threadIdx.x] = __popc(words[threadIdx.x]) + __clz(words[threadIdx.x]);
}

__global__ void data_of_64_bits(const unsigned long long* words, int* out) {
  out[threadIdx.x] = __popc(words[threadIdx.x] & 0xffffffffull);
}

__global__ void low_half_on_purpose(const int* x, int* out) {
  out[threadIdx.x] = __popc(__ballot(x[threadIdx.x] > 0) & 0xffffffff);
}

__global__ void __launch_bounds__(32) one_small_block(const int* x, int* out) {
  out[threadIdx.x] = __popc(__ballot(x[threadIdx.x] > 0));
}

__global__ void first_warp_only(const int* x, int* out) {
  if (threadIdx.x >= 32) return;
  out[threadIdx.x] = __popc(__ballot(x[threadIdx.x] > 0));
}
