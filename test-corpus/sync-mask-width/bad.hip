// SPDX-License-Identifier: Apache-2.0
// hipify left the masks of the `_sync` calls alone; ROCm 7 refused to build the port.
#include <hip/hip_runtime.h>

// One macro, many calls: one defect.
#define FULL_MASK 0xffffffff  // trap: sync-mask-width "FULL_MASK"

template <typename T>
__device__ T warp_sum(T value) {
  for (int offset = 16; offset > 0; offset >>= 1) value += __shfl_xor_sync(FULL_MASK, value, offset, 32);
  return value;
}

__global__ void sums(const float* x, const int* y, float* sx, int* sy) {
  sx[threadIdx.x] = warp_sum(x[threadIdx.x]);
  sy[threadIdx.x] = warp_sum(y[threadIdx.x]);
  __syncwarp(FULL_MASK);
  if (__any_sync(FULL_MASK, x[threadIdx.x] < 0.0f)) sx[threadIdx.x] = 0.0f;
}

// A literal: one defect in this file, the first use stands for all.
__global__ void literals(const int* x, int* out) {
  int v = x[threadIdx.x];
  v += __shfl_down_sync(0xffffffffu, v, 1, 32);  // trap: sync-mask-width "2 calls"
  v += __shfl_up_sync(0xffffffffu, v, 1, 32);
  out[threadIdx.x] = v;
}

// Other spellings.
__global__ void spellings(const int* x, int* out) {
  int v = __shfl_sync(~0u, x[threadIdx.x], 0, 32);  // trap: sync-mask-width
  v += __shfl_sync(-1, v, 1, 32);                   // trap: sync-mask-width "32 bits (`int`)"
  if ((threadIdx.x & 16) == 0 && __all_sync(0xffff, v > 0)) v = 0;  // trap: sync-mask-width
  out[threadIdx.x] = v;
}

// A constant, a variable, a parameter.
constexpr unsigned kWarpMask = 0xffffffffu;  // trap: sync-mask-width "kWarpMask"

__global__ void constant_mask(const int* x, int* out) {
  out[threadIdx.x] = __shfl_sync(kWarpMask, x[threadIdx.x], 3, 32) + __shfl_sync(kWarpMask, x[threadIdx.x], 5, 32);
}

// The constant is at fault, not each line of the macro that names it.
const unsigned int kStepMask = 0xffffffff;  // trap: sync-mask-width "`kStepMask`"
#define STEP(a, b, lanes)                    \
  a = max(a, __shfl_xor_sync(kStepMask, a, lanes)); \
  b = max(b, __shfl_xor_sync(kStepMask, b, lanes));

__global__ void constant_in_macro(const int* x, int* out) {
  int a = x[threadIdx.x];
  int b = -a;
  STEP(a, b, 2)
  STEP(a, b, 1)
  out[threadIdx.x] = a + b;
}

__global__ void variable_mask(const int* x, int* out) {
  unsigned mask = threadIdx.x & 16 ? 0xffff0000u : 0x0000ffffu;  // trap: sync-mask-width "`mask`"
  out[threadIdx.x] = __shfl_xor_sync(mask, x[threadIdx.x], 4, 32);
}

__device__ int first_of(unsigned members, int v) {  // trap: sync-mask-width "`members`"
  return __shfl_sync(members, v, 0, 32);
}

__global__ void parameter_mask(const int* x, int* out) { out[threadIdx.x] = first_of(0xffffffffu, x[threadIdx.x]); }

// A wrapper macro: its text is mended, wherever it is used.
#define WARP_SHFL(v, lane) __shfl_sync(0xffffffffu, v, lane, 32)  // trap: sync-mask-width

__global__ void wrapped(const int* x, int* out) { out[threadIdx.x] = WARP_SHFL(x[threadIdx.x], 0) + WARP_SHFL(x[threadIdx.x], 31); }

// Votes, matches and reductions take masks too.
__global__ void votes(const int* x, int* out) {
  constexpr unsigned all = 0xffffffffu;  // trap: sync-mask-width "4 calls"
  int same = 0;
  unsigned long long b = __ballot_sync(all, x[threadIdx.x] > 0);
  b ^= __match_any_sync(all, x[threadIdx.x]);
  b ^= __match_all_sync(all, x[threadIdx.x], &same);
  out[threadIdx.x] = __reduce_add_sync(all, x[threadIdx.x]) + same + (b != 0);
}

// Offsets from warpSize: a full mask is right here, and a look is needed.
__global__ void whole_wave(const float* x, float* out) {
  float v = x[threadIdx.x];
  for (int d = warpSize / 2; d > 0; d /= 2)
    v += __shfl_xor_sync(0xFFFFFFFF, v, d);  // trap: sync-mask-width
  out[threadIdx.x] = v;
}

// The mask of a variable, and a distance that a caller takes from the wave.
__device__ float sum_from(unsigned lanes, float v, int from) {  // trap: sync-mask-width "`lanes`"
  for (int d = from; d > 0; d /= 2) v += __shfl_down_sync(lanes, v, d);
  return v;
}

__global__ void sum_of_the_wave(const float* x, float* out) {
  const float v = sum_from(0xffffffffu, x[threadIdx.x], warpSize / 2);
  if (threadIdx.x % warpSize == 0) out[threadIdx.x / warpSize] = v;
}

// The distance comes to warpSize / 2 in the end.
__global__ void scan_of_the_wave(const int* x, int* out) {
  int v = x[threadIdx.x];
  const int lane = threadIdx.x % warpSize;
  for (int d = 1; d < warpSize; d *= 2) {
    const int left = __shfl_up_sync(0XFFFFFFFF, v, d);  // trap: sync-mask-width
    if (lane >= d) v += left;
  }
  out[threadIdx.x] = v;
}
