// SPDX-License-Identifier: Apache-2.0
// Each says why.
#include <hip/hip_runtime.h>

__global__ void on_the_line(const int* x, unsigned* out) {
  unsigned votes = __ballot(x[threadIdx.x] > 0);  // hipaudit: allow(narrow-lane-mask) blocks have 32 threads
  out[threadIdx.x] = votes;
}

__global__ void reason_on_two_lines(const int* x, unsigned* out) {
  /* hipaudit: allow(narrow-lane-mask) blocks have 32 threads,
     see launch() */
  unsigned votes = __ballot(x[threadIdx.x] > 0);
  out[threadIdx.x] = votes;
}

// The reason stands at the beginning only.
// hipaudit: begin-allow(narrow-lane-mask) built for wave32 only
__global__ void end_without_reason(const int* x, unsigned* out) {
  unsigned votes = __ballot(x[threadIdx.x] > 0);
  out[threadIdx.x] = votes;
}
// hipaudit: end-allow(narrow-lane-mask)
