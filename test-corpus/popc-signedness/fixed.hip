// SPDX-License-Identifier: Apache-2.0
// Counts went below zero on CUDA. Here they are large.
#include <hip/hip_runtime.h>

// Too few votes to go on.
__global__ void quorum(const unsigned* masks, int* out, int needed) {
  if (static_cast<int>(__popc(masks[threadIdx.x])) - needed < 0) return;  // trap: popc-signedness "is never true"
  out[threadIdx.x] = 1;
}

__global__ void still_room(const unsigned long long* masks, int* out) {
  out[threadIdx.x] = 0 <= static_cast<int>(__popcll(masks[threadIdx.x])) - 48;  // trap: popc-signedness "is always true"
}

// Compared with a constant below zero, in any guise.
constexpr int kNothing = -1;
__global__ void never_asked(const unsigned* masks, int* out) {
  if (static_cast<int>(__popc(masks[threadIdx.x])) > kNothing) out[threadIdx.x] = 1;  // trap: popc-signedness "4294967295, not with -1"
}

// A loop down to a bound that can be negative, and one that starts below zero.
__global__ void walk_down(const unsigned* masks, int* out, int n) {
  for (int i = 8; i >= static_cast<int>(__popc(masks[threadIdx.x])) - n; --i) out[threadIdx.x] += i;  // trap: popc-signedness
}
__global__ void start_below(const unsigned* masks, int* out) {
  for (int i = -2; i < static_cast<int>(__popc(masks[threadIdx.x])); ++i) out[threadIdx.x] += i;  // trap: popc-signedness "starts below zero"
}

// Widened.
__global__ void last_index(const unsigned* masks, long* out) {
  long last = static_cast<int>(__popc(masks[threadIdx.x])) - 1;  // trap: popc-signedness "2^32 too large"
  out[threadIdx.x] = last;
}
__global__ void balance(const unsigned* left, const unsigned* right, float* out) {
  out[threadIdx.x] = static_cast<int>(__popc(left[threadIdx.x])) - static_cast<int>(__popc(right[threadIdx.x]));  // trap: popc-signedness "about 4.29e9"
}
__global__ void negated(const unsigned* masks, double* out) {
  out[threadIdx.x] = static_cast<double>(-static_cast<int>(__popc(masks[threadIdx.x])));  // trap: popc-signedness
}
__device__ long long spare(unsigned mask) { return static_cast<int>(__popc(mask)) - 8; }  // trap: popc-signedness
__global__ void helper(const unsigned* masks, long long* out) { out[threadIdx.x] = spare(masks[threadIdx.x]); }

// One type for both sides of a choice.
__global__ void choice(const unsigned* masks, long* out, int valid) {
  out[threadIdx.x] = valid ? static_cast<int>(__popc(masks[threadIdx.x])) : -1;  // trap: popc-signedness
}

// auto takes the type along.
__global__ void deduced(const unsigned* masks, int* out) {
  const auto rest = static_cast<int>(__popc(masks[threadIdx.x])) - 4;
  if (rest < 0) out[threadIdx.x] = -1;  // trap: popc-signedness
  float scaled = rest;
  out[threadIdx.x] = static_cast<int>(scaled);
}

// Clamped, halved.
__global__ void clamped(const unsigned* masks, int* out, int used) {
  out[threadIdx.x] = max(static_cast<int>(__popc(masks[threadIdx.x])) - used, 0);  // trap: popc-signedness "largest of numbers"
}
__global__ void halved(const unsigned* masks, int* out) {
  out[threadIdx.x] = (static_cast<int>(__popc(masks[threadIdx.x])) - 16) / 2;  // trap: popc-signedness "divided"
  out[threadIdx.x] += (static_cast<int>(__popc(masks[threadIdx.x + 1])) - 16) >> 1;  // trap: popc-signedness "shifted"
}

// An offset backwards.
__global__ void step_back(const unsigned* masks, const float* x, float* out) {
  const float* here = x + threadIdx.x;
  out[threadIdx.x] = here[-static_cast<int>(__popc(masks[threadIdx.x]))];  // trap: popc-signedness "offset"
}

// In a template and in a macro.
template <typename T>
__device__ T surplus(unsigned mask) {
  return static_cast<int>(__popc(mask)) - 5;  // trap: popc-signedness
}
__global__ void templated(const unsigned* masks, float* out) { out[threadIdx.x] = surplus<float>(masks[threadIdx.x]); }
#define SURPLUS(m) (static_cast<int>(__popc(m)) - 6)  // trap: popc-signedness
__global__ void macro(const unsigned* masks, float* out) {
  out[threadIdx.x] = SURPLUS(masks[threadIdx.x]);
}

// No bit is found: 0 - 1.
__global__ void first_bit(const unsigned* masks, long* out) {
  if (static_cast<int>(__ffs(masks[threadIdx.x])) - 1 < 0) out[0] = 1;  // trap: popc-signedness "up to ROCm 6.2"
}
