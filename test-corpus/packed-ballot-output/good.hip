// SPDX-License-Identifier: Apache-2.0
// Votes stored in words that hold them.
#include <hip/hip_runtime.h>

__global__ void word_per_wave(const float* x, unsigned long long* words, float limit) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if ((threadIdx.x & 63) == 0) words[i >> 6] = 0;
  words[i / 64] = __ballot(x[i] > limit);
}

__global__ void word_per_wave_size(const float* x, unsigned long long* words, float limit) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const auto votes = __ballot(x[i] > limit);
  if (threadIdx.x % warpSize == 0) words[i / warpSize] = votes;
}

__global__ void own_half(const float* x, unsigned* words, float limit) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const auto votes = __ballot(x[i] > limit);
  if ((threadIdx.x & 31) == 0) words[i >> 5] = static_cast<unsigned>(votes >> (__lane_id() & 32));
}

__global__ void two_words_per_wave(const float* x, unsigned* words, float limit) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned long long votes = __ballot(x[i] > limit);
  if ((threadIdx.x & 63) == 0) {
    words[i >> 5] = votes;
    words[(i >> 5) + 1] = votes >> 32;
  }
}

__global__ void counts_not_votes(const float* x, int* counts, float limit) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  counts[i >> 5] = __popcll(__ballot(x[i] > limit));
}

__global__ void __launch_bounds__(32) one_small_block(const float* x, unsigned* words, float limit) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  words[i >> 5] = __ballot(x[i] > limit);
}
