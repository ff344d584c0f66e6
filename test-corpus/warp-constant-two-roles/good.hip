// SPDX-License-Identifier: Apache-2.0
// Constants with one role, or with two that go together.
#include <hip/hip_runtime.h>

constexpr int kWarp = 32;
constexpr int kWordBits = 32;

__global__ void two_constants(unsigned* words, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicOr(&words[i / kWordBits], 1u << (i % kWordBits));
  words[n] = __shfl_xor(words[i], 1, kWarp);
}

constexpr int kLanes = 32;

__global__ void a_bit_per_lane(unsigned* votes) {
  const unsigned mine = 1u << (threadIdx.x % kLanes);
  votes[threadIdx.x / kLanes] = __shfl_xor(mine, 1, kLanes);
}

constexpr int kWide = 64;

__global__ void words_as_wide(unsigned long long* words, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  words[i / kWide] |= 1ull << (i % kWide);
  words[threadIdx.x % kWide] = 0;
}

constexpr int kTile = 32;

__global__ void tile_and_lanes(const float* x, float* out) {
  __shared__ float tile[kTile][kTile + 1];
  tile[threadIdx.y][threadIdx.x] = x[threadIdx.y * kTile + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * kTile + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

constexpr int kSlots = 32;

__global__ void slots_not_words(float* slots, const int* index) {
  const int at = index[threadIdx.x];
  slots[at / kSlots] = __shfl(slots[at % kSlots], 0, kSlots);
}
