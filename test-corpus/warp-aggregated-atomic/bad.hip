// SPDX-License-Identifier: Apache-2.0
// One atomic per warp instead of one per thread. On waves of 64 the second warp of each wave wrote
// over the first one's results.
#include <hip/hip_runtime.h>

// The whole idiom in one function.
__device__ int take_slot(int* counter) {
  const int lane = threadIdx.x & 31;
  unsigned active = __activemask();
  int leader = __ffs(active) - 1;
  int base = 0;
  if (lane == leader) base = atomicAdd(counter, __popc(active));  // trap: warp-aggregated-atomic @wave64 "lanes 32-63 add, share and place"
  base = __shfl(base, leader);
  return base + __popc(active & ((1u << lane) - 1));
}
__global__ void filter(const int* in, int* out, int* count, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0) out[take_slot(count)] = in[i];
}

// By a vote; the elected lane is lane 0.
__global__ void compact(const int* in, int* out, int* count, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned lane = threadIdx.x % 32;
  const bool keep = i < n && in[i] > 0;
  const unsigned votes = __ballot_sync(0xffffffffffffffffull, keep);
  int base = 0;
  if (lane == 0) base = atomicAdd(count, __popc(votes));  // trap: warp-aggregated-atomic
  base = __shfl_sync(0xffffffffffffffffull, base, 0);
  if (keep) out[base + __popc(votes & ((1u << lane) - 1))] = in[i];
}

// By equal keys; with no result.
__global__ void histogram(const int* keys, int* bins, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned lane = threadIdx.x & 31;
  const unsigned peers = __match_any(keys[i]);
  const bool first = lane == static_cast<unsigned>(__ffs(peers) - 1);
  if (first) atomicAdd(&bins[keys[i]], __popc(peers));  // trap: warp-aggregated-atomic
}

// The leader is the lane with nothing below it.
__global__ void nothing_below(const int* in, int* count) {
  const unsigned lane = threadIdx.x & 31;
  unsigned votes = __ballot(in[threadIdx.x] != 0);
  const int rank = __popc(votes & ((1u << lane) - 1));
  if (in[threadIdx.x] != 0 && rank == 0) atomicAdd(count, __popc(votes));  // trap: warp-aggregated-atomic
}

// Counted from the top, in an expression.
__global__ void last_lane(const int* in, int* count) {
  const int lane = threadIdx.x & 31;
  if (in[threadIdx.x] == 0) return;
  unsigned mask = __activemask();
  const int base = lane == 31 - __clz(mask) ? atomicAdd(count, 4 * __popc(mask)) : 0;  // trap: warp-aggregated-atomic
  (void)base;
}

// In helpers, with one of them named for its atomic.
__device__ unsigned lanes_here() { return __activemask(); }
__device__ int leader_of(unsigned mask) { return __ffs(mask) - 1; }
__device__ int size_of(unsigned mask) { return __popc(mask); }
__device__ void my_atomic_add(int* where, int value) { atomicAdd(where, value); }  // trap: warp-aggregated-atomic
__global__ void helpers(int* count) {
  const unsigned mask = lanes_here();
  if ((threadIdx.x & 31) == leader_of(mask)) my_atomic_add(count, size_of(mask));
}

// In a class.
struct ActiveLanes {
  unsigned mask;
  int count;
  __device__ void gather() {
    mask = __activemask();
    count = __popc(mask);
  }
  __device__ bool leads() const { return (threadIdx.x & 31) == __ffs(mask) - 1; }
};
__global__ void grouped(int* total) {
  ActiveLanes group;
  group.gather();
  if (group.leads()) atomicAdd(total, group.count);  // trap: warp-aggregated-atomic
}

// In a lambda, in a template, in a macro.
__global__ void in_lambda(const int* in, int* count) {
  const auto add = [&]() {
    unsigned mask = __activemask();
    if ((threadIdx.x & 31) == __ffs(mask) - 1) atomicAdd(count, __popc(mask));  // trap: warp-aggregated-atomic
  };
  if (in[threadIdx.x] > 0) add();
}
template <typename T>
__device__ T reserve(T* counter) {
  const int lane = threadIdx.x & 31;
  const auto mask = static_cast<unsigned>(__activemask());
  const int leader = __ffs(mask) - 1;
  T base = 0;
  if (leader == lane) base = atomicAdd(counter, static_cast<T>(__popc(mask)));  // trap: warp-aggregated-atomic
  return __shfl(base, leader) + static_cast<T>(__popc(mask & ((1u << lane) - 1)));
}
__global__ void templated(int* a, unsigned* b) {
  a[1] = reserve(a);
  b[1] = reserve(b);
}
#define ADD_ONCE(counter, mask)                                 \
  if ((threadIdx.x & 31) == __ffs(mask) - 1) atomicAdd(counter, __popc(mask))  // trap: warp-aggregated-atomic
__global__ void macro(int* count) {
  unsigned mask = __activemask();
  ADD_ONCE(count, mask);
}

// 64 bits are kept, and the lane ends at 31: two lanes add for all.
__global__ void two_leaders(const int* in, int* count) {
  const unsigned lane = threadIdx.x & 31;
  const unsigned long long votes = __ballot(in[threadIdx.x] > 0);
  if (lane == 0) atomicAdd(count, static_cast<int>(__popcll(votes)));  // trap: warp-aggregated-atomic "both halves add"
}

// The lane is the wave's, the mask is not: a person has to choose.
__global__ void mixed(int* count) {
  const unsigned lane = __lane_id();
  unsigned mask = __activemask();
  if (lane == static_cast<unsigned>(__ffs(mask) - 1)) atomicAdd(count, __popc(mask));  // trap: warp-aggregated-atomic
}
