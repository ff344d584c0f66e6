// SPDX-License-Identifier: Apache-2.0
// A block reduction whose warps are 32 lanes on CUDA.
#include <hip/hip_runtime.h>

#define FULL_MASK 0xffffffffu

template <typename T>
__device__ T warp_sum(T v) {
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor(v, d);
  return v;
}

__global__ void normalize(const float* in, float* out, int n) {
  __shared__ float tile[32][32];
  const int i = threadIdx.y * 32 + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = i < n ? in[i] : 0.0f;
  __syncthreads();
  const float first = __shfl(tile[threadIdx.x][threadIdx.y], 0);
  unsigned valid = __ballot(i < n);
  const bool all = __ballot(i < n) == FULL_MASK;
  out[i] = warp_sum(first) / (all ? 32 : __popc(valid));
}

void launch(const float* in, float* out, int n, hipStream_t stream) {
  normalize<<<1, dim3(32, 32), 0, stream>>>(in, out, n);
  hipMemset(out, 0, n);
  normalize<<<1, dim3(32, 32)>>>(in, out, n);
}
