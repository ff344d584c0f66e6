// SPDX-License-Identifier: Apache-2.0
// Forced into every unit that is parsed with the bundled headers (-include hip/hipaudit_prelude.h), before any other text.
// Clang keeps its cuda_wrappers folder on the search path even with -nogpuinc, and <algorithm>, <complex> and <new> there
// spell __host__ and __device__: those names must exist before the unit's first #include.
#pragma once
#include <hip/amd_detail/host_defines.h>

#if defined(__HIP__) && defined(__cplusplus)
// cuda_wrappers/new calls these from device code.
__device__ void *malloc(__SIZE_TYPE__ size);
__device__ void free(void *p);
#endif
