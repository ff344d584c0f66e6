// SPDX-License-Identifier: Apache-2.0
// What later HIP added, and what only CUDA has: see the two headers. Templates, so that a real function, or a project's own, wins.
#pragma once
#if defined(__HIP__) && defined(__cplusplus)
#include <hip/hip_runtime.h>
#include <hipaudit/warp_sync.h>
#include <hipaudit/cuda_only.h>
#define HIPAUDIT_LATER template <class = void> __attribute__((device))
HIPAUDIT_LATER int __fns(unsigned int mask, unsigned int base, int offset);
HIPAUDIT_LATER long long wall_clock64();
// __ffs of a 64-bit vote: two candidates in HIP, so ambiguous; CUDA cuts it to 32 bits.
template <class T, hipaudit_detail::enable_if_t<hipaudit_detail::int_v<T> && sizeof(T) == 8, int> = 0> __attribute__((device)) int __ffs(T x);
template <class = void> hipError_t hipDeviceSetLimit(hipLimit_t limit, size_t value);
// Some 5.x have it; T * is the better match there.
#if HIP_VERSION_MAJOR < 6
template <class F, class T> hipError_t hipOccupancyMaxPotentialBlockSizeVariableSMem(int *grid_size, int *block_size, T *kernel, F shared_of_block, int block_limit = 0) HIPAUDIT_BODY
#endif
#endif
