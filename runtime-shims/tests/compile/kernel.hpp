// SPDX-License-Identifier: Apache-2.0
//
// How a kernel is spelled in the compile tests, for each way in which they are compiled.
#pragma once

#if defined(__HIP__)
#include <hip/hip_runtime.h>
#define TEST_KERNEL extern "C" __global__ void
#elif defined(__CUDACC__)
#define TEST_KERNEL extern "C" __global__ void
#else
#define TEST_KERNEL void
#endif
