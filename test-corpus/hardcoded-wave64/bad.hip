// SPDX-License-Identifier: Apache-2.0
// Ported to waves of 64, and to nothing else.
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

namespace cg = cooperative_groups;

__global__ void wave_sum(const float* x, float* out) {
  float v = x[blockIdx.x * blockDim.x + threadIdx.x];
  for (int d = 32; d > 0; d /= 2) v += __shfl_down(v, d);  // trap: hardcoded-wave64 @wave32 "starts at 32 lanes"
  if ((threadIdx.x & 63) == 0) out[threadIdx.x / 64] = v;
}

__global__ void written_out(const int* x, int* out) {
  int v = x[threadIdx.x];
  v += __shfl_xor(v, 32);  // trap: hardcoded-wave64 @wave32 "its own value"
  v += __shfl_xor(v, 16);
  v += __shfl_xor(v, 8);
  out[threadIdx.x] = v;
}

__global__ void from_the_last(const int* x, int* out) {
  out[threadIdx.x] = __shfl(x[threadIdx.x], 63);  // trap: hardcoded-wave64 @wave32 "reads lane 63"
}

__global__ void first_voter(const int* x, int* out) {
  const int lane = threadIdx.x & 63;  // trap: hardcoded-wave64 @wave32 "counts lanes in 64s"
  const int wave = threadIdx.x >> 6;
  const unsigned long long votes = __ballot(x[threadIdx.x] > 0);
  if (lane == 0) out[wave] = __popcll(votes);
}

#ifdef __HIP_PLATFORM_AMD__
#define WARP_SIZE 64  // trap: hardcoded-wave64 @wave32 "`WARP_SIZE` is 64 for every AMD target"
#else
#define WARP_SIZE 32
#endif

__device__ int reduce(int v) {
  for (int d = WARP_SIZE / 2; d > 0; d >>= 1) v += __shfl_down(v, d);
  return v;
}

__global__ void by_macro(const int* x, int* out) {
  const int total = reduce(x[threadIdx.x]);
  if (threadIdx.x % WARP_SIZE == 0) out[threadIdx.x / WARP_SIZE] = total;
}

constexpr int kWaveSize = 64;  // trap: hardcoded-wave64 @wave32

__global__ void by_constant(const int* x, int* out) {
  auto wave = cg::tiled_partition<kWaveSize>(cg::this_thread_block());
  const int lane = threadIdx.x % kWaveSize;
  out[threadIdx.x] = wave.shfl(x[threadIdx.x], lane ^ 1);
}

struct Traits {
  static constexpr int WarpSize = 64;  // trap: hardcoded-wave64 @wave32
  static constexpr int MaxThreads = 1024;
};

template <typename T>
__device__ T through_traits(T v) {
  for (int d = Traits::WarpSize / 2; d > 0; d /= 2) v += __shfl_xor(v, d);
  return v;
}

__global__ void by_traits(float* x) { x[threadIdx.x] = through_traits(x[threadIdx.x]); }

// One device pass stands for all where no text asks for more.
__global__ void differs_on_the_host(int* x) {
#ifdef __HIP_DEVICE_COMPILE__
  x[threadIdx.x] += __shfl_xor(x[threadIdx.x], 32);  // trap: hardcoded-wave64 @wave32
#endif
}

// Disguises: a helper with another name, a lambda, a variable that is declared first.
template <typename T, typename F>
__device__ T fold(T v, F f) {
  unsigned step;
  for (step = 32; step >= 1; step >>= 1) v = f(v, __shfl_xor(v, step));  // trap: hardcoded-wave64 @wave32
  return v;
}

__global__ void by_helper(float* x) {
  x[threadIdx.x] = fold(x[threadIdx.x], [](float a, float b) { return fmaxf(a, b); });
}

// --- a half by the number of the thread ----------------------------------------------------------

__global__ void half_of_a_vote(const int* x, int* out) {
  const unsigned mine =
      static_cast<unsigned>(__ballot(x[threadIdx.x] > 2) >> (threadIdx.x & 32));  // trap: hardcoded-wave64 @wave32 "threads 32-63 shift all votes away"
  out[threadIdx.x] = __popc(mine);
}

__global__ void half_of_a_vote_by_warp(const int* x, int* out) {
  const int half = threadIdx.x / 32 % 2;
  const unsigned long long votes = __ballot(x[threadIdx.x] > 2);
  out[threadIdx.x] = __popc(static_cast<unsigned>(votes >> (half * 32)));  // trap: hardcoded-wave64 @wave32
}

#define MY_VOTES(p) static_cast<unsigned>(__ballot(p) >> (threadIdx.x & 0x20))  // trap: hardcoded-wave64 @wave32

template <typename T>
__global__ void half_by_macro(const T* x, int* out) {
  out[threadIdx.x] = __popc(MY_VOTES(x[threadIdx.x] > T(2)));
}
template __global__ void half_by_macro<int>(const int*, int*);

__global__ void half_by_choice(const int* x, int* out) {
  const auto votes = __ballot(x[threadIdx.x] > 2);
  const unsigned mine = threadIdx.x & 32 ? votes >> 32 : votes;  // trap: hardcoded-wave64 @wave32
  out[threadIdx.x] = __popc(mine);
}

__global__ void lanes_of_a_half(const int* x, int* out) {
  const unsigned long long mine = 0xffffffffull << (threadIdx.x & 32);  // trap: hardcoded-wave64 @wave32 "name lanes that are not there"
  out[threadIdx.x] = __popcll(__ballot(x[threadIdx.x] > 2) & mine);
}

__global__ void lanes_of_a_half_by_branch(const int* x, int* out) {
  unsigned long long mine = 0xffffffff;
  if (threadIdx.x % 64 >= 32) mine <<= 32;  // trap: hardcoded-wave64 @wave32
  out[threadIdx.x] = __any_sync(mine, x[threadIdx.x] > 6);
}
