// SPDX-License-Identifier: Apache-2.0
// Arrays of 32 for lanes of 64, and slots by the wave of which half are filled.
#include <hip/hip_runtime.h>

constexpr int kLanes = 32;

__global__ void slot_per_lane(float* out, const float* in) {
  __shared__ float best[32];
  best[threadIdx.x % warpSize] = in[threadIdx.x];  // trap: wave-indexed-array @wave64 "from `best[32]` on; the array has 32 elements"
  __syncthreads();
  out[threadIdx.x] = best[0];
}

template <int Slots>
__global__ void slot_by_template(float* out, const float* in) {
  __shared__ float seen[Slots];
  const int lane = __lane_id();
  seen[lane] = in[threadIdx.x];  // trap: wave-indexed-array @wave64
  __syncthreads();
  out[threadIdx.x] = seen[0];
}
template __global__ void slot_by_template<32>(float*, const float*);

#define LANE (threadIdx.x % warpSize)

__global__ void row_and_lane(int* out, const int* in) {
  __shared__ int rows[4][kLanes];
  int* row = rows[threadIdx.x / warpSize];
  row[LANE] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = rows[3][LANE];  // trap: wave-indexed-array @wave64
}

__global__ void as_many_warps_as_waves(float* out, const float* in) {
  __shared__ float sums[4];
  const int wave = threadIdx.x / warpSize;
  float v = in[threadIdx.x];
  for (int d = warpSize / 2; d > 0; d >>= 1) v += __shfl_down(v, d);
  if (threadIdx.x % warpSize == 0) sums[wave] = v;  // trap: wave-indexed-array @wave32 "the array has 4 elements"
  __syncthreads();
  if (threadIdx.x == 0) out[0] = sums[0] + sums[1];
}

void launch(float* f, int* i, hipStream_t stream) {
  slot_per_lane<<<1, 256, 0, stream>>>(f, f);
  slot_by_template<32><<<1, 128, 0, stream>>>(f, f);
  row_and_lane<<<1, 128, 0, stream>>>(i, i);
  as_many_warps_as_waves<<<1, 256, 0, stream>>>(f, f);
}
