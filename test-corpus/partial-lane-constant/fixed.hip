// SPDX-License-Identifier: Apache-2.0
// Half warps and every second lane, written down for a warp of 32.
#include <hip/hip_runtime.h>
#include <hipshim/warp32.hpp>

__global__ void upper_half(const int* x, int* out) {
  if (hipshim::warp32::ballot(x[threadIdx.x] > 0) & 0xffff0000) out[threadIdx.x >> 5] = 1;  // trap: partial-lane-constant @wave64 "names 16 lanes of 32"
}

// Through a local, a macro and a constant; counted, compared.
#define EVEN_LANES 0x55555555
constexpr unsigned kOddLanes = 0xaaaaaaaau;
__global__ void every_second(const int* x, int* out) {
  const unsigned long long votes = __ballot(x[threadIdx.x] > 0);
  out[2 * threadIdx.x] = __popcll(votes & EVEN_LANES);  // trap: partial-lane-constant
  out[2 * threadIdx.x + 1] = (votes & kOddLanes) != 0;
}
__global__ void only_lower(const int* x, int* out) {
  const auto votes = __ballot(x[threadIdx.x] > 0);
  if (votes == 0x0000ffffu) out[threadIdx.x >> 5] = 1;  // trap: partial-lane-constant "count against the comparison"
}
__global__ void all_of_upper(const int* x, int* out) {
  if ((__ballot(x[threadIdx.x] > 0) & 0xffff0000u) == 0xffff0000u) out[threadIdx.x >> 5] = 1;  // trap: partial-lane-constant
}
__global__ void last_lane(const int* x, int* out) {
  out[threadIdx.x] = (hipshim::warp32::ballot(x[threadIdx.x] > 0) & 0x80000000u) != 0;  // trap: partial-lane-constant "names 1 lane"
}

// In a helper, and in a template.
__device__ bool any_in_upper(unsigned long long votes) {
  return (votes & 0xffff0000) != 0;  // trap: partial-lane-constant
}
__global__ void helper(const int* x, int* out) { out[threadIdx.x] = any_in_upper(hipshim::warp32::ballot(x[threadIdx.x] > 0)); }
template <unsigned kLanes, typename T>
__device__ bool any_in(T value) {
  return (hipshim::warp32::ballot(value > T(0)) & kLanes) != 0;  // trap: partial-lane-constant
}
__global__ void templated(const float* x, int* out) { out[threadIdx.x] = any_in<0x33333333u>(x[threadIdx.x]); }

// As a mask of 64 bits.
__global__ void sync_mask(const int* x, int* out) {
  if ((threadIdx.x & 31) < 16) {
    out[threadIdx.x] = hipshim::warp32::shfl_xor_sync(0x0000ffffull, x[threadIdx.x], 1);  // trap: partial-lane-constant "the mask is ignored"
    out[threadIdx.x] += hipshim::warp32::any_sync(0x0000ffffull, x[threadIdx.x] > 0);     // trap: partial-lane-constant
  }
}
