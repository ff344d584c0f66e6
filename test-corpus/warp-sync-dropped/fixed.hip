// SPDX-License-Identifier: Apache-2.0
// Lanes that hand values over in shared memory, with nothing left that keeps the order.
#include <hip/hip_runtime.h>
#include <hipshim/warp32.hpp>

#define SYNC_WARP() hipshim::warp32::sync()  // trap: warp-sync-dropped "one use stands"
// trap+1: warp-sync-dropped "2 uses stand"
#define WARP_SYNC(mask)   \
  hipshim::warp32::sync()
#define syncwarp(...) hipshim::warp32::sync()  // trap: warp-sync-dropped
#define SYNC_WARP_BEFORE_STORE() hipshim::warp32::sync()  // trap: warp-sync-dropped "one use stands"
#define SYNC_WARP_IN_A_BRANCH() hipshim::warp32::sync()   // trap: warp-sync-dropped "one use stands"

__global__ void by_an_empty_macro(float* out) {
  __shared__ float s[64];
  const int lane = threadIdx.x;
  s[lane] = out[lane];
  SYNC_WARP();
  out[lane] = s[lane ^ 1];
}

__global__ void between_steps(float* out) {
  __shared__ float s[64];
  const int lane = threadIdx.x & 31;
  float v = out[threadIdx.x];
  s[threadIdx.x] = v;
  WARP_SYNC(0xffffffff);
  if (lane < 16) v += s[threadIdx.x + 16];
  s[threadIdx.x] = v;
  WARP_SYNC(0xffffffff);
  if (lane < 8) v += s[threadIdx.x + 8];
  out[threadIdx.x] = v;
}

template <typename T>
__device__ void swap_in_pairs(T* s, int lane) {
  for (int turn = 0; turn < 4; ++turn) {
    const T other = s[lane ^ (1 << turn)];
    syncwarp();
    s[lane] = other;
  }
}
__global__ void by_a_template(int* out) {
  __shared__ int s[32];
  s[threadIdx.x & 31] = threadIdx.x;
  __syncthreads();
  swap_in_pairs(s, threadIdx.x & 31);
  out[threadIdx.x] = s[threadIdx.x & 31];
}

__device__ inline void warp_sync(unsigned = 0xffffffffu) { hipshim::warp32::sync(); }  // trap: warp-sync-dropped "does nothing"
__global__ void by_an_empty_function(float* out) {
  __shared__ float s[64];
  s[threadIdx.x] = out[threadIdx.x];
  warp_sync();
  out[threadIdx.x] = s[threadIdx.x ^ 3];
}

__global__ void tail(float* out, const float* in) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];  // trap: warp-sync-dropped "in 6 steps"
    s[t] += s[t + 16];
    s[t] += s[t + 8];
    s[t] += s[t + 4];
    s[t] += s[t + 2];
    s[t] += s[t + 1];
  }
  if (t == 0) out[0] = s[0];
}

template <unsigned Block, typename T>
__device__ void reduce_tail(T* s, unsigned t) {
  if (Block >= 64) s[t] += s[t + 32];  // trap: warp-sync-dropped
  if (Block >= 32) s[t] += s[t + 16];
  if (Block >= 16) s[t] += s[t + 8];
  if (Block >= 8) s[t] += s[t + 4];
  if (Block >= 4) s[t] += s[t + 2];
  if (Block >= 2) s[t] += s[t + 1];
}
__global__ void tail_in_a_helper(int* out) {
  extern __shared__ int sums[];
  const unsigned t = threadIdx.x;
  sums[t] = out[t];
  __syncthreads();
  if (t < 32) reduce_tail<64>(sums, t);
  if (t == 0) out[0] = sums[0];
}

__global__ void tail_loop(float* out, const float* in) {
  __shared__ float s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int d = 32; d > 0; d >>= 1) {
      s[threadIdx.x] += s[threadIdx.x + d];  // trap: warp-sync-dropped "in each turn"
    }
  }
  if (threadIdx.x == 0) out[0] = s[0];
}

// Tuned for waves of 64.
__global__ void tail_of_64(float* out, const float* in) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 64) {
    volatile float* v = s;
    v[t] += v[t + 64];  // trap: warp-sync-dropped @wave32
    v[t] += v[t + 32];
    v[t] += v[t + 16];
    v[t] += v[t + 8];
  }
  if (t == 0) out[0] = s[0];
}

__global__ void volatile_tail_of_64(float* out, const float* in) {
  __shared__ volatile float s[128];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 64) {
    s[t] = s[t] + s[t + 64];  // trap: warp-sync-dropped @wave32 "two waves on"
    s[t] = s[t] + s[t + 32];
    s[t] = s[t] + s[t + 16];
    s[t] = s[t] + s[t + 8];
  }
  if (t == 0) out[0] = s[0];
}

// What is stored has nothing to do with what was loaded: the store may go first.
__global__ void overwritten_too_early(float* out) {
  __shared__ float s[64];
  const int lane = threadIdx.x;
  s[lane] = out[lane];
  __syncthreads();
  const float other = s[lane ^ 1];
  SYNC_WARP_BEFORE_STORE();
  s[lane] = 2.0f * out[lane];
  __syncthreads();
  out[lane] = other + s[lane];
}

// The barrier is on another way.
__global__ void barrier_in_a_branch(float* out, bool wait) {
  __shared__ float s[64];
  const int lane = threadIdx.x;
  s[lane] = out[lane];
  if (wait) __syncthreads();
  SYNC_WARP_IN_A_BRANCH();
  out[lane] = s[lane ^ 1];
}
