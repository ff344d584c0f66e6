// SPDX-License-Identifier: Apache-2.0
#include <hip/hip_runtime.h>

__global__ void width_given(float* x) { x[threadIdx.x] = __shfl(x[threadIdx.x], 0, 32); }

__global__ void no_shuffle(float* x) { x[threadIdx.x] *= 2.0f; }
