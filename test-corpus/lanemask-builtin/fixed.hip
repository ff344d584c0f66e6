// SPDX-License-Identifier: Apache-2.0
// %lanemask_lt became the HIP function that looks like it.
#include <hip/hip_runtime.h>
#include <hipshim/warp32.hpp>

__global__ void kept(const unsigned* masks, int* out) {
  const unsigned below = hipshim::warp32::lanemask_lt();  // trap: lanemask-builtin @wave64 "names all of lanes 0-31"
  out[threadIdx.x] = __popc(masks[threadIdx.x >> 5] & below);
}

__global__ void met_with_32_bits(const unsigned* masks, int* out) {
  const unsigned mask = masks[threadIdx.x >> 5];
  out[threadIdx.x] = __popc(mask & hipshim::warp32::lanemask_lt());   // trap: lanemask-builtin
  out[threadIdx.x] += (mask & hipshim::warp32::lanemask_gt()) == 0;   // trap: lanemask-builtin "nothing is left"
  out[threadIdx.x] += (mask & hipshim::warp32::lanemask_eq()) != 0;   // trap: lanemask-builtin "it is zero"
}

// Through a 64-bit local, a helper, a template, a macro, a cast.
__global__ void later(const unsigned* masks, int* out) {
  const auto below = hipshim::warp32::lanemask_lt();  // trap: lanemask-builtin
  out[threadIdx.x] = __popc(masks[threadIdx.x >> 5] & below);
}
__device__ unsigned lanes_below() { return hipshim::warp32::lanemask_lt(); }  // trap: lanemask-builtin
__global__ void helper(const unsigned* masks, int* out) {
  out[threadIdx.x] = __popc(masks[threadIdx.x >> 5] & lanes_below());
}
template <typename Mask>
__device__ int rank_in(Mask mask) {
  const Mask below = hipshim::warp32::lanemask_lt();  // trap: lanemask-builtin
  return __popc(mask & below);
}
__global__ void templated(const unsigned* masks, int* out) { out[threadIdx.x] = rank_in(masks[threadIdx.x >> 5]); }
#define BELOW static_cast<unsigned>(hipshim::warp32::lanemask_lt())  // trap: lanemask-builtin
__global__ void macro(const unsigned* masks, int* out) {
  out[threadIdx.x] = __popc(masks[threadIdx.x >> 5] & BELOW);
}

// As a lane number, where not all lanes are.
__global__ void in_a_branch(const int* x, int* out) {
  if (x[threadIdx.x] > 0) out[threadIdx.x] = static_cast<int>(__popcll(__lanemask_lt()));  // trap: lanemask-builtin "leaves the inactive lanes out"
}
