// SPDX-License-Identifier: Apache-2.0
// Counts whose sign nobody asks for.
#include <hip/hip_runtime.h>

__global__ void wraps_back_in_int(const unsigned* masks, int* out) {
  int k = __popc(masks[threadIdx.x]) - 1;
  if (k < 0) k = 0;
  int first = __ffs(masks[threadIdx.x]) - 1;
  out[threadIdx.x] = k + first;
}

__global__ void equality(const unsigned* masks, int* out) {
  if (__popc(masks[threadIdx.x]) - 1 == -1) out[threadIdx.x] = 1;
  if (__ffs(masks[threadIdx.x]) - 1 != -1) out[threadIdx.x] = 2;
}

__global__ void cast_first(const unsigned* masks, float* out, int needed) {
  if (static_cast<int>(__popc(masks[threadIdx.x])) - needed < 0) return;
  out[threadIdx.x] = static_cast<int>(__popc(masks[threadIdx.x]) - 4);
}

__global__ void never_negative(const unsigned* masks, long* out) {
  out[0] = 32 - __popc(masks[threadIdx.x]);
  out[1] = 64 - __popcll(masks[threadIdx.x]);
  out[2] = __popc(masks[threadIdx.x]) + 1;
  if (32 - __popc(masks[threadIdx.x]) > 4) out[3] = 1;
}

__global__ void part_of_a_whole(const unsigned* masks, float* out, unsigned below) {
  const unsigned mask = masks[threadIdx.x];
  out[threadIdx.x] = __popc(mask) - __popc(mask & below);
}

__global__ void caller_is_counted(long* out) {
  out[threadIdx.x] = __popcll(__activemask()) - 1;
}

__global__ void mask_was_tested(const unsigned* masks, long* out) {
  const unsigned mask = masks[threadIdx.x];
  if (mask == 0) return;
  out[threadIdx.x] = __popc(mask) - 1;
  const long next = masks[1] != 0 ? __popc(masks[1]) - 1 : 0;
  out[threadIdx.x] += next;
}

__global__ void count_was_tested(const unsigned* masks, float* out) {
  const auto n = __popc(masks[threadIdx.x]);
  if (n > 3) out[threadIdx.x] = n - 3;
}

__global__ void unsigned_on_cuda_too(const unsigned* masks, unsigned long long* out, unsigned used) {
  out[threadIdx.x] = __popc(masks[threadIdx.x]) - used;
  unsigned n = __popc(masks[threadIdx.x]);
  out[threadIdx.x] += n - 3;
}

__global__ void counts_against_limits(const unsigned* masks, int* out, int limit) {
  for (int i = 0; i < __popc(masks[threadIdx.x]); ++i) out[threadIdx.x] += i;
  if (__popc(masks[threadIdx.x]) >= limit) out[threadIdx.x] = limit;
  if (__popc(masks[threadIdx.x]) > 0) out[threadIdx.x] = 1;
  out[threadIdx.x] = max(static_cast<int>(__popc(masks[threadIdx.x])), 0) / 2;
}

__global__ void index_of_the_last(const unsigned* masks, const float* x, float* out) {
  out[threadIdx.x] = x[__popc(masks[threadIdx.x]) - 1];
  out[threadIdx.x] += x[__ffs(masks[threadIdx.x]) - 2];
}
