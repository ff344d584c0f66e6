// SPDX-License-Identifier: Apache-2.0
// `_sync` was cut off the shuffles because ROCm 6 did not know it; the masks stayed, and every sum
// came out as 4294967295 times something.
#include <hip/hip_runtime.h>
#include <hipshim/warp32.hpp>

#define FULL_MASK 0xffffffff

__global__ void sum(const float* x, float* out) {
  float v = x[threadIdx.x];
  v += hipshim::warp32::shfl_down(v, 16);  // trap: shuffle-argument-left "receives the mask"
  v += hipshim::warp32::shfl_down(v, 8);   // trap: shuffle-argument-left
  v += hipshim::warp32::shfl_down(v, 4);    // trap: shuffle-argument-left "FULL_MASK"
  v += hipshim::warp32::shfl_down(v, 2);          // trap: shuffle-argument-left
  v += hipshim::warp32::shfl_down(v, 1);           // trap: shuffle-argument-left
  if ((threadIdx.x & 31) == 0) out[threadIdx.x >> 5] = v;
}

// Integers look like distances; a constant is still no data.
__global__ void sum_of_ints(const int* x, int* out) {
  int v = x[threadIdx.x];
  for (int offset = 16; offset > 0; offset >>= 1)
    v += hipshim::warp32::shfl_xor(v, offset);  // trap: shuffle-argument-left
  out[threadIdx.x] = v;
}

// A helper with the mask as a parameter.
__device__ float neighbour(unsigned mask, float v) {
  return hipshim::warp32::shfl_up(v, 1);  // trap: shuffle-argument-left
}

__global__ void helpers(const float* x, float* out) { out[threadIdx.x] = neighbour(0xffffffffu, x[threadIdx.x]); }

// The wrapper of a port.
#define shfl_down_sync(mask, v, delta) hipshim::warp32::shfl_down(v, delta)  // trap: shuffle-argument-left
#define WARP_XOR(v, m) hipshim::warp32::shfl_xor(v, m)                  // trap: shuffle-argument-left

__global__ void wrapped(const float* x, float* out) {
  float v = x[threadIdx.x];
  v += shfl_down_sync(0xffffffff, v, 2);
  v += shfl_down_sync(FULL_MASK, v, 1);
  out[threadIdx.x] = WARP_XOR(v, 16);
}

// In a lambda.
__global__ void in_lambda(const double* x, double* out) {
  auto step = [](double v, int d) {
    return v + hipshim::warp32::shfl_xor(v, d);  // trap: shuffle-argument-left
  };
  double v = x[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v = step(v, d);
  out[threadIdx.x] = v;
}
