// SPDX-License-Identifier: Apache-2.0
// Deposits particles on a half-precision grid; a tile of positions is staged in shared memory.
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

namespace particles {

extern __shared__ char stage[];

__global__ void deposit(const float4* position, __half* grid, int cells, int n) {
  __shared__ int used;
  float4* tile = reinterpret_cast<float4*>(stage);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) used = min(n - static_cast<int>(blockIdx.x * blockDim.x),
                                   static_cast<int>(blockDim.x));
  if (i < n) tile[threadIdx.x] = position[i];
  __syncthreads();
  if (static_cast<int>(threadIdx.x) < used) {
    const float4 p = tile[threadIdx.x];
    const int cell = static_cast<int>(p.x) % cells;
    atomicAdd(&grid[cell], __float2half(p.w));
  }
}

void launch_deposit(const float4* position, __half* grid, int cells, int n, hipStream_t stream) {
  deposit<<<(n + 255) / 256, 256, 256 * sizeof(float4), stream>>>(position, grid, cells, n);
}

}  // namespace particles
