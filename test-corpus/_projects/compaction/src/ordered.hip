// SPDX-License-Identifier: Apache-2.0
// Three kernels: votes are counted for each warp, the counts summed, the items moved.
#include "compaction/compaction.hpp"
#include "compaction/warp.hpp"

namespace compaction {
namespace {

constexpr int kWarpsPerBlock = 4;

__global__ void count_kernel(int* counts, const float* in, Box box, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool keep = i < n && in[i] >= box.low && in[i] < box.high;
  const int votes = __popc(BALLOT(keep));  // trap: narrow-mask-op
  if (lane_id() == 0) counts[i >> kWarpShift] = votes;
}

// One warp: the sums of all counts before each one, and the total.
__global__ void __launch_bounds__(128) scan_kernel(int* counts, int* total, int warps) {
  __shared__ int sums[kWarpsPerBlock];
  int carry = 0;
  for (int first = 0; first < warps; first += blockDim.x) {
    const int i = first + threadIdx.x;
    const int mine = i < warps ? counts[i] : 0;
    const int sum = inclusive_sum(mine);
    const int all = SHUFFLE(sum, kWarpSize - 1);
    if (lane_id() == 0) sums[warp_id()] = all;
    __syncthreads();
    int before = carry;
    for (int w = 0; w < kWarpsPerBlock; ++w) {
      if (w < static_cast<int>(warp_id())) before += sums[w];
      carry += sums[w];
    }
    if (i < warps) counts[i] = before + sum - mine;
    __syncthreads();
  }
  if (threadIdx.x == 0) *total = carry;
}

__global__ void move_kernel(int* out, const int* starts, const float* in, Box box, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool keep = i < n && in[i] >= box.low && in[i] < box.high;
  const Votes votes(keep);
  if (keep) out[starts[i >> kWarpShift] + votes.before_me()] = i;
}

}  // namespace

void select_in_order(int* out, int* count, int* scratch, const float* in, Box box, int n,
                     hipStream_t stream) {
  const dim3 block(kWarpsPerBlock * kWarpSize);
  const dim3 grid((n + block.x - 1) / block.x);
  const int warps = grid.x * kWarpsPerBlock;
  hipLaunchKernelGGL(count_kernel, grid, block, 0, stream, scratch, in, box, n);
  hipLaunchKernelGGL(scan_kernel, dim3(1), block, 0, stream, scratch, count, warps);
  hipLaunchKernelGGL(move_kernel, grid, block, 0, stream, out, scratch, in, box, n);
}

}  // namespace compaction
