// SPDX-License-Identifier: Apache-2.0
// Comparisons of votes that hold with 64 lanes.
#include <hip/hip_runtime.h>

#include <hipshim/warp32.hpp>

__global__ void all_64_ones(const int* x, int* out) {
  if (__ballot(x[threadIdx.x] > 0) == ~0ull) out[0] = 1;
  if (__ballot(x[threadIdx.x] > 1) == static_cast<unsigned long long>(-1)) out[1] = 1;
}

__global__ void with_zero(const int* x, int* out) {
  if (__ballot(x[threadIdx.x] > 0) == 0) out[0] = 1;
  if (__ballot(x[threadIdx.x] > 1) != 0) out[1] = 1;
}

__global__ void with_the_active_lanes(const int* x, int* out) {
  if (__ballot(x[threadIdx.x] > 0) == __ballot(1)) out[threadIdx.x] = 1;
}

__global__ void half_against_32_ones(const int* x, int* out) {
  unsigned mine = static_cast<unsigned>(__ballot(x[threadIdx.x] > 0) >> (__lane_id() & 32));
  if (mine == 0xffffffffu) out[threadIdx.x] = 1;
}

__global__ void all_builtin(const int* x, int* out) {
  if (hipshim::warp32::all(x[threadIdx.x] > 0)) out[threadIdx.x] = 1;
}

__global__ void __launch_bounds__(32) one_small_block(const int* x, int* out) {
  if (__ballot(x[threadIdx.x] > 0) == 0xffffffff) out[threadIdx.x] = 1;
}

__global__ void first_warp(const int* x, int* out) {
  if (threadIdx.x >> 5 == 0 && x != nullptr) {
    if (__ballot(x[threadIdx.x] > 0) == 0xffffffff) out[threadIdx.x] = 1;
  }
}

__global__ void words_of_data(const unsigned* words, int* out) {
  if (words[threadIdx.x] == 0xffffffffu || __popc(words[threadIdx.x]) == 32) out[threadIdx.x] = 1;
}
