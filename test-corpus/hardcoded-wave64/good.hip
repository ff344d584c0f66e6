// SPDX-License-Identifier: Apache-2.0
// 64 that is no wave size, or is one where it holds.
#include <hip/hip_runtime.h>

__global__ void follows(const float* x, float* out) {
  float v = x[threadIdx.x];
  for (int d = warpSize / 2; d > 0; d /= 2) v += __shfl_down(v, d);
  if (threadIdx.x % warpSize == 0) out[threadIdx.x / warpSize] = v;
}

__global__ void one_more_step(int* x) {
  int v = x[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor(v, d);
  if (warpSize > 32) v += __shfl_xor(v, 32);
  x[threadIdx.x] = v;
}

// A chunk of 64 threads that exchange nothing.
__global__ void chunks(const float* x, float* out) {
  __shared__ float sums[4][64];
  const int column = threadIdx.x & 63;
  sums[threadIdx.x / 64][column] = x[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = sums[threadIdx.x >> 6][63 - column];
}

// Rows of 64, and warps of 32 in them.
__global__ void rows_of_64(const float* x, float* out) {
  const int column = threadIdx.x % 64;
  float v = x[column];
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor(v, d, 32);
  out[threadIdx.x] = v;
}

#if defined(__GFX9__)
#define WAVE_SIZE 64
#else
#define WAVE_SIZE 32
#endif

__global__ void by_architecture(float* x) {
  float v = x[threadIdx.x];
  for (int d = WAVE_SIZE / 2; d > 0; d /= 2) v += __shfl_xor(v, d);
  x[threadIdx.x] = v;
}

#ifdef PROJECT_ARCH_VEGA
constexpr int kWarpSize = 64;
#else
constexpr int kWarpSize = 32;
#endif

__global__ void by_build(float* x) {
  float v = x[threadIdx.x];
  for (int d = kWarpSize / 2; d > 0; d /= 2) v += __shfl_xor(v, d);
  x[threadIdx.x] = v;
}

// The host picks the instance.
template <int Lanes>
__global__ void by_instance(float* x) {
  float v = x[threadIdx.x];
  for (int d = Lanes / 2; d > 0; d /= 2) v += __shfl_xor(v, d);
  if (Lanes == 64) v += __shfl(v, 63 % Lanes);
  x[threadIdx.x] = v;
}

__global__ void for_64(float* x) { x[threadIdx.x] += __shfl_xor(x[threadIdx.x], 32); }

void launch(float* x, hipStream_t stream) {
  hipDeviceProp_t prop;
  if (hipGetDeviceProperties(&prop, 0) != hipSuccess) return;
  if (prop.warpSize == 64) {
    by_instance<64><<<4, 256, 0, stream>>>(x);
    for_64<<<4, 256, 0, stream>>>(x);
  } else {
    by_instance<32><<<4, 256, 0, stream>>>(x);
  }
}

// Sizes of other things.
constexpr int kWarpTile = 64;
constexpr int kWarps = 64;
__global__ void other_sizes(float* x) {
  if (threadIdx.x % kWarpTile == 0) x[threadIdx.x / kWarps] = __shfl_xor(x[threadIdx.x], 1);
}

// A constant of the host.
constexpr int kHostWarpSize = 64;
inline int blocks(int n) { return (n + kHostWarpSize - 1) / kHostWarpSize; }

// --- a half of a vote ----------------------------------------------------------------------------

__global__ void half_of_the_lane(const int* x, int* out) {
  const int lane = threadIdx.x % warpSize;
  const unsigned long long votes = __ballot(x[threadIdx.x] > 2);
  out[threadIdx.x] = __popc(static_cast<unsigned>(votes >> (lane / 32 * 32)));
  out[threadIdx.x] += __popc(static_cast<unsigned>(votes >> (__lane_id() & 32)));
}

__global__ void half_on_64_lanes(const int* x, int* out) {
  const unsigned long long votes = __ballot(x[threadIdx.x] > 2);
  const unsigned mine = warpSize == 64 ? votes >> (threadIdx.x & 32) : votes;
  out[threadIdx.x] = __popc(mine);
}

__global__ void __launch_bounds__(32) half_of_a_small_block(const int* x, int* out) {
  out[threadIdx.x] = __popc(static_cast<unsigned>(__ballot(x[threadIdx.x] > 2) >> (threadIdx.x & 32)));
}

// A word of data for each 32 threads.
__global__ void half_of_data(const unsigned long long* words, int* out) {
  const unsigned word = static_cast<unsigned>(words[threadIdx.x / 64] >> (threadIdx.x & 32));
  out[threadIdx.x] = __popc(word) + __any(word > 100);
}

// Both halves, one after the other.
__global__ void both_halves_in_turn(const int* x, int* out) {
  const unsigned long long votes = __ballot(x[threadIdx.x] > 2);
  for (int half = 0; half < 2; ++half) out[threadIdx.x] += __popc(static_cast<unsigned>(votes >> (32 * half)));
}
