// SPDX-License-Identifier: Apache-2.0
// Lanes, shuffles and votes.
#pragma once
#include <stdint.h>
#include <hip/amd_detail/host_defines.h>

// Not a constant expression, as in ROCm 7; unlike there, host code may read it, as code for ROCm 6 does.
struct hipaudit_warp_size_t {
  __host__ __device__ operator int() const noexcept;
};
extern const __device__ hipaudit_warp_size_t warpSize;

__device__ unsigned int __lane_id();
__device__ int __all(int predicate);
__device__ int __any(int predicate);
__device__ unsigned long long __ballot(int predicate);
__device__ unsigned long long __ballot64(int predicate);

#define HIPAUDIT_SHFL(T)                                                    \
  __device__ T __shfl(T var, int src_lane, int width = warpSize);           \
  __device__ T __shfl_up(T var, unsigned int delta, int width = warpSize);  \
  __device__ T __shfl_down(T var, unsigned int delta, int width = warpSize); \
  __device__ T __shfl_xor(T var, int lane_mask, int width = warpSize);
HIPAUDIT_SHFL(int)
HIPAUDIT_SHFL(unsigned int)
HIPAUDIT_SHFL(long)
HIPAUDIT_SHFL(unsigned long)
HIPAUDIT_SHFL(long long)
HIPAUDIT_SHFL(unsigned long long)
HIPAUDIT_SHFL(float)
HIPAUDIT_SHFL(double)
#undef HIPAUDIT_SHFL

__device__ unsigned int __mbcnt_lo(unsigned int mask, unsigned int base);
__device__ unsigned int __mbcnt_hi(unsigned int mask, unsigned int base);
__device__ unsigned __hip_ds_bpermute(int index, unsigned src);
__device__ float __hip_ds_bpermutef(int index, float src);
__device__ unsigned __hip_ds_permute(int index, unsigned src);
__device__ float __hip_ds_permutef(int index, float src);
template <int Pattern> __device__ unsigned __hip_ds_swizzle_N(unsigned src);
template <int Pattern> __device__ float __hip_ds_swizzlef_N(float src);
template <int Ctrl, int RowMask, int BankMask, bool BoundCtrl> __device__ int __hip_move_dpp_N(int src);
#define __hip_ds_swizzle(src, pattern) __hip_ds_swizzle_N<(pattern)>((src))
#define __hip_ds_swizzlef(src, pattern) __hip_ds_swizzlef_N<(pattern)>((src))
#define __hip_move_dpp(src, ctrl, rmask, bmask, bound) __hip_move_dpp_N<(ctrl), (rmask), (bmask), (bound)>((src))
