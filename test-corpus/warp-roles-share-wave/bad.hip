// SPDX-License-Identifier: Apache-2.0
// Roles of 32 threads that wait for one another: two of them are one wave of 64.
#include <hip/hip_runtime.h>

__global__ void producer_and_consumer(const float* in, float* out) {
  __shared__ float buffer[32];
  __shared__ volatile int ready;
  const int warp = threadIdx.x / 32;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (warp == 0) {
    buffer[threadIdx.x] = in[threadIdx.x];
    __threadfence_block();
    ready = 1;
  } else {
    while (ready == 0) {  // trap: warp-roles-share-wave @wave64 "warps 2k and 2k+1"
    }
    out[threadIdx.x] = buffer[threadIdx.x & 31];
  }
}

void launch(const float* in, float* out) { producer_and_consumer<<<1, 64>>>(in, out); }

__device__ void wait_for(volatile int* flag) {
  while (*flag == 0) {  // trap: warp-roles-share-wave @wave64 "which sets it by `*flag = 1`"
  }
}
__device__ void signal(volatile int* flag) {
  __threadfence_block();
  *flag = 1;
}

// How many warps load is known at run time.
__global__ void roles_by_helpers(const float* in, float* out, int loaders) {
  __shared__ float buffer[1024];
  __shared__ volatile int full;
  const unsigned warp = threadIdx.x >> 5;
  if (warp >= loaders) {
    wait_for(&full);
    out[threadIdx.x] = buffer[threadIdx.x];
  } else {
    buffer[threadIdx.x] = in[threadIdx.x];
    signal(&full);
  }
}

// A warp for each row, which waits for the row above.
__global__ void rows_in_order(volatile int* done, volatile float* x, const int* above) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int lane = threadIdx.x % 32;
  while (done[above[row]] == 0) {  // trap: warp-roles-share-wave @wave64
  }
  x[row * 32 + lane] += x[above[row] * 32 + lane];
  __threadfence();
  if (lane == 0) done[row] = 1;
}

#ifndef HIPAUDIT_CASE  // PTX is no code for a CPU
__device__ void named_sync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads));  // trap: inline-ptx
}
__device__ void named_arrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads));  // trap: inline-ptx
}

__global__ void named_barriers(const float* in, float* out) {
  __shared__ float buffer[32];
  const int warp = threadIdx.x / 32;
  if (warp == 0) {  // trap: warp-roles-share-wave @wave64 "bar.arrive, bar.sync"
    buffer[threadIdx.x] = in[threadIdx.x];
    named_arrive(1, 64);
  } else {
    named_sync(1, 64);
    out[threadIdx.x] = buffer[threadIdx.x & 31];
  }
}
#endif
