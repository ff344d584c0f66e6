// SPDX-License-Identifier: Apache-2.0
// Someone was in a hurry: the findings are silenced, and nobody knows why.
#include <hip/hip_runtime.h>

__global__ void on_the_line(const int* x, unsigned* out) {
  // trap+1: suppression-without-reason
  unsigned votes = __ballot(x[threadIdx.x] > 0);  // hipaudit: allow(narrow-lane-mask)
  out[threadIdx.x] = votes;
}

__global__ void above(const int* x, unsigned* out) {
  // trap+1: suppression-without-reason
  // hipaudit: allow(narrow-lane-mask)
  unsigned votes = __ballot(x[threadIdx.x] > 0);
  out[threadIdx.x] = votes;
}

// trap+1: suppression-without-reason
// hipaudit: begin-allow(narrow-lane-mask)
__global__ void block(const int* x, unsigned* out) {
  unsigned votes = __ballot(x[threadIdx.x] > 0);
  out[threadIdx.x] = votes;
}
// hipaudit: end-allow(narrow-lane-mask)
