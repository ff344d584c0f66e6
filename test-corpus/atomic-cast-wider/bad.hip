// SPDX-License-Identifier: Apache-2.0
// 32-bit atomics on pointers to 16-bit elements that are not moved to a word.
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>

// The whole helper is an add.
__device__ void add_half(__half* address, __half value) {
  unsigned int* word = reinterpret_cast<unsigned int*>(address);
  unsigned int seen = *word;
  unsigned int assumed;
  do {
    assumed = seen;
    __half sum = __hadd(__ushort_as_half(static_cast<unsigned short>(assumed & 0xffffu)), value);
    seen = atomicCAS(word, assumed, static_cast<unsigned int>(__half_as_ushort(sum))); } while (assumed != seen); }  // trap: atomic-cast-wider

// The old value comes back.
#define SWAP_WORD(at, was, now) atomicCAS(at, was, now)  // trap: atomic-cast-wider "2-byte"
__device__ __half fetch_add_half(__half* target, __half amount) {
  int* bits = (int*)target;
  int old = *bits, expected;
  do {
    expected = old;
    float sum = __half2float(__ushort_as_half((unsigned short)expected)) + __half2float(amount);
    old = SWAP_WORD(bits, expected, (int)__half_as_ushort(__float2half(sum)));
  } while (expected != old);
  return __ushort_as_half((unsigned short)old);
}

// A counter of 16 bits, bumped as if it had 32.
__global__ void count(unsigned short* counters, const int* bin) {
  atomicAdd(reinterpret_cast<unsigned int*>(&counters[bin[threadIdx.x]]), 1u);  // trap: atomic-cast-wider
}

// A maximum: no call stands in for the whole helper.
template <typename T>
__device__ void raise(T* address, T value) {
  auto* word = reinterpret_cast<int*>(address);
  int seen = *word, assumed;
  do {
    assumed = seen;
    float now = __half2float(__ushort_as_half(static_cast<unsigned short>(assumed)));
    if (now >= __half2float(value)) return;
    seen = atomicCAS(word, assumed, static_cast<int>(__half_as_ushort(value)));  // trap: atomic-cast-wider
  } while (seen != assumed);
}

__global__ void use(__half* data, const __half* in) {
  add_half(data + threadIdx.x % 3, in[threadIdx.x]);
  data[8] = fetch_add_half(data + threadIdx.x % 5, in[threadIdx.x]);
  raise(data + threadIdx.x % 7, in[threadIdx.x]);
}
