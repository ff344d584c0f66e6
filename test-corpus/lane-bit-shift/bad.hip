// SPDX-License-Identifier: Apache-2.0
// The lane became one of the real wave, and its bit stayed one of 32.
#include <hip/hip_runtime.h>

__global__ void own_vote(const int* x, int* out) {
  const unsigned lane = threadIdx.x % warpSize;
  const unsigned long long votes = __ballot(x[threadIdx.x] > 0);
  out[threadIdx.x] = (votes & (1u << lane)) != 0;  // trap: lane-bit-shift "`lane` reaches 63"
}

__global__ void own_vote_shifted(const int* x, int* out) {
  const int lane = threadIdx.x % warpSize;
  const unsigned long long votes = __ballot(x[threadIdx.x] > 0);
  out[threadIdx.x] = (votes & (1 << lane)) != 0;  // trap: lane-bit-shift
}

__global__ void all_but_me(const int* x, int* out) {
  const unsigned lane = __lane_id();
  const unsigned long long votes = __ballot(x[threadIdx.x] > 0);
  out[threadIdx.x] = __popcll(votes & ~(1u << lane));  // trap: lane-bit-shift
}

// No remedy in place: the word that takes it is one of 32 bits.
__global__ void kept_in_a_word(const int* x, unsigned* out) {
  const unsigned lane = threadIdx.x & (warpSize - 1);
  unsigned bit = 1u << lane;  // trap: lane-bit-shift
  if (x[threadIdx.x] > 0) atomicOr(&out[threadIdx.x / warpSize], bit);
}

template <typename T>
__device__ bool bit_of_lane(T word) {
  return (word >> __lane_id()) & 1;  // trap: lane-bit-shift
}

__global__ void looked_up(const unsigned* words, int* out) {
  out[threadIdx.x] = bit_of_lane(words[blockIdx.x]);
}
