// SPDX-License-Identifier: Apache-2.0
// Limits of barrier-divergent.
#include <hip/hip_runtime.h>

// How many turns each thread makes follows from constants, and is not counted.
__global__ void uneven_turns(float* data) {
  __shared__ float tile[128];
  // miss+1: barrier-divergent 200 is no multiple of 128
  for (int i = threadIdx.x; i < 200; i += 128) {
    tile[threadIdx.x] = data[i];
    __syncthreads();
    data[i] = tile[0];
  }
}
void launch(float* data) { uneven_turns<<<1, 128>>>(data); }

// Each thread leaves the loop by its own data.
__global__ void break_by_data(float* data, const int* last) {
  __shared__ float tile[256];
  for (int i = 0;; ++i) {
    if (i == last[threadIdx.x]) break;  // miss: barrier-divergent only the loop's condition is looked at
    tile[threadIdx.x] = data[i];
    __syncthreads();
    data[i] = tile[0];
  }
}
