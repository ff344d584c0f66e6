// SPDX-License-Identifier: Apache-2.0
// A port counted votes with the 32-bit functions that it had on CUDA; half of them went uncounted.
#include <hip/hip_runtime.h>
#include <hipshim/warp32.hpp>

__global__ void count(const int* x, int* out) {
  out[threadIdx.x] = __popc(hipshim::warp32::ballot(x[threadIdx.x] > 0));  // trap: narrow-mask-op "counts lanes 0-31 only"
}

__global__ void last_lane(const int* x, int* out) {
  out[threadIdx.x] = 31 - __clz(hipshim::warp32::ballot(x[threadIdx.x] > 0));  // trap: narrow-mask-op
}

__global__ void reversed(const int* x, unsigned* out) {
  out[threadIdx.x] = __brev(hipshim::warp32::ballot(x[threadIdx.x] > 0));  // trap: narrow-mask-op
}

// The rank among the lanes that agree.
__global__ void rank(const int* x, int* out) {
  unsigned lane = threadIdx.x & 31;
  int before = __popc(hipshim::warp32::ballot(x[threadIdx.x] > 0) & ((1u << lane) - 1));  // trap: narrow-mask-op
  out[threadIdx.x] = before;
}

// Through a 64-bit local; both uses are one defect.
__global__ void two_uses(const int* x, int* out) {
  const auto votes = hipshim::warp32::ballot(x[threadIdx.x] > 0);
  out[2 * threadIdx.x] = __popc(votes);  // trap: narrow-mask-op
  out[2 * threadIdx.x + 1] = 31 - __clz(votes);
}

// In a helper, from a parameter that is wide enough.
__device__ int how_many(unsigned long long mask) {
  return __popc(mask);  // trap: narrow-mask-op
}

__global__ void helper(const int* x, int* out) { out[threadIdx.x] = how_many(hipshim::warp32::ballot(x[threadIdx.x] & 1)); }

// In a macro: the text to mend is the macro's.
#define COUNT_IF(p) __popc(hipshim::warp32::ballot(p))  // trap: narrow-mask-op

__global__ void macro(const int* x, int* out) {
  out[threadIdx.x] = COUNT_IF(x[threadIdx.x] > 0) - COUNT_IF(x[threadIdx.x] < 0);
}

template <typename T>
__device__ int count_above(const T* data, T limit) {
  return __popc(hipshim::warp32::ballot(data[threadIdx.x] > limit));  // trap: narrow-mask-op
}

__global__ void templated(const float* x, const int* y, int* out) {
  out[threadIdx.x] = count_above(x, 0.5f) + count_above(y, 2);
}

// Lanes 30 and 31 hold something else.
__global__ void some_lanes(const int* x, int* out) {
  out[threadIdx.x] = __popc(hipshim::warp32::ballot(x[threadIdx.x] > 0) & 0x3fffffff);  // trap: narrow-mask-op
}

// The group of active lanes.
__global__ void aggregated(int* sizes, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int lanes = __popc(hipshim::warp32::active_mask());  // trap: narrow-mask-op "__activemask"
  if ((threadIdx.x & 31) == 0) sizes[i / 32] = lanes;
}

// The code speaks of the real wave: only a person can tell what was meant.
__global__ void waves(const int* x, int* out) {
  if (threadIdx.x % warpSize == 0) out[0] = 0;
  out[threadIdx.x / warpSize] = __popc(__ballot(x[threadIdx.x] > 0));  // trap: narrow-mask-op
}
