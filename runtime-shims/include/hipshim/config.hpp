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

#include "hipshim/version.hpp"

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
#define HIPSHIM_SHARED __attribute__((shared))
#define HIPSHIM_DEVICE __attribute__((device))
#define HIPSHIM_GLOBAL __attribute__((global))
#define HIPSHIM_ALWAYS_INLINE __attribute__((device)) __attribute__((always_inline)) inline
#define HIPSHIM_HOST_DEVICE __attribute__((host)) __attribute__((device))
#define HIPSHIM_UNROLL _Pragma("unroll")
#define HIPSHIM_MEMCPY __builtin_memcpy
#elif defined(HIPSHIM_BACKEND_NVIDIA)
#define HIPSHIM_SHARED __shared__
#define HIPSHIM_DEVICE __device__
#define HIPSHIM_GLOBAL __global__
#define HIPSHIM_ALWAYS_INLINE __device__ __forceinline__
#define HIPSHIM_HOST_DEVICE __host__ __device__
#define HIPSHIM_UNROLL _Pragma("unroll")
#define HIPSHIM_MEMCPY memcpy
#else
#if defined(HIPSHIM_CPU) && defined(__HIP__)
#define HIPSHIM_SHARED __shared__
#define HIPSHIM_GLOBAL
#else
#define HIPSHIM_SHARED
#endif
#define HIPSHIM_DEVICE
#define HIPSHIM_ALWAYS_INLINE inline
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

// The compiler's own 16-bit floating type, where it is one that code may name. HIP's host pass
// parses it even where the host has none.
#if defined(HIPSHIM_BACKEND_AMD)                                                                   \
    || (defined(HIPSHIM_BACKEND_CPU) && defined(__clang__) && defined(__FLT16_MANT_DIG__))
#define HIPSHIM_FLOAT16 _Float16
#endif

// Two types may name the same bytes. nvcc's device compiler assumes no types of memory.
#if defined(__GNUC__) && !defined(HIPSHIM_BACKEND_NVIDIA)
#define HIPSHIM_MAY_ALIAS __attribute__((may_alias))
#else
#define HIPSHIM_MAY_ALIAS
#endif

// The bank model that local memory (LDS, shared memory) follows in this pass, and how memory is
// reached in wide pieces.
#if defined(HIPSHIM_BACKEND_NVIDIA)
#define HIPSHIM_LDS_FAMILY nvidia
#define HIPSHIM_MEMORY_HEADER "hipshim/detail/nvidia_memory.hpp"
#else
#if defined(__gfx950__)
#define HIPSHIM_LDS_FAMILY gfx950
#elif defined(__GFX10__) || defined(__GFX11__) || defined(__GFX12__)
#define HIPSHIM_LDS_FAMILY rdna
#else
#define HIPSHIM_LDS_FAMILY gfx9
#endif
#if defined(HIPSHIM_BACKEND_AMD)
#define HIPSHIM_MEMORY_HEADER "hipshim/detail/amd_memory.hpp"
#else
#define HIPSHIM_MEMORY_HEADER "hipshim/detail/cpu_memory.hpp"
#endif
#endif

// The host API and kernels: HIPSHIM_RUNTIME(Malloc) is hipMalloc or cudaMalloc. Where there is
// neither, what needs them is left out.
#if defined(HIPSHIM_BACKEND_NVIDIA)
#define HIPSHIM_RUNTIME_HEADER <cuda_runtime.h>
#define HIPSHIM_RUNTIME(name) cuda##name
#elif defined(HIPSHIM_BACKEND_AMD) || (defined(HIPSHIM_CPU) && defined(__HIP__))
#if __has_include(<hip/hip_runtime.h>)
#define HIPSHIM_RUNTIME_HEADER <hip/hip_runtime.h>
#define HIPSHIM_RUNTIME(name) hip##name
#endif
#endif

// The vendor's library of device-wide algorithms, forwarded to and never re-written.
#if defined(HIPSHIM_BACKEND_NVIDIA)
#if __has_include(<cub/cub.cuh>)
#define HIPSHIM_PRIMITIVES_HEADER "hipshim/detail/nvidia_primitives.hpp"
#endif
#elif defined(HIPSHIM_BACKEND_AMD) && defined(HIPSHIM_RUNTIME_HEADER)
#if __has_include(<rocprim/rocprim.hpp>)
#define HIPSHIM_PRIMITIVES_HEADER "hipshim/detail/amd_primitives.hpp"
#endif
#endif

// The 32-lane warp, and the atomics, of this back end. AMD and CPU build the first from a hardware
// wave.
#if defined(HIPSHIM_BACKEND_NVIDIA)
#define HIPSHIM_WARP_HEADER "hipshim/detail/nvidia.hpp"
#define HIPSHIM_ATOMIC_HEADER "hipshim/detail/nvidia_atomic.hpp"
#define HIPSHIM_MATH_HEADER "hipshim/detail/nvidia_math.hpp"
#define HIPSHIM_PTX_HEADER "hipshim/detail/nvidia_ptx.hpp"
#elif defined(HIPSHIM_BACKEND_AMD)
#define HIPSHIM_WARP_HEADER "hipshim/detail/half_wave.hpp"
#define HIPSHIM_WAVE_HEADER "hipshim/detail/amd.hpp"
#define HIPSHIM_ATOMIC_HEADER "hipshim/detail/amd_atomic.hpp"
#define HIPSHIM_MATH_HEADER "hipshim/detail/amd_math.hpp"
#define HIPSHIM_PTX_HEADER "hipshim/detail/amd_ptx.hpp"
#else
#define HIPSHIM_WARP_HEADER "hipshim/detail/half_wave.hpp"
#define HIPSHIM_WAVE_HEADER "hipshim/detail/cpu.hpp"
#define HIPSHIM_ATOMIC_HEADER "hipshim/detail/cpu_atomic.hpp"
#define HIPSHIM_MATH_HEADER "hipshim/detail/cpu_math.hpp"
#define HIPSHIM_PTX_HEADER "hipshim/detail/cpu_ptx.hpp"
#endif

// The host's run-time API without kernels, for streams and transfers. A plain host compile has it
// where it names HIP's platform, the CPU back end where its own folder is searched; with none of it
// error.hpp, stream.hpp and transfer.hpp declare nothing. A caller may name a header that declares
// the same functions under HIP's names.
#if defined(HIPSHIM_HOST_RUNTIME_HEADER)
#elif defined(HIPSHIM_RUNTIME_HEADER)
#define HIPSHIM_HOST_RUNTIME_HEADER HIPSHIM_RUNTIME_HEADER
#elif defined(HIPSHIM_CPU)
#if __has_include(<hipshim/cpu/runtime.hpp>)
#define HIPSHIM_HOST_RUNTIME_HEADER <hip/hip_runtime.h>
#endif
#elif defined(__HIP_PLATFORM_AMD__)
#if __has_include(<hip/hip_runtime_api.h>)
#define HIPSHIM_HOST_RUNTIME_HEADER <hip/hip_runtime_api.h>
#endif
#endif
#if !defined(HIPSHIM_RUNTIME)
#define HIPSHIM_RUNTIME(name) hip##name
#endif

#if defined(HIPSHIM_BACKEND_NVIDIA)
#define HIPSHIM_HOST_DETAIL_HEADER "hipshim/detail/cuda_runtime.hpp"
#define HIPSHIM_COPY_KERNEL_HEADER "hipshim/detail/nvidia_copy.hpp"
#else
#define HIPSHIM_HOST_DETAIL_HEADER "hipshim/detail/hip_runtime.hpp"
#if defined(HIPSHIM_COPY_KERNEL_HEADER)
#elif defined(HIPSHIM_BACKEND_AMD)
#define HIPSHIM_COPY_KERNEL_HEADER "hipshim/detail/amd_copy.hpp"
#elif !defined(HIPSHIM_PLAIN_HOST)
#define HIPSHIM_COPY_KERNEL_HEADER "hipshim/detail/cpu_copy.hpp"
#endif
#endif

// Where memory lies can be asked for.
#if defined(__linux__)
#define HIPSHIM_NUMA_HEADER "hipshim/detail/linux_pages.hpp"
#else
#define HIPSHIM_NUMA_HEADER "hipshim/detail/no_pages.hpp"
#endif

// A result that must not be dropped.
#if __cplusplus >= 201703L
#define HIPSHIM_NODISCARD [[nodiscard]]
#else
#define HIPSHIM_NODISCARD
#endif

// What wave.hpp and block.hpp are made of. On AMD, DPP where the compiler optimises: without it
// values pass through memory, which whole-wave mode does not reach. Newer targets need to know at
// compile time how long the wave is, which clang can say since 20.
#if defined(HIPSHIM_BACKEND_NVIDIA)
#define HIPSHIM_LANE_OPS_HEADER "hipshim/detail/nvidia_lanes.hpp"
#elif defined(HIPSHIM_BACKEND_AMD)
#define HIPSHIM_LANE_OPS_HEADER "hipshim/detail/amd_lanes.hpp"
#else
#define HIPSHIM_LANE_OPS_HEADER "hipshim/detail/cpu_lanes.hpp"
#endif
#if defined(HIPSHIM_BACKEND_AMD) && defined(__OPTIMIZE__) && defined(__GFX9__)
#define HIPSHIM_WAVE_TREE BroadcastTree<Dpp>
#elif defined(HIPSHIM_BACKEND_AMD) && defined(__OPTIMIZE__) && __clang_major__ >= 20               \
    && (defined(__GFX10__) || defined(__GFX11__) || defined(__GFX12__))
#define HIPSHIM_WAVE_TREE ExchangeTree<Dpp>
#else
#define HIPSHIM_WAVE_TREE ShuffleTree
#endif

#endif  // HIPSHIM_CONFIG_HPP
