// SPDX-License-Identifier: Apache-2.0
// Keeps the particles inside the box, in order within a warp.
#include <hip/hip_runtime.h>

#include "particles/warp.hpp"

namespace particles {

__global__ void compact(const float4* in, float4* out, unsigned* count, float box, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 p = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  if (i < n) p = in[i];
  const bool keep = i < n && fabsf(p.x) < box && fabsf(p.y) < box && fabsf(p.z) < box;

  int kept = 0;
  const int rank = rank_in_warp(keep, kept);
  unsigned base = 0;
  if (lane() == 0) base = atomicAdd(count, static_cast<unsigned>(kept));
  base = __shfl(base, 0);
  if (keep) out[base + rank] = p;
}

void launch_compact(const float4* in, float4* out, unsigned* count, float box, int n,
                    hipStream_t stream) {
  compact<<<(n + 127) / 128, 128, 0, stream>>>(in, out, count, box, n);
}

}  // namespace particles
