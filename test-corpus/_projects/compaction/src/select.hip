// SPDX-License-Identifier: Apache-2.0
#include "compaction/compaction.hpp"
#include "compaction/warp.hpp"

namespace compaction {
namespace {

constexpr int kBlock = 128;

struct Inside {
  Box box;
  __device__ bool operator()(float x) const { return x >= box.low && x < box.high; }
};

template <typename Predicate>
__global__ void select_kernel(int* out, int* count, const float* in, int n, Predicate keep) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool mine = i < n && keep(in[i]);
  const int slot = reserve(count, mine);
  if (mine) out[slot] = i;
}

template <typename Predicate>
__global__ void split_kernel(int* inside, int* outside, int* counts, const float* in, int n,
                             Predicate keep) {
  for (int first = blockIdx.x * blockDim.x; first < n; first += gridDim.x * blockDim.x) {
    const int i = first + threadIdx.x;
    const bool exists = i < n;
    const bool mine = exists && keep(in[i]);
    const int slot = reserve(&counts[0], mine);
    const int other = reserve(&counts[1], exists && !mine);
    if (mine) inside[slot] = i;
    if (exists && !mine) outside[other] = i;
  }
}

template <typename Predicate>
__global__ void mark_kernel(unsigned* bits, const float* in, int n, Predicate keep) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const Votes votes(i < n && keep(in[i]));
  if (lane_id() == 0) bits[i >> kWarpShift] = votes.lanes;
}

int blocks_for(int n) { return (n + kBlock - 1) / kBlock; }

}  // namespace

void select(int* out, int* count, const float* in, Box box, int n, hipStream_t stream) {
  select_kernel<<<blocks_for(n), kBlock, 0, stream>>>(out, count, in, n, Inside{box});
}

void split(int* inside, int* outside, int* counts, const float* in, Box box, int n,
           hipStream_t stream) {
  split_kernel<<<4, kBlock, 0, stream>>>(inside, outside, counts, in, n, Inside{box});
}

void mark(unsigned* bits, const float* in, Box box, int n, hipStream_t stream) {
  mark_kernel<<<blocks_for(n), kBlock, 0, stream>>>(bits, in, n, Inside{box});
}

}  // namespace compaction
