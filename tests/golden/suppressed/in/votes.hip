// SPDX-License-Identifier: Apache-2.0
// The three forms of suppression, and comments that do not work.
#include <hip/hip_runtime.h>

__global__ void same_line(const int* in, int* out) {
  unsigned votes = __ballot(in[threadIdx.x] > 0);  // hipaudit: allow(narrow-lane-mask) 32 threads
  out[threadIdx.x] = __popc(votes);
}

__global__ void next_line(const int* in, int* out) {
  // hipaudit: allow(narrow-lane-mask) blocks have 32 threads
  unsigned votes = __ballot(in[threadIdx.x] > 0);
  out[threadIdx.x] = __popc(votes);
}

// hipaudit: begin-allow(narrow-lane-mask, full-mask-compare) blocks have 32 threads
__global__ void block(const int* in, int* out) {
  unsigned votes = __ballot(in[threadIdx.x] > 0);
  out[threadIdx.x] = __popc(votes);
}
// hipaudit: end-allow(narrow-lane-mask, full-mask-compare)

__global__ void no_reason(const int* in, int* out) {
  unsigned votes = __ballot(in[threadIdx.x] > 0);  // hipaudit: allow(narrow-lane-mask)
  out[threadIdx.x] = __popc(votes);
}

__global__ void wrong_rule(const int* in, int* out) {
  unsigned votes = __ballot(in[threadIdx.x] > 0);  // hipaudit: allow(half-atomic) 32 threads
  out[threadIdx.x] = __popc(votes);
}

__global__ void nothing_here(int* out) {
  out[threadIdx.x] = 0;  // hipaudit: allow(*) all
}
