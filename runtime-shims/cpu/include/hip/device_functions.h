// SPDX-License-Identifier: Apache-2.0
#ifndef HIPSHIM_CPU_DEVICE_FUNCTIONS_H
#define HIPSHIM_CPU_DEVICE_FUNCTIONS_H
#include "hip/hip_runtime.h"
#endif  // HIPSHIM_CPU_DEVICE_FUNCTIONS_H
