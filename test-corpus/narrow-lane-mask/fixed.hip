// SPDX-License-Identifier: Apache-2.0
// A stream compaction came over from CUDA and dropped every second warp's survivors: its votes were
// still kept in 32 bits.
#include <hip/hip_runtime.h>
#include <hipshim/warp32.hpp>

#define LANE (threadIdx.x & 31)

// The plain form: a local, then a prefix count.
__global__ void compact(const int* in, int* out, int* sizes, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool keep = i < n && in[i] > 0;
  unsigned votes = hipshim::warp32::ballot(keep);  // trap: narrow-lane-mask "keeps 32 of the 64 lanes"
  int before = __popc(votes & ((1u << LANE) - 1));
  if (LANE == 0) sizes[i >> 5] = __popc(votes);
  if (keep) out[(i & ~31) + before] = in[i];
}

// Signed, and used as a truth value only.
__global__ void any_negative(const float* x, int* flag) {
  int votes = hipshim::warp32::ballot(x[threadIdx.x] < 0.0f);  // trap: narrow-lane-mask
  if (votes && LANE == 0) *flag = 1;
}

// One word for each wave, but one of 32 bits.
__global__ void pack_bits(const float* x, unsigned int* words, float limit) {
  words[blockIdx.x] = hipshim::warp32::ballot(x[blockIdx.x * blockDim.x + threadIdx.x] > limit);  // trap: narrow-lane-mask
}

// A helper's return type is too narrow.
__device__ unsigned int vote(bool p) {
  return hipshim::warp32::ballot(p);  // trap: narrow-lane-mask "result of `vote`"
}

__global__ void helper_result(const int* x, int* counts) {
  unsigned int v = vote(x[threadIdx.x] != 0);
  counts[threadIdx.x] = __popc(v);
}

// The helper is wide, its caller is not.
__device__ inline unsigned long long wide_vote(bool p) { return hipshim::warp32::ballot(p); }

__global__ void narrow_caller(const int* x, int* first) {
  unsigned v = wide_vote(x[threadIdx.x] != 0);  // trap: narrow-lane-mask
  first[threadIdx.x] = __ffs(v) - 1;
}

// Through a reference parameter and back.
__device__ void vote_into(bool p, unsigned long long& mask) { mask = hipshim::warp32::ballot(p); }

__global__ void by_reference(const int* x, int* first) {
  unsigned long long mask = 0;
  vote_into(x[threadIdx.x] > 3, mask);
  unsigned low = mask;  // trap: narrow-lane-mask
  first[threadIdx.x] = __ffs(low) - 1;
}

// A reference parameter that is itself too narrow.
__device__ void vote_narrow(bool p, unsigned& mask) {
  mask = hipshim::warp32::ballot(p);  // trap: narrow-lane-mask
}

__global__ void narrow_reference(const int* x, int* counts) {
  unsigned mask;
  vote_narrow(x[threadIdx.x] > 3, mask);
  counts[threadIdx.x] = __popc(mask);
}

// A parameter two levels down.
__device__ int rank_in(unsigned mask) { return __popc(mask & ((1u << LANE) - 1)); }
__device__ int rank_of(unsigned long long mask) {
  return rank_in(mask);  // trap: narrow-lane-mask "parameter"
}

__global__ void ranks(const int* x, int* rank) { rank[threadIdx.x] = rank_of(hipshim::warp32::ballot(x[threadIdx.x] & 1)); }

// A field, and a shared array.
struct Group {
  unsigned mask;
  int size;
};

__global__ void fields(const int* x, int* sizes) {
  Group g;
  g.mask = hipshim::warp32::ballot(x[threadIdx.x] == 7);  // trap: narrow-lane-mask "g.mask"
  g.size = __popc(g.mask);
  sizes[threadIdx.x] = g.size;
}

__global__ void shared_votes(const int* x, int* total) {
  __shared__ unsigned votes[32];
  if (threadIdx.x < blockDim.x) votes[threadIdx.x >> 5] = hipshim::warp32::ballot(x[threadIdx.x] > 0);  // trap: narrow-lane-mask
  __syncthreads();
  int sum = 0;
  for (unsigned w = 0; w < blockDim.x / 32; ++w) sum += __popc(votes[w]);
  total[threadIdx.x] = sum;
}

// A cast that silences -Wshorten-64-to-32.
__global__ void cast_away(const int* x, int* counts) {
  counts[threadIdx.x] = __popc(static_cast<unsigned int>(hipshim::warp32::ballot(x[threadIdx.x] > 0)));  // trap: narrow-lane-mask "cast"
}

// Kept wide at first; every later use is narrow.
__global__ void late_cut(const int* x, int* out) {
  auto all = hipshim::warp32::ballot(x[threadIdx.x] > 0);
  const unsigned mine = all & ~1ull;  // trap: narrow-lane-mask
  out[2 * threadIdx.x] = __popc(mine);
  out[2 * threadIdx.x + 1] = __popc(all);
}

// Collected with |=.
__global__ void collected(const int* x, int* out) {
  unsigned seen = 0;
  for (int k = 0; k < 4; ++k) seen |= hipshim::warp32::ballot(x[4 * threadIdx.x + k] == k);  // trap: narrow-lane-mask
  out[threadIdx.x] = __popc(seen);
}

// Two lanes of each warp hold pointers; the others hold keys.
#define KEY_LANES 0x3fffffffu

__global__ void slab_search(const int* slab, int key, int* found) {
  unsigned hits = hipshim::warp32::ballot(slab[threadIdx.x] == key) & KEY_LANES;  // trap: narrow-lane-mask
  found[threadIdx.x] = __ffs(hits) - 1;
}

// Asked again until no lane has work left.
__global__ void work_queue(int* work) {
  unsigned queue = 0;
  while ((queue = hipshim::warp32::ballot(work[threadIdx.x] > 0))) {  // trap: narrow-lane-mask
    const unsigned lane = threadIdx.x & 31;
    if (lane == static_cast<unsigned>(__ffs(queue) - 1)) --work[threadIdx.x];
  }
}

// In an atomic.
__global__ void into_atomic(const int* x, unsigned* bits) {
  atomicOr(&bits[threadIdx.x >> 5], hipshim::warp32::ballot(x[threadIdx.x] > 0));  // trap: narrow-lane-mask "operand of `atomicOr`"
}

// Kept by one member function and counted by another.
struct Voter {
  unsigned long long votes = 0;
  __device__ void ask(bool p) { votes = __ballot(p); }
  __device__ unsigned low() const { return votes; }  // trap: narrow-lane-mask "result of `Voter::low`"
};

__global__ void members(const int* x, int* out) {
  Voter voter;
  voter.ask(x[threadIdx.x] > 0);
  out[threadIdx.x] = __popc(voter.low());
}

// A macro wraps the vote: two uses, one defect.
#define VOTE(p) hipshim::warp32::ballot((p) != 0)

__global__ void through_macro(const int* x, const int* y, int* out) {
  unsigned a = VOTE(x[threadIdx.x]);  // trap: narrow-lane-mask
  unsigned b = VOTE(y[threadIdx.x]);
  out[threadIdx.x] = __popc(a) - __popc(b);
}

// A lambda.
__global__ void through_lambda(const int* x, int* out) {
  auto ask = [&](int limit) { return hipshim::warp32::ballot(x[threadIdx.x] > limit); };
  unsigned high = ask(10);  // trap: narrow-lane-mask
  out[threadIdx.x] = __popc(high);
}

// A template, in its pattern and in what is made of it.
template <typename T>
__device__ int count_equal(const T* data, T value) {
  unsigned same = hipshim::warp32::ballot(data[threadIdx.x] == value);  // trap: narrow-lane-mask
  return __popc(same);
}

__global__ void templated(const int* x, const float* y, int* out) {
  out[threadIdx.x] = count_equal(x, 3) + count_equal(y, 1.0f);
}

template <typename T>
__device__ int never_made(const T* data) {
  unsigned same = hipshim::warp32::ballot(data[threadIdx.x] != T(0));  // trap: narrow-lane-mask
  return __popc(same);
}

// The active lanes, and the lanes with an equal key.
__global__ void first_of_group(const int* keys, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned active = hipshim::warp32::active_mask();  // trap: narrow-lane-mask "__activemask"
  if (LANE == static_cast<unsigned>(__ffs(active) - 1)) out[0] = __popc(active);
  unsigned peers = hipshim::warp32::match_any(keys[i]);  // trap: narrow-lane-mask "__match_any"
  if (LANE == static_cast<unsigned>(__ffs(peers) - 1)) out[1 + keys[i]] = __popc(peers);
}

// The mask goes on to a `_sync` call, which would refuse its type: a consequence, mended with it.
__global__ void passed_on(const int* x, int* out) {
  if (x[threadIdx.x] <= 0) return;
  unsigned members = hipshim::warp32::active_mask();  // trap: narrow-lane-mask
  out[threadIdx.x] = hipshim::warp32::shfl_sync(members, x[threadIdx.x], __ffs(members) - 1, 32);
}

// The 64 lanes are wanted elsewhere in the same function: no remedy is sure.
__global__ void both_worlds(const int* x, int* out) {
  unsigned lane = threadIdx.x % warpSize;
  unsigned votes = __ballot(x[threadIdx.x] > 0);  // trap: narrow-lane-mask
  out[threadIdx.x] = __popc(votes) + lane;
}

// The shuffle takes lanes of the real wave: a wider mask is what it needs.
__global__ void passed_on_to_the_wave(const int* x, int* out) {
  int v = x[threadIdx.x];
  unsigned members = __activemask();  // trap: narrow-lane-mask
  for (int d = warpSize / 2; d > 0; d /= 2) v += __shfl_down_sync(members, v, d);
  if (threadIdx.x % warpSize == 0) out[threadIdx.x / warpSize] = v;
}
