// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hip/hip_runtime.h>

namespace compaction {

struct Box {
  float low, high;
};

// Items inside the box, in any order; *count must be 0.
void select(int* out, int* count, const float* in, Box box, int n, hipStream_t stream);
// As select, and the others to a list of their own.
void split(int* inside, int* outside, int* counts, const float* in, Box box, int n,
           hipStream_t stream);
// As select, in order. scratch: one int for each warp.
void select_in_order(int* out, int* count, int* scratch, const float* in, Box box, int n,
                     hipStream_t stream);
// One bit for each item.
void mark(unsigned* bits, const float* in, Box box, int n, hipStream_t stream);

}  // namespace compaction
