// SPDX-License-Identifier: Apache-2.0
// Reductions, scans and totals that are spelled out in shuffles.
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#include "helpers.hpp"

#define WARP_SIZE 32
#define FOR_EACH_STEP(d) for (int d = WARP_SIZE / 2; d > 0; d >>= 1)
#define ADD_STEP(d) v += __shfl_xor(v, d, WARP_SIZE)

constexpr int kLanes = 32;
enum { kHalf = kLanes / 2 };

// --- over a warp ---------------------------------------------------------------------------------

template <typename T>
__inline__ __device__ T warp_sum(T val) {
  // trap+2: warp-idiom "sum of"
#pragma unroll
  for (int mask = 16; mask > 0; mask >>= 1)
    val += __shfl_xor(val, mask, 32);
  return val;
}

__device__ float warp_max(float v) {
  // trap+1: warp-idiom "maximum of float"
  for (int d = kHalf; d; d /= 2) v = fmaxf(v, __shfl_xor(v, d, kLanes));
  return v;
}

__device__ int warp_min_by_hand(int v) {
  // trap+1: warp-idiom "minimum of int"
  for (int d = 1; d < WARP_SIZE; d *= 2) {
    const int other = __shfl_xor(v, d, 32);
    v = other < v ? other : v;
  }
  return v;
}

__device__ unsigned warp_or(unsigned v) {
  // trap+1: warp-idiom "or of unsigned int"
  FOR_EACH_STEP(d) v |= __shfl_xor(v, d, 32);
  return v;
}

__device__ double warp_sum_of_steps(double v) {
  // trap+1: warp-idiom "5 shuffles make the sum of double"
  ADD_STEP(16);
  ADD_STEP(8);
  ADD_STEP(4);
  ADD_STEP(2);
  ADD_STEP(1);
  return v;
}

__device__ long long warp_and(long long v) {
  int d;
  // trap+1: warp-idiom "and of long"
  for (d = 16; d > 0; d >>= 1) {
    v &= __shfl_xor(v, d, 32);
    __syncwarp();
  }
  return v;
}

// The sum of shorts is cut to a short before it is widened.
__device__ int warp_sum_of_shorts(short v) {
  // trap+1: warp-idiom "sum of short"
  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor(v, d, 32);
  return v;
}

// Only lane 0 of each 32 is read, in all callers.
__device__ int warp_count(int v) {
  // trap+1: warp-idiom "the sum of int"
  for (int d = 16; d > 0; d /= 2) v += __shfl_down(v, d, 32);
  return v;
}

__global__ void rows(int* out, const int* in, int columns) {
  const int row = blockIdx.x * (blockDim.x / WARP_SIZE) + threadIdx.x / WARP_SIZE;
  const int lane = threadIdx.x % WARP_SIZE;
  int n = 0;
  for (int c = lane; c < columns; c += WARP_SIZE) n += in[row * columns + c] != 0;
  n = warp_count(n);
  if (lane == 0) out[row] = n;
}

// The first lane's result goes to all: one idiom, with the broadcast.
__global__ void scaled(int* out, const int* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int biggest = in[i];
  // trap+1: warp-idiom "6 shuffles make the maximum of int"
  for (int d = 16; d > 0; d /= 2)
    biggest = max(biggest, __shfl_down(biggest, d, 32));
  biggest = __shfl(biggest, 0, 32);
  out[i] = in[i] * biggest;
}

// A wrapper of the shuffle, a functor, a constant in a header.
__global__ void by_functor(int* out, const int* in) {
  helpers::Sum op;
  int v = in[threadIdx.x];
  // trap+2: warp-idiom "sum of int"
#pragma unroll
  for (int d = helpers::kWarp / 2; d > 0; d >>= 1) v = op(v, helpers::exchange(v, d));
  out[threadIdx.x] = v;
}

// Two values at once, with temporaries.
__global__ void mean_and_deviation(int* out, const int* in) {
  int s = in[threadIdx.x];
  int q = s * s;
  // trap+1: warp-idiom "10 shuffles make the sum of each of 2 values of int"
  for (int d = 16; d > 0; d >>= 1) {
    int a = __shfl_xor(s, d, 32);
    int b = __shfl_xor(q, d, 32);
    s += a;
    q += b;
  }
  out[threadIdx.x] = q * 32 - s * s;
}

// Groups of lanes, by the width and by the steps.
template <int LANES>
__device__ int group_sum(int v) {
  // trap+1: warp-idiom "groups of"
  for (int d = LANES / 2; d > 0; d /= 2) v += __shfl_xor(v, d, LANES);
  return v;
}

__global__ void groups(int* out, const int* in) {
  int v = group_sum<8>(in[threadIdx.x]) + group_sum<16>(in[threadIdx.x]);
  int w = in[threadIdx.x];
  // trap+1: warp-idiom "groups of 4 lanes"
  w ^= __shfl_xor(w, 1, 32);
  w ^= __shfl_xor(w, 2, 32);
  out[threadIdx.x] = v + w;
}

// The values lie in an array.
template <int N>
__device__ void several(int* v) {
  for (int i = 0; i < N; i++)
    // trap+1: warp-idiom
    for (int d = 16; d > 0; d >>= 1) v[i] += __shfl_xor(v[i], d, 32);
}

__global__ void histogram(int* out, const int* in) {
  int v[4];
  for (int i = 0; i < 4; i++) v[i] = in[threadIdx.x] == i;
  several<4>(v);
  if (threadIdx.x % 32 < 4) out[threadIdx.x / 32 * 4 + threadIdx.x % 32] = v[threadIdx.x % 4];
}

__global__ void halves(__half* out, const __half* in) {
  __half v = in[threadIdx.x];
  // trap+1: warp-idiom "sum of __half"
  for (int d = 16; d > 0; d /= 2) v = __hadd(v, __shfl_xor(v, d, 32));
  out[threadIdx.x] = v;
}

__global__ void users(float* f, double* d, int* i, unsigned* u, long long* l) {
  const int t = threadIdx.x;
  f[t] = warp_max(f[t]) + warp_sum(f[t]);
  d[t] = warp_sum_of_steps(d[t]);
  i[t] = warp_min_by_hand(i[t]) + warp_sum(i[t]);
  u[t] = warp_or(u[t]);
  l[t] = warp_and(l[t]) + warp_sum_of_shorts(static_cast<short>(l[t] * 1000));
}

// --- over the block ------------------------------------------------------------------------------

__device__ int block_sum(int val) {
  static __shared__ int shared[32];
  int lane = threadIdx.x & 0x1f;
  int wid = threadIdx.x >> 5;

  // trap+1: warp-idiom "over the block"
  val = warp_sum(val);
  if (lane == 0) shared[wid] = val;
  __syncthreads();
  val = threadIdx.x < (blockDim.x >> 5) ? shared[lane] : 0;
  val = warp_sum(val);
  return val;
}

__device__ int block_max(int v) {
  __shared__ int best[kLanes];
  // trap+1: warp-idiom "maximum of int over the block"
  for (int d = 16; d > 0; d >>= 1) v = max(v, __shfl_xor(v, d, 32));
  if (helpers::lane_id() == 0) best[helpers::warp_id()] = v;
  __syncthreads();
  v = threadIdx.x < blockDim.x / 32.f ? best[threadIdx.x] : -2147483647 - 1;
  if (helpers::warp_id() == 0) {
    for (int d = 16; d > 0; d >>= 1) v = max(v, __shfl_xor(v, d, 32));
  }
  return v;
}

__global__ void block_results(int* out, const int* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int sum = block_sum(in[i]);
  const int most = block_max(in[i]);
  if (threadIdx.x == 0) out[2 * blockIdx.x] = sum;
  if (threadIdx.x == 0) out[2 * blockIdx.x + 1] = most;
}

// Inline, for blocks of 256, the second stage over 8 lanes.
__global__ void block_of_256(int* out, const int* in, int n) {
  __shared__ int partial[256 / WARP_SIZE];
  const int tid = threadIdx.x;
  int v = 0;
  for (int i = tid; i < n; i += 256) v += in[i];
  // trap+2: warp-idiom "over the block"
#pragma unroll
  for (int offset = 16; offset > 0; offset >>= 1) v += __shfl_down(v, offset, 32);
  if (tid % WARP_SIZE == 0) partial[tid / WARP_SIZE] = v;
  __syncthreads();
  if (tid < WARP_SIZE) {
    int total = tid < 8 ? partial[tid] : 0;
    for (int offset = 4; offset > 0; offset >>= 1) total += __shfl_down(total, offset, 32);
    if (tid == 0) out[blockIdx.x] = total;
  }
}

// The barrier between the stages is for `flags`, too.
__global__ void more_shared_memory(int* out, const int* in) {
  __shared__ int partial[32];
  __shared__ int flags[1024];
  int v = in[threadIdx.x];
  flags[threadIdx.x] = v;
  // trap+1: warp-idiom "over the block"
  v = warp_sum(v);
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = v;
  __syncthreads();
  v = threadIdx.x < blockDim.x / 32 ? partial[threadIdx.x] : 0;
  v = warp_sum(v);
  if (threadIdx.x == 0) out[0] = v + flags[1];
}

// -1e20f is not the least float.
__global__ void block_max_of_floats(float* out, const float* in) {
  __shared__ float best[32];
  float v = in[blockIdx.x * blockDim.x + threadIdx.x];
  // trap+1: warp-idiom "maximum of float over the block"
  v = warp_max(v);
  if (threadIdx.x % 32 == 0) best[threadIdx.x / 32] = v;
  __syncthreads();
  v = threadIdx.x < blockDim.x / 32 ? best[threadIdx.x] : -1e20f;
  v = warp_max(v);
  if (threadIdx.x == 0) out[blockIdx.x] = v;
}

// --- totals --------------------------------------------------------------------------------------

__global__ void count_all(int* total, const int* in, int n) {
  int found = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) found += in[i] > 0;
  // trap+1: warp-idiom "one lane of each 32 adds it"
  for (int d = 16; d > 0; d /= 2) found += __shfl_down(found, d, 32);
  if ((threadIdx.x & 31) == 0) atomicAdd(total, found);
}

__global__ void most_of_all(int* most, const int* in) {
  int v = in[blockIdx.x * blockDim.x + threadIdx.x];
  // trap+1: warp-idiom "one lane of each 32"
  for (int d = 16; d > 0; d /= 2) v = max(v, __shfl_xor(v, d, 32));
  if (threadIdx.x % 32 == 0) {
    atomicMax(most, v);
  }
}

// A narrow sum wraps for each 32 lanes: the total of the warp, not of the wave.
__global__ void total_of_shorts(int* total, const short* in) {
  short v = in[blockIdx.x * blockDim.x + threadIdx.x];
  // trap+1: warp-idiom "over the 32 lanes of a warp"
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor(v, d, 32);
  if (threadIdx.x % 32 == 0) atomicAdd(total, v);
}

// --- scans ---------------------------------------------------------------------------------------

__device__ int inclusive(int v) {
  const int lane = threadIdx.x % 32;
  // trap+1: warp-idiom "inclusive scan by sum of int over 32 lanes"
  for (int d = 1; d < 32; d <<= 1) {
    const int t = __shfl_up(v, d, 32);
    if (lane >= d) v += t;
  }
  return v;
}

__global__ void offsets(int* out, const int* in) { out[threadIdx.x] = inclusive(in[threadIdx.x]); }

// The sum before each lane: shifted by one, 0 in the first.
__device__ unsigned exclusive(unsigned v) {
  const int lane = threadIdx.x % 32;
  // trap+1: warp-idiom "exclusive scan by sum of unsigned int over 32 lanes"
  for (int d = 1; d < 32; d <<= 1) {
    const unsigned t = __shfl_up(v, d, 32);
    if (lane >= d) v += t;
  }
  v = __shfl_up(v, 1, 32);
  if (lane == 0) v = 0;
  return v;
}

__global__ void exclusive_offsets(int* out, const int* in) {
  const int lane = threadIdx.x & 31;
  int v = in[threadIdx.x];
  // trap+2: warp-idiom "exclusive scan by sum of int over 32 lanes"
#pragma unroll
  for (int d = 1; d < 32; d <<= 1) {
    const int t = __shfl_up(v, d, 32);
    if (lane >= d) v += t;
  }
  int before = __shfl_up(v, 1, 32);
  if (lane == 0) before = 0;
  out[threadIdx.x] = before + static_cast<int>(exclusive(in[threadIdx.x]));
}

// The inclusive sum is wanted as well: the shift stays.
__global__ void offsets_and_totals(int* out, const int* in) {
  const int lane = threadIdx.x & 31;
  int v = in[threadIdx.x];
  // trap+1: warp-idiom "inclusive scan by sum of int over 32 lanes"
  for (int d = 1; d < 32; d <<= 1) {
    const int t = __shfl_up(v, d, 32);
    if (lane >= d) v += t;
  }
  int before = __shfl_up(v, 1, 32);
  if (lane == 0) before = 0;
  out[threadIdx.x] = before;
  if (lane == 31) out[128 + threadIdx.x / 32] = v;
}

// Lane 1 gets 0 as well, which is no scan: the inclusive one in it is.
__global__ void two_lanes_begin(int* out, const int* in) {
  const int lane = threadIdx.x & 31;
  int v = in[threadIdx.x];
  // trap+1: warp-idiom "inclusive scan by sum of int over 32 lanes"
  for (int d = 1; d < 32; d <<= 1) {
    const int t = __shfl_up(v, d, 32);
    if (lane >= d) v += t;
  }
  int before = __shfl_up(v, 1, 32);
  if (lane <= 1) before = 0;
  out[threadIdx.x] = before;
}

// A difference of floats is rounded, and the sum before is not.
__global__ void exclusive_of_floats(float* out, const float* in) {
  const int lane = threadIdx.x & 31;
  float v = in[threadIdx.x];
  // trap+1: warp-idiom "inclusive scan by sum of float over 32 lanes"
  for (int d = 1; d < 32; d <<= 1) {
    const float t = __shfl_up(v, d, 32);
    if (lane >= d) v += t;
  }
  v = __shfl_up(v, 1, 32);
  if (lane == 0) v = 0;
  out[threadIdx.x] = v;
}

// --- numbers from a counter ----------------------------------------------------------------------

__global__ void compact(int* out, int* counter, const int* in) {
  const int value = in[blockIdx.x * blockDim.x + threadIdx.x];
  const int lane = threadIdx.x % 32;
  // trap+1: warp-idiom "a vote, an atomic and a shuffle give each lane of a warp its number"
  const unsigned votes = static_cast<unsigned>(__ballot(value > 2) >> (__lane_id() & 32));
  int base = 0;
  if (lane == 0) base = atomicAdd(counter, __popc(votes));
  base = __shfl(base, 0, 32);
  if (value > 2) out[base + __popc(votes & ((1u << lane) - 1))] = value;
}

// The leader is the first lane that votes; everything under other names.
__global__ void compact_by_first_voter(int* out, unsigned* counter, const int* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int value = i < n ? in[i] : 0;
  const bool keep = value > 2;
  const unsigned lane = threadIdx.x & 31;
  // trap+1: warp-idiom "its number from a counter"
  const unsigned voters = static_cast<unsigned>(__ballot(keep) >> (__lane_id() & 32));
  const int leader = __ffs(voters) - 1;
  unsigned start = lane == static_cast<unsigned>(leader) ? atomicAdd(counter, __popc(voters)) : 0;
  start = __shfl(start, leader & 31, 32);
  const unsigned below = voters & ((1u << lane) - 1);
  if (keep) {
    const unsigned slot = __popc(below) + start;
    out[slot] = value;
  }
}

__device__ int take_number(int* counter) {
  const int lane = threadIdx.x & 31;
  // trap+1: warp-idiom "its number from a counter"
  const unsigned active = static_cast<unsigned>(__activemask() >> (__lane_id() & 32));
  const int leader = __ffs(active) - 1;
  int base;
  if (lane == leader) base = atomicAdd(counter, __popc(active));
  base = __shfl(base, leader, 32);
  return base + __popc(active & ((1u << lane) - 1));
}

__global__ void filter(int* out, int* counter, const int* in) {
  const int value = in[blockIdx.x * blockDim.x + threadIdx.x];
  if (value > 3) out[take_number(counter)] = value;
}

__global__ void count_votes(int* counter, const int* in) {
  // trap+1: warp-idiom "a vote and an atomic count the lanes of a warp"
  const unsigned votes = static_cast<unsigned>(__ballot(in[threadIdx.x] > 2) >> (__lane_id() & 32));
  if (threadIdx.x % 32 == 0) atomicAdd(counter, __popc(votes));
}

// --- helpers -------------------------------------------------------------------------------------

__device__ int my_lane() { return threadIdx.x & 31; }
__device__ int my_warp() { return threadIdx.x / 32; }

template <typename T>
__device__ T exchanged(T v, int d) {
  return __shfl_xor(v, d, 32);
}

// Used by the idiom alone: they go with it.
__global__ void by_helpers(int* out, const int* in) {
  int v = in[threadIdx.x];
  // trap+1: warp-idiom "maximum of int"
  for (int d = 16; d > 0; d >>= 1) v = max(v, exchanged(v, d));
  const int lane = my_lane();
  int sum = in[threadIdx.x];
  // trap+1: warp-idiom "inclusive scan by sum of int"
  for (int d = 1; d < 32; d <<= 1) {
    const int t = __shfl_up(sum, d, 32);
    if (lane >= d) sum += t;
  }
  out[threadIdx.x] = sum + v * my_warp();
}
