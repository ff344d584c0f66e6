// SPDX-License-Identifier: Apache-2.0
#ifndef WARP_HPP
#define WARP_HPP

#include <hip/hip_runtime.h>

// One step of a butterfly.
#define STEP(v, d) v += __shfl_xor(v, d)

__device__ inline int rank_below(bool take) {
  const unsigned takers = __ballot(take);
  const unsigned lane = threadIdx.x & 31;
  return __popc(takers & ((1u << lane) - 1));
}

#endif
