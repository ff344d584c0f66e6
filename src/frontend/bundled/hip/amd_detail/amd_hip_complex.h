// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <hip/amd_detail/amd_hip_vector_types.h>
typedef float2 hipFloatComplex;
typedef double2 hipDoubleComplex;
typedef hipFloatComplex hipComplex;
#define HIPAUDIT_CPLX(C, R, s)                                                                                          \
  __host__ __device__ R hipCreal##s(C z); __host__ __device__ R hipCimag##s(C z); __host__ __device__ C hipConj##s(C z); \
  __host__ __device__ R hipCsqabs##s(C z); __host__ __device__ R hipCabs##s(C z);                                       \
  __host__ __device__ C hipCadd##s(C a, C b); __host__ __device__ C hipCsub##s(C a, C b);                               \
  __host__ __device__ C hipCmul##s(C a, C b); __host__ __device__ C hipCdiv##s(C a, C b); __host__ __device__ C hipCfma##s(C a, C b, C c);
HIPAUDIT_CPLX(hipFloatComplex, float, f)
HIPAUDIT_CPLX(hipDoubleComplex, double, )
#undef HIPAUDIT_CPLX
__host__ __device__ hipFloatComplex make_hipFloatComplex(float re, float im);
__host__ __device__ hipDoubleComplex make_hipDoubleComplex(double re, double im);
__host__ __device__ hipComplex make_hipComplex(float re, float im);
__host__ __device__ hipFloatComplex hipComplexDoubleToFloat(hipDoubleComplex z);
__host__ __device__ hipDoubleComplex hipComplexFloatToDouble(hipFloatComplex z);
