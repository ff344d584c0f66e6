// SPDX-License-Identifier: Apache-2.0
// Votes over 64 lanes that decide nothing else than votes over 32 do.
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

#include "hipshim/warp32.hpp"

// The lanes leave together; in the turns that some take more they change nothing.
__global__ void leave_together(int* out, const int* x) {
  int left = x[threadIdx.x] & 15;
  int sum = 0;
  while (__any(left > 0)) {
    if (left > 0) sum += left;
    if (left > 0) --left;
  }
  out[threadIdx.x] = sum;
}

__global__ void skip_a_turn(int* out, const int* x, int n) {
  int sum = 0;
  for (int k = 0; k < 8; ++k) {
    const bool mine = x[threadIdx.x + 8 * k] > 6;
    if (!__any(mine)) continue;
    if (mine) sum += k;
  }
  out[threadIdx.x] = sum;
}

// Nothing that is stored behind the branch is stored by lanes that do not ask for it.
__global__ void guards_more_than_it_needs(int* out, const int* x) {
  const bool mine = x[threadIdx.x] > 6;
  if (__any(mine) && mine) out[threadIdx.x] = 1;
}

__global__ void both_paths_are_the_same(int* out, const int* x) {
  const int v = x[threadIdx.x];
  if (__all(v < 6))
    out[threadIdx.x] = v + v;
  else
    out[threadIdx.x] = v * 2;
}

__global__ void of_no_use(int* out, const int* x) {
  const int vote = __any(x[threadIdx.x] > 6);
  (void)vote;
  out[threadIdx.x] = x[threadIdx.x];
}

// --- the same in both halves ---------------------------------------------------------------------

__global__ void of_the_block(int* out, const int* x) {
  out[threadIdx.x] = __any(x[blockIdx.x] > 6);
}

__global__ void of_an_argument(int* out, int n) { out[threadIdx.x] = __all(n > 64); }

// --- one half takes part -------------------------------------------------------------------------

__global__ void first_warp_only(int* out, const int* x) {
  if (threadIdx.x < 32) out[threadIdx.x] = __any(x[threadIdx.x] > 6);
}

__global__ void one_warp(int* out, const int* x) {
  out[threadIdx.x] = __all(x[threadIdx.x] < 6);
}

  // hipaudit: allow(half-empty-wave) one warp is what the case is about
void launch_one_warp(int* out, const int* x) { one_warp<<<16, 32>>>(out, x); }

// --- cut to 32 lanes -----------------------------------------------------------------------------

__global__ void by_hipshim(int* out, const int* x) {
  out[threadIdx.x] = hipshim::warp32::any(x[threadIdx.x] > 6);
}

__global__ void in_a_tile(int* out, const int* x) {
  auto tile =
      cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
  out[threadIdx.x] = tile.any(x[threadIdx.x] > 6);
}

__global__ void by_the_mask_of_the_half(int* out, const int* x) {
  const unsigned long long half = 0xffffffffull << (__lane_id() & 32);
  out[threadIdx.x] = (__ballot(x[threadIdx.x] > 6) & half) != 0;
}

// --- the block, not the warp ---------------------------------------------------------------------

__global__ void of_all_threads(int* out, const int* x) {
  out[threadIdx.x] = __syncthreads_or(x[threadIdx.x] > 6);
}

// --- waves throughout ----------------------------------------------------------------------------

__global__ void any_of_the_block(int* out, const int* x) {
  const bool vote = __any(x[threadIdx.x] > 6);
  if (threadIdx.x % warpSize == 0 && vote) atomicMax(out, 1);
}

__global__ void sum_of_the_block(int* out, const int* x) {
  const int sum = __reduce_add_sync(~0ull, x[threadIdx.x]);
  if (threadIdx.x % warpSize == 0) atomicAdd(out, sum);
}

// Warps that the host made as large as the wave is.
template <int kWave>
__global__ void for_each_wave(int* out, const int* x) {
  const int vote = __any(x[threadIdx.x] > 6);
  if (threadIdx.x % kWave == 0) out[threadIdx.x / kWave] = vote;
}

void launch_for_each_wave(int* out, const int* x, int wave) {
  if (wave == 64)
    for_each_wave<64><<<1, 128>>>(out, x);
  else
    for_each_wave<32><<<1, 128>>>(out, x);
}

/// What threads past the end compare is undefined, and does not count.
__global__ void undefined_past_the_end(int* changed, const int* keys, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int key;
  if (i < n) key = keys[i];
  const int again = key == __shfl_down(key, 1, 32) && i < n - 1 && threadIdx.x % 32 < 31;
  if (__any(again)) atomicOr(changed, 1);
}

void launch_undefined_past_the_end(int* changed, const int* keys, int n) {
  undefined_past_the_end<<<(n + 127) / 128, 128>>>(changed, keys, n);
}
