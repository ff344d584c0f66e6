// SPDX-License-Identifier: Apache-2.0
//
// Complex numbers as float2 and double2.
#ifndef HIPSHIM_CPU_HIP_COMPLEX_H
#define HIPSHIM_CPU_HIP_COMPLEX_H

#include "hip/hip_runtime.h"

using hipFloatComplex = float2;
using hipDoubleComplex = double2;
using hipComplex = hipFloatComplex;

#define HIPSHIM_CPU_COMPLEX(name, suffix, C, T)                                                    \
  HIPSHIM_CPU_FN C make_##name(T re, T im) { return {re, im}; }                                    \
  HIPSHIM_CPU_FN T hipCreal##suffix(C z) { return z.x; }                                           \
  HIPSHIM_CPU_FN T hipCimag##suffix(C z) { return z.y; }                                           \
  HIPSHIM_CPU_FN C hipConj##suffix(C z) { return {z.x, -z.y}; }                                    \
  HIPSHIM_CPU_FN T hipCsqabs##suffix(C z) { return z.x * z.x + z.y * z.y; }                        \
  HIPSHIM_CPU_FN T hipCabs##suffix(C z) { return std::hypot(z.x, z.y); }                           \
  HIPSHIM_CPU_FN C hipCadd##suffix(C a, C b) { return {a.x + b.x, a.y + b.y}; }                    \
  HIPSHIM_CPU_FN C hipCsub##suffix(C a, C b) { return {a.x - b.x, a.y - b.y}; }                    \
  HIPSHIM_CPU_FN C hipCmul##suffix(C a, C b) {                                                     \
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                                         \
  }                                                                                                \
  HIPSHIM_CPU_FN C hipCdiv##suffix(C a, C b) {                                                     \
    const T square = hipCsqabs##suffix(b);                                                         \
    return {(a.x * b.x + a.y * b.y) / square, (a.y * b.x - a.x * b.y) / square};                   \
  }                                                                                                \
  HIPSHIM_CPU_FN C hipCfma##suffix(C a, C b, C c) {                                                \
    return hipCadd##suffix(hipCmul##suffix(a, b), c);                                              \
  }
HIPSHIM_CPU_COMPLEX(hipFloatComplex, f, hipFloatComplex, float)
HIPSHIM_CPU_COMPLEX(hipDoubleComplex, , hipDoubleComplex, double)
#undef HIPSHIM_CPU_COMPLEX
HIPSHIM_CPU_FN hipComplex make_hipComplex(float re, float im) { return {re, im}; }

#endif  // HIPSHIM_CPU_HIP_COMPLEX_H
