// SPDX-License-Identifier: Apache-2.0
// Barriers on both ways of a branch that runs through a wave.
#include <hip/hip_runtime.h>

// Warps 2 and 3 are one wave of 64.
__global__ void roles(float* out, const float* in) {
  __shared__ float tile[128];
  const int warp = threadIdx.x / 32;
  if (warp < 3) {  // trap: barrier-divergent @wave64 "arrives twice"
    tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x ^ 1];
  } else {
    tile[threadIdx.x] = 0;
    __syncthreads();
  }
}

__device__ void fill(float* tile, float value) {
  tile[threadIdx.x] = value;
  __syncthreads();
}

template <int Loaders>
__global__ void roles_by_template(float* out) {
  __shared__ float tile[128];
  const int warp = threadIdx.x >> 5;
  if (warp >= Loaders) {  // trap: barrier-divergent @wave64
    fill(tile, 1);
    return;
  }
  fill(tile, 2);
  out[threadIdx.x] = tile[threadIdx.x ^ 1];
}

__global__ void one_after_the_other(float* out) {
  __shared__ float tile[128];
  const unsigned warp = threadIdx.x / 32u;
  if (warp == 0) {  // trap: barrier-divergent @wave64
    fill(tile, 1);
  }
  if (warp != 0) {
    fill(tile, 2);
  }
  out[threadIdx.x] = tile[threadIdx.x];
}

__global__ void switch_of_roles(float* out) {
  __shared__ float tile[128];
  switch (threadIdx.x / 32) {  // trap: barrier-divergent @wave64
    case 0:
      fill(tile, 1);
      break;
    case 1: fill(tile, 2); break;
    default: fill(tile, 3);
  }
  out[threadIdx.x] = tile[threadIdx.x];
}

// How many warps load is known at run time.
__global__ void rows_as_warps(float* out, int loaders) {
  __shared__ float tile[128];
  if (threadIdx.y < loaders) {  // trap: barrier-divergent @wave64 "two 32-thread halves"
    fill(tile, 1);
  } else {
    __syncthreads();
  }
  out[threadIdx.x] = tile[threadIdx.x];
}

// Lanes of a wave of any size.
__global__ void lanes_part(float* out) {
  __shared__ float tile[128];
  if (threadIdx.x % 2 == 0) {  // trap: barrier-divergent "lanes of one wave"
    fill(tile, 1);
  } else {
    fill(tile, 2);
  }
  out[threadIdx.x] = tile[threadIdx.x];
}

// Each thread has another number of turns.
__global__ void turns_by_data(float* out, const int* counts) {
  __shared__ float tile[256];
  const int count = counts[blockIdx.x * blockDim.x + threadIdx.x];
  float sum = 0;
  for (int i = 0; i < count; ++i) {  // trap: barrier-divergent "turns of this loop"
    tile[threadIdx.x] = i;
    __syncthreads();
    sum += tile[threadIdx.x ^ 1];
  }
  out[threadIdx.x] = sum;
}

void launch(float* out, const float* in) {
  roles<<<1, 128>>>(out, in);
  roles_by_template<1><<<1, 128>>>(out);
  roles_by_template<2><<<1, 128>>>(out);
  one_after_the_other<<<1, 128>>>(out);
  switch_of_roles<<<1, 128>>>(out);
  rows_as_warps<<<1, dim3(32, 4)>>>(out, 1);
  lanes_part<<<1, 128>>>(out);
}

#define SYNC_WARP() __syncthreads()  // trap: barrier-divergent "waits for the whole block"

__global__ void last_warp(float* out) {
  __shared__ float tile[256];
  tile[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int d = 16; d > 0; d >>= 1) {
      const float v = tile[threadIdx.x + d];
      SYNC_WARP();
      tile[threadIdx.x] += v;
      SYNC_WARP();
    }
  }
  if (threadIdx.x == 0) out[0] = tile[0];
}
