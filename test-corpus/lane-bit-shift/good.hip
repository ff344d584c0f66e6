// SPDX-License-Identifier: Apache-2.0
// Shifts that stay inside their word.
#include <hip/hip_runtime.h>

__global__ void in_64_bits(const int* x, int* out) {
  const unsigned lane = threadIdx.x % warpSize;
  const unsigned long long votes = __ballot(x[threadIdx.x] > 0);
  out[threadIdx.x] = (votes & (1ull << lane)) != 0;
  out[threadIdx.x] += __popcll(votes & ((1ull << lane) - 1));
  out[threadIdx.x] += (votes >> lane) & 1;
}

// A warp of 32 lanes, whatever the wave.
__global__ void lane_of_32(const unsigned* words, int* out) {
  const unsigned lane = threadIdx.x % 32;
  out[threadIdx.x] = (words[threadIdx.x / 32] & (1u << lane)) != 0;
  out[threadIdx.x] += (words[threadIdx.x / 32] >> (__lane_id() & 31)) & 1;
}

__global__ void first_half(const unsigned* words, int* out) {
  const unsigned lane = threadIdx.x % warpSize;
  if (lane < 32) out[threadIdx.x] = (words[blockIdx.x] & (1u << lane)) != 0;
  const bool mine = lane < 32 && ((words[blockIdx.x] >> lane) & 1) != 0;
  out[threadIdx.x] += mine ? 1 : 0;
  out[threadIdx.x] += lane < 32 ? 1 << lane : 0;
}

// The wave size is asked for.
__global__ void by_wave_size(const int* x, int* out) {
  const unsigned lane = threadIdx.x % warpSize;
  const unsigned long long votes = __ballot(x[threadIdx.x] > 0);
  if (warpSize == 32) out[threadIdx.x] = (votes & (1u << lane)) != 0;
}

// Data that is shifted, and a distance that is no lane.
__global__ void data(const unsigned* x, unsigned* out, unsigned distance) {
  out[threadIdx.x] = x[threadIdx.x] << (threadIdx.x % 8);
  out[threadIdx.x] ^= 1u << distance;
}

__global__ void one_warp_of_32(const unsigned* words, int* out) {
  out[threadIdx.x] = (words[0] & (1u << (threadIdx.x % warpSize))) != 0;
}

void launch(const unsigned* words, int* out, hipStream_t stream) {
  // hipaudit: allow(half-empty-wave) one warp is what the case is about
  one_warp_of_32<<<16, 32, 0, stream>>>(words, out);
}

// The other lanes of a set are found by a run-time word, not by the lane.
__global__ void word_shift(const unsigned* words, unsigned* out) {
  const unsigned lane = threadIdx.x % warpSize;
  out[threadIdx.x] = words[threadIdx.x] << (lane % 32);
}
