// SPDX-License-Identifier: Apache-2.0
// Idioms that are not seen yet.
#include <hip/hip_runtime.h>

// The counter is set apart from the loop.
__global__ void set_apart(int* out, const int* in) {
  int v = in[threadIdx.x];
  int d = 16;
  while (d >= 1) {  // miss: warp-idiom the run begins at the loop, where the counter is not known
    v += __shfl_xor(v, d, 32);
    d >>= 1;
  }
  out[threadIdx.x] = v;
}

// A step for each function: no body is a reduction by itself.
template <int N>
__device__ int recursive(int v) {
  if constexpr (N > 1) {
    v += __shfl_xor(v, N / 2, 32);  // miss: warp-idiom recursion over template arguments
    return recursive<N / 2>(v);
  } else {
    return v;
  }
}

__global__ void uses_recursive(int* out, const int* in) { out[threadIdx.x] = recursive<32>(in[threadIdx.x]); }
