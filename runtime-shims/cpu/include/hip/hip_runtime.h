// SPDX-License-Identifier: Apache-2.0
//
// HIP's kernel language on the CPU back end. What is left as it is gets its meaning from
// the rewriter: __shared__, the launch <<< >>>, and __noinline__, which the C++ library uses in its
// own way.
#ifndef HIPSHIM_CPU_HIP_RUNTIME_H
#define HIPSHIM_CPU_HIP_RUNTIME_H

#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define __HIP__ 1
#define __HIPCC__ 1
#ifndef __HIP_PLATFORM_AMD__
#define __HIP_PLATFORM_AMD__ 1
#endif

#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __grid_constant__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __align__(n) __attribute__((aligned(n)))
#define HIP_DYNAMIC_SHARED(type, name) extern __shared__ type name[];

#include "hip/hip_runtime_api.h"
#include "hipshim/cpu/runtime.hpp"

#define hipLaunchKernelGGL(kernel, grid, block, shared, stream, ...)                               \
  ::hipshim::cpu::Launch(grid, block, shared, stream).run([&](auto&... hipshim_args) {             \
    kernel(hipshim_args...);                                                                       \
  } __VA_OPT__(, ) __VA_ARGS__)

namespace hipshim {
namespace cpu {
template <class... Parameters, std::size_t... i>
void launch_with(Launch launch, void (*kernel)(Parameters...), void** args,
                 std::index_sequence<i...>) {
  launch.run(kernel, *static_cast<std::remove_reference_t<Parameters>*>(args[i])...);
}
}  // namespace cpu
}  // namespace hipshim

// A kernel by its address, with the arguments' addresses.
template <class... Parameters>
hipError_t hipLaunchKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block, void** args,
                           std::size_t shared = 0, hipStream_t stream = nullptr) {
  hipshim::cpu::launch_with(hipshim::cpu::Launch(grid, block, shared, stream), kernel, args,
                            std::index_sequence_for<Parameters...>{});
  return hipPeekAtLastError();
}

#include "hipshim/cpu/atomics.hpp"
#include "hipshim/cpu/math.hpp"
#include "hipshim/cpu/warp.hpp"

#endif  // HIPSHIM_CPU_HIP_RUNTIME_H
