// SPDX-License-Identifier: Apache-2.0
// Nothing of these is lost: what no pass compiles, what only host code lacks, and what a template
// leaves open until somebody says what T is.
#include <hip/hip_runtime.h>

#if defined(SOME_OTHER_PLATFORM)
#include "config_of_another_build.h"
#endif

template <typename T>
__global__ void scaled(T* p, typename T::factor by) {
  p[threadIdx.x] = scale_of(p[threadIdx.x], by);
}

#if __has_include("config_of_another_build.h")
#include "config_of_another_build.h"
#else
constexpr int kDefault = 2;
#endif

__global__ void doubled(int* p) { p[threadIdx.x] *= kDefault; }
