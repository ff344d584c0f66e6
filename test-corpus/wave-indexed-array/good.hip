// SPDX-License-Identifier: Apache-2.0
// Arrays that have a slot for each index, whatever the wave.
#include <hip/hip_runtime.h>

#define WARP_SIZE 32

__global__ void as_many_slots_as_any_wave_has_lanes(int* out, const int* x) {
  __shared__ int buffer[64];
  if (threadIdx.x < warpSize) buffer[threadIdx.x % warpSize] = x[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) out[threadIdx.x] = buffer[threadIdx.x];
}

__global__ void index_by_32(int* out, const int* x) {
  __shared__ int buffer[4][32];
  buffer[threadIdx.x / 32][threadIdx.x % 32] = x[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = buffer[threadIdx.x / 32][threadIdx.x % 32];
}

// One slot for each wave: at most 1024 / 32.
__global__ void slot_of_the_wave(int* out, const int* x) {
  __shared__ int sums[WARP_SIZE];
  const int lane = threadIdx.x % warpSize;
  const int wave = threadIdx.x / warpSize;
  int v = x[blockIdx.x * blockDim.x + threadIdx.x];
  for (int d = warpSize / 2; d > 0; d >>= 1) v += __shfl_down(v, d);
  if (lane == 0) sums[wave] = v;
  __syncthreads();
  if (threadIdx.x == 0) {
    int total = 0;
    for (int w = 0; w < blockDim.x / warpSize; ++w) total += sums[w];
    out[blockIdx.x] = total;
  }
}

__global__ void guarded(int* out, const int* x) {
  __shared__ int buffer[32];
  const int lane = threadIdx.x % warpSize;
  if (threadIdx.x < warpSize && lane < 32) buffer[lane] = x[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = buffer[threadIdx.x % 32];
}

__global__ void initialised_before(int* out, const int* x) {
  __shared__ int sums[4];
  if (threadIdx.x < 4) sums[threadIdx.x] = 0;
  __syncthreads();
  int v = x[threadIdx.x];
  for (int d = warpSize / 2; d > 0; d >>= 1) v += __shfl_down(v, d);
  if (threadIdx.x % warpSize == 0) sums[threadIdx.x / warpSize] = v;
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = sums[0] + sums[1] + sums[2] + sums[3];
}

void launch_initialised_before(int* out, const int* x, hipStream_t stream) { initialised_before<<<4, 128, 0, stream>>>(out, x); }

// As large as the host says.
__global__ void dynamic(int* out, const int* x) {
  extern __shared__ int buffer[];
  buffer[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = buffer[threadIdx.x / warpSize * warpSize];
}

// Data decides the index.
__global__ void histogram(int* out, const int* bins) {
  __shared__ int counts[32];
  if (threadIdx.x < 32) counts[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&counts[bins[threadIdx.x / warpSize] & 31], 1);
  __syncthreads();
  if (threadIdx.x < 32) out[threadIdx.x] = counts[threadIdx.x];
}

// The block has no more threads than the array has slots.
__global__ void one_warp(int* out, const int* x) {
  __shared__ int buffer[32];
  buffer[threadIdx.x % warpSize] = x[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = buffer[31 - threadIdx.x];
}

void launch_one_warp(int* out, const int* x, hipStream_t stream) { one_warp<<<4, 32, 0, stream>>>(out, x); }

namespace other_forms {

__global__ void most_that_any_wave_has(float* out, const float* in) {
  __shared__ float best[64];
  const int lane = threadIdx.x % warpSize;
  if (threadIdx.x < warpSize) best[lane] = in[lane];
  __syncthreads();
  out[threadIdx.x] = best[lane];
}

__global__ void lane_of_32(float* out, const float* in) {
  __shared__ float best[32];
  if (threadIdx.x < 32) best[threadIdx.x % 32] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = best[threadIdx.x % 32];
}

// More slots than waves of 64, as many as waves of 32.
__global__ void slot_per_wave(float* out, const float* in) {
  __shared__ float sums[32];
  float v = in[threadIdx.x];
  for (int d = warpSize / 2; d > 0; d >>= 1) v += __shfl_down(v, d);
  if (threadIdx.x % warpSize == 0) sums[threadIdx.x / warpSize] = v;
  __syncthreads();
  v = threadIdx.x < blockDim.x / warpSize ? sums[threadIdx.x] : 0.0f;
  for (int d = warpSize / 2; d > 0; d >>= 1) v += __shfl_down(v, d);
  if (threadIdx.x == 0) out[0] = v;
}

__global__ void index_is_data(float* out, const int* slot, const float* in) {
  __shared__ float table[32];
  if (threadIdx.x < 32) table[threadIdx.x] = 0.0f;
  __syncthreads();
  atomicAdd(&table[slot[threadIdx.x]], in[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = table[threadIdx.x & 31];
}

/// Rows by 32, whatever the wave; launched by another name.
__global__ void rows_by_32(int* out, const int* in) {
  __shared__ int counts[32][8];
  const int group = threadIdx.x / 32;
  for (int i = 0; i < 8; ++i) counts[group][i] = in[group * 8 + i];
  __syncthreads();
  if (threadIdx.x == 0)
    for (int c = 0; c < 64; ++c) out[c] = counts[c / 8][c % 8];
}

/// As many rows are read as waves wrote.
__global__ void as_many_as_waves(int* out, const int* in) {
  __shared__ int counts[32][8];
  const int group = threadIdx.x / warpSize;
  for (int i = 0; i < 8; ++i) counts[group][i] = 0;
  __syncthreads();
  if (threadIdx.x % warpSize < 8)
    atomicAdd(&counts[group][threadIdx.x % warpSize], in[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0)
    for (int c = 0; c < blockDim.x / warpSize * 8; ++c) out[c] = counts[c / 8][c % 8];
}

/// Slots that are left empty are so whatever the wave.
template <typename Id>
__global__ void counted_by_data(int* total, const Id* ids, int kinds, size_t n) {
  __shared__ int counts[32][8];
  const int group = threadIdx.x / 32;
  for (int i = 0; i < 8; ++i)
    if (group * 8 + i < kinds) counts[group][i] = blockDim.x % warpSize == 0 ? 0 : 1;
  const size_t each = (n + blockDim.x - 1) / blockDim.x;
  for (size_t i = threadIdx.x * each; i < n && i < (threadIdx.x + 1) * each; ++i)
    atomicAdd(&counts[ids[i] / 8][ids[i] % 8], 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < kinds; ++i) sum += counts[i / 8][i % 8];
    *total = sum;
  }
}

void launch_by_data(int* out, const int* ids, int kinds, size_t n, hipStream_t stream) {
  auto kernel = counted_by_data<int>;
  kernel<<<1, 1024, 0, stream>>>(out, ids, kinds, n);
}

void launch_by_variable(int* out, const int* in, hipStream_t stream) {
  auto kernel = rows_by_32;
  kernel<<<1, 256, 0, stream>>>(out, in);
  kernel = as_many_as_waves;
  kernel<<<1, 512, 0, stream>>>(out, in);
}

void launch(float* f, const int* slot, hipStream_t stream) {
  most_that_any_wave_has<<<1, 256, 0, stream>>>(f, f);
  lane_of_32<<<1, 256, 0, stream>>>(f, f);
  slot_per_wave<<<1, 256, 0, stream>>>(f, f);
  index_is_data<<<1, 256, 0, stream>>>(f, slot, f);
}

}  // namespace other_forms

namespace sized_by_the_wave {

#if defined(__GFX8__) || defined(__GFX9__)
constexpr __device__ int physical_warp_size() { return 64; }
#else
constexpr __device__ int physical_warp_size() { return 32; }
#endif

/// As many elements for each lane as there are columns for it.
template <int kColumns>
__global__ void columns_of_a_lane(float* out, const float* in) {
  constexpr int warp_size = physical_warp_size();
  constexpr int kEach = kColumns / warp_size;
  float v[kEach];
  for (int i = 0; i < kEach; ++i) v[i] = in[i * warp_size + threadIdx.x];
  for (int d = 1; d < warp_size; d *= 2)
    for (int i = 0; i < kEach; ++i) v[i] += __shfl_xor(v[i], d, warp_size);
  for (int i = 0; i < kEach; ++i) out[i * warp_size + threadIdx.x] = v[i];
}

void launch(float* f, int warp_size, hipStream_t stream) {
  columns_of_a_lane<64><<<1, warp_size, 0, stream>>>(f, f);
  columns_of_a_lane<128><<<1, warp_size, 0, stream>>>(f, f);
}

}  // namespace sized_by_the_wave
