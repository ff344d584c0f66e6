// SPDX-License-Identifier: Apache-2.0
// Casts to wider pointers that stay aligned, or go to no atomic.
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>

__device__ void moved_down_by_bit(__half* address, __half value) {
  unsigned* word = reinterpret_cast<unsigned*>(reinterpret_cast<char*>(address)
                                               - (reinterpret_cast<size_t>(address) & 2));
  const bool upper = (reinterpret_cast<size_t>(address) & 2) != 0;
  unsigned seen = *word;
  unsigned assumed;
  do {
    assumed = seen;
    unsigned short mine = static_cast<unsigned short>(upper ? seen >> 16 : seen & 0xffffu);
    unsigned bits = __half_as_ushort(__hadd(__ushort_as_half(mine), value));
    seen = atomicCAS(word, assumed, upper ? (seen & 0xffffu) | (bits << 16)
                                          : (seen & 0xffff0000u) | bits);
  } while (assumed != seen);
}

__device__ unsigned masked_address(const unsigned short* address) {
  auto at = reinterpret_cast<unsigned long long>(address) & ~3ull;
  return atomicOr(reinterpret_cast<unsigned*>(at), 0u);
}

__global__ void even_elements(unsigned short* pairs, const int* index) {
  atomicAdd(reinterpret_cast<unsigned*>(&pairs[2 * index[threadIdx.x]]), 0x10001u);
}

__global__ void start_of_an_array(unsigned short* header) {
  atomicAdd(reinterpret_cast<unsigned*>(header), 1u);
}

__global__ void raw_bytes(unsigned char* workspace, unsigned long long offset) {
  int* counter = reinterpret_cast<int*>(workspace + offset);
  atomicAdd(counter, 1);
}

__device__ void float_bits(float* address, float value) {
  int* bits = reinterpret_cast<int*>(address);
  int seen = *bits;
  int assumed;
  do {
    assumed = seen;
    seen = atomicCAS(bits, assumed, __float_as_int(__int_as_float(assumed) + value));
  } while (assumed != seen);
}

__device__ void there_and_back(unsigned* word) {
  unsigned short* halves = reinterpret_cast<unsigned short*>(word);
  atomicAdd(reinterpret_cast<unsigned*>(halves), 1u);
}

__global__ void vector_copy(__half* to, const __half* from) {
  reinterpret_cast<uint4*>(to)[threadIdx.x] = reinterpret_cast<const uint4*>(from)[threadIdx.x];
}

__global__ void use(__half* h, float* f, unsigned* u, unsigned short* s) {
  moved_down_by_bit(h, h[1]);
  float_bits(f, 1.0f);
  there_and_back(u);
  u[1] = masked_address(s);
}
