// SPDX-License-Identifier: Apache-2.0
// Shared arrays whose columns lie in one bank.
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>

// The transpose of every tutorial, before its padding.
__global__ void transpose(const float* in, float* out, int width, int height) {
  __shared__ float tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < height && y + j < width)
      out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];  // trap: bank-conflict "32-way"
}

void run_transpose(const float* in, float* out) {
  transpose<<<dim3(32, 32), dim3(32, 8)>>>(in, out, 1024, 1024);
}

// One dimension, pitch by hand, through a pointer to the row.
#define ROW_LENGTH 64
__global__ __launch_bounds__(256) void row_sums(const float* in, float* out) {
  __shared__ float rows[256 * ROW_LENGTH / 4];
  for (int i = threadIdx.x; i < 64 * ROW_LENGTH; i += 256) rows[i] = in[i];
  __syncthreads();
  if (threadIdx.x < 64) {
    const float* row = rows + threadIdx.x * ROW_LENGTH;
    float sum = 0;
    for (int k = 0; k < ROW_LENGTH; ++k) sum += row[k];  // trap: bank-conflict "32-way"
    out[threadIdx.x] = sum;
  }
}

// A template: the pitch comes from an argument; the write conflicts, the read does not.
template <int kPitch>
__global__ void scatter_columns(const double* in, double* out) {
  __shared__ double columns[64][kPitch];
  const unsigned lane = threadIdx.x & 63u;
  columns[lane][threadIdx.x / 64] = in[threadIdx.x];  // trap: bank-conflict
  __syncthreads();
  out[threadIdx.x] = columns[0][threadIdx.x % kPitch];
}

void run_scatter(const double* in, double* out) { scatter_columns<16><<<8, 256>>>(in, out); }

// Four floats at a time from rows of 32.
__global__ void vector_rows(const float4* in, float4* out) {
  __shared__ float4 quads[64][8];
  quads[threadIdx.x / 8][threadIdx.x % 8] = in[threadIdx.x];
  __syncthreads();
  float4 sum = quads[threadIdx.x % 64][0];  // trap: bank-conflict "8-way"
  sum.x += 1.0f;
  out[threadIdx.x] = sum;
}

void run_vector(const float4* in, float4* out) { vector_rows<<<4, 512>>>(in, out); }
