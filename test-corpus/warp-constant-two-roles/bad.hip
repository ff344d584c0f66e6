// SPDX-License-Identifier: Apache-2.0
// One constant for the lanes of a warp and the bits of a word.
#include <hip/hip_runtime.h>

// trap+1: hardcoded-wave64 @wave32
#define WARP_SIZE 64  // trap: warp-constant-two-roles @wave64 "WARP_SIZE is 64 as the width of a warp, and also the number of bits in a word of 32"

__device__ bool marked(const unsigned* words, int i) {
  return words[i / WARP_SIZE] >> (i % WARP_SIZE) & 1u;
}

__global__ void count_marked(const unsigned* words, int n, int* counts) {
  int count = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) count += marked(words, i);
  for (int d = WARP_SIZE / 2; d > 0; d /= 2) count += __shfl_down(count, d, WARP_SIZE);
  if (threadIdx.x % WARP_SIZE == 0) atomicAdd(counts, count);
}

// Still right, until it changes.
constexpr int kWarp = 32;  // trap: warp-constant-two-roles "only one of them may follow the wave"

template <typename T>
__global__ void set_bits(unsigned* words, const T* index, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int at = index[i];
  const int word = at / kWarp;
  const unsigned bit = 1u << (at % kWarp);
  atomicOr(&words[word], bit);
  const unsigned before = __shfl_xor(bit, kWarp / 2, kWarp);
  if (before == bit) words[0] = 0;
}
template __global__ void set_bits<int>(unsigned*, const int*, int);
