// SPDX-License-Identifier: Apache-2.0
// Device side of hip_runtime.h.
#pragma once
#include <stddef.h>
#include <stdint.h>
// What the real header brings in with it and ported code leans on. Left out where there is no C library.
#if __has_include(<stdio.h>)
#include <stdio.h>
#endif
#if __has_include(<stdlib.h>)
#include <stdlib.h>
#endif
#if __has_include(<string.h>)
#include <string.h>
#endif
#if __has_include(<assert.h>)
#include <assert.h>
#endif
#if __has_include(<float.h>)
#include <float.h>
#endif
#if __has_include(<time.h>)
#include <time.h>
#endif
#if defined(__cplusplus) && __has_include(<cstring>) && __has_include(<cstdint>)
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#endif
#if defined(__cplusplus) && __has_include(<limits>)
#include <limits>
#endif
// cuda_wrappers/new is there even where the library's own is not.
#if defined(__cplusplus) && __has_include(<new>) && __has_include(<initializer_list>)
#include <new>
#endif

// The constants of <math.h>, as glibc spells them.
#ifndef M_PI
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#endif
#ifndef INFINITY
#define INFINITY (__builtin_inff ())
#define NAN (__builtin_nanf (""))
#define HUGE_VAL (__builtin_huge_val ())
#define HUGE_VALF (__builtin_huge_valf ())
#endif

#include <hip/amd_detail/host_defines.h>
#include <hip/amd_detail/amd_hip_vector_types.h>
#include <hip/hip_runtime_api.h>
#include <hip/amd_detail/amd_math_functions.h>

#if defined(__HIP__) && defined(__cplusplus)
#include <hip/amd_detail/amd_device_functions.h>
#include <hip/amd_detail/amd_warp_functions.h>
#include <hip/amd_detail/amd_warp_sync_functions.h>
#include <hip/amd_detail/amd_hip_atomic.h>
#include <hip/amd_detail/texture_fetch_functions.h>

extern const __device__ uint3 threadIdx;
extern const __device__ uint3 blockIdx;
extern const __device__ dim3 blockDim;
extern const __device__ dim3 gridDim;

#define hipThreadIdx_x threadIdx.x
#define hipThreadIdx_y threadIdx.y
#define hipThreadIdx_z threadIdx.z
#define hipBlockIdx_x blockIdx.x
#define hipBlockIdx_y blockIdx.y
#define hipBlockIdx_z blockIdx.z
#define hipBlockDim_x blockDim.x
#define hipBlockDim_y blockDim.y
#define hipBlockDim_z blockDim.z
#define hipGridDim_x gridDim.x
#define hipGridDim_y gridDim.y
#define hipGridDim_z gridDim.z

typedef int hipLaunchParm;
#define hipLaunchKernelGGLInternal(kernel, grid, block, shared_bytes, stream, ...)                                       \
  do { kernel<<<(grid), (block), (shared_bytes), (stream)>>>(__VA_ARGS__); } while (0)
#define hipLaunchKernelGGL(kernel, ...) hipLaunchKernelGGLInternal((kernel), __VA_ARGS__)

__device__ void *operator new(__SIZE_TYPE__ size);
__device__ void *operator new[](__SIZE_TYPE__ size);
__device__ void operator delete(void *p) noexcept;
__device__ void operator delete[](void *p) noexcept;
__device__ void operator delete(void *p, __SIZE_TYPE__ size) noexcept;
__device__ void operator delete[](void *p, __SIZE_TYPE__ size) noexcept;
#endif

// std::min and max without <algorithm>, which costs more than all of HIP.
#if defined(__cplusplus) && __has_include(<bits/stl_algobase.h>)
#if __cplusplus >= 201402L
namespace std {
template <typename T> constexpr const T &min(const T &, const T &);
template <typename T> constexpr const T &max(const T &, const T &);
} // namespace std
#else
#include <algorithm>
#endif
#endif
