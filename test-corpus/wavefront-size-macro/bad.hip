// SPDX-License-Identifier: Apache-2.0
// The wave size taken from the compiler's macro, which newer compilers no longer have.
#include <hip/hip_runtime.h>

#if __AMDGCN_WAVEFRONT_SIZE == 64  // trap: wavefront-size-macro "is false on every target"
#define LANES 64
#else
#define LANES 32
#endif

#ifdef __AMDGCN_WAVEFRONT_SIZE__  // trap: wavefront-size-macro
constexpr int kLaneBits = 6;
#else
constexpr int kLaneBits = 5;
#endif

#if defined(__AMDGCN_WAVEFRONT_SIZE) && __AMDGCN_WAVEFRONT_SIZE == 64  // trap: wavefront-size-macro
#define FULL_MASK 0xffffffffffffffffull
#else
#define FULL_MASK 0xffffffffull
#endif

#define WAVE_SIZE __AMDGCN_WAVEFRONT_SIZE  // trap: wavefront-size-macro "WAVE_SIZE is built on"
#define HALF_WAVE (WAVE_SIZE / 2)

#if HALF_WAVE > 16
#define DEEP_TREE 1
#endif

__global__ void lanes(int* out) {
  out[threadIdx.x] = threadIdx.x % LANES + kLaneBits;
}

// Code that needs the value at run time only.
__global__ void in_code(int* out, const int* in, int n) {
  __shared__ int partial[64];
  const int tid = threadIdx.x;
  int lane = tid;
  for (int offset = __AMDGCN_WAVEFRONT_SIZE / 2; offset >= __AMDGCN_WAVEFRONT_SIZE / 8; offset /= 2) lane += offset;  // trap: wavefront-size-macro "the code does not compile"
  partial[tid % 64] = in[tid];
  __syncthreads();
  if (lane < n) out[tid] = partial[0];
}

// An array needs a constant.
__global__ void sized_by_it(int* out) {
  __shared__ int rows[256 / __AMDGCN_WAVEFRONT_SIZE];  // trap: wavefront-size-macro
  rows[0] = 1;
  out[threadIdx.x] = rows[0];
}

int on_the_host() {
  return __AMDGCN_WAVEFRONT_SIZE__ * 4;  // trap: wavefront-size-macro "on the host"
}

unsigned long long full_mask() { return FULL_MASK; }
