// SPDX-License-Identifier: Apache-2.0
// Votes that keep what is asked of them.
#include <hip/hip_runtime.h>

#include <cstdint>

__global__ void kept_in_64_bits(const int* x, int* out) {
  unsigned long long votes = __ballot(x[threadIdx.x] > 0);
  out[threadIdx.x] = __popcll(votes);
}

__global__ void half_by_shift(const int* x, int* out) {
  unsigned lane = threadIdx.x % warpSize;
  unsigned mine = static_cast<unsigned>(__ballot(x[threadIdx.x] > 0) >> (lane & 32));
  out[threadIdx.x] = __popc(mine);
}

__global__ void half_by_warp(const int* x, int* out) {
  int half = threadIdx.x % warpSize / 32;
  unsigned long long all = __ballot(x[threadIdx.x] > 0);
  unsigned mine = static_cast<unsigned>(all >> (half * 32));
  out[threadIdx.x] = __popc(mine);
}

__global__ void both_halves(const int* x, int* out) {
  unsigned long long all = __ballot(x[threadIdx.x] > 0);
  uint32_t low = static_cast<uint32_t>(all);
  uint32_t high = static_cast<uint32_t>(all >> 32);
  out[threadIdx.x] = __popc(low) + __popc(high);
}

__global__ void truth_only(const int* x, int* out) {
  if (__ballot(x[threadIdx.x] > 0)) out[0] = 1;
  bool some = __ballot(x[threadIdx.x] < 0) != 0;
  int none = __ballot(x[threadIdx.x] == 0) == 0;
  out[1] = some + none;
}

__global__ void one_bit(const int* x, int* out) {
  unsigned lane = threadIdx.x % warpSize;
  int mine = static_cast<int>((__ballot(x[threadIdx.x] > 0) >> lane) & 1);
  out[threadIdx.x] = mine;
}

__global__ void __launch_bounds__(32) block_of_32(const int* x, int* out) {
  unsigned votes = __ballot(x[threadIdx.x] > 0);
  out[threadIdx.x] = __popc(votes);
}

__global__ void launched_with_32(const int* x, int* out) {
  unsigned votes = __ballot(x[threadIdx.x] > 0);
  out[threadIdx.x] = __popc(votes);
}

void launch(const int* x, int* out, hipStream_t stream) {
  // hipaudit: allow(half-empty-wave) one warp is what the case is about
  launched_with_32<<<16, 32, 0, stream>>>(x, out);
}

__global__ void first_32_threads(const int* x, int* out) {
  if (threadIdx.x < 32) {
    unsigned votes = __ballot(x[threadIdx.x] > 0);
    out[threadIdx.x] = __popc(votes);
  }
}

__global__ void first_warp(const int* x, int* out) {
  const int warp = threadIdx.x / 32;
  if (warp != 0) return;
  unsigned votes = __ballot(x[threadIdx.x] > 0);
  out[threadIdx.x] = __popc(votes);
}

__global__ void chosen_by_wave_size(const int* x, int* out) {
  if (warpSize == 32) {
    unsigned votes = __ballot(x[threadIdx.x] > 0);
    out[threadIdx.x] = __popc(votes);
  } else {
    unsigned long long votes = __ballot(x[threadIdx.x] > 0);
    out[threadIdx.x] = __popcll(votes);
  }
}

__global__ void a_count_is_no_mask(const int* x, int* out) {
  int hits = __popcll(__ballot(x[threadIdx.x] > 0));
  int first = __ffsll(__ballot(x[threadIdx.x] > 0)) - 1;
  out[threadIdx.x] = hits + first;
}

__global__ void masked_on_purpose(const int* x, int* out) {
  unsigned low = static_cast<unsigned>(__ballot(x[threadIdx.x] > 0) & 0xffffffff);
  out[threadIdx.x] = low;
}

// One value per wave, so lanes 32-63 never vote.
template <unsigned kBlock>
__global__ void one_vote_per_wave(const int* x, unsigned* out) {
  const unsigned waves = (kBlock / warpSize) > 0 ? (kBlock / warpSize) : 1;
  const unsigned voters = __ballot(threadIdx.x < waves);
  const unsigned some = __ballot(threadIdx.x < blockDim.x / warpSize && x[threadIdx.x] > 0);
  out[threadIdx.x] = voters + some;
}
template __global__ void one_vote_per_wave<512>(const int*, unsigned*);

// Where waves have 32 lanes there is no half to choose.
__global__ void half_where_there_is_one(const int* x, int* out) {
  const auto votes = __ballot(x[threadIdx.x] > 0);
  const unsigned mine = warpSize == 64 ? votes >> (__lane_id() & 32) : votes;
  const unsigned again = 64 != warpSize ? votes : votes >> (__lane_id() & 32);
  out[threadIdx.x] = __popc(mine) + __popc(again);
}
