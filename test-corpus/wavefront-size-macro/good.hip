// SPDX-License-Identifier: Apache-2.0
// The wave size without the macro, and tests of it that fall back on something that is right.
#include <hip/hip_runtime.h>

#ifdef __AMDGCN_WAVEFRONT_SIZE
#define FALLBACK_FINDS_IT __AMDGCN_WAVEFRONT_SIZE
#elif defined(__GFX8__) || defined(__GFX9__)
#define FALLBACK_FINDS_IT 64
#else
#define FALLBACK_FINDS_IT 32
#endif

#if !defined(__AMDGCN_WAVEFRONT_SIZE)
#define RUN_TIME_LANES warpSize
#else
#define RUN_TIME_LANES __AMDGCN_WAVEFRONT_SIZE
#endif

// __AMDGCN_WAVEFRONT_SIZE in a comment.
const char* in_a_string() { return "__AMDGCN_WAVEFRONT_SIZE"; }

#ifdef __CUDACC_VER_MAJOR__
constexpr int never_compiled = __AMDGCN_WAVEFRONT_SIZE;
#endif

__global__ void run_time_size(int* out) { out[threadIdx.x] = threadIdx.x % RUN_TIME_LANES; }

int host_query(int device) {
  int lanes = 0;
  return hipDeviceGetAttribute(&lanes, hipDeviceAttributeWarpSize, device) == hipSuccess ? lanes : 0;
}
