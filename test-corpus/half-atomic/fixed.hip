// SPDX-License-Identifier: Apache-2.0
// atomicAdd on 16-bit floating types, which HIP lacks before ROCm 7.14.
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
#include <hipshim/atomic.hpp>

__global__ void scatter(__half* out, const int* index, const __half* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) hipshim::atomic::add(&out[index[i]], in[i]);  // trap: half-atomic "__half"
}

__global__ void scatter_pairs(__half2* out, const int* index, const __half2* in) {
  const int i = threadIdx.x;
  __half2 before = hipshim::atomic::add(out + index[i], in[i]);  // trap: half-atomic "__half2"
  if (__low2float(before) > 1000.0f) out[0] = before;
}

// In shared memory, through a typedef and a macro.
typedef __half scalar_t;
#define ACCUMULATE(slot, amount) hipshim::atomic::add(&(slot), (amount))  // trap: half-atomic

__global__ void histogram(const scalar_t* in, const int* bin, scalar_t* out) {
  __shared__ scalar_t counts[32];
  if (threadIdx.x < 32) counts[threadIdx.x] = __float2half(0.0f);
  __syncthreads();
  ACCUMULATE(counts[bin[threadIdx.x] & 31], in[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x < 32) out[threadIdx.x] = counts[threadIdx.x];
}

// A template that works for float and fails for half.
template <typename T>
__device__ void add_gradient(T* grad, T amount) {
  hipshim::atomic::add(grad, amount);  // trap: half-atomic
}

template <typename T>
__global__ void backward(T* grad, const T* in) {
  add_gradient(grad + threadIdx.x % 8, in[threadIdx.x]);
}

void run(__half* h, float* f) {
  backward<__half><<<1, 64>>>(h, h + 64);
  backward<float><<<1, 64>>>(f, f + 64);
}
