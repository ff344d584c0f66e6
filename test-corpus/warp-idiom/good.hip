// SPDX-License-Identifier: Apache-2.0
// Near misses: what looks like an idiom and computes something else, or is faster no other way.
#include <hip/hip_runtime.h>

#define WARP_SIZE 32

__device__ int a_step_is_missing(int v) {
  for (int d = 16; d > 1; d /= 2) v += __shfl_xor(v, d, 32);
  return v;
}

__device__ int a_step_twice(int v) {
  v += __shfl_xor(v, 16, 32);
  v += __shfl_xor(v, 8, 32);
  v += __shfl_xor(v, 8, 32);
  v += __shfl_xor(v, 4, 32);
  return v;
}

__device__ int the_wrong_direction(int v) {
  for (int d = 16; d > 0; d /= 2) v += __shfl_up(v, d, 32);
  return v;
}

__device__ int not_commutative(int v) {
  for (int d = 16; d > 0; d /= 2) v -= __shfl_xor(v, d, 32);
  return v;
}

__device__ int two_operators(int v) {
  v += __shfl_xor(v, 16, 32);
  v ^= __shfl_xor(v, 8, 32);
  v += __shfl_xor(v, 4, 32);
  v ^= __shfl_xor(v, 2, 32);
  v += __shfl_xor(v, 1, 32);
  return v;
}

__device__ int weighted(int v) {
  for (int d = 16; d > 0; d /= 2) v += 2 * __shfl_xor(v, d, 32);
  return v;
}

__device__ int of_another_value(int v, int w) {
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor(w, d, 32);
  return v;
}

// shfl_down gives the other lanes partial sums, and here they are wanted.
__global__ void every_lane_reads(int* out, const int* in) {
  int v = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down(v, d, 32);
  out[threadIdx.x] = v;
}

__global__ void scan_guard_is_off_by_one(int* out, const int* in) {
  const int lane = threadIdx.x % 32;
  int v = in[threadIdx.x];
  for (int d = 1; d < 32; d *= 2) {
    const int t = __shfl_up(v, d, 32);
    if (lane > d) v += t;
  }
  out[threadIdx.x] = v;
}

__global__ void scan_without_guard(int* out, const int* in) {
  int v = in[threadIdx.x];
  for (int d = 1; d < 32; d *= 2) v += __shfl_up(v, d, 32);
  out[threadIdx.x] = v;
}

__global__ void scan_guard_by_thread(int* out, const int* in) {
  int v = in[threadIdx.x];
  for (int d = 1; d < 32; d *= 2) {
    const int t = __shfl_up(v, d, 32);
    if (threadIdx.x >= d) v += t;
  }
  out[threadIdx.x] = v;
}

__device__ int a_number_of_steps_that_is_not_known(int v, int n) {
  for (int d = n; d > 0; d /= 2) v += __shfl_xor(v, d, 32);
  return v;
}

__device__ int over_the_real_wave(int v) {
  for (int d = warpSize / 2; d > 0; d /= 2) v += __shfl_xor(v, d);
  return v;
}

__device__ int something_else_in_the_loop(int v, int* trace) {
  for (int d = 16; d > 0; d /= 2) {
    v += __shfl_xor(v, d, 32);
    trace[d] = v;
  }
  return v;
}

// Cut to 16 bits on the way: a maximum of the low halves.
__device__ int narrowed(int v) {
  for (int d = 16; d > 0; d /= 2) v = max(v, static_cast<int>(static_cast<short>(__shfl_xor(v, d, 32))));
  return v;
}

// Compared as unsigned, kept as int.
__device__ int compared_as_unsigned(int v) {
  for (int d = 16; d > 0; d /= 2)
    v = static_cast<int>(max(static_cast<unsigned>(v), static_cast<unsigned>(__shfl_xor(v, d, 32))));
  return v;
}

#define MAX(a, b) ((a) > (b) ? (a) : (b))

// The macro shuffles a second time, in the lanes where the first value lost.
__device__ int shuffles_in_a_branch(int v) {
  for (int d = 16; d > 0; d /= 2) v = MAX(v, __shfl_xor(v, d, 32));
  return v;
}

struct Pair {
  float value;
  int index;
};

// The index goes with the value: no operator on one number.
__device__ Pair arg_max(Pair p) {
  for (int d = 16; d > 0; d /= 2) {
    const float value = __shfl_xor(p.value, d, 32);
    const int index = __shfl_xor(p.index, d, 32);
    if (value > p.value) {
      p.value = value;
      p.index = index;
    }
  }
  return p;
}

__global__ void a_single_exchange(int* out, const int* in) {
  int v = in[threadIdx.x];
  v += __shfl_xor(v, 1, 32);
  out[threadIdx.x] = v;
}

__global__ void a_single_broadcast(int* out, const int* in) { out[threadIdx.x] = __shfl(in[threadIdx.x], 0, 32); }

__device__ int uses_none(int v) { return v; }

__global__ void users(int* out, const int* in, int n, int* trace) {
  const int v = in[threadIdx.x];
  int s = a_step_is_missing(v) + a_step_twice(v) + the_wrong_direction(v) + not_commutative(v) + two_operators(v);
  s += weighted(v) + of_another_value(v, n) + a_number_of_steps_that_is_not_known(v, n);
  s += something_else_in_the_loop(v, trace) + narrowed(v) + shuffles_in_a_branch(v) + compared_as_unsigned(v) + uses_none(v);
  const Pair p = arg_max({static_cast<float>(v), static_cast<int>(threadIdx.x)});
  out[threadIdx.x] = s + p.index;
}

__global__ void waves_alone(int* out, const int* in) { out[threadIdx.x] = over_the_real_wave(in[threadIdx.x]); }

// --- numbers from a counter ----------------------------------------------------------------------

#define VOTES(p) static_cast<unsigned>(__ballot(p) >> (__lane_id() & 32))

// The lane itself is counted, too: one more than its number.
__global__ void number_is_one_too_large(int* out, int* counter, const int* in) {
  const int value = in[threadIdx.x];
  const int lane = threadIdx.x % 32;
  const unsigned votes = VOTES(value > 2);
  int base = 0;
  if (lane == 0) base = atomicAdd(counter, __popc(votes));
  base = __shfl(base, 0, 32);
  if (value > 2) out[base + __popc(votes & ((2u << lane) - 1))] = value;
}

// The warp's own start is stored.
__global__ void start_is_wanted(int* out, int* starts, int* counter, const int* in) {
  const int value = in[threadIdx.x];
  const int lane = threadIdx.x % 32;
  const unsigned votes = VOTES(value > 2);
  int base = 0;
  if (lane == 0) base = atomicAdd(counter, __popc(votes));
  base = __shfl(base, 0, 32);
  if (lane == 0) starts[threadIdx.x / 32] = __popc(votes);
  if (value > 2) out[base + __popc(votes & ((1u << lane) - 1))] = value;
}

// Each warp has a counter.
__global__ void counter_of_the_warp(int* out, int* counters, const int* in) {
  const int value = in[threadIdx.x];
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  const unsigned votes = VOTES(value > 2);
  int base = 0;
  if (lane == 0) base = atomicAdd(&counters[warp], __popc(votes));
  base = __shfl(base, 0, 32);
  if (value > 2) out[32 * warp + base + __popc(votes & ((1u << lane) - 1))] = value;
}

__device__ int number_of_the_warp(int* counter) {
  const int lane = threadIdx.x & 31;
  const unsigned active = static_cast<unsigned>(__activemask() >> (__lane_id() & 32));
  const int leader = __ffs(active) - 1;
  int base = 0;
  if (lane == leader) base = atomicAdd(counter, __popc(active));
  base = __shfl(base, leader, 32);
  return base + __popc(active & ((1u << lane) - 1));
}

__global__ void counter_of_the_warp_by_helper(int* out, int* counters, const int* in) {
  const int value = in[threadIdx.x];
  if (value > 2) out[threadIdx.x / 32 * 32 + number_of_the_warp(counters + threadIdx.x / 32)] = value;
}

// Others than the voters use the number: how many below did not vote.
__global__ void number_of_those_that_did_not(int* out, int* counter, const int* in) {
  const int value = in[threadIdx.x];
  const int lane = threadIdx.x % 32;
  const unsigned votes = VOTES(value > 2);
  int base = 0;
  if (lane == 0) base = atomicAdd(counter, __popc(votes));
  base = __shfl(base, 0, 32);
  out[threadIdx.x] = lane - (base + __popc(votes & ((1u << lane) - 1)));
}

// Two for each voter.
__global__ void twice_as_many(int* counter, const int* in) {
  const unsigned votes = VOTES(in[threadIdx.x] > 2);
  if (threadIdx.x % 32 == 0) atomicAdd(counter, 2 * __popc(votes));
}
