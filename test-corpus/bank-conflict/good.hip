// SPDX-License-Identifier: Apache-2.0
// Shared arrays that are read without conflicts worth a word.
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>

__global__ void padded_by_one(const float* in, float* out) {
  __shared__ float tile[32][33];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void rows_only(const float* in, float* out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.y][threadIdx.x];
}

__global__ void columns_exchanged(const float* in, float* out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x ^ threadIdx.y] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y ^ threadIdx.x];
}

__global__ void two_way_only(const float* in, float* out) {
  __shared__ float pairs[128];
  pairs[2 * threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = pairs[2 * threadIdx.x];
}

void run_two_way(const float* in, float* out) { two_way_only<<<1, 64>>>(in, out); }

__global__ void one_word_for_all(const float* in, float* out) {
  __shared__ float table[32][32];
  table[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = table[5][threadIdx.y & 1];
}

__global__ void one_thread(const float* in, float* out) {
  __shared__ float first[64 * 32];
  first[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = first[threadIdx.x * 32] + first[1];
}

__global__ void first_half_of_a_wave(const float* in, float* out) {
  __shared__ float sums[32 * 32];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) sums[i] = in[i];
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = sums[threadIdx.x * 32];
}

__global__ void unknown_pitch(const float* in, float* out, int pitch) {
  extern __shared__ float grid[];
  grid[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = grid[threadIdx.x * pitch];
}

__global__ void indirect(const float* in, const int* order, float* out) {
  __shared__ float values[256];
  values[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = values[order[threadIdx.x]];
}

__global__ void halves_padded_by_two(const __half* in, __half* out) {
  __shared__ __half tile[64][66];
  for (int k = 0; k < 64; ++k) tile[k][threadIdx.x] = in[k * 64 + threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][3];
}

void run_halves(const __half* in, __half* out) { halves_padded_by_two<<<1, 64>>>(in, out); }
