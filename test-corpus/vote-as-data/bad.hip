// SPDX-License-Identifier: Apache-2.0
// Votes of 32 lanes whose outcome others see: on 64 lanes the other half votes too.
#include <hip/hip_runtime.h>

#define WARP_SIZE 32

// --- stored --------------------------------------------------------------------------------------

__global__ void stored(int* out, const int* x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = __any(x[i] > 6);  // trap: vote-as-data @wave64 "each half of the wave gets the vote of all 64 lanes"
}

__global__ void stored_by_the_leader(int* out, const int* x) {
  const int lane = threadIdx.x & 31;
  const bool sorted = __all(x[threadIdx.x] <= x[threadIdx.x + 1] + 6);  // trap: vote-as-data
  if (lane == 0) out[threadIdx.x >> 5] = sorted;
}

__global__ void with_a_whole_mask(int* out, const int* x) {
  out[threadIdx.x] = __any_sync(~0ull, x[threadIdx.x] > 6);  // trap: vote-as-data
}

__global__ void counted(int* counter, const int* x) {
  if (__any(x[threadIdx.x] == 1) && (threadIdx.x % WARP_SIZE) == 0)  // trap: vote-as-data
    atomicAdd(counter, 1);
}

// --- reductions ----------------------------------------------------------------------------------

__global__ void sums(int* out, const int* x) {
  out[threadIdx.x] = __reduce_add_sync(~0ull, x[threadIdx.x]);  // trap: vote-as-data "reduces the 64 lanes"
}

__global__ void extremes(int* low, int* high, const int* x) {
  const int v = x[threadIdx.x];
  const int lowest = __reduce_min_sync(~0ull, v);   // trap: vote-as-data
  const int highest = __reduce_max_sync(~0ull, v);  // trap: vote-as-data
  if ((threadIdx.x & 31) == 0) {
    low[threadIdx.x / 32] = lowest;
    high[threadIdx.x / 32] = highest;
  }
}

__global__ void bits(unsigned* out, const unsigned* x) {
  const unsigned v = x[threadIdx.x];
  out[threadIdx.x] = __reduce_or_sync(~0ull, v);         // trap: vote-as-data
  out[threadIdx.x + 128] = __reduce_and_sync(~0ull, v);  // trap: vote-as-data
  out[threadIdx.x + 256] = __reduce_xor_sync(~0ull, v);  // trap: vote-as-data
}

// --- a branch that one warp takes for itself -----------------------------------------------------

// A row of zeros is left alone; the row of the other 32 lanes decides too.
__global__ void skip_empty_row(float* x, const int* flags) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (!__any(flags[i] > 6)) return;  // trap: vote-as-data
  x[i] += 1.0f;
}

__global__ void fast_path(float* out, const float* x) {
  const float v = x[threadIdx.x];
  if (__all(v >= 0.0f)) {  // trap: vote-as-data
    out[threadIdx.x] = v * 2.0f;
  } else {
    out[threadIdx.x] = v + 1.0f;
  }
}

__global__ void chosen_by_ternary(int* out, const int* x) {
  const int v = x[threadIdx.x];
  out[threadIdx.x] = __all(v < 6) ? v : 6;  // trap: vote-as-data
}

__global__ void chosen_by_switch(int* out, const int* x) {
  switch (__any(x[threadIdx.x] > 6)) {  // trap: vote-as-data
  case 0: out[threadIdx.x] = 10; break;
  case 1: out[threadIdx.x] = 20;
  default: out[threadIdx.x + 128] = 30;
  }
}

// --- searches ------------------------------------------------------------------------------------

// One row for each warp: a find ends the search, also that of the other half.
__global__ void find_in_row(int* result, const int* keys, int n) {
  const int lane = threadIdx.x % 32;
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  bool found = false;
  for (int i = lane; i < n; i += 32) {
    found |= keys[row * n + i] == 5;
    if (__any(found)) break;  // trap: vote-as-data
  }
  if (found) result[row] = 1;
}

// How many turns it took is stored.
__global__ void turns(int* out, const int* x) {
  int left = x[threadIdx.x] & 15;
  int n = 0;
  while (__any(left > 0)) {  // trap: vote-as-data
    --left;
    ++n;
  }
  out[threadIdx.x] = n;
}

__global__ void turns_at_the_end(int* out, const int* x) {
  int left = x[threadIdx.x] & 15;
  int n = 0;
  do {
    if (left > 0) --left;
    ++n;
  } while (!__all(left == 0));  // trap: vote-as-data
  out[threadIdx.x] = n;
}

// --- disguises -----------------------------------------------------------------------------------

#define WARP_ANY(p) __any(p)  // trap: vote-as-data
#define WARP_ALL_SYNC(m, p) __all_sync((m), (p))

__global__ void through_macro(int* out, const int* x) {
  out[threadIdx.x] = WARP_ANY(x[threadIdx.x] > 6);
  out[threadIdx.x + 128] = WARP_ANY(x[threadIdx.x] < 1);
}

__device__ __forceinline__ bool anybody(bool p) {
  return __any(p);  // trap: vote-as-data
}

__global__ void through_helper(int* out, const int* x) {
  out[threadIdx.x] = anybody(x[threadIdx.x] > 6) ? 1 : 0;
}

// Never instantiated: judged as it stands.
template <typename T>
__global__ void pattern_only(int* out, const T* x) {
  out[threadIdx.x] = __any(x[threadIdx.x] > T(6));  // trap: vote-as-data
}

template <typename T, int kLimit>
__global__ void instantiated(int* out, const T* x) {
  constexpr T limit = T(kLimit);
  const auto vote = __all(x[threadIdx.x] < limit);  // trap: vote-as-data
  out[threadIdx.x] = static_cast<int>(vote);
}
template __global__ void instantiated<int, 6>(int*, const int*);
template __global__ void instantiated<float, 3>(int*, const float*);

struct Warp {
  static constexpr int kLanes = 32;
  bool last_vote = false;
  __device__ void vote(bool p) {
    last_vote = __any(p);  // trap: vote-as-data
  }
};

__global__ void through_member(int* out, const int* x) {
  Warp warp;
  warp.vote(x[threadIdx.x] > 6);
  out[threadIdx.x] = warp.last_vote ? Warp::kLanes : 0;
}

__global__ void through_lambda(int* out, const int* x) {
  const auto all_small = [&](int limit) { return __all(x[threadIdx.x] < limit); };  // trap: vote-as-data
  out[threadIdx.x] = all_small(6);
}

__device__ void vote_into(int& result, int v) {
  result += __any(v > 6);  // trap: vote-as-data
}

__global__ void through_reference(int* out, const int* x) {
  int votes = 0;
  vote_into(votes, x[threadIdx.x]);
  int& again = votes;
  again *= 2;
  out[threadIdx.x] = again;
}

struct Votes {
  int any, all;
};

__global__ void through_structure(int* out, const int* x) {
  Votes votes{0, 0};
  votes.any = __any(x[threadIdx.x] > 6);  // trap: vote-as-data
  const Votes copy = votes;
  out[threadIdx.x] = copy.any - copy.all;
}

__global__ void unrolled(int* out, const int* x) {
  int seen = 0;
#pragma unroll
  for (int k = 0; k < 4; ++k) seen |= __any(x[threadIdx.x] == k) << k;  // trap: vote-as-data
  out[threadIdx.x] = seen;
}

__global__ void by_hand(int* out, const int* x) {
  const int v = x[threadIdx.x];
  int seen = 0;
  seen += __any(v == 0);  // trap: vote-as-data
  seen += __any(v == 1);  // trap: vote-as-data
  out[threadIdx.x] = seen;
}

__global__ void through_shared(int* out, const int* x) {
  __shared__ int votes[128 / WARP_SIZE];
  const int warp = threadIdx.x >> 5;
  const int vote = __any(x[threadIdx.x] > 6);  // trap: vote-as-data
  if ((threadIdx.x & 31) == 0) votes[warp] = vote;
  __syncthreads();
  if (threadIdx.x < 128 / WARP_SIZE) out[blockIdx.x * 4 + threadIdx.x] = votes[threadIdx.x];
}

// --- shapes of the block -------------------------------------------------------------------------

// A row of the block for each row of the matrix.
__global__ void two_dimensions(int* out, const int* x, int columns) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  const bool zero = __all(x[row * columns + threadIdx.x] < 6);  // trap: vote-as-data
  if (threadIdx.x == 0) out[row] = zero;
}

void launch_two_dimensions(int* out, const int* x, int rows, int columns) {
  two_dimensions<<<rows / 4, dim3(32, 4)>>>(out, x, columns);
}

__global__ void known_block(int* out, const int* x) {
  out[blockIdx.x * 64 + threadIdx.x] = __any(x[blockIdx.x * 64 + threadIdx.x] > 6);  // trap: vote-as-data
}

void launch_known_block(int* out, const int* x, hipStream_t stream) {
  known_block<<<8, 64, 0, stream>>>(out, x);
}

// --- in part of the warp -------------------------------------------------------------------------

__global__ void in_a_branch(int* out, const int* x) {
  const int lane = threadIdx.x & 31;
  if (lane < 16) out[threadIdx.x] = __any(x[threadIdx.x] > 6);  // trap: vote-as-data
}

__global__ void after_early_return(int* out, const int* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = __all(x[i] < 6);  // trap: vote-as-data
}

__global__ void beside_warp_size(int* out, const int* x) {
  // The first 32 lanes of the block, in words of the wave.
  const int lane = threadIdx.x & 31;
  const int vote = __any(x[threadIdx.x] > 6);  // trap: vote-as-data
  if (lane < warpSize) out[threadIdx.x] = vote;
}
