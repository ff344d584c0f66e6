// SPDX-License-Identifier: Apache-2.0
// The lanes before me, for a wave that has twice as many.
#include <hip/hip_runtime.h>
#include <hipshim/warp32.hpp>

// 32 bits, and a lane of the wave.
__global__ void rank_below(const int* x, int* out) {
  const int lane = threadIdx.x % warpSize;
  const unsigned long long votes = __ballot(x[threadIdx.x] > 0);
  out[threadIdx.x] = __popcll(votes & ((1ull << lane) - 1));  // trap: lane-prefix-mask @wave64 "names the lanes below `lane` in 32 bits"
}

__global__ void rank_above(const int* x, int* out) {
  const unsigned lane = __lane_id();
  const unsigned long long votes = __ballot(x[threadIdx.x] > 0);
  out[threadIdx.x] = __popcll(votes & ~((2ull << lane) - 1));  // trap: lane-prefix-mask "the lanes up to `lane`"
}

__global__ void other_spellings(const int* x, int* out) {
  const unsigned lane = threadIdx.x % warpSize;
  const unsigned long long votes = __ballot(x[threadIdx.x] > 0);
  out[4 * threadIdx.x] = __popcll(votes & ((2ull << lane) - 1));  // trap: lane-prefix-mask
  out[4 * threadIdx.x + 1] = __popcll(votes & ~(~0ull << lane));             // trap: lane-prefix-mask
  out[4 * threadIdx.x + 2] = __popcll(votes & ((2ull << lane) - 1));        // trap: lane-prefix-mask
  out[4 * threadIdx.x + 3] = __popcll(votes & (~0ull << lane));             // trap: lane-prefix-mask "the lanes from"
}

// Kept in 32 bits: no remedy in place.
__global__ void kept(const int* x, int* out) {
  const unsigned lane = threadIdx.x % warpSize;
  const unsigned below = (1u << lane) - 1;  // trap: lane-prefix-mask
  out[threadIdx.x] = __popcll(__ballot(x[threadIdx.x] > 0) & below);
}

// In a helper that is given such a lane, and in a template.
__device__ unsigned lanes_below(unsigned lane) { return (1u << lane) - 1; }  // trap: lane-prefix-mask
__global__ void helper(const int* x, int* out) {
  out[threadIdx.x] = __popcll(__ballot(x[threadIdx.x] > 0) & lanes_below(threadIdx.x & (warpSize - 1)));
}
template <typename Mask>
__device__ int rank_in(unsigned long long votes) {
  return __popcll(votes & ((1ull << __lane_id()) - 1));  // trap: lane-prefix-mask
}
__global__ void templated(const int* x, int* out) {
  out[threadIdx.x] = rank_in<unsigned>(__ballot(x[threadIdx.x] > 0));
}

// A lane that ends at 31, and a vote that does not.
__global__ void half_of_the_vote(const int* x, int* out) {
  const unsigned lane = threadIdx.x & 31;
  const unsigned long long votes = hipshim::warp32::ballot(x[threadIdx.x] > 0);
  out[threadIdx.x] = __popcll(votes & ((1u << lane) - 1));  // trap: lane-prefix-mask "lanes 32-63 look at lanes 0-31"
}
__global__ void half_in_64_bits(const int* x, int* out) {
  const int lane = threadIdx.x % 32;
  out[threadIdx.x] = __popcll(hipshim::warp32::ballot(x[threadIdx.x] > 0) & ((1ull << lane) - 1));  // trap: lane-prefix-mask
}
#define BELOW_ME ((1u << (threadIdx.x & 31)) - 1)
__device__ unsigned before_me() { return BELOW_ME; }
__global__ void half_through_macro(const int* x, const int* y, int* out) {
  const auto below = BELOW_ME;
  if (hipshim::warp32::ballot(x[threadIdx.x] > 0) & below) out[0] = 1;           // trap: lane-prefix-mask
  if ((hipshim::warp32::ballot(y[threadIdx.x] > 0) & before_me()) == 0) out[1] = 1;  // trap: lane-prefix-mask
}

// All lanes of the wave: none.
__global__ void all_lanes(unsigned long long* out) {
  out[0] = (1ull << warpSize) - 1;  // trap: lane-prefix-mask "names no lane instead of all"
  const int width = warpSize;
  out[1] = (1u << width) - 1;  // trap: lane-prefix-mask "shifts 32 bits"
}
__device__ unsigned long long first_lanes(int n) { return (1ull << n) - 1; }  // trap: lane-prefix-mask
__global__ void width_passed(unsigned long long* out) { out[0] = first_lanes(warpSize) ^ first_lanes(8); }
__global__ void lane_63(const int* x, int* out) {
  const int lane = threadIdx.x % warpSize;
  out[threadIdx.x] = __popcll(__ballot(x[threadIdx.x] > 0) & ((2ull << lane) - 1));  // trap: lane-prefix-mask "in lane 63"
}
