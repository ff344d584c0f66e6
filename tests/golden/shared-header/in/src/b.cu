// SPDX-License-Identifier: Apache-2.0
#include "warp.hpp"

__global__ void sums(const float* in, float* out) {
  float v = in[threadIdx.x];
  STEP(v, 16);
  STEP(v, 8);
  STEP(v, 4);
  STEP(v, 2);
  STEP(v, 1);
  out[threadIdx.x] = v + rank_below(v > 0);
}
