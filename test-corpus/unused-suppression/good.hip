// SPDX-License-Identifier: Apache-2.0
// Comments that do silence something, and text that only looks like one.
#include <hip/hip_runtime.h>

__global__ void used_on_the_line(const int* x, unsigned* out) {
  unsigned votes = __ballot(x[threadIdx.x] > 0);  // hipaudit: allow(narrow-lane-mask) blocks have 32 threads
  out[threadIdx.x] = votes;
}

__global__ void used_on_the_next_line(const int* x, unsigned* out) {
  // hipaudit: allow(narrow-lane-mask) blocks have 32 threads

  unsigned votes = __ballot(x[threadIdx.x] > 0);
  out[threadIdx.x] = votes;
}

__global__ void used_above_a_statement_of_several_lines(const int* x, unsigned* out) {
  // hipaudit: allow(narrow-lane-mask) blocks have 32 threads
  unsigned votes =
      __ballot(x[threadIdx.x] >
               0);
  out[threadIdx.x] = votes;
}

#define KEEP(p) \
  unsigned votes = __ballot(p) /* hipaudit: allow(narrow-lane-mask) blocks have 32 threads */

__global__ void used_in_a_macro_body(const int* x, unsigned* out) {
  KEEP(x[threadIdx.x] > 0);
  out[threadIdx.x] = votes;
}

// hipaudit: begin-allow(narrow-lane-mask) this file is built for wave32 only
__global__ void used_in_a_block(const int* x, unsigned* out) {
  unsigned votes = __ballot(x[threadIdx.x] > 0);
  out[threadIdx.x] = votes;
}
// hipaudit: end-allow(narrow-lane-mask)

__global__ void in_a_string(const char** out) {
  out[0] = "// hipaudit: allow(narrow-lane-mask) only text";
}

// See the manual: hipaudit: allow(rule-id) silences one line.
__global__ void mentioned_in_prose(int* out) { out[threadIdx.x] = 0; }
