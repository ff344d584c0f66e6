// SPDX-License-Identifier: Apache-2.0
// Nothing to keep in order, or something that does.
#include <hip/hip_runtime.h>

#define SYNC_WARP_OF_SHUFFLES()
#define SYNC_WARP_OF_OWN_ELEMENT()
#define SYNC_WARP_BY_FENCE() __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront")
#define WARP_SYNC_NEVER_USED()

__global__ void dropped_beside_shuffles(float* out) {
  float v = out[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) {
    SYNC_WARP_OF_SHUFFLES();
    v += __shfl_xor(v, d, 32);
  }
  out[threadIdx.x] = v;
}

__global__ void own_element_only(float* out) {
  __shared__ float s[64];
  s[threadIdx.x] = out[threadIdx.x];
  SYNC_WARP_OF_OWN_ELEMENT();
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void fence_in_its_place(float* out) {
  __shared__ float s[64];
  s[threadIdx.x] = out[threadIdx.x];
  SYNC_WARP_BY_FENCE();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}

__global__ void volatile_tail(float* out, const float* in) {
  __shared__ volatile float s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 32) {
    s[t] = s[t] + s[t + 32];
    s[t] = s[t] + s[t + 16];
    s[t] = s[t] + s[t + 8];
    s[t] = s[t] + s[t + 4];
  }
  if (t == 0) out[0] = s[0];
}

__global__ void synced_tail(float* out, const float* in) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];
    __syncwarp();
    s[t] += s[t + 16];
    __syncwarp();
    s[t] += s[t + 8];
  }
  if (t == 0) out[0] = s[0];
}

__global__ void tail_of_the_real_wave(float* out, const float* in) {
  __shared__ volatile float s[128];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < warpSize) {
    s[t] = s[t] + s[t + 16];
    s[t] = s[t] + s[t + 8];
    s[t] = s[t] + s[t + 4];
  }
  if (t == 0) out[0] = s[0];
}

__global__ void loop_with_barriers(float* out, const float* in) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  for (int d = 128; d > 0; d >>= 1) {
    __syncthreads();
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
  }
  if (threadIdx.x == 0) out[0] = s[0];
}

// One thread sums.
__global__ void one_thread(float* out, const float* in) {
  __shared__ float s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    for (int d = 32; d > 0; d >>= 1) s[threadIdx.x] += s[threadIdx.x + d];
  if (threadIdx.x == 0) out[0] = s[0];
}

// Each thread reads what it and no other wrote.
__global__ void columns(float* s, int stride) {
  s[threadIdx.x] += s[threadIdx.x + stride];
  s[threadIdx.x] += s[threadIdx.x + 2 * stride];
}

// Two arrays.
__global__ void from_one_to_the_other(float* out) {
  __shared__ float a[64];
  __shared__ float b[64];
  a[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  b[threadIdx.x] = a[threadIdx.x ^ 1];
  b[threadIdx.x] += a[threadIdx.x ^ 2];
  out[threadIdx.x] = b[threadIdx.x];
}

// Each thread its own column of the row that is written; the rows above it are done.
__global__ void eliminate(float* m, int row) {
  __shared__ float tile[16][16];
  tile[threadIdx.y][threadIdx.x] = m[threadIdx.y * 16 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 16) {
    for (int j = 0; j < row; ++j)
      tile[row][threadIdx.x] -= tile[row][j] * tile[j][threadIdx.x];
  }
  __syncthreads();
  m[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.y][threadIdx.x];
}
