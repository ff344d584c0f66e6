// SPDX-License-Identifier: Apache-2.0
// Votes whose way is not followed.
#include <hip/hip_runtime.h>

// The vote crosses memory between two kernels.
__global__ void store_votes(const int* x, unsigned long long* votes) {
  votes[(blockIdx.x * blockDim.x + threadIdx.x) >> 6] = __ballot(x[threadIdx.x] > 0);
}
__global__ void load_votes(const unsigned long long* votes, int* out) {
  unsigned low = votes[threadIdx.x];  // miss: narrow-lane-mask the vote went through global memory
  out[threadIdx.x] = __popc(low);
}

// Shifted by an amount that nothing is known of.
__global__ void shifted(const int* x, int* out, int from) {
  unsigned rest = __ballot(x[threadIdx.x] > 0) >> from;  // miss: narrow-lane-mask the shift may pick the half
  out[threadIdx.x] = __popc(rest);
}

// Nothing is left of the upper half where there is one.
__global__ void shifted_where_there_is_a_half(const int* x, int* out) {
  unsigned long long votes = __ballot(x[threadIdx.x] > 0);
  if (warpSize == 64) votes >>= __lane_id() & 32;
  out[threadIdx.x] = __popc(static_cast<unsigned>(votes));  // false: narrow-lane-mask the branch is always taken where waves have 64 lanes
}
