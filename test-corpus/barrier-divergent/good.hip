// SPDX-License-Identifier: Apache-2.0
// Barriers that all waves reach equally often, and those that are CUDA's own affair.
#include <hip/hip_runtime.h>

__global__ void split_at_a_wave(float* out) {
  __shared__ float tile[128];
  const int warp = threadIdx.x / 32;
  if (warp < 2) {
    tile[threadIdx.x] = 1;
    __syncthreads();
  } else {
    tile[threadIdx.x] = 2;
    __syncthreads();
  }
  out[threadIdx.x] = tile[threadIdx.x ^ 64];
}
void launch(float* out) { split_at_a_wave<<<1, 128>>>(out); }

__global__ void roles_by_real_waves(float* out) {
  __shared__ float tile[256];
  if (threadIdx.x / warpSize == 0) {
    tile[threadIdx.x] = 1;
    __syncthreads();
  } else {
    tile[threadIdx.x] = 2;
    __syncthreads();
  }
  out[threadIdx.x] = tile[threadIdx.x ^ 1];
}

__global__ void threads_have_returned(float* data, int n) {
  __shared__ float tile[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  tile[threadIdx.x] = data[i];
  __syncthreads();
  data[i] = tile[0];
}

__global__ void one_way_only(float* data, int n) {
  __shared__ float tile[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    tile[threadIdx.x] = data[i];
    __syncthreads();
    data[i] = tile[0];
  }
}

__global__ void by_block(float* out, const int* kinds, int n) {
  __shared__ float tile[256];
  if (kinds[blockIdx.x] == 0) {
    tile[threadIdx.x] = 1;
    __syncthreads();
  } else {
    tile[threadIdx.x] = 2;
    __syncthreads();
  }
  if (blockIdx.x + 1 == gridDim.x) {
    __syncthreads();
  } else {
    tile[threadIdx.x] += n;
    __syncthreads();
  }
  out[threadIdx.x] = tile[threadIdx.x ^ 1];
}

__global__ void by_a_shared_flag(float* out, const float* in) {
  __shared__ float tile[256];
  __shared__ int any;
  if (threadIdx.x == 0) any = in[blockIdx.x] > 0;
  __syncthreads();
  if (any) {
    tile[threadIdx.x] = 1;
    __syncthreads();
  } else {
    __syncthreads();
  }
  out[threadIdx.x] = tile[threadIdx.x ^ 1];
}

__global__ void by_a_ticket_of_the_block(float* out, int* next) {
  __shared__ int tile_index;
  __shared__ float tile[256];
  if (threadIdx.x == 0) tile_index = atomicAdd(next, 1);
  __syncthreads();
  int index = tile_index;
  while (index < 100) {
    tile[threadIdx.x] = index;
    __syncthreads();
    out[index] = tile[1];
    if (threadIdx.x == 0) tile_index = atomicAdd(next, 1);
    __syncthreads();
    index = tile_index;
  }
}

__global__ void votes_of_the_block(float* out, const int* counts) {
  int left = counts[threadIdx.x];
  while (__syncthreads_or(left > 0)) {
    --left;
    __syncthreads();
  }
  out[threadIdx.x] = left;
}

// As many turns for all threads where the block's size divides n.
__global__ void strided(float* data, int n) {
  __shared__ float tile[256];
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    tile[threadIdx.x] = data[i];
    __syncthreads();
    data[i] = tile[0];
    __syncthreads();
  }
}

__global__ void halving(float* data) {
  __shared__ float tile[256];
  tile[threadIdx.x] = data[threadIdx.x];
  for (int step = blockDim.x / 2; step > 0; step >>= 1) {
    __syncthreads();
    if (threadIdx.x < step) tile[threadIdx.x] += tile[threadIdx.x + step];
  }
  if (threadIdx.x == 0) data[blockIdx.x] = tile[0];
}

// Work differs, barriers do not.
__global__ void barrier_behind_the_branch(float* out) {
  __shared__ float tile[256];
  if (threadIdx.x / 32 == 0) {
    tile[threadIdx.x] = 1;
  } else {
    tile[threadIdx.x] = 2;
  }
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x ^ 1];
}

// A tile's sync is no barrier of the block.
__global__ void warp_sync_in_roles(float* out) {
  __shared__ float tile[256];
  if (threadIdx.x / 32 == 0) {
    tile[threadIdx.x] = 1;
    __syncwarp();
  } else {
    tile[threadIdx.x] = 2;
    __syncwarp();
  }
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x ^ 1];
}

#define WARP_SYNC_OF_ALL() __syncthreads()
__global__ void reached_by_all_threads(float* out) {
  __shared__ float tile[256];
  tile[threadIdx.x] = out[threadIdx.x];
  WARP_SYNC_OF_ALL();
  out[threadIdx.x] = tile[threadIdx.x ^ 1];
}
