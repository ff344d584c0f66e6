// SPDX-License-Identifier: Apache-2.0
// Atomic functions; the forms that only CUDA or newer HIP has stand in hipaudit/cuda_only.h.
#pragma once
#include <hip/amd_detail/host_defines.h>

#define HIPAUDIT_A(name, T) __device__ T name(T *address, T value); __device__ T name##_system(T *address, T value);
#define HIPAUDIT_INTS(X, name) X(name, int) X(name, unsigned int) X(name, unsigned long) X(name, unsigned long long)
#define HIPAUDIT_FPS(X, name) X(name, float) X(name, double)
HIPAUDIT_INTS(HIPAUDIT_A, atomicAdd) HIPAUDIT_FPS(HIPAUDIT_A, atomicAdd)
HIPAUDIT_INTS(HIPAUDIT_A, atomicSub) HIPAUDIT_FPS(HIPAUDIT_A, atomicSub)
HIPAUDIT_INTS(HIPAUDIT_A, atomicExch) HIPAUDIT_FPS(HIPAUDIT_A, atomicExch)
HIPAUDIT_INTS(HIPAUDIT_A, atomicMin) HIPAUDIT_FPS(HIPAUDIT_A, atomicMin) HIPAUDIT_A(atomicMin, long long)
HIPAUDIT_INTS(HIPAUDIT_A, atomicMax) HIPAUDIT_FPS(HIPAUDIT_A, atomicMax) HIPAUDIT_A(atomicMax, long long)
HIPAUDIT_INTS(HIPAUDIT_A, atomicAnd)
HIPAUDIT_INTS(HIPAUDIT_A, atomicOr)
HIPAUDIT_INTS(HIPAUDIT_A, atomicXor)
HIPAUDIT_A(atomicInc, unsigned int)
HIPAUDIT_A(atomicDec, unsigned int)
#undef HIPAUDIT_A
#define HIPAUDIT_C(name, T) __device__ T name(T *address, T compare, T value); __device__ T name##_system(T *address, T compare, T value);
HIPAUDIT_INTS(HIPAUDIT_C, atomicCAS) HIPAUDIT_FPS(HIPAUDIT_C, atomicCAS)
#undef HIPAUDIT_C
__device__ void atomicAddNoRet(float *address, float value);

#define HIPAUDIT_U(name, T) __device__ T name(T *address, T value);
HIPAUDIT_FPS(HIPAUDIT_U, unsafeAtomicAdd) HIPAUDIT_FPS(HIPAUDIT_U, unsafeAtomicMin) HIPAUDIT_FPS(HIPAUDIT_U, unsafeAtomicMax)
HIPAUDIT_FPS(HIPAUDIT_U, safeAtomicAdd) HIPAUDIT_FPS(HIPAUDIT_U, safeAtomicMin) HIPAUDIT_FPS(HIPAUDIT_U, safeAtomicMax)
#undef HIPAUDIT_U
#undef HIPAUDIT_INTS
#undef HIPAUDIT_FPS
