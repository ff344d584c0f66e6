// SPDX-License-Identifier: Apache-2.0
#ifndef HIPSHIM_CPU_DRIVER_TYPES_H
#define HIPSHIM_CPU_DRIVER_TYPES_H
#include "hip/hip_runtime.h"
#endif  // HIPSHIM_CPU_DRIVER_TYPES_H
