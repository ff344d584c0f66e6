// SPDX-License-Identifier: Apache-2.0
// Kinetic energy, normalised per warp of particles.
#include <hip/hip_runtime.h>

#include "particles/warp.hpp"

namespace particles {

__global__ void energy_share(const float4* velocity, float* share, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float e = 0.0f;
  if (i < n) {
    const float4 v = velocity[i];
    e = 0.5f * v.w * (v.x * v.x + v.y * v.y + v.z * v.z);
  }
  const float total = warp_sum_all(e);
  if (i < n) share[i] = total > 0.0f ? e / total : 0.0f;
}

__global__ void energy_total(const float* energy, float* total, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float e = warp_sum(i < n ? energy[i] : 0.0f);
  if (lane() == 0) atomicAdd(total, e);
}

void launch_energy(const float4* velocity, float* share, float* total, int n, hipStream_t stream) {
  energy_share<<<(n + 255) / 256, 256, 0, stream>>>(velocity, share, n);
  energy_total<<<(n + 255) / 256, 256, 0, stream>>>(share, total, n);
}

}  // namespace particles
