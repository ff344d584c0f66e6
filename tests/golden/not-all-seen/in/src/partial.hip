// SPDX-License-Identifier: Apache-2.0
// A header that the build makes is not there.
#include <hip/hip_runtime.h>

#include "generated_config.h"

__global__ void scale(float* p) { p[threadIdx.x] *= kScaleOfTheBuild; }

__global__ void sound(float* p) { p[threadIdx.x] *= 2; }
