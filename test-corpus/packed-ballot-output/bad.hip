// SPDX-License-Identifier: Apache-2.0
// A predicate packed into words of 32: every second word held its neighbour's bits.
#include <hip/hip_runtime.h>

#include <cstdint>

__global__ void pack(const float* x, unsigned* words, float limit, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const auto votes = __ballot(i < n && x[i] > limit);
  if ((threadIdx.x & 31) == 0) words[i >> 5] = votes;  // trap: packed-ballot-output @wave64 "lanes 0-31 of the 64"
}

// Without a test for the lane, and with the word's number in a local.
__global__ void pack_all(const float* x, uint32_t* words, float limit) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned word = i / 32;
  words[word] = __ballot(x[i] > limit);  // trap: packed-ballot-output
}

// Rows of words.
__global__ void pack_rows(const float* x, unsigned* words, int pitch, float limit) {
  constexpr int kWarp = 32;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x % kWarp;
  const auto votes = __ballot(x[blockIdx.y * pitch * kWarp + column] > limit);
  if (lane == 0) words[blockIdx.y * pitch + column / kWarp] = votes;  // trap: packed-ballot-output
}

// By warp of the block, through a pointer.
__global__ void pack_block(const float* x, unsigned* words, float limit) {
  const int warp = threadIdx.x >> 5;
  unsigned* mine = words + blockIdx.x * (blockDim.x / 32) + warp;
  *mine = __ballot(x[blockIdx.x * blockDim.x + threadIdx.x] > limit);  // trap: packed-ballot-output
}

// Words of 64 bits, one for each 32 items.
__global__ void pack_wide(const float* x, unsigned long long* words, float limit) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if ((threadIdx.x & 31) == 0) words[0] = 0;
  words[i >> 5] = __ballot(x[i] > limit);  // trap: packed-ballot-output "where the index asks for 32"
}

// In a field, in a template, in a macro, in a lambda.
struct Bits {
  unsigned* words;
};
__global__ void pack_field(const float* x, Bits bits, float limit) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  bits.words[i >> 5] = __ballot(x[i] > limit);  // trap: packed-ballot-output
}
template <typename T>
__global__ void pack_template(const T* x, unsigned* words, T limit) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x % 32 == 0) words[i / 32] = 0;
  words[i / 32] |= __ballot(x[i] > limit);  // trap: packed-ballot-output
}
template __global__ void pack_template<int>(const int*, unsigned*, int);
#define PACK(words, i, p) (words)[(i) >> 5] = __ballot(p)  // trap: packed-ballot-output
__global__ void pack_macro(const float* x, unsigned* words, float limit) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  PACK(words, i, x[i] > limit);
}
__global__ void pack_lambda(const float* x, unsigned* words, float limit) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const auto store = [&](int at) { words[(blockIdx.x * blockDim.x + threadIdx.x) >> 5] = __ballot(x[at] > limit); };  // trap: packed-ballot-output
  store(i);
}

// The code reckons in waves too: a person has to choose.
__global__ void pack_waves(const float* x, unsigned* words, int* waves, float limit) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  waves[i / warpSize] = 1;
  words[i / 32] = __ballot(x[i] > limit);  // trap: packed-ballot-output
}
