// SPDX-License-Identifier: Apache-2.0
// Kernels whose results are known: the runner of the property test must see each of them.
// `expect:` is the result of the next kernel, unchecked and checked.
#include <hip/hip_runtime.h>

#include "pool.hpp"

// expect: same undefined
__global__ void unwritten(const int* a, int* out) {
  __shared__ int s[64];
  s[threadIdx.x & 31] = 1;
  out[threadIdx.x] = s[(threadIdx.x & 31) + 32] & 0;
}
// expect: same undefined
__global__ void inactive(const int* a, int* out) {
  int v = 0;
  if (threadIdx.x & 1) v = __shfl(a[threadIdx.x], 0) & 0;
  out[threadIdx.x] = v;
}
// expect: undefined same
__global__ void shift(const int* a, int* out) { out[threadIdx.x] = 1 << threadIdx.x; }
// expect: undefined undefined
__global__ void bounds(const int* a, int* out) {
  __shared__ int s[32];
  s[threadIdx.x] = 3;
}
// expect: undefined undefined
__global__ void margin(const int* a, int* out) { out[(int)threadIdx.x - 1] = 3; }
// expect: undefined same
__global__ void overflow(const int* a, int* out) {
  int v = 2147483647;
  out[threadIdx.x] = v + a[threadIdx.x] + 65;
}
// expect: differs differs
__global__ void no_end(const int* a, int* out) {
  unsigned m = warpSize == 32 ? 0 : 1;
  while (m) m |= 1;
  out[threadIdx.x] = m;
}
// expect: differs differs
__global__ void fault(const int* a, int* out) {
  if (warpSize == 64) *(volatile int*)8 = 3;
}
// expect: differs same
__global__ void bounds_at_64(const int* a, int* out) {
  __shared__ int s[32];
  if ((threadIdx.x & 31) == threadIdx.x % warpSize || warpSize == 64) s[threadIdx.x % warpSize] = 1;
}
// expect: same same
__global__ void reduction(const int* a, int* out) {
  int v = a[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor(v, d);
  out[threadIdx.x] = v;
}
// expect: differs differs
__global__ void broadcast(const int* a, int* out) { out[threadIdx.x] = __shfl(a[threadIdx.x], 0); }
// expect: same same
__global__ void first_of_down(const int* a, int* out) {
  int v = a[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down(v, d);
  if ((threadIdx.x & 31) == 0) out[threadIdx.x] = v;
}
// expect: undefined same
__global__ void negative_shift(const int* a, int* out) { out[threadIdx.x] = 1 >> (a[600] - 2000); }

#define LAUNCH(name)                                                                               \
  void run_##name(const Pool& p, int) { name<<<2, 64>>>(p.a, p.out); }
LAUNCH(unwritten)
LAUNCH(inactive)
LAUNCH(shift)
LAUNCH(bounds)
LAUNCH(margin)
LAUNCH(overflow)
LAUNCH(no_end)
LAUNCH(fault)
LAUNCH(bounds_at_64)
LAUNCH(reduction)
LAUNCH(broadcast)
LAUNCH(first_of_down)
LAUNCH(negative_shift)

extern const Entry kPropertyKernels[] = {
    {0, 1, run_unwritten},      {1, 1, run_inactive},   {2, 1, run_shift},
    {3, 1, run_bounds},         {4, 1, run_margin},     {5, 1, run_overflow},
    {6, 1, run_no_end},         {7, 1, run_fault},      {8, 1, run_bounds_at_64},
    {9, 1, run_reduction},      {10, 1, run_broadcast}, {11, 1, run_first_of_down},
    {12, 1, run_negative_shift}};
extern const int kPropertyKernelCount = 13;
