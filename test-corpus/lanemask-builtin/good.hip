// SPDX-License-Identifier: Apache-2.0
// Lane masks of the wave, used as such.
#include <hip/hip_runtime.h>

__global__ void with_a_vote(const int* x, int* out) {
  const unsigned long long votes = __ballot(x[threadIdx.x] > 0);
  out[threadIdx.x] = __popcll(votes & __lanemask_lt());
}

__global__ void with_a_vote_in_a_branch(const int* x, int* out) {
  if (x[threadIdx.x] > 0) {
    const auto below = __lanemask_lt();
    out[threadIdx.x] = __popcll(__activemask() & below);
  }
}

__global__ void all_lanes_are_here(int* out) {
  out[threadIdx.x] = __popcll(__lanemask_lt());
  out[threadIdx.x] += __lanemask_gt() == 0;
}

__global__ void own_bit(const int* x, int* out) {
  const unsigned long long votes = __ballot(x[threadIdx.x] > 0);
  out[threadIdx.x] = (votes & __lanemask_eq()) != 0;
}

namespace mine {
__device__ inline unsigned __lanemask_lt() { return (1u << (threadIdx.x & 31)) - 1; }
__global__ void same_name(const unsigned* masks, int* out) {
  out[threadIdx.x] = __popc(masks[threadIdx.x >> 5] & mine::__lanemask_lt());
}
}  // namespace mine
