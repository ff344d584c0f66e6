// SPDX-License-Identifier: Apache-2.0
// Shuffles over real waves in blocks whose last wave is not whole.
#include <hip/hip_runtime.h>

#include <climits>

// --- a minimum with 0 ----------------------------------------------------------------------------

__global__ void smallest(int* out, const int* x) {
  int v = x[threadIdx.x] + 1;
  for (int d = warpSize / 2; d > 0; d >>= 1) v = min(v, __shfl_down(v, d));  // trap: partial-wave-read @wave64 "in a block of 96 threads"
  if (threadIdx.x % warpSize == 0) atomicMin(out, v);
}

__global__ void smallest_by_xor(int* out, const int* x) {
  int v = x[blockIdx.x * blockDim.x + threadIdx.x] + 1;
  for (int d = 1; d < warpSize; d *= 2) {
    const int other = __shfl_xor(v, d);  // trap: partial-wave-read
    v = other < v ? other : v;
  }
  if (__lane_id() == 0) atomicMin(&out[blockIdx.x], v);
}

__global__ void smallest_float(float* out, const float* x) {
  float v = fabsf(x[threadIdx.x]) + 1.0f;
#pragma unroll
  for (int d = warpSize / 2; d > 0; d /= 2) v = fminf(v, __shfl_down(v, d));  // trap: partial-wave-read
  if (threadIdx.x % warpSize == 0) out[threadIdx.x / warpSize] = v;
}

void launch_smallest(int* out, const int* x, float* f, const float* y, hipStream_t stream) {
  smallest<<<4, 96, 0, stream>>>(out, x);
  smallest_by_xor<<<4, 32, 0, stream>>>(out, x);
  hipLaunchKernelGGL(smallest_float, dim3(4), dim3(160), 0, stream, f, y);
}

// --- products, logic and counts ------------------------------------------------------------------

__global__ void product(int* out, const int* x) {
  int v = x[threadIdx.x] % 3 + 1;
  for (int d = warpSize / 2; d > 0; d >>= 1) v *= __shfl_down(v, d);  // trap: partial-wave-read
  if (threadIdx.x % warpSize == 0) atomicMax(out, v);
}

__global__ void common_bits(unsigned* out, const unsigned* x) {
  unsigned v = x[threadIdx.x] | 1u;
  for (int d = warpSize / 2; d > 0; d >>= 1) v &= __shfl_down(v, d);  // trap: partial-wave-read
  if (threadIdx.x % warpSize == 0) atomicAnd(out, v);
}

constexpr int kWarps = 3;
constexpr int kThreads = kWarps * 32;

void launch_products(int* out, const int* x, unsigned* bits, const unsigned* y, hipStream_t stream) {
  const dim3 block(kThreads);
  product<<<1, block, 0, stream>>>(out, x);
  common_bits<<<1, kThreads, 0, stream>>>(bits, y);
}

// --- two dimensions ------------------------------------------------------------------------------

__global__ void plane(int* out, const int* x) {
  const int tid = threadIdx.y * blockDim.x + threadIdx.x;
  int v = x[tid] + 1;
  for (int d = warpSize / 2; d > 0; d >>= 1) v = min(v, __shfl_xor(v, d));  // trap: partial-wave-read
  if (tid % warpSize == 0) atomicMin(out, v);
}

void launch_plane(int* out, const int* x, hipStream_t stream) {
  plane<<<4, dim3(16, 6), 0, stream>>>(out, x);
}

// --- part of a wave ------------------------------------------------------------------------------

// The first 96 threads: half of the second wave.
__global__ void in_a_branch(int* out, const int* x) {
  if (threadIdx.x < 96) {
    int v = x[threadIdx.x] + 1;
    for (int d = warpSize / 2; d > 0; d >>= 1) v = min(v, __shfl_down(v, d));  // trap: partial-wave-read
    if (threadIdx.x % warpSize == 0) atomicMin(out, v);
  }
}

__global__ void after_early_return(int* out, const int* x) {
  if (threadIdx.x >= 96) return;
  int v = x[threadIdx.x] + 1;
  for (int d = warpSize / 2; d > 0; d >>= 1) v = min(v, __shfl_down(v, d));  // trap: partial-wave-read
  if (threadIdx.x % warpSize == 0) atomicMin(out, v);
}

void launch_parts(int* out, const int* x, hipStream_t stream) {
  in_a_branch<<<4, 128, 0, stream>>>(out, x);
  after_early_return<<<4, 128, 0, stream>>>(out, x);
}

// --- disguises -----------------------------------------------------------------------------------

#define WAVE_MIN(v) \
  for (int d = warpSize / 2; d > 0; d >>= 1) v = min(v, __shfl_down(v, d))  // trap: partial-wave-read

__global__ void through_macro(int* out, const int* x) {
  int v = x[threadIdx.x] + 1;
  WAVE_MIN(v);
  if (threadIdx.x % warpSize == 0) atomicMin(out, v);
}

template <typename T>
__device__ __forceinline__ T wave_min(T v) {
  for (int d = warpSize / 2; d > 0; d >>= 1) {
    const T other = __shfl_down(v, d);  // trap: partial-wave-read
    v = min(v, other);
  }
  return v;
}

template <typename T>
__global__ void through_helper(T* out, const T* x) {
  const T v = wave_min<T>(x[threadIdx.x] + T(1));
  if (threadIdx.x % warpSize == 0) atomicMin(out, v);
}

struct Smallest {
  int value = INT_MAX;
  __device__ void add(int v) { value = min(value, v); }
  __device__ void over_the_wave() {
    for (int d = warpSize / 2; d > 0; d >>= 1) add(__shfl_xor(value, d));  // trap: partial-wave-read
  }
};

__global__ void through_members(int* out, const int* x) {
  Smallest smallest;
  smallest.add(x[threadIdx.x] + 1);
  smallest.over_the_wave();
  if (threadIdx.x % warpSize == 0) atomicMin(out, smallest.value);
}

__global__ void through_lambda(int* out, const int* x) {
  int v = x[threadIdx.x] + 1;
  const auto step = [&v](int d) { v = min(v, __shfl_down(v, d)); };  // trap: partial-wave-read
  for (int d = warpSize / 2; d > 0; d >>= 1) step(d);
  if (threadIdx.x % warpSize == 0) atomicMin(out, v);
}

__global__ void through_shared(int* out, const int* x) {
  __shared__ int best[16];
  const int lane = threadIdx.x % warpSize;
  const int wave = threadIdx.x / warpSize;
  int v = x[threadIdx.x] + 1;
  for (int d = warpSize / 2; d > 0; d >>= 1) v = min(v, __shfl_down(v, d));  // trap: partial-wave-read
  if (lane == 0) best[wave] = v;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w * warpSize < blockDim.x; ++w) v = min(v, best[w]);
    out[blockIdx.x] = v;
  }
}

void launch_disguises(int* out, const int* x, hipStream_t stream) {
  through_macro<<<4, 96, 0, stream>>>(out, x);
  through_helper<int><<<4, 96, 0, stream>>>(out, x);
  through_members<<<4, 96, 0, stream>>>(out, x);
  through_lambda<<<4, 96, 0, stream>>>(out, x);
  through_shared<<<4, 96, 0, stream>>>(out, x);
}

namespace other_forms {

// Real waves of which some lanes do not exist: what they give is 0, and a minimum takes it.

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

}  // namespace other_forms
