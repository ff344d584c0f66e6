// SPDX-License-Identifier: Apache-2.0
// The active threads of a warp, of which CUDA has 32 at most.
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

namespace cg = cooperative_groups;

__global__ void count_votes(const int* x, int* out) {
  if (x[threadIdx.x] == 0) return;
  auto group = cg::coalesced_threads();
  const unsigned votes = group.ballot(x[threadIdx.x] > 1);  // trap: coalesced-group-width @wave64 "32 bits of it"
  if (votes != 0) out[threadIdx.x] = __popc(votes);
}

__global__ void handed_on(const int* x, unsigned* out) {
  cg::coalesced_group group = cg::coalesced_threads();
  out[threadIdx.x] = group.ballot(x[threadIdx.x] > 1);  // trap: coalesced-group-width @wave64
}

__global__ void direct(const int* x, int* out) {
  out[threadIdx.x] = __popc(cg::coalesced_threads().ballot(x[threadIdx.x] > 1));  // trap: coalesced-group-width @wave64
}

__global__ void whole_warp(const int* x, int* out) {
  const auto group = cg::coalesced_threads();
  if (group.size() == 32)  // trap: coalesced-group-width @wave64 "asks for a whole warp"
    out[threadIdx.x] = group.shfl(x[threadIdx.x], 0);
}

__global__ void whole_warp_by_count(const int* x, int* out) {
  const auto group = cg::coalesced_threads();
  const unsigned n = group.num_threads();
  if (n >= 32) out[threadIdx.x] += 1;  // trap: coalesced-group-width @wave64
}

__global__ void slot_per_thread(const int* x, int* out) {
  __shared__ int slots[8][32];
  auto group = cg::coalesced_threads();
  const unsigned rank = group.thread_rank();
  slots[threadIdx.y][rank] = x[threadIdx.x];  // trap: coalesced-group-width @wave64 "has 32 elements"
  group.sync();
  out[threadIdx.x] = slots[threadIdx.y][group.size() - 1 - rank];
}

__global__ void own_bit(const int* x, unsigned long long* out) {
  auto group = cg::coalesced_threads();
  const unsigned long long votes = group.ballot(x[threadIdx.x] > 1);
  out[threadIdx.x] = votes & (1u << group.thread_rank());  // trap: coalesced-group-width @wave64
}

// Helpers take the group.
__device__ int count(const cg::coalesced_group& group, bool p) {
  const int votes = group.ballot(p);  // trap: coalesced-group-width @wave64
  return __popc(votes);
}

__global__ void by_helper(const int* x, int* out) {
  const auto group = cg::coalesced_threads();
  out[threadIdx.x] = count(group, x[threadIdx.x] > 2);
}

// One group, three places.
__global__ void several_votes(const int* x, int* out) {
  const cg::coalesced_group group = cg::coalesced_threads();
  unsigned votes = group.ballot(x[threadIdx.x] > 1);  // trap: coalesced-group-width @wave64
  if (votes == 0) votes = group.ballot(x[threadIdx.x] > 2);
  if (group.size() == 32) out[0] = 1;
  out[threadIdx.x] = __popc(votes & ((1u << group.thread_rank()) - 1));
}

typedef cg::coalesced_group Active;

#define VOTES(group, p) static_cast<unsigned>((group).ballot(p))  // trap: coalesced-group-width @wave64

template <typename T>
__global__ void in_a_template(const T* x, int* out) {
  Active active = cg::coalesced_threads();
  const auto peers = static_cast<uint32_t>(active.match_any(x[threadIdx.x]));  // trap: coalesced-group-width @wave64
  out[threadIdx.x] = __popc(peers);
}

__global__ void by_macro(const int* x, int* out) {
  auto group = cg::coalesced_threads();
  out[threadIdx.x] = __popc(VOTES(group, x[threadIdx.x] > 0));
}

void launch(const int* x, int* out, hipStream_t stream) {
  in_a_template<int><<<4, 256, 0, stream>>>(x, out);
}
