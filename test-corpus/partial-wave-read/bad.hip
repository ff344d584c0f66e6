// SPDX-License-Identifier: Apache-2.0
// Real waves of which some lanes do not exist: what they give is 0, and a minimum takes it.
#include <hip/hip_runtime.h>

__global__ void least_of_a_block(float* out, const float* in) {
  float v = in[threadIdx.x] + 1000.0f;
  for (int d = warpSize / 2; d > 0; d >>= 1) v = fminf(v, __shfl_down(v, d));  // trap: partial-wave-read @wave64 "in a block of 96 threads"
  if (threadIdx.x % warpSize == 0) out[threadIdx.x / warpSize] = v;
}

template <typename T>
__device__ T least_of_a_wave(T v) {
#pragma unroll
  for (int d = warpSize / 2; d > 0; d /= 2) {
    T other = __shfl_down(v, d);  // trap: partial-wave-read @wave64
    v = other < v ? other : v;
  }
  return v;
}

__global__ void least_by_helper(int* out, const int* in) {
  const int lane = threadIdx.x % warpSize;
  const int v = least_of_a_wave(in[threadIdx.x] + 7);
  if (lane == 0) out[threadIdx.x / warpSize] = v;
}

#define TIMES(v, d) (v) *= __shfl_down((v), (d))  // trap: partial-wave-read @wave64 "in a block of 160 threads"

__global__ void product(int* out, const int* in) {
  int v = 2 * in[threadIdx.x] + 1;
  for (int d = warpSize / 2; d > 0; d >>= 1) TIMES(v, d);
  if (threadIdx.x % warpSize == 0) out[threadIdx.x / warpSize] = v;
}

void launch(float* f, int* i, hipStream_t stream) {
  least_of_a_block<<<1, 96, 0, stream>>>(f, f);
  least_by_helper<<<1, 96, 0, stream>>>(i, i);
  product<<<1, 160, 0, stream>>>(i, i);
}
