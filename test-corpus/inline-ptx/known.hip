// SPDX-License-Identifier: Apache-2.0
// Limits of inline-ptx.
#include <hip/hip_runtime.h>

__device__ unsigned pieces(const unsigned* address) {
  unsigned value = 0;
  // An opcode that a later PTX version adds is not in the list.
  asm volatile("newop.sync.b32 %0, %0;" : "+r"(value));  // miss: inline-ptx an unknown opcode
  return value + *address;
}

__global__ void use(unsigned* out) { out[threadIdx.x] = pieces(out); }
