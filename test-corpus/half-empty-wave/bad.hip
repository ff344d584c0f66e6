// SPDX-License-Identifier: Apache-2.0
// Blocks of one CUDA warp, and blocks of odd sizes.
#include <hip/hip_runtime.h>

__global__ void row_sum(const float* x, float* out, int columns) {
  float sum = 0;
  for (int i = threadIdx.x; i < columns; i += 32) sum += x[blockIdx.x * columns + i];
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor(sum, d, 32);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

__global__ void window(const float* x, float* out) {
  __shared__ float cells[5][5];
  cells[threadIdx.y][threadIdx.x] = x[threadIdx.y * 5 + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 25 + threadIdx.y * 5 + threadIdx.x] = cells[threadIdx.x][threadIdx.y];
}

template <typename T>
__global__ void staged(T* x) {
  __shared__ T stage[96];
  stage[threadIdx.x] = x[blockIdx.x * 96 + threadIdx.x];
  __syncthreads();
  x[blockIdx.x * 96 + threadIdx.x] = stage[95 - threadIdx.x];
}

#define WARP 32
constexpr int kThreads = 32 * 3;

void launch(const float* x, float* out, int rows, int columns, hipStream_t stream) {
  row_sum<<<rows, 32, 0, stream>>>(x, out, columns);    // trap: half-empty-wave @wave64 "50% of the lanes"
  row_sum<<<rows, WARP, 0, stream>>>(x, out, columns);  // trap: half-empty-wave @wave64
  const dim3 block(5, 5);
  window<<<rows, block, 0, stream>>>(x, out);           // trap: half-empty-wave @wave64 "60% of the lanes"
  staged<float><<<rows, kThreads, 0, stream>>>(out);    // trap: half-empty-wave @wave64 "25% of the lanes"
  hipLaunchKernelGGL(row_sum, dim3(rows), dim3(32), 0, stream, x, out, columns);  // trap: half-empty-wave @wave64
}
