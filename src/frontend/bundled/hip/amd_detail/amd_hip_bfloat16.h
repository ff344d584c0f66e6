// SPDX-License-Identifier: Apache-2.0
// The older hip_bfloat16: storage and float arithmetic.
#pragma once
#include <stdint.h>
#include <hip/amd_detail/host_defines.h>

#ifdef __cplusplus
struct hip_bfloat16 {
  uint16_t data;
  enum truncate_t { truncate };
  hip_bfloat16() = default;
  explicit __host__ __device__ hip_bfloat16(float v);
  __host__ __device__ hip_bfloat16(float v, truncate_t);
  __host__ __device__ static hip_bfloat16 round_to_bfloat16(float v);
  __host__ __device__ static hip_bfloat16 round_to_bfloat16(float v, truncate_t);
  __host__ __device__ operator float() const;
  __host__ __device__ explicit operator bool() const;
  __host__ __device__ hip_bfloat16 &operator=(float v);
};
#define HIPAUDIT_BF(op) __host__ __device__ hip_bfloat16 operator op(hip_bfloat16, hip_bfloat16); __host__ __device__ hip_bfloat16 &operator op##=(hip_bfloat16 &, hip_bfloat16);
HIPAUDIT_BF(+) HIPAUDIT_BF(-) HIPAUDIT_BF(*) HIPAUDIT_BF(/)
#undef HIPAUDIT_BF
#define HIPAUDIT_BF(op) __host__ __device__ bool operator op(hip_bfloat16, hip_bfloat16);
HIPAUDIT_BF(==) HIPAUDIT_BF(!=) HIPAUDIT_BF(<) HIPAUDIT_BF(>) HIPAUDIT_BF(<=) HIPAUDIT_BF(>=)
#undef HIPAUDIT_BF
__host__ __device__ hip_bfloat16 operator-(hip_bfloat16);
__host__ __device__ hip_bfloat16 operator+(hip_bfloat16);
#else
typedef struct { uint16_t data; } hip_bfloat16;
#endif
