// SPDX-License-Identifier: Apache-2.0
// Sets of lanes that fit.
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

__global__ void in_64_bits(const int* x, int* out) {
  const unsigned lane = threadIdx.x % warpSize;
  const unsigned long long votes = __ballot(x[threadIdx.x] > 0);
  out[4 * threadIdx.x] = __popcll(votes & ((1ull << lane) - 1));
  out[4 * threadIdx.x + 1] = __popcll(votes & ((2ull << lane) - 1));
  out[4 * threadIdx.x + 2] = __popcll(votes & (~0ull << lane));
  out[4 * threadIdx.x + 3] = __popcll(votes & (~0ull >> (63 - lane)));
}

__global__ void own_half(const int* x, int* out) {
  const unsigned lane = threadIdx.x & 31;
  const unsigned mine = static_cast<unsigned>(__ballot(x[threadIdx.x] > 0) >> (__lane_id() & 32));
  out[threadIdx.x] = __popc(mine & ((1u << lane) - 1));
}

__global__ void data_words(const unsigned* words, int* out) {
  const unsigned lane = threadIdx.x % 32;
  out[threadIdx.x] = __popc(words[threadIdx.x / 32] & ((1u << lane) - 1));
}

__global__ void low_bits(const unsigned* words, unsigned* out, int bits) {
  out[threadIdx.x] = words[threadIdx.x] & ((1u << bits) - 1);
  out[threadIdx.x] += words[threadIdx.x] & ((1u << 12) - 1);
}

template <int kWidth>
__device__ unsigned long long lanes_of_tile() {
  return kWidth == 64 ? ~0ull : (1ull << (kWidth & 63)) - 1;
}
template <int kWidth>
__device__ unsigned long long first_lanes() {
  if constexpr (kWidth < 64)
    return (1ull << kWidth) - 1;
  else
    return ~0ull;
}
__global__ void tiles(unsigned long long* out) {
  out[0] = lanes_of_tile<64>() + lanes_of_tile<16>() + first_lanes<64>() + first_lanes<8>();
}

__device__ unsigned long long up_to_width(int n) {
  if (n >= 64) return ~0ull;
  return (1ull << n) - 1;
}
__global__ void width_tested(unsigned long long* out) { out[0] = up_to_width(warpSize); }

__global__ void first_half(const int* x, int* out) {
  if (threadIdx.x < 32) {
    const unsigned lane = threadIdx.x % warpSize;
    out[threadIdx.x] = __popcll(__ballot(x[threadIdx.x] > 0) & ((1u << lane) - 1));
  }
}

__global__ void __launch_bounds__(32) one_small_block(const int* x, int* out) {
  const unsigned lane = threadIdx.x & 31;
  out[threadIdx.x] = __popcll(__ballot(x[threadIdx.x] > 0) & ((1u << lane) - 1));
}

// The shift count is taken modulo 32, and so are the lanes of the tile.
__global__ void tile_of_32(const int* x, int* out) {
  const auto tile = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
  const int lane = threadIdx.x % warpSize;
  const int below = (1 << lane) - 1;
  int votes = tile.ballot(x[threadIdx.x] > 0);
  out[threadIdx.x] = __popc(votes & below);
  votes = tile.ballot(x[threadIdx.x] < 0);
  out[threadIdx.x] += __popc(votes & below);
}
