// SPDX-License-Identifier: Apache-2.0
// Built-ins that hold at both wave sizes, or stand where the size is known.
#include <hip/hip_runtime.h>

__global__ void within_a_row(const int* x, int* out) {
  int v = x[threadIdx.x];
  v += __builtin_amdgcn_update_dpp(0, v, 0x111, 0xf, 0xf, false);
  v += __builtin_amdgcn_mov_dpp(v, 0x118, 0xf, 0xf, false);
  out[threadIdx.x] = v + __builtin_amdgcn_ds_swizzle(v, 0x401f);
}

__global__ void whole_lane_number(unsigned* out) {
  out[threadIdx.x] = __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0));
}

__global__ void either_count(unsigned* out) {
  unsigned lane = __builtin_amdgcn_mbcnt_lo(~0u, 0);
  if (warpSize == 64) lane = __builtin_amdgcn_mbcnt_hi(~0u, lane);
  out[threadIdx.x] = lane;
}

__global__ void low_lanes(const int* x, int* out) {
  out[threadIdx.x] = __builtin_amdgcn_readlane(x[threadIdx.x], 31);
  out[threadIdx.x] += __builtin_amdgcn_readlane(x[threadIdx.x], warpSize - 1);
  out[threadIdx.x] += __builtin_amdgcn_readfirstlane(blockIdx.x / 32);
  out[threadIdx.x] += __builtin_amdgcn_readfirstlane(threadIdx.x / warpSize);
}

__global__ void asked_for(const int* x, int* out) {
  int v = x[threadIdx.x];
  if (warpSize == 64) v += __builtin_amdgcn_readlane(v, 63);
  const int last = warpSize == 64 ? __builtin_amdgcn_readlane(v, 63) : __builtin_amdgcn_readlane(v, 31);
  out[threadIdx.x] = v + last;
}

#if defined(__GFX9__)
__global__ void for_gfx9(const int* x, int* out) {
  int v = x[threadIdx.x];
  v += __builtin_amdgcn_update_dpp(0, v, 0x142, 0xa, 0xf, false);
  asm("v_add_f32 %0, %1, %1 row_bcast:31" : "=v"(v) : "v"(v));
  out[threadIdx.x] = v;
}
#endif

__global__ void for_the_pass(const int* x, int* out) {
  int v = x[threadIdx.x];
#if defined(__gfx90a__) || defined(__gfx942__)
  v += __builtin_amdgcn_update_dpp(0, v, 0x143, 0xc, 0xf, false);
#endif
  out[threadIdx.x] = v;
}

// The lane above, in the wave that there is.
__global__ void neighbour(const int* x, int* out) {
  const int next = (threadIdx.x + 1) % warpSize;
  out[threadIdx.x] = __builtin_amdgcn_ds_bpermute(next * 4, x[threadIdx.x]);
  out[threadIdx.x] += __builtin_amdgcn_ds_bpermute(__lane_id() * 4, x[threadIdx.x]);
  out[threadIdx.x] += __builtin_amdgcn_ds_bpermute(0, x[threadIdx.x]);
}

__global__ void half_by_half(const int* x, int* out) {
  const int lane = threadIdx.x & 63;
  out[threadIdx.x] = __builtin_amdgcn_ds_bpermute((lane ^ 16) * 4, x[threadIdx.x]);
}

// A control that its callers give.
template <int Control>
__device__ int moved(int v) {
  return __builtin_amdgcn_update_dpp(0, v, Control, 0xf, 0xf, false);
}

__global__ void by_choice(const int* x, int* out) {
  int v = x[threadIdx.x];
#ifdef __GFX9__
  v += moved<0x142>(v);
#endif
  out[threadIdx.x] = v;
}

__global__ void small_block(unsigned* out) { out[threadIdx.x] = __builtin_amdgcn_mbcnt_lo(~0u, 0); }

void launch(unsigned* out, hipStream_t stream) { small_block<<<1, 32, 0, stream>>>(out); }
