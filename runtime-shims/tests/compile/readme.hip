// SPDX-License-Identifier: Apache-2.0
//
// The examples of README.md, kept compiling.
#if defined(__HIP__) || defined(__CUDACC__)
#include "kernel.hpp"

#include <hipshim/warp32.hpp>
namespace w = hipshim::warp32;

__global__ void sum_rows(const float* in, float* out, unsigned columns) {
  const unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  float v = 0;
  for (unsigned i = w::lane_id(); i < columns; i += 32) v += in[row * columns + i];
  for (unsigned d = 16; d > 0; d /= 2) v += w::shfl_down_sync(0xffffffff, v, d);
  v = w::shfl_sync(0xffffffff, v, 0);  // lane 0 of this warp, not of the wave
  const unsigned positive = w::ballot_sync(0xffffffff, v > 0);  // 32 bits: this warp's half
  if (w::lane_id() == 0) out[row] = positive != 0 ? v : 0;
}

#include <hipshim/atomic.hpp>

__global__ void scatter(__half* table, std::size_t size, const int* rows, const __half* grads) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  hipshim::atomic::add(&table[rows[i]], grads[i]);                          // as atomicAdd
  hipshim::atomic::add_noret(table, std::size_t(rows[i]), size, grads[i]);  // bounds known: faster
}
#endif
