// SPDX-License-Identifier: Apache-2.0
// "All lanes agree" was spelled as 32 ones; with 64 lanes it never came true.
#include <hip/hip_runtime.h>
#include <hipshim/warp32.hpp>

#define FULL_MASK 0xffffffff

// As data.
__global__ void all_valid(const float* x, int* flags) {
  int ok = hipshim::warp32::ballot(x[threadIdx.x] >= 0.0f) == 0xffffffff;  // trap: full-mask-compare "0xffffffff is false"
  flags[threadIdx.x] = ok;
}

// To choose the path.
__global__ void fast_path(const float* x, float* y) {
  if (hipshim::warp32::ballot(x[threadIdx.x] > 1.0f) == FULL_MASK) {  // trap: full-mask-compare
    y[threadIdx.x] = 2.0f * x[threadIdx.x];
  } else {
    y[threadIdx.x] = x[threadIdx.x];
  }
}

// Other spellings, and the operands exchanged.
__global__ void spellings(const int* x, int* out) {
  bool a = ~0u == hipshim::warp32::ballot(x[threadIdx.x] == 1);                // trap: full-mask-compare
  bool b = hipshim::warp32::ballot(x[threadIdx.x] == 2) != 4294967295u;        // trap: full-mask-compare "is true"
  bool c = hipshim::warp32::ballot(x[threadIdx.x] == 3) == (1ull << 32) - 1;   // trap: full-mask-compare
  out[threadIdx.x] = a + 2 * b + 4 * c;
}

// Through a local and a constant.
__global__ void named(const int* x, int* out) {
  constexpr unsigned kEveryone = 0xffffffffu;
  const unsigned long long votes = hipshim::warp32::ballot(x[threadIdx.x] > 0);
  out[threadIdx.x] = votes == kEveryone ? 1 : 0;  // trap: full-mask-compare
}

// Counted instead of compared.
__global__ void counted(const int* x, int* out) {
  if (__popcll(hipshim::warp32::ballot(x[threadIdx.x] > 0)) == 32) out[threadIdx.x] = 1;  // trap: full-mask-compare "64 when all lanes"
  int n = __popc(hipshim::warp32::ballot(x[threadIdx.x] < 0));
  if (n == 32) out[threadIdx.x] = 2;  // trap: full-mask-compare "counts lanes 0-31 only"
}

// The only way out of the loop: it does not end.
__global__ void relax(float* x) {
  bool done = false;
  while (hipshim::warp32::ballot(done) != 0xffffffffu) {  // trap: full-mask-compare "no other way out"
    x[threadIdx.x] *= 0.5f;
    done = x[threadIdx.x] < 1.0f;
  }
}

__global__ void relax_inside(float* x) {
  for (;;) {
    x[threadIdx.x] *= 0.5f;
    if (hipshim::warp32::ballot(x[threadIdx.x] < 1.0f) == FULL_MASK) break;  // trap: full-mask-compare "no other way out"
  }
}

// Another way out: only late, which is reported as a matter of speed.
__global__ void late_exit(float* x, int steps) {
  for (int i = 0; i < steps; ++i) {
    x[threadIdx.x] *= 0.5f;
    if (hipshim::warp32::ballot(x[threadIdx.x] < 1.0f) == 0xffffffff) break;  // trap: full-mask-compare "ends late"
  }
}

// In a helper.
__device__ bool everyone(unsigned long long votes) {
  return votes == 0xffffffffull;  // trap: full-mask-compare
}

__global__ void helper(const int* x, int* out) { out[threadIdx.x] = everyone(hipshim::warp32::ballot(x[threadIdx.x] > 0)); }

template <typename T>
__device__ bool all_above(T value, T limit) {
  return hipshim::warp32::ballot(value > limit) == 0xffffffff;  // trap: full-mask-compare
}

__global__ void templated(const float* x, int* out) { out[threadIdx.x] = all_above(x[threadIdx.x], 0.0f); }
