// SPDX-License-Identifier: Apache-2.0
//
// The older name of bfloat16: here one type with the newer.
#ifndef HIPSHIM_CPU_HIP_BFLOAT16_H
#define HIPSHIM_CPU_HIP_BFLOAT16_H
#include "hip/hip_bf16.h"
using hip_bfloat16 = __hip_bfloat16;
#endif  // HIPSHIM_CPU_HIP_BFLOAT16_H
