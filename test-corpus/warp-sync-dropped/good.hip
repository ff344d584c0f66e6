// SPDX-License-Identifier: Apache-2.0
// Nothing to keep in order, or something that does.
#include <hip/hip_runtime.h>

#define SYNC_WARP_OF_SHUFFLES()
#define SYNC_WARP_OF_OWN_ELEMENT()
#define SYNC_WARP_BY_FENCE() __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront")
#define WARP_SYNC_NEVER_USED()
#define SYNC_WARP_BESIDE_BARRIERS()
#define SYNC_WARP_OF_SUMS(mask)

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

__global__ void barriers_keep_the_order(float* out) {
  __shared__ float s[64];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  SYNC_WARP_BESIDE_BARRIERS();
  const float other = s[threadIdx.x ^ 1];
  out[threadIdx.x] = other;
}

__global__ void barriers_in_each_turn(float* out) {
  __shared__ float s[64];
  float v = out[threadIdx.x];
  for (int d = 1; d < 8; d *= 2) {
    s[threadIdx.x] = v;
    SYNC_WARP_BESIDE_BARRIERS();
    __syncthreads();
    v += s[threadIdx.x ^ d];
    __syncthreads();
  }
  out[threadIdx.x] = v;
}

// Each lane sums 8 elements and stores the sum where others have read: nobody is still reading when
// the first sum is there.
__global__ void sums_over_what_was_read(float* out) {
  __shared__ float s[64];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 8) {
    float sum = 0.0f;
    for (int i = 0; i < 8; ++i) sum += s[threadIdx.x * 8 + i];
    SYNC_WARP_OF_SUMS(0xff);
    s[threadIdx.x] = sum;
  }
  __syncthreads();
  float all = 0.0f;
  for (int i = 0; i < 8; ++i) all += s[i];
  out[threadIdx.x] = all;
}

// Two sums at a time: for all that the compiler knows, a lane's first store may be what it loads for
// the second.
struct Add {
  __device__ float operator()(float a, float b) const { return a + b; }
};
template <typename Reduce>
__device__ void two_sums(float* s, float a, float b, const Reduce& reduce, float* out) {
  s[threadIdx.x] = a;
  s[blockDim.x + threadIdx.x] = b;
  __syncthreads();
  float first = 0.0f;
  float second = 0.0f;
  if (threadIdx.x < blockDim.x / 8) {
    for (int i = 0; i < 8; ++i) {
      first = reduce(first, s[threadIdx.x * 8 + i]);
      second = reduce(second, s[threadIdx.x * 8 + i + blockDim.x]);
    }
    SYNC_WARP_OF_SUMS(0xff);
    s[threadIdx.x] = first;
    s[threadIdx.x + blockDim.x] = second;
  }
  __syncthreads();
  for (int i = 0; i < blockDim.x / 8; ++i) out[threadIdx.x] += s[i] * s[blockDim.x + i];
}
__global__ void two_sums_over_what_was_read(float* out) {
  __shared__ float s[128];
  two_sums(s, out[threadIdx.x], -out[threadIdx.x], Add(), out);
}
