// SPDX-License-Identifier: Apache-2.0
// Built-ins that were written for one wave size.
#include <hip/hip_runtime.h>

__global__ void dpp_sum(const int* x, int* out) {
  int v = x[threadIdx.x];
  v += __builtin_amdgcn_update_dpp(0, v, 0x111, 0xf, 0xf, false);
  v += __builtin_amdgcn_update_dpp(0, v, 0x142, 0xa, 0xf, false);  // trap: lane-builtin-wave @wave32 "row_bcast:15"
  v += __builtin_amdgcn_update_dpp(0, v, 0x143, 0xc, 0xf, false);
  out[threadIdx.x] = v;
}

__global__ void last_lane(const int* x, int* out) {
  out[threadIdx.x] = __builtin_amdgcn_readlane(x[threadIdx.x], 63);  // trap: lane-builtin-wave @wave32 "lane 63"
}

__global__ void lane_number(unsigned* out) {
  const unsigned lane = __builtin_amdgcn_mbcnt_lo(~0u, 0);  // trap: lane-builtin-wave @wave64 "counts lanes 0-31 alone"
  out[threadIdx.x] = lane;
}

__global__ void uniform_warp(int* out) {
  const int warp = __builtin_amdgcn_readfirstlane(threadIdx.x / 32);  // trap: lane-builtin-wave @wave64
  out[threadIdx.x] = warp;
}

__global__ void partner(const int* x, int* out) {
  const int lane = threadIdx.x & 31;
  out[threadIdx.x] = __builtin_amdgcn_ds_bpermute((lane ^ 1) << 2, x[threadIdx.x]);  // trap: lane-builtin-wave @wave64 "sends lanes 32-63 to lanes 0-31"
}

__global__ void across_the_halves(const int* x, int* out) {
  const int other = (threadIdx.x & 63) ^ 32;
  out[threadIdx.x] = __builtin_amdgcn_ds_bpermute(4 * other, x[threadIdx.x]);  // trap: lane-builtin-wave @wave32
}

// Disguises: a macro, a helper with a template argument, a lambda, a header's wrapper.
#define WAVE_SHIFT(v) __builtin_amdgcn_mov_dpp(v, 0x138, 0xf, 0xf, false)  // trap: lane-builtin-wave @wave32

__global__ void by_macro(const int* x, int* out) { out[threadIdx.x] = WAVE_SHIFT(x[threadIdx.x]); }

template <int Control>
__device__ int moved(int v) {
  return __builtin_amdgcn_update_dpp(0, v, Control, 0xf, 0xf, false);
}

__global__ void by_template(const int* x, int* out) {
  int v = x[threadIdx.x];
  v += moved<0x112>(v);
  v += moved<0x142>(v);  // trap: lane-builtin-wave @wave32
  out[threadIdx.x] = v;
}

constexpr int kLast = 64 - 1;

__global__ void in_a_lambda(const int* x, int* out) {
  const auto total = [](int v) {
    return __builtin_amdgcn_readlane(v, kLast);  // trap: lane-builtin-wave @wave32
  };
  out[threadIdx.x] = total(x[threadIdx.x]);
}

// Neither of the two is instantiated in the unit.
template <class T, int Control, bool Bound = true>
__device__ T step(T v) {
  return __builtin_amdgcn_update_dpp(0, v, Control, 0xf, 0xf, Bound);
}

template <int Width>
__device__ int sum_of(int v) {
  v += step<int, 0x118>(v);
  if constexpr (Width == 64) v += step<int, 0x142>(v);  // trap: lane-builtin-wave @wave32 "row_bcast:15"
  return v;
}
