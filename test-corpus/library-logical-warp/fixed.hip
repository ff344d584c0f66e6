// SPDX-License-Identifier: Apache-2.0
// Warp primitives of CUB, renamed by hipify; their default width grew from 32 to the wave.
#include <hip/hip_runtime.h>
#include <hipcub/hipcub.hpp>

__global__ void sum_per_warp(const float* in, float* out) {
  using Reduce = hipcub::WarpReduce<float, 32>;  // trap: library-logical-warp @wave64 "indexed by `threadIdx.x / 32`"
  __shared__ typename Reduce::TempStorage storage[8];
  const int warp = threadIdx.x / 32;
  const float sum = Reduce(storage[warp]).Sum(in[blockIdx.x * blockDim.x + threadIdx.x]);
  if (threadIdx.x % 32 == 0) out[blockIdx.x * 8 + warp] = sum;
}

__global__ void written_twice(const int* in, int* out) {
  __shared__ hipcub::WarpScan<int, 32>::TempStorage storage[4];  // trap: library-logical-warp @wave64
  const int tid = threadIdx.x;
  int prefix = 0;
  hipcub::WarpScan<int, 32>(storage[tid >> 5]).InclusiveSum(in[tid], prefix);
  out[tid] = prefix;
}

template <typename T>
using WarpSum = hipcub::WarpReduce<T>;

template <typename T, int kThreads>
__global__ void in_a_template(const T* in, T* out) {
  typedef hipcub::WarpReduce<T, 32> Reduce;  // trap: library-logical-warp @wave64
  __shared__ typename Reduce::TempStorage storage[kThreads / 32];
  const unsigned warp_id = threadIdx.x >> 5;
  const T total = Reduce(storage[warp_id]).Sum(in[threadIdx.x]);
  if ((threadIdx.x & 31) == 0) out[warp_id] = total;
}

template __global__ void in_a_template<double, 256>(const double*, double*);

__global__ void one_warp_of_the_block(const float* in, float* out) {
  using Reduce = hipcub::WarpReduce<float, 32>;  // trap: library-logical-warp @wave64 "counts lanes by"
  __shared__ Reduce::TempStorage storage;
  if (threadIdx.x < 32) {
    const float sum = Reduce(storage).Sum(in[threadIdx.x]);
    if (threadIdx.x == 0) out[0] = sum;
  }
}
