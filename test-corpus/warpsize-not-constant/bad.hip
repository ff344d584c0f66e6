// SPDX-License-Identifier: Apache-2.0
// warpSize as ROCm 6 let it be used.
#include <hip/hip_runtime.h>

#include <algorithm>
#include <cstdio>

__global__ void in_array_bounds(const float* x, float* out) {
  __shared__ float partial[1024 / warpSize];  // trap: warpsize-not-constant "the bound of `partial` does not compile"
  partial[threadIdx.x / warpSize] = x[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = partial[0];
}

__global__ void in_the_bound_of_a_row(const float* x, float* out) {
  __shared__ float row[2][warpSize];  // trap: warpsize-not-constant "the bound of `row` does not compile"
  row[1][threadIdx.x % warpSize] = x[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = row[1][0];
}

__global__ void in_constants(float* out) {
  constexpr int half = warpSize / 2;  // trap: warpsize-not-constant "the constant `half`"
  out[threadIdx.x % half] = 0.0f;
}

template <int Lanes>
__device__ void fill(float* out) {
  out[threadIdx.x % Lanes] = 1.0f;
}

__global__ void as_template_argument(float* out) {
  fill<warpSize>(out);  // trap: warpsize-not-constant "a template argument of `fill` does not compile"
}

__global__ void as_case_label(const int* kind, float* out) {
  switch (*kind) {
  case warpSize: out[threadIdx.x] = 2.0f; break;  // trap: warpsize-not-constant "a case label"
  default: break;
  }
}

__global__ void by_way_of_a_const(float* out) {
  const int lanes = warpSize;
  float mine[lanes];  // trap: warpsize-not-constant "variable length array"
  for (int i = 0; i < lanes; ++i) mine[i] = out[i];
  out[threadIdx.x] = mine[threadIdx.x % lanes];
}

__global__ void as_auto(float* out) {
  auto lanes = warpSize;  // trap: warpsize-not-constant "`lanes`, declared auto"
  out[threadIdx.x % lanes] = 3.0f;
}

template <typename T>
__device__ T least(const T& a, const T& b) {
  return b < a ? b : a;
}

template <typename T>
__device__ int bytes_of(T) {
  return sizeof(T);
}

__global__ void with_a_deduced_type(int n, float* out) {
  out[threadIdx.x] = bytes_of(warpSize);  // trap: warpsize-not-constant "an argument of `bytes_of`, whose type is deduced"
}

__global__ void through_dots() {
  printf("%d\n", warpSize);  // trap: warpsize-not-constant "a variadic argument of `printf`"
}

void in_host_code(float* out, int n) {
  const int block = 4 * warpSize;  // trap: warpsize-not-constant "before it was 64 there, also for the 32 lanes of gfx1100"
  as_auto<<<(n + block - 1) / block, block>>>(out);
}

#define PORT_LANES warpSize  // trap: warpsize-not-constant "`lanes`, declared auto"

__global__ void behind_a_macro(float* out) {
  const auto lanes = PORT_LANES;
  out[threadIdx.x % lanes] = 0.0f;
}

__global__ void behind_a_macro_again(float* out) {
  auto lanes = PORT_LANES;
  out[threadIdx.x % lanes] = 1.0f;
}
