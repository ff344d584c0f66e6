// SPDX-License-Identifier: Apache-2.0
// The build error of a 32-bit mask was silenced by a suffix. Then debug builds trapped, and release
// builds counted the votes of 32 lanes out of 64.
#include <hip/hip_runtime.h>

#include <cstdint>
#include <hipshim/warp32.hpp>

__global__ void votes(const int* x, int* out) {
  unsigned long long b = hipshim::warp32::ballot_sync(0xffffffffULL, x[threadIdx.x] > 0);  // trap: sync-mask-half "get the votes of lanes 0-31"
  out[threadIdx.x] = __popcll(b);
}

#define FULL_MASK 0xffffffffull  // trap: sync-mask-half "FULL_MASK"

__global__ void macro(const int* x, int* out) {
  int v = x[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += hipshim::warp32::shfl_xor_sync(FULL_MASK, v, d);
  if (hipshim::warp32::all_sync(FULL_MASK, v > 0)) v = 0;
  out[threadIdx.x] = v;
}

// Computed, cast, converted by a variable's type.
__global__ void spellings(const int* x, int* out) {
  int v = hipshim::warp32::any_sync((1ull << 32) - 1, x[threadIdx.x] > 0);                          // trap: sync-mask-half
  v += hipshim::warp32::any_sync(static_cast<unsigned long long>(0xffffffffu), x[threadIdx.x] > 1);  // trap: sync-mask-half
  v += hipshim::warp32::any_sync(uint64_t{0xffffffff}, x[threadIdx.x] > 2);                          // trap: sync-mask-half
  out[threadIdx.x] = v;
}

__global__ void variable(const int* x, int* out) {
  uint64_t mask = 0xffffffff;  // trap: sync-mask-half "`mask`"
  out[threadIdx.x] = hipshim::warp32::any_sync(mask, x[threadIdx.x] > 0) + hipshim::warp32::all_sync(mask, x[threadIdx.x] > 1);
}

static constexpr unsigned long long kLanes = 0xffffffffULL;  // trap: sync-mask-half "kLanes"

__global__ void constant(const int* x, int* out) {
  unsigned long long peers = hipshim::warp32::match_any_sync(kLanes, x[threadIdx.x]);
  out[threadIdx.x] = peers != 0 ? hipshim::warp32::reduce_max_sync(kLanes, x[threadIdx.x]) : 0;
}

// The lanes of a template's warp.
template <int Width>
__device__ int all_of(int p) {
  return hipshim::warp32::all_sync((1ull << Width) - 1, p);  // trap: sync-mask-half
}

__global__ void templated(const int* x, int* out) { out[threadIdx.x] = all_of<32>(x[threadIdx.x]); }

#define WARP_ANY(p) hipshim::warp32::any_sync(0xffffffffUL, p)  // trap: sync-mask-half

__global__ void wrapped(const int* x, int* out) { out[threadIdx.x] = WARP_ANY(x[threadIdx.x] > 0) + WARP_ANY(x[threadIdx.x] < 0); }

__global__ void fence(int* x) {
  x[threadIdx.x] += 1;
  hipshim::warp32::sync(0xffffffffll);  // trap: sync-mask-half
  x[threadIdx.x] += 2;
}

// The width keeps the shuffle right where the mask is not checked.
__global__ void with_width(const int* x, int* out) {
  out[threadIdx.x] = hipshim::warp32::shfl_sync(0xffffffffull, x[threadIdx.x], 0, 32);  // trap: sync-mask-half "the shuffle keeps to 32 lanes"
}

// 32 lanes would be too few for these distances: the mask is what is wrong.
__global__ void whole_wave(const int* x, int* out) {
  int v = x[threadIdx.x];
  for (int d = warpSize / 2; d > 0; d /= 2) v += __shfl_xor_sync(0xFFFFFFFFull, v, d);  // trap: sync-mask-half
  out[threadIdx.x] = v;
}
