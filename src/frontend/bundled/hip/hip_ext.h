// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <hip/hip_runtime.h>
#ifdef __cplusplus
extern "C" hipError_t hipExtModuleLaunchKernel(hipFunction_t f, uint32_t gx, uint32_t gy, uint32_t gz, uint32_t lx, uint32_t ly, uint32_t lz, size_t shared_bytes,
                                    hipStream_t stream, void **params, void **extra, hipEvent_t start = nullptr, hipEvent_t stop = nullptr, uint32_t flags = 0);
extern "C" hipError_t hipHccModuleLaunchKernel(hipFunction_t f, uint32_t gx, uint32_t gy, uint32_t gz, uint32_t lx, uint32_t ly, uint32_t lz, size_t shared_bytes,
                                    hipStream_t stream, void **params, void **extra, hipEvent_t start = nullptr, hipEvent_t stop = nullptr);
template <class... Args, class F = void (*)(Args...)>
void hipExtLaunchKernelGGL(F kernel, const dim3 &grid, const dim3 &block, uint32_t shared_bytes, hipStream_t stream, hipEvent_t start, hipEvent_t stop, uint32_t flags,
                           Args... args);
template <class T>
hipError_t hipExtLaunchKernel(T *kernel, dim3 grid, dim3 block, void **args, size_t shared_bytes, hipStream_t stream, hipEvent_t start, hipEvent_t stop, int flags);
#endif
