// SPDX-License-Identifier: Apache-2.0
//
// Which back end is compiled, and the macros that hide the difference. Every platform #if of
// hipshim stands here; what a back end can do stands in detail/<back end>.hpp.
//
//   AMD     clang -x hip (hipcc, amdclang++, CMake HIP) for AMD: host pass and device passes
//   NVIDIA  nvcc, or clang -x cuda; HIP on NVIDIA is nvcc too
//   CPU     plain C++. With HIPSHIM_CPU the CPU back end runs kernels and supplies detail/cpu.hpp's
//           hooks; without it a warp operation that is really called is a compile error with a
//           sentence
//
// The wave size is never a constant here: a host pass does not know it, and one binary may serve
// both. HIP's own headers are not needed: the attributes are clang's, the operations are compiler
// builtins.
#ifndef HIPSHIM_CONFIG_HPP
#define HIPSHIM_CONFIG_HPP

#if !defined(__cplusplus) || __cplusplus < 201402L
#error "hipshim needs C++14 or newer"
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#if defined(HIPSHIM_CPU)
#define HIPSHIM_BACKEND_CPU 1
#elif defined(__CUDACC__) || defined(__NVCC__) || defined(__CUDA__)
#define HIPSHIM_BACKEND_NVIDIA 1
#elif defined(__HIP__)
#define HIPSHIM_BACKEND_AMD 1
#else
#define HIPSHIM_BACKEND_CPU 1
#define HIPSHIM_PLAIN_HOST 1
#endif

#ifndef __has_include
#define __has_include(header) 0
#endif

#if defined(HIPSHIM_BACKEND_AMD)
#define HIPSHIM_DEVICE __attribute__((device))
#define HIPSHIM_HOST_DEVICE __attribute__((host)) __attribute__((device))
#define HIPSHIM_UNROLL _Pragma("unroll")
#define HIPSHIM_MEMCPY __builtin_memcpy
#elif defined(HIPSHIM_BACKEND_NVIDIA)
#define HIPSHIM_DEVICE __device__
#define HIPSHIM_HOST_DEVICE __host__ __device__
#define HIPSHIM_UNROLL _Pragma("unroll")
#define HIPSHIM_MEMCPY memcpy
#else
#define HIPSHIM_DEVICE
#define HIPSHIM_HOST_DEVICE
#define HIPSHIM_UNROLL
#define HIPSHIM_MEMCPY std::memcpy
#endif

// Where the toolkit has them, the headers and names of the 16-bit floating types. HIP's headers
// refuse a host compiler that has not named the platform.
#if defined(HIPSHIM_BACKEND_NVIDIA)
#define HIPSHIM_FP16_HEADER <cuda_fp16.h>
#define HIPSHIM_BF16_HEADER <cuda_bf16.h>
#define HIPSHIM_BF16 __nv_bfloat16
#define HIPSHIM_BF162 __nv_bfloat162
#elif defined(HIPSHIM_BACKEND_AMD) || defined(__HIP_PLATFORM_AMD__)
#if __has_include(<hip/hip_fp16.h>)
#define HIPSHIM_FP16_HEADER <hip/hip_fp16.h>
#endif
#if __has_include(<hip/hip_bf16.h>)
#define HIPSHIM_BF16_HEADER <hip/hip_bf16.h>
#define HIPSHIM_BF16 __hip_bfloat16
#define HIPSHIM_BF162 __hip_bfloat162
#endif
#if __has_include(<hip/hip_bfloat16.h>)
#define HIPSHIM_BFLOAT16_HEADER <hip/hip_bfloat16.h>
#endif
#endif

// The 32-lane warp, and the atomics, of this back end. AMD and CPU build the first from a hardware
// wave.
#if defined(HIPSHIM_BACKEND_NVIDIA)
#define HIPSHIM_WARP_HEADER "hipshim/detail/nvidia.hpp"
#define HIPSHIM_ATOMIC_HEADER "hipshim/detail/nvidia_atomic.hpp"
#elif defined(HIPSHIM_BACKEND_AMD)
#define HIPSHIM_WARP_HEADER "hipshim/detail/half_wave.hpp"
#define HIPSHIM_WAVE_HEADER "hipshim/detail/amd.hpp"
#define HIPSHIM_ATOMIC_HEADER "hipshim/detail/amd_atomic.hpp"
#else
#define HIPSHIM_WARP_HEADER "hipshim/detail/half_wave.hpp"
#define HIPSHIM_WAVE_HEADER "hipshim/detail/cpu.hpp"
#define HIPSHIM_ATOMIC_HEADER "hipshim/detail/cpu_atomic.hpp"
#endif

#endif  // HIPSHIM_CONFIG_HPP
