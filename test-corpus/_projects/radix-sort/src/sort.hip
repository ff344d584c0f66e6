// SPDX-License-Identifier: Apache-2.0
// A pass: digits are counted for each block, the counts summed digit by digit, and each key moved
// to the place that its rank says.
#include "radix/sort.hpp"
#include "radix/warp.cuh"

#include <utility>

namespace radix {
namespace {

constexpr int kWarps = kBlock / kLanes;

__device__ __forceinline__ u32 digit_of(u32 key, int shift) {
  return (key >> shift) & (kDigits - 1);
}

// Keys behind the end count as a digit that nobody has.
__device__ __forceinline__ u32 digit_at(const u32* keys, int i, int n, int shift) {
  return i < n ? digit_of(keys[i], shift) : kDigits;
}

// One leader for each digit in the warp adds for all of its peers.
template <bool kMatch>
__global__ void count_kernel(int* counts, const u32* keys, int n, int shift) {
  __shared__ int histogram[kDigits + 1];
  if (threadIdx.x <= kDigits) histogram[threadIdx.x] = 0;
  __syncthreads();
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const u32 digit = digit_at(keys, i, n, shift);
  const u32 same = peers<kMatch, kBits + 1>(digit);
  if (LANE_ID() == __ffs(same) - 1) atomicAdd(&histogram[digit], __popc(same));  // trap: warp-aggregated-atomic
  __syncthreads();
  if (threadIdx.x < kDigits) counts[threadIdx.x * gridDim.x + blockIdx.x] = histogram[threadIdx.x];
}

// One block of one warp for all counts.
__global__ void scan_kernel(int* counts, int size) {
  __shared__ int totals[kWarps];
  int carry = 0;
  for (int first = 0; first < size; first += kBlock) {
    const int i = first + threadIdx.x;
    int total;
    const int before = exclusive_sum(i < size ? counts[i] : 0, &total);
    if (LANE_ID() == 0) totals[threadIdx.x / kLanes] = total;
    __syncthreads();
    int base = carry;
    for (int w = 0; w < kWarps; ++w) {
      if (w < static_cast<int>(threadIdx.x) / kLanes) base += totals[w];
      carry += totals[w];
    }
    if (i < size) counts[i] = base + before;
    __syncthreads();
  }
}

template <bool kMatch>
__global__ void move_kernel(Pairs to, Pairs from, const int* starts, int n, int shift) {
  __shared__ int of_warp[kWarps][kDigits + 1];
  const u32 lane = LANE_ID();
  const int warp = threadIdx.x / kLanes;
  for (int d = threadIdx.x; d < kWarps * (kDigits + 1); d += kBlock)
    of_warp[d / (kDigits + 1)][d % (kDigits + 1)] = 0;
  __syncthreads();

  const int i = blockIdx.x * kBlock + threadIdx.x;
  const u32 digit = digit_at(from.keys, i, n, shift);
  const u32 same = peers<kMatch, kBits + 1>(digit);
  const int rank = __popc(same & LANES_BELOW(lane));
  if (rank == 0) of_warp[warp][digit] = __popc(same);
  __syncthreads();

  if (i < n) {
    int at = starts[digit * gridDim.x + blockIdx.x] + rank;
    for (int w = 0; w < warp; ++w) at += of_warp[w][digit];
    to.keys[at] = from.keys[i];
    to.values[at] = from.values[i];
  }
}

template <bool kMatch>
void run_pass(Pairs to, Pairs from, int* scratch, int n, int shift, hipStream_t stream) {
  const int blocks = (n + kBlock - 1) / kBlock;
  count_kernel<kMatch><<<blocks, kBlock, 0, stream>>>(scratch, from.keys, n, shift);
  scan_kernel<<<1, kBlock, 0, stream>>>(scratch, kDigits * blocks);
  move_kernel<kMatch><<<blocks, kBlock, 0, stream>>>(to, from, scratch, n, shift);
}

}  // namespace

void pass(Pairs to, Pairs from, int* scratch, int n, int shift, bool match, hipStream_t stream) {
  if (match)
    run_pass<true>(to, from, scratch, n, shift, stream);
  else
    run_pass<false>(to, from, scratch, n, shift, stream);
}

void sort(Pairs pairs, Pairs other, int* scratch, int n, bool match, hipStream_t stream) {
  for (int shift = 0; shift < 32; shift += kBits) {
    pass(other, pairs, scratch, n, shift, match, stream);
    std::swap(pairs, other);
  }
}

}  // namespace radix
