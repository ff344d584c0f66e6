// SPDX-License-Identifier: Apache-2.0
// Shuffles of 32 lanes that are right on 64 as they stand: what --show-proofs says of them.
#include <hip/hip_runtime.h>

#define WARP_SIZE 32
#define FULL_MASK ~0ull

// --- distances within 32 -------------------------------------------------------------------------

__global__ void xor_used_by_all(float* x) {
  float v = x[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor(v, d);  // trap: shuffle-within-logical-warp @wave64 "its distances stay within 32 lanes"
  x[threadIdx.x] = v;
}

__global__ void xor_unrolled(int* out, const int* x) {
  int v = x[threadIdx.x];
  v = max(v, __shfl_xor(v, 16));  // trap: shuffle-within-logical-warp
  v = max(v, __shfl_xor(v, 8));   // trap: shuffle-within-logical-warp
  v = max(v, __shfl_xor(v, 4));   // trap: shuffle-within-logical-warp
  v = max(v, __shfl_xor(v, 2));   // trap: shuffle-within-logical-warp
  v = max(v, __shfl_xor(v, 1));   // trap: shuffle-within-logical-warp
  out[threadIdx.x] = v;
}

__global__ void xor_counted(int* out, const int* x) {
  int v = x[threadIdx.x];
#pragma unroll 5
  for (int i = 0; i < 5; ++i) v += __shfl_xor_sync(FULL_MASK, v, 1 << i);  // trap: shuffle-within-logical-warp
  out[threadIdx.x] = v;
}

// --- what is read beyond 32 is not used ----------------------------------------------------------

__global__ void down_used_at_32(int* out, const int* x) {
  int v = x[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down(v, d);  // trap: shuffle-within-logical-warp "lanes that read past their 32 are not looked at"
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = v;
}

__global__ void scan(int* out, const int* x) {
  const int lane = threadIdx.x & 31;
  int v = x[threadIdx.x];
  for (int d = 1; d < WARP_SIZE; d <<= 1) {
    const int t = __shfl_up(v, d);  // trap: shuffle-within-logical-warp "are guarded or not looked at"
    if (lane >= d) v += t;
  }
  out[threadIdx.x] = v;
}

__global__ void guarded_neighbour(int* out, const int* x) {
  const int v = x[threadIdx.x];
  const int before = __shfl_up(v, 1);  // trap: shuffle-within-logical-warp
  out[threadIdx.x] = (threadIdx.x & 31) > 0 ? v - before : v;
}

// --- the same value in both halves, or a lane of the own half ------------------------------------

__global__ void of_the_block(float* x, const float* scale) {
  const float s = scale[blockIdx.x];
  x[threadIdx.x] *= __shfl(s, 0);  // trap: shuffle-within-logical-warp
}

__global__ void own_half(int* out, const int* x) {
  const int v = x[threadIdx.x];
  out[threadIdx.x] = __shfl(v, threadIdx.x ^ 1);  // trap: shuffle-within-logical-warp
}

__global__ void first_warp_only(int* out, const int* x) {
  int v = x[threadIdx.x];
  if (threadIdx.x < 32) {
    v = __shfl(v, 0);  // trap: shuffle-within-logical-warp
    out[threadIdx.x] = v;
  }
}

__global__ void one_warp(int* out, const int* x) {
  out[threadIdx.x] = __shfl(x[threadIdx.x], 31);  // trap: shuffle-within-logical-warp
}

void launch_one_warp(int* out, const int* x) { one_warp<<<4, 32>>>(out, x); }

// --- disguises -----------------------------------------------------------------------------------

#define SHFL_XOR(v, d) __shfl_xor(v, d)  // trap: shuffle-within-logical-warp

__global__ void through_macro(int* out, const int* x) {
  int v = x[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += SHFL_XOR(v, d);
  out[threadIdx.x] = v;
}

template <typename T>
__device__ __forceinline__ T warp_sum(T v) {
  for (int d = WARP_SIZE / 2; d > 0; d >>= 1) v += __shfl_down(v, d);  // trap: shuffle-within-logical-warp
  return v;
}

template <typename T>
__global__ void through_helper(T* out, const T* x) {
  const T v = warp_sum(x[threadIdx.x]);
  if (threadIdx.x % WARP_SIZE == 0) out[threadIdx.x / WARP_SIZE] = v;
}
template __global__ void through_helper<int>(int*, const int*);
template __global__ void through_helper<double>(double*, const double*);

struct Pair {
  int value, index;
  __device__ void exchange(int d) {
    const int v = __shfl_xor(value, d);  // trap: shuffle-within-logical-warp
    const int i = __shfl_xor(index, d);  // trap: shuffle-within-logical-warp
    if (v < value || (v == value && i < index)) {
      value = v;
      index = i;
    }
  }
};

__global__ void through_structure(int* out, const int* x) {
  Pair best{x[threadIdx.x], static_cast<int>(threadIdx.x)};
  for (int d = 16; d > 0; d >>= 1) best.exchange(d);
  out[threadIdx.x] = best.index;
}

__global__ void through_lambda(int* out, const int* x) {
  const auto sum = [](int v) {
    for (int d = 16; d > 0; d >>= 1) v += __shfl_xor(v, d);  // trap: shuffle-within-logical-warp
    return v;
  };
  out[threadIdx.x] = sum(x[threadIdx.x]);
}

__global__ void two_stages(int* out, const int* x) {
  __shared__ int sums[WARP_SIZE];
  const int lane = threadIdx.x % WARP_SIZE;
  const int warp = threadIdx.x / WARP_SIZE;
  int v = x[blockIdx.x * blockDim.x + threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down(v, d);  // trap: shuffle-within-logical-warp
  if (lane == 0) sums[warp] = v;
  __syncthreads();
  if (warp == 0) {
    v = lane < blockDim.x / WARP_SIZE ? sums[lane] : 0;
    for (int d = 16; d > 0; d >>= 1) v += __shfl_down(v, d);  // trap: shuffle-within-logical-warp
    if (lane == 0) out[blockIdx.x] = v;
  }
}

__global__ void rows(int* out, const int* x, int columns) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  int sum = 0;
  for (int c = threadIdx.x; c < columns; c += 32) sum += x[row * columns + c];
  for (int d = 16; d > 0; d >>= 1) sum += __shfl_down(sum, d);  // trap: shuffle-within-logical-warp
  if (threadIdx.x == 0) out[row] = sum;
}

void launch_rows(int* out, const int* x, int n, int columns) {
  rows<<<n / 4, dim3(32, 4)>>>(out, x, columns);
}

namespace other_forms {

// Written for 32 lanes, and right on 64 as it stands: each says why when asked.

__global__ void sum_in_every_lane(float* x) {
  float v = x[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor(v, d);  // trap: shuffle-within-logical-warp "its distances stay within 32 lanes"
  x[threadIdx.x] = v;
}

__global__ void sum_in_the_first_lane(float* out, const float* in) {
  float v = in[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down(v, d);  // trap: shuffle-within-logical-warp "are not looked at"
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = v;
}

template <typename T>
__device__ T running_sum(T v) {
  const int lane = threadIdx.x & 31;
  for (int d = 1; d < 32; d <<= 1) {
    const T before = __shfl_up(v, d);  // trap: shuffle-within-logical-warp "are guarded"
    if (lane >= d) v += before;
  }
  return v;
}
__global__ void scan(float* x) { x[threadIdx.x] = running_sum(x[threadIdx.x]); }

__global__ void same_for_all(float* x, float scale) {
  scale = scale * 2.0f;
  x[threadIdx.x] *= __shfl(scale, 0);  // trap: shuffle-within-logical-warp "or an equal value"
}

}  // namespace other_forms
