// SPDX-License-Identifier: Apache-2.0
// Arrays that are indexed by the wave, and are made for another number.
#include <hip/hip_runtime.h>

#define WARP_SIZE 32

// --- 64 lanes, 32 slots --------------------------------------------------------------------------

__global__ void slot_of_the_lane(float* out, const float* x) {
  __shared__ float best[32];
  const int lane = threadIdx.x % warpSize;
  if (threadIdx.x < warpSize) best[lane] = x[threadIdx.x];  // trap: wave-indexed-array @wave64 "`best[32]` on; the array has 32 elements"
  __syncthreads();
  if (threadIdx.x < 32) out[threadIdx.x] = best[threadIdx.x];
}

__global__ void slot_of_the_hardware_lane(int* out, const int* x) {
  __shared__ int mine[WARP_SIZE];
  if (threadIdx.x < warpSize) mine[__lane_id()] = x[threadIdx.x];  // trap: wave-indexed-array
  __syncthreads();
  out[threadIdx.x] = mine[threadIdx.x % WARP_SIZE];
}

__global__ void rows(int* out, const int* x) {
  __shared__ int q[8][33];
  const int wave = threadIdx.x / warpSize;
  const int lane = threadIdx.x & (warpSize - 1);
  q[wave][lane] = x[threadIdx.x];  // trap: wave-indexed-array "`q[33]` on; the array has 33 elements"
  __syncthreads();
  out[threadIdx.x] = q[wave][lane];  // trap: wave-indexed-array
}

// A private table with an entry for each lane.
__global__ void private_table(int* out, const int* x) {
  int table[32];
  for (int i = 0; i < 32; ++i) table[i] = x[i];
  out[threadIdx.x] = table[threadIdx.x % warpSize];  // trap: wave-indexed-array
}

// --- 64 lanes are counted on, and there are 32 ---------------------------------------------------

__global__ void waves_of_128_threads(int* out, const int* x) {
  __shared__ int sums[2];
  const int wave = threadIdx.x / warpSize;
  int v = x[threadIdx.x];
  for (int d = warpSize / 2; d > 0; d >>= 1) v += __shfl_down(v, d);
  if (threadIdx.x % warpSize == 0) sums[wave] = v;  // trap: wave-indexed-array @wave32 "the array has 2 elements"
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = sums[0] + sums[1];
}

void launch_waves_of_128_threads(int* out, const int* x, hipStream_t stream) {
  waves_of_128_threads<<<4, 128, 0, stream>>>(out, x);
}

// --- slots that nothing writes -------------------------------------------------------------------

// With waves of 64 two of the four slots are written.
__global__ void four_slots(int* out, const int* x) {
  __shared__ int sums[4];
  int v = x[threadIdx.x];
  for (int d = warpSize / 2; d > 0; d >>= 1) v += __shfl_down(v, d);
  if (threadIdx.x % warpSize == 0) sums[threadIdx.x / warpSize] = v;
  __syncthreads();
  if (threadIdx.x == 0) {
    int total = 0;
    for (int w = 0; w < 4; ++w) total += sums[w];  // trap: wave-indexed-array @wave64 "`sums[2]` is read and nothing has written it"
    out[blockIdx.x] = total;
  }
}

void launch_four_slots(int* out, const int* x, hipStream_t stream) { four_slots<<<4, 128, 0, stream>>>(out, x); }

// --- disguises -----------------------------------------------------------------------------------

#define LANE (threadIdx.x % warpSize)

__global__ void through_macro(int* out, const int* x) {
  __shared__ int buffer[32];
  if (threadIdx.x / warpSize == 0) buffer[LANE] = x[threadIdx.x];  // trap: wave-indexed-array
  __syncthreads();
  out[threadIdx.x] = buffer[threadIdx.x % 32];
}

template <typename T, int kSlots>
__global__ void through_template(T* out, const T* x) {
  __shared__ T buffer[kSlots];
  if (threadIdx.x < warpSize) buffer[threadIdx.x % warpSize] = x[threadIdx.x];  // trap: wave-indexed-array
  __syncthreads();
  out[threadIdx.x] = buffer[threadIdx.x % kSlots];
}
template __global__ void through_template<int, 32>(int*, const int*);
template __global__ void through_template<double, 32>(double*, const double*);

__device__ void put(int* slots, int lane, int v) { slots[lane] = v; }  // trap: wave-indexed-array

__global__ void through_helper(int* out, const int* x) {
  __shared__ int buffer[32];
  if (threadIdx.x < warpSize) put(buffer, threadIdx.x % warpSize, x[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = buffer[threadIdx.x % 32];
}

__global__ void through_lambda(int* out, const int* x) {
  __shared__ int buffer[32];
  const int lane = threadIdx.x % warpSize;
  const auto put_mine = [&](int v) { buffer[lane] = v; };  // trap: wave-indexed-array
  if (threadIdx.x < warpSize) put_mine(x[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = buffer[threadIdx.x % 32];
}

struct Slots {
  int of_lane[32];
};

__global__ void through_pointer(int* out, const int* x) {
  __shared__ int buffer[32];
  int* mine = buffer + threadIdx.x % warpSize;
  if (threadIdx.x < warpSize) *mine = x[threadIdx.x];  // trap: wave-indexed-array
  __syncthreads();
  out[threadIdx.x] = buffer[threadIdx.x % 32];
}

__global__ void through_reference(int* out, const int* x) {
  __shared__ int buffer[32];
  if (threadIdx.x < warpSize) {
    int& mine = buffer[threadIdx.x % warpSize];
    mine = x[threadIdx.x];  // trap: wave-indexed-array
  }
  __syncthreads();
  out[threadIdx.x] = buffer[threadIdx.x % 32];
}

__global__ void through_structure(int* out, const int* x) {
  __shared__ Slots slots;
  if (threadIdx.x < warpSize) slots.of_lane[threadIdx.x % warpSize] = x[threadIdx.x];  // trap: wave-indexed-array
  __syncthreads();
  out[threadIdx.x] = slots.of_lane[threadIdx.x % 32];
}

__global__ void in_two_dimensions(int* out, const int* x) {
  __shared__ int buffer[32];
  const int tid = threadIdx.y * blockDim.x + threadIdx.x;
  if (tid < warpSize) buffer[tid] = x[tid];  // trap: wave-indexed-array
  __syncthreads();
  out[tid] = buffer[tid % 32];
}

void launch_in_two_dimensions(int* out, const int* x, hipStream_t stream) {
  in_two_dimensions<<<4, dim3(16, 8), 0, stream>>>(out, x);
}

namespace other_forms {

// Arrays of 32 for lanes of 64, and slots by the wave of which half are filled.

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

/// Eight classes for each group of the block, and half as many groups as rows.
template <typename T>
__global__ void classes_per_group(int* out, const T* in) {
  __shared__ int counts[32][8];
  const int group = threadIdx.x / warpSize;
  for (int i = 0; i < 8; ++i) counts[group][i] = in[group * 8 + i];
  __syncthreads();
  if (threadIdx.x == 0)
    for (int c = 0; c < 64; ++c)
      out[c] = counts[c / 8][c % 8];  // trap: wave-indexed-array @wave64 "is read and nothing has"
}

__global__ void counted_per_group(int* out, const int* in, int n) {
  __shared__ int counts[8][8];
  const int group = threadIdx.x / warpSize;
  for (int i = 0; i < 8; ++i) counts[group][i] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < 64; i += blockDim.x)
    atomicAdd(&counts[i / 8][i % 8], in[i]);  // trap: wave-indexed-array @wave64
  __syncthreads();
  if (threadIdx.x < 64) out[threadIdx.x] = counts[threadIdx.x / 8][threadIdx.x % 8];
}

/// Which slots exist is for data to say: nothing is counted in slots that CUDA leaves empty, too.
template <typename Id>
__global__ void counted_by_data(int* total, const Id* ids, int kinds, int step, size_t n) {
  constexpr int kPerGroup = 8;
  __shared__ int counts[32][8];
  const int first = threadIdx.x / warpSize * kPerGroup;
  for (int i = 0; i < kPerGroup; ++i)
    if (first + i < kinds) counts[threadIdx.x / warpSize][i] = 0;
  const size_t each = (n + blockDim.x - 1) / blockDim.x;
  for (size_t i = threadIdx.x * each; i < n && i < (threadIdx.x + 1) * each; ++i) {
    const int id = ids[i];
    atomicAdd(&counts[id / kPerGroup][id % kPerGroup], 1);  // trap: wave-indexed-array @wave64 "is read"
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < kinds; ++i) sum += (counts[i / kPerGroup][i % kPerGroup] + step - 1) / step;
    *total = sum;
  }
}

/// The kernel is launched by another name.
void launch_by_variable(int* out, const int* in, bool wide, int kinds, size_t n, hipStream_t stream) {
  auto kernel = wide ? classes_per_group<int> : classes_per_group<const int>;
  kernel<<<1, 256, 0, stream>>>(out, in);
  const auto counted = &counted_per_group;
  counted<<<1, 256, 0, stream>>>(out, in, 64);
  auto by_data = counted_by_data<int>;
  by_data<<<1, 1024, 0, stream>>>(out, in, kinds, 4, n);
}

void launch(float* f, int* i, hipStream_t stream) {
  slot_per_lane<<<1, 256, 0, stream>>>(f, f);
  slot_by_template<32><<<1, 128, 0, stream>>>(f, f);
  row_and_lane<<<1, 128, 0, stream>>>(i, i);
  as_many_warps_as_waves<<<1, 256, 0, stream>>>(f, f);
}

}  // namespace other_forms
