// SPDX-License-Identifier: Apache-2.0
// Attribute macros and platform macros of HIP.
#pragma once

#define HIPAUDIT_BUNDLED_HIP 1

#if !defined(__HIP_PLATFORM_AMD__) && !defined(__HIP_PLATFORM_NVIDIA__)
#define __HIP_PLATFORM_AMD__ 1
#endif
#if defined(__HIP_PLATFORM_AMD__) && !defined(__HIP_PLATFORM_HCC__)
#define __HIP_PLATFORM_HCC__ 1
#endif
#ifndef __HIP_ROCclr__
#define __HIP_ROCclr__ 1
#endif
#ifndef __HIP_CLANG_ONLY__
#define __HIP_CLANG_ONLY__ 1
#endif

#ifdef __HIP__
#undef __host__
#undef __device__
#undef __global__
#undef __shared__
#undef __constant__
#undef __managed__
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#else
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#endif

// __noinline__ is a keyword of Clang in HIP mode.
#if !defined(__HIP__) && !defined(__noinline__)
#define __noinline__ __attribute__((noinline))
#endif
#undef __forceinline__
#define __forceinline__ inline __attribute__((always_inline))
#undef __align__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __inline_hint__ inline
#define __grid_constant__
#define __device_builtin__
#define __hip_img_chk__
#define __hip_pinned_shadow__

#ifdef __HIP__
#define HIPAUDIT_BOUNDS1(t) __attribute__((amdgpu_flat_work_group_size(1, t)))
#define HIPAUDIT_BOUNDS2(t, b) __attribute__((amdgpu_flat_work_group_size(1, t), amdgpu_waves_per_eu(b)))
#else
#define HIPAUDIT_BOUNDS1(t)
#define HIPAUDIT_BOUNDS2(t, b)
#endif
#define HIPAUDIT_BOUNDS3(t, b, c) HIPAUDIT_BOUNDS2(t, b)
#define HIPAUDIT_BOUNDS_PICK(a, b, c, name, ...) name
#define __launch_bounds__(...) HIPAUDIT_BOUNDS_PICK(__VA_ARGS__, HIPAUDIT_BOUNDS3, HIPAUDIT_BOUNDS2, HIPAUDIT_BOUNDS1, )(__VA_ARGS__)

#define HIP_DYNAMIC_SHARED(type, name) extern __shared__ type name[];
#define HIP_DYNAMIC_SHARED_ATTRIBUTE
#define HIP_DEPRECATED(msg)
#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_SYMBOL(x) x
#define HIP_TEMPLATE_KERNEL_LAUNCH

#define __HIP_ARCH_HAS_GLOBAL_INT32_ATOMICS__ 1
#define __HIP_ARCH_HAS_GLOBAL_FLOAT_ATOMIC_EXCH__ 1
#define __HIP_ARCH_HAS_SHARED_INT32_ATOMICS__ 1
#define __HIP_ARCH_HAS_SHARED_FLOAT_ATOMIC_EXCH__ 1
#define __HIP_ARCH_HAS_FLOAT_ATOMIC_ADD__ 1
#define __HIP_ARCH_HAS_GLOBAL_INT64_ATOMICS__ 1
#define __HIP_ARCH_HAS_SHARED_INT64_ATOMICS__ 0
#define __HIP_ARCH_HAS_DOUBLES__ 1
#define __HIP_ARCH_HAS_WARP_VOTE__ 1
#define __HIP_ARCH_HAS_WARP_BALLOT__ 1
#define __HIP_ARCH_HAS_WARP_SHUFFLE__ 1
#define __HIP_ARCH_HAS_WARP_FUNNEL_SHIFT__ 0
#define __HIP_ARCH_HAS_THREAD_FENCE_SYSTEM__ 1
#define __HIP_ARCH_HAS_SYNC_THREAD_EXT__ 0
#define __HIP_ARCH_HAS_SURFACE_FUNCS__ 0
#define __HIP_ARCH_HAS_3DGRID__ 1
#define __HIP_ARCH_HAS_DYNAMIC_PARALLEL__ 0

#include <hipaudit/traits.h>
