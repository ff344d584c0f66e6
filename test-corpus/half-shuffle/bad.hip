// SPDX-License-Identifier: Apache-2.0
// CUDA shuffles 16-bit floats; HIP has __half and __half2 alone.
#include <hip/hip_runtime.h>
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>

__global__ void sum_bf16(const __hip_bfloat16* x, __hip_bfloat16* out) {
  __hip_bfloat16 v = x[threadIdx.x];
  for (int d = 16; d > 0; d /= 2)
    v = __hadd(v, __shfl_down(v, d, 32));  // trap: half-shuffle "no overload for __hip_bfloat16"
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = v;
}

__global__ void builtin_types(const float* x, float* out) {
  _Float16 h = static_cast<_Float16>(x[threadIdx.x]);
  h += __shfl_xor(h, 1, 32);  // trap: half-shuffle "ambiguous"
  __bf16 b = static_cast<__bf16>(x[threadIdx.x]);
  b = __shfl_up(b, 1, 32);  // trap: half-shuffle
  out[threadIdx.x] = static_cast<float>(h) + static_cast<float>(b);
}

// With a mask: HIP 6.3 and later have it, for one type of mask.
__global__ void mask_of_another_type(const __hip_bfloat16* x, __hip_bfloat16* out) {
  const unsigned long all = ~0ul;
  out[threadIdx.x] = __shfl_xor_sync(all, x[threadIdx.x], 2);  // trap: half-shuffle "this one is unsigned long"
}

// Only an instance has the type.
template <typename T>
__device__ T neighbour(const T value) {
  return __shfl_xor(value, 1, 32);  // trap: half-shuffle
}

__global__ void through_template(const float* x, const __hip_bfloat16* y, float* out) {
  out[threadIdx.x] = neighbour(x[threadIdx.x]);
  out[threadIdx.x] += static_cast<float>(neighbour(y[threadIdx.x]));
}

// The usual porting header.
#define SHFL_DOWN(mask, v, d) __shfl_down(v, d, 32)  // trap: half-shuffle

__global__ void through_macro(const __hip_bfloat162* x, __hip_bfloat162* out) {
  out[threadIdx.x] = SHFL_DOWN(0xffffffff, x[threadIdx.x], 1);
}

typedef _Float16 scalar;

struct Pair {
  scalar value;
  int index;
};

__global__ void field_of_a_struct(Pair* pairs) {
  Pair& mine = pairs[threadIdx.x];
  auto other = __shfl_xor(mine.value, 4, 32);  // trap: half-shuffle
  if (other > mine.value) mine.value = other;
}

// A cast got it to compile.
__global__ void as_an_integer(const __half* x, __half* out) {
  const __half h = x[threadIdx.x];
  out[threadIdx.x] = __shfl_xor((int)h, 1, 32);  // trap: half-shuffle "loses its fraction"
}

__global__ void by_conversion(const __half* x, __half* out) {
  const int whole = __half2int_rn(x[threadIdx.x]);
  out[threadIdx.x] = __int2half_rn(__shfl_xor(whole, 1, 32));  // trap: half-shuffle
}

// Lanes of the real wave: 32 of them would be too few.
__global__ void sum_of_the_wave(const __hip_bfloat16* x, __hip_bfloat16* out) {
  __hip_bfloat16 v = x[threadIdx.x];
  for (int d = warpSize / 2; d > 0; d /= 2) v = __hadd(v, __shfl_down(v, d));  // trap: half-shuffle
  if (threadIdx.x % warpSize == 0) out[threadIdx.x / warpSize] = v;
}
