// SPDX-License-Identifier: Apache-2.0
// Coalesced groups of any size, and groups that have 32 threads at most.
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

namespace cg = cooperative_groups;

__global__ void in_64_bits(const int* x, int* out) {
  auto group = cg::coalesced_threads();
  const unsigned long long votes = group.ballot(x[threadIdx.x] > 1);
  out[threadIdx.x] = __popcll(votes & ((1ull << group.thread_rank()) - 1));
  if (group.ballot(x[threadIdx.x] == 7) != 0) out[threadIdx.x] += 1;
}

// One add for all of them: any size will do.
__global__ void aggregate(int* counter, int* out) {
  auto group = cg::coalesced_threads();
  int base = 0;
  if (group.thread_rank() == 0) base = atomicAdd(counter, group.size());
  out[threadIdx.x] = group.shfl(base, 0) + group.thread_rank();
}

__global__ void tile_of_32(const int* x, int* out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const unsigned votes = tile.ballot(x[threadIdx.x] > 1);
  __shared__ int slots[32];
  if (threadIdx.x < 32) slots[tile.thread_rank()] = x[threadIdx.x];
  out[threadIdx.x] = __popc(votes & ((1u << tile.thread_rank()) - 1));
}

__global__ void cut_from_a_group(const int* x, int* out) {
  auto group = cg::coalesced_threads();
  auto part = cg::tiled_partition(group, 16);
  const unsigned votes = part.ballot(x[threadIdx.x] > 1);
  out[threadIdx.x] = __popc(votes);
}

__global__ void slots_for_64(const int* x, int* out) {
  __shared__ int slots[64];
  auto group = cg::coalesced_threads();
  slots[group.thread_rank()] = x[threadIdx.x];
  out[threadIdx.x] = slots[0];
}

__global__ void rank_is_cut(const int* x, int* out) {
  __shared__ int slots[32];
  auto group = cg::coalesced_threads();
  slots[group.thread_rank() % 32] = x[threadIdx.x];
  out[threadIdx.x] = slots[0];
}

__global__ void first_half(const int* x, int* out) {
  if (threadIdx.x < 32) {
    auto group = cg::coalesced_threads();
    const unsigned votes = group.ballot(x[threadIdx.x] > 1);
    out[threadIdx.x] = __popc(votes);
  }
}

__global__ void few_threads(const int* x, int* out) {
  auto group = cg::coalesced_threads();
  const unsigned votes = group.ballot(x[threadIdx.x] > 1);
  out[threadIdx.x] = __popc(votes);
}

void launch(const int* x, int* out, hipStream_t stream) { few_threads<<<1, 32, 0, stream>>>(x, out); }

// Another number of threads, and another limit.
__global__ void other_sizes(const int* x, int* out) {
  auto block = cg::this_thread_block();
  auto group = cg::coalesced_threads();
  if (block.size() == 32 || group.size() == 1) out[threadIdx.x] = x[threadIdx.x];
}

__global__ void by_wave_size(const int* x, int* out) {
  auto group = cg::coalesced_threads();
  if (warpSize == 32) out[threadIdx.x] = __popc(static_cast<unsigned>(group.ballot(x[threadIdx.x] > 1)));
}
