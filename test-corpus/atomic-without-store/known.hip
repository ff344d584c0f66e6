// SPDX-License-Identifier: Apache-2.0
// Limits of atomic-without-store.
#include <hip/hip_runtime.h>

// The class is named as an atomic, its function is not.
struct AtomicAdd {
  __device__ void operator()(float* address, float value) const {  // miss: atomic-without-store the name is the class's
    *address += value;
  }
};

__global__ void use(float* out, const float* in) { AtomicAdd()(out, in[threadIdx.x]); }
