// SPDX-License-Identifier: Apache-2.0
// Whole waves, and reads of missing lanes that change nothing.
#include <hip/hip_runtime.h>

#include "hipshim/warp32.hpp"

// Whole waves on both sizes.
__global__ void whole_waves(int* out, const int* x) {
  int v = x[threadIdx.x] + 1;
  for (int d = warpSize / 2; d > 0; d >>= 1) v = min(v, __shfl_down(v, d));
  if (threadIdx.x % warpSize == 0) atomicMin(out, v);
}

// A sum does not notice a 0.
__global__ void sum(int* out, const int* x) {
  int v = x[threadIdx.x];
  for (int d = warpSize / 2; d > 0; d >>= 1) v += __shfl_down(v, d);
  if (threadIdx.x % warpSize == 0) atomicAdd(out, v);
}

// Nor does the maximum of numbers that are not negative.
__global__ void largest_count(unsigned* out, const unsigned* x) {
  unsigned v = x[threadIdx.x];
  for (int d = warpSize / 2; d > 0; d >>= 1) v = max(v, __shfl_down(v, d));
  if (threadIdx.x % warpSize == 0) atomicMax(out, v);
}

// In warps of 32 the block is made of whole ones.
__global__ void warps_of_32(int* out, const int* x) {
  int v = x[threadIdx.x] + 1;
  for (int d = 16; d > 0; d >>= 1) v = min(v, __shfl_down(v, d));
  if (threadIdx.x % 32 == 0) atomicMin(out, v);
}

__global__ void warps_of_32_by_hipshim(int* out, const int* x) {
  int v = x[threadIdx.x] + 1;
  for (int d = 16; d > 0; d >>= 1) v = min(v, hipshim::warp32::shfl_xor(v, d));
  if (threadIdx.x % 32 == 0) atomicMin(out, v);
}

// The missing lanes are asked for.
__global__ void guarded(int* out, const int* x) {
  const int lane = threadIdx.x % warpSize;
  const int lanes = min(warpSize + 0, static_cast<int>(blockDim.x - (threadIdx.x - lane)));
  int v = x[threadIdx.x] + 1;
  for (int d = warpSize / 2; d > 0; d >>= 1) {
    const int other = __shfl_down(v, d);
    if (lane + d < lanes) v = min(v, other);
  }
  if (lane == 0) atomicMin(out, v);
}

// All lanes shuffle; those that have nothing bring what changes nothing.
__global__ void padded(int* out, const int* x) {
  int v = threadIdx.x < 96 ? x[threadIdx.x] + 1 : 1 << 30;
  for (int d = warpSize / 2; d > 0; d >>= 1) v = min(v, __shfl_down(v, d));
  if (threadIdx.x % warpSize == 0) atomicMin(out, v);
}

// Nobody sees the lanes that read beyond the end.
__global__ void neighbour(int* out, const int* x) {
  const int v = x[threadIdx.x] + 1;
  const int next = __shfl_down(v, 1);
  if (threadIdx.x % 32 < 31) out[threadIdx.x] = next;
}

// Within the lanes that there are.
__global__ void within(int* out, const int* x) {
  int v = x[threadIdx.x] + 1;
  for (int d = 4; d > 0; d >>= 1) v = min(v, __shfl_xor(v, d));
  if (threadIdx.x % warpSize % 8 == 0) out[threadIdx.x / 8] = v;
}

// Also with waves of 32 the last one is not whole: CUDA's own problem.
__global__ void forty(int* out, const int* x) {
  int v = x[threadIdx.x] + 1;
  for (int d = 16; d > 0; d >>= 1) v = min(v, __shfl_xor(v, d));
  if (threadIdx.x == 0) out[blockIdx.x] = v;
}

void launch(int* out, const int* x, unsigned* counts, const unsigned* y, hipStream_t stream) {
  whole_waves<<<4, 192, 0, stream>>>(out, x);
  sum<<<4, 96, 0, stream>>>(out, x);
  largest_count<<<4, 96, 0, stream>>>(counts, y);
  warps_of_32<<<4, 96, 0, stream>>>(out, x);
  warps_of_32_by_hipshim<<<4, 96, 0, stream>>>(out, x);
  guarded<<<4, 96, 0, stream>>>(out, x);
  padded<<<4, 128, 0, stream>>>(out, x);
  neighbour<<<4, 96, 0, stream>>>(out, x);
  within<<<4, 96, 0, stream>>>(out, x);
  forty<<<4, 40, 0, stream>>>(out, x);
}

// The block's size is not known.
__global__ void of_any_size(int* out, const int* x) {
  int v = x[threadIdx.x] + 1;
  for (int d = warpSize / 2; d > 0; d >>= 1) v = min(v, __shfl_down(v, d));
  if (threadIdx.x % warpSize == 0) atomicMin(out, v);
}

namespace other_forms {

__global__ void whole_waves(float* out, const float* in) {
  float v = in[threadIdx.x] + 1000.0f;
  for (int d = warpSize / 2; d > 0; d >>= 1) v = fminf(v, __shfl_down(v, d));
  if (threadIdx.x % warpSize == 0) out[threadIdx.x / warpSize] = v;
}

// 0 adds nothing.
__global__ void sum_of_a_part(float* out, const float* in) {
  float v = in[threadIdx.x];
  for (int d = warpSize / 2; d > 0; d >>= 1) v += __shfl_down(v, d);
  if (threadIdx.x % warpSize == 0) atomicAdd(out, v);
}

__global__ void in_warps_of_32(float* out, const float* in) {
  float v = in[threadIdx.x] + 1000.0f;
  for (int d = 16; d > 0; d >>= 1) v = fminf(v, hipshim::warp32::shfl_down(v, d));
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = v;
}

// Nothing says how many threads there are.
__global__ void block_not_known(float* out, const float* in) {
  float v = in[threadIdx.x] + 1000.0f;
  for (int d = warpSize / 2; d > 0; d >>= 1) v = fminf(v, __shfl_down(v, d));
  if (threadIdx.x % warpSize == 0) out[threadIdx.x / warpSize] = v;
}

void launch(float* f, hipStream_t stream) {
  whole_waves<<<1, 128, 0, stream>>>(f, f);
  sum_of_a_part<<<1, 96, 0, stream>>>(f, f);
  in_warps_of_32<<<1, 96, 0, stream>>>(f, f);
}

}  // namespace other_forms
