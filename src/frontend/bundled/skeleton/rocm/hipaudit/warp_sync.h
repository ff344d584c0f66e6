// SPDX-License-Identifier: Apache-2.0
// The forms that take a lane mask: HIP 7's, for HIP that has none. HIP refuses a mask narrower than 64 bits; here any integral
// mask parses, because the rules say it better than a failed instantiation does. All are templates, so that a project's own
// function of the same name wins. Needs warpSize.
#pragma once
#include <hipaudit/narrow_float.h>

template <class = void> __device__ unsigned long long __activemask();
template <class = void> __device__ void __syncwarp();
template <class MaskT> __device__ void __syncwarp(MaskT mask);
template <class MaskT> __device__ unsigned long long __ballot_sync(MaskT mask, int predicate);
template <class MaskT> __device__ int __all_sync(MaskT mask, int predicate);
template <class MaskT> __device__ int __any_sync(MaskT mask, int predicate);
template <class T> __device__ unsigned long long __match_any(T value);
template <class MaskT, class T> __device__ unsigned long long __match_any_sync(MaskT mask, T value);
template <class T> __device__ unsigned long long __match_all(T value, int *pred);
template <class MaskT, class T> __device__ unsigned long long __match_all_sync(MaskT mask, T value, int *pred);
template <class MaskT, class T> __device__ T __shfl_sync(MaskT mask, T var, int src_lane, int width = warpSize);
template <class MaskT, class T> __device__ T __shfl_up_sync(MaskT mask, T var, unsigned int delta, int width = warpSize);
template <class MaskT, class T> __device__ T __shfl_down_sync(MaskT mask, T var, unsigned int delta, int width = warpSize);
template <class MaskT, class T> __device__ T __shfl_xor_sync(MaskT mask, T var, int lane_mask, int width = warpSize);
template <class MaskT, class T> __device__ T __reduce_add_sync(MaskT mask, T value);
template <class MaskT, class T> __device__ T __reduce_min_sync(MaskT mask, T value);
template <class MaskT, class T> __device__ T __reduce_max_sync(MaskT mask, T value);
template <class MaskT, class T> __device__ T __reduce_and_sync(MaskT mask, T value);
template <class MaskT, class T> __device__ T __reduce_or_sync(MaskT mask, T value);
template <class MaskT, class T> __device__ T __reduce_xor_sync(MaskT mask, T value);
HIPAUDIT_NARROW_SHFL(_Float16)
HIPAUDIT_NARROW_SHFL(__bf16)
