// SPDX-License-Identifier: Apache-2.0
#ifndef FRONTIER_WARP_H
#define FRONTIER_WARP_H

#include <hip/hip_runtime.h>

// The porting header: CUDA's names without the mask.
#define shfl_sync(mask, value, lane) __shfl(value, lane)
#define shfl_up_sync(mask, value, delta) __shfl_up(value, delta)
#define ballot_sync(mask, predicate) __ballot(predicate)
#define any_sync(mask, predicate) __any(predicate)

#define WARP_THREADS 32
#define LOG_WARP_THREADS 5
#define EVERY_LANE 0xffffffffu

namespace frontier {

struct WarpScan {
  int lane;

  __device__ WarpScan() : lane(threadIdx.x & (WARP_THREADS - 1)) {}

  // The sum of the lanes before this one; *total is that of the whole warp.
  __device__ int exclusive(int value, int* total) const {
    int sum = value;
#pragma unroll
    for (int i = 0; i < LOG_WARP_THREADS; ++i) {
      const int other = shfl_up_sync(EVERY_LANE, sum, 1 << i);
      if (lane >= (1 << i)) sum += other;
    }
    *total = shfl_sync(EVERY_LANE, sum, WARP_THREADS - 1);
    return sum - value;
  }
};

// Appends the items of the lanes that have one; a warp asks for room once.
class Queue {
 public:
  int* items;
  int* size;

  __device__ void push(int item, bool has, int lane) const {
    const unsigned int votes = ballot_sync(EVERY_LANE, has);
    if (votes == 0) return;
    const int leader = __ffs(votes) - 1;
    int base;
    if (lane == leader) base = atomicAdd(size, __popc(votes));  // trap: warp-aggregated-atomic
    base = shfl_sync(EVERY_LANE, base, leader);
    if (has) items[base + __popc(votes & ((1u << lane) - 1))] = item;
  }
};

}  // namespace frontier

#endif  // FRONTIER_WARP_H
