// SPDX-License-Identifier: Apache-2.0
// Atomic adds that HIP has, and halves that are added otherwise.
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>

__global__ void float_add(float* out, const float* in) { atomicAdd(out, in[threadIdx.x]); }

__global__ void integer_add(int* out, unsigned* more) {
  atomicAdd(out, 1);
  atomicAdd(more, 2u);
}

__global__ void scratch_in_float(float* scratch, const __half* in) {
  atomicAdd(&scratch[threadIdx.x % 8], __half2float(in[threadIdx.x]));
}

__global__ void plain_half_add(__half* out, const __half* in) {
  out[threadIdx.x] = __hadd(out[threadIdx.x], in[threadIdx.x]);
}

// The project's own function: one compare-and-swap loop on the aligned word.
__device__ void gpu_add(__half* address, __half value) {
  size_t at = reinterpret_cast<size_t>(address);
  unsigned* word = reinterpret_cast<unsigned*>(at & ~size_t{3});
  const unsigned shift = (at & 2) * 8;
  unsigned seen = *word;
  unsigned assumed;
  do {
    assumed = seen;
    __half sum = __hadd(__ushort_as_half(static_cast<unsigned short>(assumed >> shift)), value);
    unsigned bits = static_cast<unsigned>(__half_as_ushort(sum)) << shift;
    seen = atomicCAS(word, assumed, (assumed & ~(0xffffu << shift)) | bits);
  } while (assumed != seen);
}

__global__ void own_function(__half* out, const __half* in) {
  gpu_add(&out[threadIdx.x % 4], in[threadIdx.x]);
}

template <typename T>
__global__ void never_used_with_half(T* out, T value) {
  atomicAdd(out, value);
}

void run(float* out) { never_used_with_half<float><<<1, 64>>>(out, 1.0f); }
