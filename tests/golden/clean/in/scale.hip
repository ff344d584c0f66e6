// SPDX-License-Identifier: Apache-2.0
#include <hip/hip_runtime.h>

__global__ void scale(float* p, float by) { p[threadIdx.x] *= by; }
