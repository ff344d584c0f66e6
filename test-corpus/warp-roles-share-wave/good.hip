// SPDX-License-Identifier: Apache-2.0
// Roles that are whole waves, or that do not wait inside one.
#include <hip/hip_runtime.h>

__global__ void roles_of_64_threads(const float* in, float* out) {
  __shared__ float buffer[64];
  __shared__ volatile int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x / 64 == 0) {
    buffer[threadIdx.x] = in[threadIdx.x];
    __threadfence_block();
    ready = 1;
  } else {
    while (ready == 0) {
    }
    out[threadIdx.x] = buffer[threadIdx.x & 63];
  }
}

__global__ void roles_of_real_waves(const float* in, float* out) {
  __shared__ float buffer[64];
  __shared__ volatile int ready;
  const int wave = threadIdx.x / warpSize;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (wave == 0) {
    buffer[threadIdx.x] = in[threadIdx.x];
    __threadfence_block();
    ready = 1;
  } else {
    while (ready == 0) {
    }
    out[threadIdx.x] = buffer[threadIdx.x % warpSize];
  }
}

__global__ void roles_between_barriers(const float* in, float* out) {
  __shared__ float buffer[32];
  if (threadIdx.x / 32 == 0) buffer[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x / 32 == 1) out[threadIdx.x] = buffer[threadIdx.x & 31];
}

// Wave 0 sets, wave 3 waits.
__global__ void roles_in_waves_apart(const float* in, float* out) {
  __shared__ volatile int ready;
  const int warp = threadIdx.x / 32;
  if (warp == 0) ready = 1;
  if (warp == 6) {
    while (ready == 0) {
    }
    out[threadIdx.x] = in[threadIdx.x];
  }
}

__global__ void block_waits_for_block(volatile int* done, float* x) {
  const int warp = threadIdx.x / 32;
  if (warp == 0 && blockIdx.x > 0) {
    while (done[blockIdx.x - 1] == 0) {
    }
  }
  __syncthreads();
  x[blockIdx.x] += 1;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) done[blockIdx.x] = 1;
}

__global__ void set_before_the_roles(float* out) {
  __shared__ volatile int ready;
  ready = 1;
  if (threadIdx.x / 32 == 1) {
    while (ready == 0) {
    }
  }
  out[threadIdx.x] = 1;
}

// Each warp spins on what its own block's other waves never hold: one of the host.
__global__ void host_flag(volatile int* go, float* out) {
  if (threadIdx.x / 32 == 0) {
    while (*go == 0) {
    }
  }
  __syncthreads();
  out[threadIdx.x] = 1;
}
