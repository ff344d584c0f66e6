// SPDX-License-Identifier: Apache-2.0
// Shuffles of 16-bit floats that HIP has, or that move what they should.
#include <hip/hip_runtime.h>
#include <hip/hip_bf16.h>
#include <hip/hip_bfloat16.h>
#include <hip/hip_fp16.h>

#include <hipshim/warp32.hpp>

__global__ void half_has_overloads(const __half* x, __half* out, const __half2* y, __half2* pairs) {
  __half v = x[threadIdx.x];
  v = __hadd(v, __shfl_xor(v, 16, 32));
  out[threadIdx.x] = __shfl(v, 0, 32);
  pairs[threadIdx.x] = __shfl_xor(y[threadIdx.x], 1, 32);
}

__global__ void full_mask(const __hip_bfloat16* x, __hip_bfloat16* out) {
  out[threadIdx.x] = __shfl_xor_sync(~0ull, x[threadIdx.x], 1, 32);
}

// Travels as float, and a float holds every bfloat16.
__global__ void older_bfloat(const hip_bfloat16* x, float* out) {
  out[threadIdx.x] = __shfl_xor(x[threadIdx.x], 1, 32);
}

__global__ void as_bits(const __half* x, __half* out) {
  const unsigned short bits = __half_as_ushort(x[threadIdx.x]);
  out[threadIdx.x] = __ushort_as_half(static_cast<unsigned short>(__shfl_xor(bits, 1, 32)));
}

__global__ void as_float(const __hip_bfloat16* x, float* out) {
  out[threadIdx.x] = __shfl_xor(static_cast<float>(x[threadIdx.x]), 1, 32);
}

__global__ void bits_by_cast(const _Float16* x, _Float16* out) {
  const short mine = *reinterpret_cast<const short*>(&x[threadIdx.x]);
  const short other = static_cast<short>(__shfl_xor(mine, 1, 32));
  out[threadIdx.x] = *reinterpret_cast<const _Float16*>(&other);
}

// What is wanted is an integer: a bin.
__global__ void whole_part(const __half* x, int* out) {
  out[threadIdx.x] = __shfl_xor(static_cast<int>(x[threadIdx.x]), 1, 32);
}

// The project has its own.
__device__ inline _Float16 __shfl_xor(_Float16 v, int lanes) {
  union {
    _Float16 f;
    short bits;
  } u = {v};
  u.bits = static_cast<short>(__shfl_xor(static_cast<int>(u.bits), lanes, 32));
  return u.f;
}

template <typename T>
__device__ T max_of_pair(T v) {
  const T other = __shfl_xor(v, 1);
  return other > v ? other : v;
}

__global__ void own_overload(const _Float16* x, _Float16* out) {
  out[threadIdx.x] = max_of_pair(x[threadIdx.x]);
}

__global__ void with_hipshim(const __hip_bfloat16* x, __hip_bfloat16* out) {
  out[threadIdx.x] = hipshim::warp32::shfl_xor(x[threadIdx.x], 1);
}

// Never instantiated with such a type.
template <typename T>
__global__ void floats_only(T* x) {
  x[threadIdx.x] += __shfl_xor(x[threadIdx.x], 1, 32);
}

void launch(float* x, hipStream_t stream) { floats_only<float><<<1, 256, 0, stream>>>(x); }

// The conversion is written out.
struct Wrapped {
  __half value;
  __device__ operator __half() const;
  __device__ operator float() const;
};

__global__ void conversion_by_name(const Wrapped* x, __half* out) {
  out[threadIdx.x] = __shfl_xor(x[threadIdx.x].operator __half(), 1, 32);
}
