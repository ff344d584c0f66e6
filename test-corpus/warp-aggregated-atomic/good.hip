// SPDX-License-Identifier: Apache-2.0
// One atomic for many lanes, in ways that hold on a wave of 64.
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

__global__ void whole_wave(int* counter, int* out) {
  const unsigned lane = __lane_id();
  const unsigned long long active = __activemask();
  const int leader = __ffsll(active) - 1;
  int base = 0;
  if (static_cast<int>(lane) == leader) base = atomicAdd(counter, static_cast<int>(__popcll(active)));
  base = __shfl(base, leader);
  out[threadIdx.x] = base + __popcll(active & ((1ull << lane) - 1));
}

__global__ void first_lane_of_wave(const int* in, int* counter) {
  const unsigned long long votes = __ballot(in[threadIdx.x] > 0);
  if (threadIdx.x % warpSize == 0) atomicAdd(counter, static_cast<int>(__popcll(votes)));
}

__global__ void own_half(const int* in, int* counter) {
  const unsigned lane = threadIdx.x & 31;
  const unsigned mine = static_cast<unsigned>(__ballot(in[threadIdx.x] > 0) >> (__lane_id() & 32));
  if (lane == 0) atomicAdd(counter, static_cast<int>(__popc(mine)));
}

__global__ void coalesced_group(int* counter, int* out) {
  const auto group = cooperative_groups::coalesced_threads();
  int base = 0;
  if (group.thread_rank() == 0) base = atomicAdd(counter, static_cast<int>(group.size()));
  out[threadIdx.x] = group.shfl(base, 0) + group.thread_rank();
}

__global__ void nobody_elected(const unsigned* words, int* counter) {
  atomicAdd(counter, static_cast<int>(__popc(words[threadIdx.x])));
}

__global__ void count_of_data(const unsigned* words, int* counter) {
  if ((threadIdx.x & 31) == 0) atomicAdd(counter, static_cast<int>(__popc(words[threadIdx.x >> 5])));
}

__global__ void __launch_bounds__(32) one_small_block(const int* in, int* counter) {
  unsigned votes = __ballot(in[threadIdx.x] > 0);
  if (threadIdx.x == 0) atomicAdd(counter, static_cast<int>(__popc(votes)));
}

__global__ void first_warp(const int* in, int* counter) {
  if (threadIdx.x < 32) {
    unsigned votes = __ballot(in[threadIdx.x] > 0);
    if ((threadIdx.x & 31) == 0) atomicAdd(counter, static_cast<int>(__popc(votes)));
  }
}
