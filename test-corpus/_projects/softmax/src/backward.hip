// SPDX-License-Identifier: Apache-2.0
#include "softmax/softmax.hpp"
#include "softmax/warp.hpp"

namespace softmax {
namespace {

__global__ void gradient(float* grad_in, const float* grad_out, const float* out, int rows,
                         int columns) {
  const int row = blockIdx.x * (blockDim.x / WARP_SIZE) + threadIdx.x / WARP_SIZE;
  const int lane = threadIdx.x & (WARP_SIZE - 1);
  if (row >= rows) return;
  const size_t begin = static_cast<size_t>(row) * columns;

  float dot = 0.0f;
  for (int c = lane; c < columns; c += WARP_SIZE) dot += grad_out[begin + c] * out[begin + c];
  dot = warp_all_reduce<Sum>(dot);
  for (int c = lane; c < columns; c += WARP_SIZE)
    grad_in[begin + c] = (grad_out[begin + c] - dot) * out[begin + c];
}

// The lanes vote who holds the maximum; the first of them has the smallest column of its round.
__global__ void first_maximum(int* index, const float* in, int rows, int columns) {
  const int row = blockIdx.x * (blockDim.x / WARP_SIZE) + threadIdx.x / WARP_SIZE;
  const int lane = threadIdx.x & (WARP_SIZE - 1);
  if (row >= rows) return;
  in += static_cast<size_t>(row) * columns;

  float best = Max<float>::identity();
  for (int c = lane; c < columns; c += WARP_SIZE) best = fmaxf(best, in[c]);
  best = warp_all_reduce<Max>(best);

  int found = -1;
  for (int first = 0; first < columns; first += WARP_SIZE) {
    const int c = first + lane;
    const unsigned int hits = __ballot(c < columns && in[c] == best);  // trap: narrow-lane-mask
    if (found < 0 && hits != 0) found = first + __ffs(hits) - 1;
  }
  if (lane == 0) index[row] = found;
}

}  // namespace

void backward(float* grad_in, const float* grad_out, const float* out, int rows, int columns,
              hipStream_t stream) {
  gradient<<<(rows + 7) / 8, 256, 0, stream>>>(grad_in, grad_out, out, rows, columns);
}

void argmax(int* index, const float* in, int rows, int columns, hipStream_t stream) {
  first_maximum<<<(rows + 7) / 8, 256, 0, stream>>>(index, in, rows, columns);
}

}  // namespace softmax
