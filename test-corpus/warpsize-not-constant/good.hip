// SPDX-License-Identifier: Apache-2.0
// warpSize at run time in device code, and names that only look like it.
#include <hip/hip_runtime.h>

__global__ void at_run_time(float* out) {
  const int lanes = warpSize;
  int copy = warpSize;
  const int lane = threadIdx.x % warpSize;
  for (int offset = warpSize / 2; offset > 0; offset /= 2) out[lane] += offset;
  if (lane == warpSize - 1) out[threadIdx.x / lanes] = copy;
}

__global__ void an_element_not_a_bound(float* out) {
  float row[64];
  for (int i = 0; i < 64; ++i) row[i] = out[i];
  out[threadIdx.x] = row[threadIdx.x % warpSize] + row[warpSize - 1];
}

__global__ void a_constant_of_its_own(float* out) {
#if defined(__GFX8__) || defined(__GFX9__)
  constexpr int warpSize = 64;
#else
  constexpr int warpSize = 32;
#endif
  __shared__ float row[warpSize];
  row[threadIdx.x % warpSize] = 0.0f;
  out[threadIdx.x] = row[0];
}

__global__ void a_parameter(float* out, int warpSize) {
  auto lanes = warpSize;
  out[threadIdx.x % lanes] = 0.0f;
}

__global__ void converted(float* out) {
  auto lanes = int(warpSize);
  auto half = warpSize / 2;
  out[threadIdx.x % lanes] = half;
  printf("%d\n", static_cast<int>(warpSize));
}

__global__ void compared_not_a_template(float* out, int n) {
  if (n < warpSize) out[n] = 0.0f;
  const bool both = n < warpSize && n > 3;
  out[0] = both;
}

__device__ int takes_an_int(int lanes) { return lanes; }
__global__ void passed_as_int(int* out) { *out = takes_an_int(warpSize); }

int of_the_device(const hipDeviceProp_t& prop) {
  auto lanes = prop.warpSize;
  switch (lanes) {
  case 64: return 6;
  default: return 5;
  }
}
