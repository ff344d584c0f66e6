// SPDX-License-Identifier: Apache-2.0
// Limits of atomic-cast-wider.
#include <hip/hip_runtime.h>

struct Slot {
  unsigned short* at;
};

__device__ unsigned bump(Slot slot) {
  return atomicAdd(reinterpret_cast<unsigned*>(slot.at), 1u);  // miss: atomic-cast-wider the pointer is a field
}

__global__ void use(unsigned short* counters, unsigned* out) {
  out[threadIdx.x] = bump(Slot{counters + threadIdx.x});
}
