// SPDX-License-Identifier: Apache-2.0
// One unit throughout, and mixtures that come to the same.
#include <hip/hip_runtime.h>

#include "hipshim/warp32.hpp"

// --- warps of 32 ---------------------------------------------------------------------------------

__global__ void warps_of_32(int* total, const int* x) {
  int v = x[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down(v, d);
  if (threadIdx.x % 32 == 0) atomicAdd(total, v);
}

__global__ void warps_of_32_by_hipshim(int* total, const int* x) {
  int v = x[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += hipshim::warp32::shfl_down(v, d);
  if (hipshim::warp32::lane_id() == 0) atomicAdd(total, v);
}

__global__ void scan_of_32(int* out, const int* x) {
  const int lane = threadIdx.x & 31;
  int v = x[threadIdx.x];
  for (int d = 1; d < 32; d <<= 1) {
    const int t = __shfl_up(v, d);
    if (lane >= d) v += t;
  }
  out[threadIdx.x] = v;
}

__global__ void stages_of_32(int* out, const int* x) {
  __shared__ int sums[32];
  const int lane = threadIdx.x & 31;
  const int warp = threadIdx.x >> 5;
  int v = x[blockIdx.x * blockDim.x + threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down(v, d);
  if (lane == 0) sums[warp] = v;
  __syncthreads();
  if (warp == 0) {
    v = lane < blockDim.x / 32 ? sums[lane] : 0;
    for (int d = 16; d > 0; d >>= 1) v += __shfl_down(v, d);
    if (lane == 0) out[blockIdx.x] = v;
  }
}

// --- real waves ----------------------------------------------------------------------------------

__global__ void waves(int* total, const int* x) {
  int v = x[threadIdx.x];
  for (int d = warpSize / 2; d > 0; d >>= 1) v += __shfl_down(v, d);
  if (threadIdx.x % warpSize == 0) atomicAdd(total, v);
}

__global__ void waves_by_xor(int* total, const int* x) {
  int v = x[threadIdx.x];
  for (int d = 1; d < warpSize; d *= 2) v += __shfl_xor(v, d);
  if (__lane_id() == 0) atomicAdd(total, v);
}

__global__ void stages_of_waves(int* out, const int* x) {
  __shared__ int sums[32];
  const int lane = threadIdx.x % warpSize;
  const int wave = threadIdx.x / warpSize;
  int v = x[blockIdx.x * blockDim.x + threadIdx.x];
  for (int d = warpSize / 2; d > 0; d >>= 1) v += __shfl_down(v, d);
  if (lane == 0) sums[wave] = v;
  __syncthreads();
  if (wave == 0) {
    v = lane < blockDim.x / warpSize ? sums[lane] : 0;
    for (int d = warpSize / 2; d > 0; d >>= 1) v += __shfl_down(v, d);
    if (lane == 0) out[blockIdx.x] = v;
  }
}

// The results lie elsewhere, and are the same in all: each wave writes one sum.
__global__ void sums_of_waves(int* out, const int* x) {
  int v = x[threadIdx.x];
  for (int d = warpSize / 2; d > 0; d >>= 1) v += __shfl_down(v, d);
  if (threadIdx.x % warpSize == 0) out[threadIdx.x / warpSize] = v;
}

__global__ void strided_by_waves(int* total, const int* x, int n) {
  int sum = 0;
  for (int i = threadIdx.x % warpSize; i < n; i += warpSize) sum += x[i];
  for (int d = warpSize / 2; d > 0; d >>= 1) sum += __shfl_down(sum, d);
  if (threadIdx.x == 0) atomicAdd(total, sum);
}

// --- both, and the same --------------------------------------------------------------------------

// The 32 of the first warp are lanes of the first wave, too.
__global__ void first_warp_of_the_wave(int* out, const int* x) {
  int v = x[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down(v, d);
  if (threadIdx.x == 0 && warpSize >= 32) out[0] = v;
}

__global__ void taken_apart_and_put_together(int* out, const int* x) {
  const int lane = threadIdx.x % warpSize;
  const int wave = threadIdx.x / warpSize;
  int v = x[wave * warpSize + lane];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor(v, d);
  out[wave * warpSize + lane] = v;
}

__global__ void one_warp(int* total, const int* x) {
  int v = x[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down(v, d);
  if (threadIdx.x % warpSize == 0) atomicAdd(total, v);
}

  // hipaudit: allow(half-empty-wave) one warp is what the case is about
void launch_one_warp(int* total, const int* x) { one_warp<<<16, 32>>>(total, x); }

// 32 columns of a tile, and the wave elsewhere.
__global__ void tile_of_32_columns(float* out, const float* in) {
  __shared__ float tile[32][33];
  const int column = threadIdx.x % 32;
  const int row = threadIdx.x / 32;
  tile[row][column] = in[threadIdx.x];
  __syncthreads();
  float v = tile[row][column];
  for (int d = warpSize / 2; d > 0; d >>= 1) v += __shfl_xor(v, d);
  if (threadIdx.x % warpSize == 0) atomicAdd(out, v);
}

// Asks for the size.
__global__ void by_wave_size(int* total, const int* x) {
  int v = x[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down(v, d);
  if (warpSize == 64) v += __shfl_down(v, 32);
  if (threadIdx.x % warpSize == 0) atomicAdd(total, v);
}

// A recurrence of more steps than can be run, in one unit.
constexpr int kRow = 16;
constexpr int kPitch = kRow + 1;

template <bool kByWave>
__device__ void recurrence(float* out, const float* factor, const float* x, int steps) {
  extern __shared__ float rows[];
  const int unit = kByWave ? warpSize : 32;
  const int group = threadIdx.x / unit;
  const int lane = threadIdx.x % unit;
  for (int i = 0; i < unit; ++i)
    if (lane < kRow)
      rows[(group * unit + i) * kPitch + lane] = factor[(group * unit + i) * kRow + lane];
  __syncthreads();
  for (int t = 0; t < steps; ++t) {
    float sum = 0;
    for (int k = 0; k < kRow; ++k) {
      const float state = rows[threadIdx.x * kPitch + k] * x[t] + x[t * kRow + k];
      sum += state * x[k];
      rows[threadIdx.x * kPitch + k] = state;
    }
    out[t * blockDim.x + threadIdx.x] = sum;
  }
}

__global__ void recurrence_by_32(float* out, const float* f, const float* x, int steps) {
  recurrence<false>(out, f, x, steps);
}

__global__ void recurrence_by_wave(float* out, const float* f, const float* x, int steps) {
  recurrence<true>(out, f, x, steps);
}

void launch_recurrences(float* out, const float* x, int steps, hipStream_t stream) {
  recurrence_by_32<<<1, 128, 128 * kPitch * sizeof(float), stream>>>(out, x, x, steps);
  recurrence_by_wave<<<1, 128, 128 * kPitch * sizeof(float), stream>>>(out, x, x, steps);
}

// Instances for warps of 32 and of 64: lanes by the same parameter, by 32 in instances for 32, and
// 32 as something else than a warp.
template <int kWarpSize>
__device__ int lanes_by_parameter(int v) {
  const int lane = threadIdx.x & (kWarpSize - 1);
  for (int d = 1; d < kWarpSize; d *= 2) {
    const int other = __shfl_down(v, d, kWarpSize);
    if (lane + d < kWarpSize) v += other;
  }
  return v;
}

template <int kWarpSize>
__device__ int first_of_32(int v) {
  const int lane = threadIdx.x & 31;
  const int before = __shfl_up(v, 1, kWarpSize);
  return lane == 0 ? v : v - before;
}

template <int kWarpSize>
__device__ int bank_of(int v) {
  const int bank = threadIdx.x & 31;
  return __shfl_xor(v, 1, kWarpSize) + bank;
}

template <int kWarpSize>
__global__ void by_parameter(int* out, const int* x) {
  out[threadIdx.x] = lanes_by_parameter<kWarpSize>(x[threadIdx.x]) + first_of_32<32>(x[threadIdx.x])
                     + bank_of<kWarpSize>(x[threadIdx.x]);
}

void launch_by_parameter(int* out, const int* x) {
  hipDeviceProp_t prop;
  if (hipGetDeviceProperties(&prop, 0) != hipSuccess) return;
  if (prop.warpSize == 64)
    by_parameter<64><<<1, 256>>>(out, x);
  else
    by_parameter<32><<<1, 256>>>(out, x);
}

// Constants that follow the wave: one unit throughout, and sizes of something else.
__device__ constexpr int lanes_of_a_wave() {
#if defined(__GFX8__) || defined(__GFX9__)
  return 64;
#else
  return 32;
#endif
}

__global__ void sums_by_constant(float* out, const float* x) {
  constexpr int wave_size = lanes_of_a_wave();
  float v = x[threadIdx.x];
  for (int d = wave_size / 2; d > 0; d >>= 1) v += __shfl_xor(v, d);
  if (threadIdx.x % wave_size == 0) atomicAdd(out, v);
}

__global__ void strides_of_the_wave(float* out, const float* x) {
  constexpr int wave_size = lanes_of_a_wave();
  const int first = threadIdx.x / wave_size * wave_size;
  const float v = x[first + threadIdx.x % wave_size];
  const float other = __shfl_xor(v, 1, 32);
  out[threadIdx.x] = v + other;
}

__global__ void tiles_by_architecture(float* out, const float* x) {
  constexpr int tile = lanes_of_a_wave() / 2;
  float v = 0;
  for (int i = 0; i < tile; ++i) v += x[i * blockDim.x + threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor(v, d, 32);
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = v;
}

void launch_by_constant(float* out, const float* x) {
  sums_by_constant<<<1, 128>>>(out, x);
  strides_of_the_wave<<<1, 128>>>(out, x);
  tiles_by_architecture<<<1, 128>>>(out, x);
}
