// SPDX-License-Identifier: Apache-2.0
#include "softmax/block.hpp"
#include "softmax/softmax.hpp"

namespace softmax {
namespace {

constexpr int kWarpsPerBlock = 4;
constexpr int kLargeBlock = 256;

// The row stays in registers: kPerLane values in each lane.
template <int kPerLane>
__global__ void __launch_bounds__(kWarpsPerBlock* WARP_SIZE)
    warp_per_row(float* out, const float* in, int rows, int columns) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  const int lane = threadIdx.x;
  in += static_cast<size_t>(row) * columns;
  out += static_cast<size_t>(row) * columns;

  float value[kPerLane];
  float best = Max<float>::identity();
#pragma unroll
  for (int k = 0; k < kPerLane; ++k) {
    const int column = lane + k * WARP_SIZE;
    value[k] = column < columns ? in[column] : Max<float>::identity();
    best = fmaxf(best, value[k]);
  }
  best = warp_all_reduce<Max>(best);

  float sum = 0.0f;
#pragma unroll
  for (int k = 0; k < kPerLane; ++k) {
    value[k] = expf(value[k] - best);
    sum += value[k];
  }
  const float scale = 1.0f / warp_all_reduce<Sum>(sum);
#pragma unroll
  for (int k = 0; k < kPerLane; ++k) {
    const int column = lane + k * WARP_SIZE;
    if (column < columns) out[column] = value[k] * scale;
  }
}

__global__ void block_per_row(float* out, const float* in, int columns) {
  __shared__ float partial[WARP_SIZE];
  in += static_cast<size_t>(blockIdx.x) * columns;
  out += static_cast<size_t>(blockIdx.x) * columns;

  float best = Max<float>::identity();
  for (int c = threadIdx.x; c < columns; c += blockDim.x) best = fmaxf(best, in[c]);
  best = block_all_reduce<Max>(best, partial);

  float sum = 0.0f;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) sum += expf(in[c] - best);
  sum = block_all_reduce<Sum>(sum, partial);

  for (int c = threadIdx.x; c < columns; c += blockDim.x) out[c] = expf(in[c] - best) / sum;
}

__global__ void log_warp_per_row(float* out, const float* in, int rows, int columns) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = thread / WARP_SIZE;
  const int lane = thread % WARP_SIZE;
  if (row >= rows) return;
  in += static_cast<size_t>(row) * columns;
  out += static_cast<size_t>(row) * columns;

  Running mine = {Max<float>::identity(), 0.0f};
  for (int c = lane; c < columns; c += WARP_SIZE) mine = merge(mine, {in[c], 1.0f});
  mine = warp_merge(mine);
  const float shift = mine.max + logf(mine.sum);
  for (int c = lane; c < columns; c += WARP_SIZE) out[c] = in[c] - shift;
}

}  // namespace

#define LAUNCH_SMALL(per_lane) \
  warp_per_row<per_lane><<<grid, block, 0, stream>>>(out, in, rows, columns)

void forward_small(float* out, const float* in, int rows, int columns, hipStream_t stream) {
  const dim3 block(WARP_SIZE, kWarpsPerBlock);
  const dim3 grid((rows + kWarpsPerBlock - 1) / kWarpsPerBlock);
  if (columns <= WARP_SIZE)
    LAUNCH_SMALL(1);
  else if (columns <= 4 * WARP_SIZE)
    LAUNCH_SMALL(4);
  else
    LAUNCH_SMALL(32);
}

void forward_large(float* out, const float* in, int rows, int columns, hipStream_t stream) {
  block_per_row<<<rows, kLargeBlock, 0, stream>>>(out, in, columns);
}

void log_forward(float* out, const float* in, int rows, int columns, hipStream_t stream) {
  const int threads = 128;
  const int blocks = (rows * WARP_SIZE + threads - 1) / threads;
  hipLaunchKernelGGL(log_warp_per_row, dim3(blocks), dim3(threads), 0, stream, out, in, rows,
                     columns);
}

}  // namespace softmax
