// SPDX-License-Identifier: Apache-2.0
//
// Every cross-lane operation of HIP against a scalar model: all types, all widths, partial waves,
// 1-D to 3-D blocks, and callers that have diverged.
#include "check.hpp"

#include <hip/hip_bf16.h>
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_fp16.h>

namespace {

// The value that a lane holds; different in every lane and every byte.
template <class T>
__host__ __device__ T value_of(unsigned lane) {
  const double d = lane * 3 + 1;
  if constexpr (sizeof(T) == 2 || std::is_floating_point<T>::value)
    return T(float(d));
  else
    return static_cast<T>(static_cast<unsigned long long>(lane + 1) * 0x0101010101010101ull);
}
template <>
__half2 value_of<__half2>(unsigned lane) {
  return {__half(float(lane)), __half(float(lane + 100))};
}
template <>
__hip_bfloat162 value_of<__hip_bfloat162>(unsigned lane) {
  return {__hip_bfloat16(float(lane)), __hip_bfloat16(float(lane + 64))};
}

template <class T>
bool same(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

// HIP's rules, written down once more.
unsigned model_source(char kind, unsigned lane, unsigned n, unsigned width) {
  const unsigned start = lane / width * width;
  switch (kind) {
  case 'i': return start + n % width;
  case 'u': return lane - start >= n ? lane - n : lane;
  case 'd': return lane - start + n < width ? lane + n : lane;
  default: return (lane ^ n) < start + width ? lane ^ n : lane;
  }
}

// Lanes whose source does not exist stay out, so that nobody reads an inactive lane; they read
// themselves in the other branch.
template <class T>
__global__ void shuffles(char kind, unsigned n, int width, T* out, const unsigned char* good) {
  const unsigned t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const T own = value_of<T>(t % warpSize);
  T got = own;
  if (good[t]) {
    const int i = static_cast<int>(n);
    got = kind == 'i'   ? T(__shfl(own, i, width))
          : kind == 'u' ? T(__shfl_up(own, n, width))
          : kind == 'd' ? T(__shfl_down(own, n, width))
                        : T(__shfl_xor(own, i, width));
  }
  out[t] = got;
}

template <class T>
__global__ void shuffles_sync(char kind, unsigned n, int width, T* out) {
  const unsigned t = threadIdx.x;
  const T own = value_of<T>(t % warpSize);
  const int i = static_cast<int>(n);
  out[t] = kind == 'i'   ? T(__shfl_sync(~0ull, own, i, width))
           : kind == 'u' ? T(__shfl_up_sync(~0ull, own, n, width))
           : kind == 'd' ? T(__shfl_down_sync(~0ull, own, n, width))
                         : T(__shfl_xor_sync(~0ull, own, i, width));
}

template <class T>
void check_shuffles(unsigned wave) {
  const dim3 shapes[] = {dim3(128), dim3(50), dim3(8, 10), dim3(4, 4, 7)};
  for (const dim3& shape : shapes) {
    const unsigned threads = shape.x * shape.y * shape.z;
    Buffer<T> out(threads);
    for (const char kind : {'i', 'u', 'd', 'x'})
      for (unsigned width = 1; width <= wave; width *= 2)
        for (const unsigned n : {0u, 1u, 3u, 16u, 31u, 33u, 63u}) {
          if (kind == 'x' && n >= wave) continue;
          // A lane takes part if its source exists and takes part.
          std::vector<unsigned char> good(threads, 1);
          for (bool changed = true; changed;) {
            changed = false;
            for (unsigned t = 0; t < threads; ++t) {
              const unsigned source = t / wave * wave + model_source(kind, t % wave, n, width);
              if (good[t] && (source >= threads || !good[source])) {
                good[t] = 0;
                changed = true;
              }
            }
          }
          Buffer<unsigned char> flags(good);
          shuffles<T><<<1, shape>>>(kind, n, static_cast<int>(width), out.device(), flags.device());
          const std::vector<T> got = out.host();
          for (unsigned t = 0; t < threads; ++t) {
            const unsigned source = model_source(kind, t % wave, n, width);
            check(same(got[t], value_of<T>(good[t] ? source : t % wave)), "shuffle", t);
          }
          if (threads != 128) continue;
          shuffles_sync<T><<<1, 128>>>(kind, n, static_cast<int>(width), out.device());
          const std::vector<T> sync = out.host();
          for (unsigned t = 0; t < threads; ++t)
            check(same(sync[t], value_of<T>(model_source(kind, t % wave, n, width))),
                  "shuffle_sync", t);
        }
  }
}

struct Votes {
  unsigned long long ballot, active, below, above, match, all_mask, reduced_mask;
  int any, all, any_sync, all_sync, all_same, sum, least, most;
  unsigned bits, lane;
};

// Lanes go two ways by `way`; each half votes among itself, on `yes`.
__device__ Votes vote(bool yes, int key, unsigned long long mask) {
  Votes v{};
  v.lane = __lane_id();
  v.ballot = __ballot(yes);
  v.active = __activemask();
  v.below = __lanemask_lt();
  v.above = __lanemask_gt();
  v.any = __any(yes);
  v.all = __all(yes);
  v.any_sync = __any_sync(mask, yes);
  v.all_sync = __all_sync(mask, yes);
  v.match = __match_any_sync(mask, key);
  v.all_mask = __match_all_sync(mask, key / 100, &v.all_same);
  v.sum = __reduce_add_sync(mask, key);
  v.least = __reduce_min_sync(mask, key);
  v.most = __reduce_max_sync(mask, key);
  v.bits = __reduce_or_sync(mask, 1u << (key & 31)) ^ __reduce_and_sync(mask, unsigned(key))
           ^ __reduce_xor_sync(mask, unsigned(key));
  __syncwarp(mask);
  return v;
}

__global__ void votes(const unsigned char* way, const unsigned char* yes, const int* keys,
                      const unsigned long long* masks, Votes* out) {
  const unsigned t = threadIdx.x;
  // One helper on both branches: two sites.
  if (way[t])
    out[t] = vote(yes[t], keys[t], masks[t]);
  else
    out[t] = vote(yes[t], keys[t], masks[t]);
}

void check_votes(unsigned wave, unsigned threads, unsigned seed) {
  std::vector<unsigned char> way(threads), yes(threads);
  std::vector<int> keys(threads);
  std::vector<unsigned long long> masks(threads);
  const auto next = [&seed] { return (seed = seed * 1664525u + 1013904223u) >> 16; };
  for (unsigned t = 0; t < threads; ++t) {
    way[t] = next() % 3 != 0;
    yes[t] = next() % 2;
    keys[t] = static_cast<int>(next() % 5) + (seed % 7 == 0 ? 100 : 0);
  }
  for (unsigned t = 0; t < threads; ++t)
    for (unsigned i = t / wave * wave; i < threads && i < (t / wave + 1) * wave; ++i)
      if (way[i] == way[t]) masks[t] |= 1ull << (i % wave);
  Buffer<unsigned char> way_d(way), yes_d(yes);
  Buffer<int> keys_d(keys);
  Buffer<unsigned long long> masks_d(masks);
  Buffer<Votes> out(threads);
  votes<<<1, threads>>>(way_d.device(), yes_d.device(), keys_d.device(), masks_d.device(),
                        out.device());
  const auto got = out.host();
  for (unsigned t = 0; t < threads; ++t) {
    Votes want{};
    want.lane = t % wave;
    want.active = masks[t];
    want.below = masks[t] & ((1ull << want.lane) - 1);
    want.above = masks[t] & ~((2ull << want.lane) - 1);
    want.least = 1000;
    unsigned ors = 0, ands = ~0u, xors = 0;
    bool all_same = true;
    for (unsigned lane = 0; lane < wave; ++lane) {
      if ((masks[t] >> lane & 1) == 0) continue;
      const unsigned i = t / wave * wave + lane;
      if (yes[i]) want.ballot |= 1ull << lane;
      if (keys[i] == keys[t]) want.match |= 1ull << lane;
      all_same = all_same && keys[i] / 100 == keys[t] / 100;
      want.sum += keys[i];
      want.least = std::min(want.least, keys[i]);
      want.most = std::max(want.most, keys[i]);
      ors |= 1u << (keys[i] & 31);
      ands &= unsigned(keys[i]);
      xors ^= unsigned(keys[i]);
    }
    want.bits = ors ^ ands ^ xors;
    want.any = want.any_sync = want.ballot != 0;
    want.all = want.all_sync = want.ballot == want.active;
    want.all_same = all_same;
    want.all_mask = all_same ? want.active : 0;
    const Votes& v = got[t];
    check(v.lane == want.lane && v.ballot == want.ballot && v.active == want.active, "ballot", t);
    check(v.below == want.below && v.above == want.above, "lanemask", t);
    check(v.any == want.any && v.all == want.all && v.any_sync == want.any_sync
              && v.all_sync == want.all_sync,
          "any and all", t);
    check(v.match == want.match && v.all_mask == want.all_mask && v.all_same == want.all_same,
          "match", t);
    check(v.sum == want.sum && v.least == want.least && v.most == want.most && v.bits == want.bits,
          "reduce", t);
  }
}

// Loops of different lengths, an early return, and lanes that meet again after it.
__global__ void walk(int* turns_seen, unsigned long long* after, int returns_at) {
  const int t = threadIdx.x;
  int seen = 0;
  for (int i = 0; i < t % 7; ++i) {
    if (t == returns_at) return;
    seen += __popcll(__ballot(1));
    if (i % 2 == 1) continue;
    seen += 1000 * __popcll(__ballot(t % 2));
  }
  turns_seen[t] = seen;
  after[t] = __ballot(1);
}

void check_walk(unsigned wave) {
  constexpr unsigned kThreads = 128;
  Buffer<int> seen(kThreads);
  Buffer<unsigned long long> after(kThreads);
  const unsigned gone = 13;
  walk<<<1, kThreads>>>(seen.device(), after.device(), gone);
  const auto got = seen.host();
  const auto rest = after.host();
  for (unsigned t = 0; t < kThreads; ++t) {
    const unsigned first = t / wave * wave;
    unsigned long long active = 0;
    int want = 0;
    for (unsigned i = first; i < first + wave; ++i)
      if (i != gone) active |= 1ull << (i - first);
    for (unsigned turn = 0; turn < t % 7; ++turn)
      for (unsigned i = first; i < first + wave; ++i) {
        if (i == gone || i % 7 <= turn) continue;
        want += 1 + (turn % 2 == 0 && i % 2 == 1 ? 1000 : 0);
      }
    if (t == gone) continue;
    check(got[t] == want, "votes in a loop", t);
    check(rest[t] == active, "the lanes after a loop", t);
  }
}

__global__ void tallies(int* out) {
  const int t = threadIdx.x + blockDim.x * threadIdx.y;
  out[t * 3] = __syncthreads_count(t % 3 == 0);
  out[t * 3 + 1] = __syncthreads_and(t >= 0) + 2 * __syncthreads_and(t != 40);
  out[t * 3 + 2] = __syncthreads_or(t == 40) + 2 * __syncthreads_or(t < 0);
}

namespace cg = cooperative_groups;

// Tiles are lanes of a wave by number, whatever the block's shape; a coalesced group is who is
// here.
__global__ void groups(int* out) {
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
  const int t = static_cast<int>(block.thread_rank());
  int* mine = out + t * 10;
  mine[0] = static_cast<int>(tile.thread_rank() + 100 * tile.meta_group_rank() + tile.size());
  mine[1] = tile.shfl(t, 3);
  mine[2] = tile.shfl_down(t, 4);
  mine[3] = tile.shfl_up(t, 4);
  mine[4] = tile.shfl_xor(t, 5);
  mine[5] = static_cast<int>(tile.ballot(t % 3 == 0));
  mine[6] = cg::reduce(tile, t, cg::plus<int>());
  tile.sync();
  block.sync();
  if (t % 4 == 1) {
    const cg::coalesced_group here = cg::coalesced_threads();
    mine[7] = static_cast<int>(here.size() * 1000 + here.thread_rank());
    mine[8] = here.shfl(t, 2);
    mine[9] = static_cast<int>(here.ballot(t % 8 == 5)) + here.any(t == 5) + 2 * here.all(t > 0);
  }
}

void check_groups(unsigned wave) {
  constexpr int kThreads = 128;
  Buffer<int> out(kThreads * 10);
  groups<<<1, dim3(8, 4, 4)>>>(out.device());
  const auto got = out.host();
  for (int t = 0; t < kThreads; ++t) {
    const int* v = &got[t * 10];
    const int rank = t % 16, first = t - rank;
    int ballot = 0, sum = 0;
    for (int i = 0; i < 16; ++i) {
      ballot |= ((first + i) % 3 == 0 ? 1 : 0) << i;
      sum += first + i;
    }
    check(v[0] == rank + 100 * (t / 16) + 16 && v[1] == first + 3, "a tile", t);
    check(v[2] == (rank < 12 ? t + 4 : t) && v[3] == (rank >= 4 ? t - 4 : t)
              && v[4] == first + (rank ^ 5),
          "a tile's shuffles", t);
    check(v[5] == ballot && v[6] == sum, "a tile's ballot and sum", t);
    if (t % 4 != 1) continue;
    const int w = static_cast<int>(wave), start = t / w * w;
    unsigned bits = 0;
    for (int i = 0; i < w / 4; ++i)
      if ((start + 4 * i + 1) % 8 == 5) bits |= 1u << i;
    check(v[7] == w / 4 * 1000 + (t - start) / 4 && v[8] == start + 9, "the active lanes", t);
    check(v[9] == static_cast<int>(bits) + (start == 0 ? 1 : 0) + 2, "their votes", t);
  }
}

__global__ void builtins(int* out) {
  const int t = threadIdx.x;
  int r = __builtin_amdgcn_readfirstlane(t + 5);
  if (t % 2 == 1) r += 1000 * __builtin_amdgcn_readfirstlane(t);
  r += 100000 * __builtin_amdgcn_ds_bpermute(4 * ((t + 1) % warpSize), t % warpSize);
  out[t] = r;
  out[t + 64] = static_cast<int>(__builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0)));
}

}  // namespace

int main() {
  return at_both_wave_sizes([](unsigned wave) {
    check_shuffles<int>(wave);
    check_shuffles<unsigned>(wave);
    check_shuffles<long>(wave);
    check_shuffles<unsigned long long>(wave);
    check_shuffles<float>(wave);
    check_shuffles<double>(wave);
    check_shuffles<__half>(wave);
    check_shuffles<__half2>(wave);
    check_shuffles<__hip_bfloat16>(wave);
    check_shuffles<__hip_bfloat162>(wave);
    for (unsigned seed = 1; seed < 12; ++seed)
      for (const unsigned threads : {1u, 31u, 64u, 100u, 256u}) check_votes(wave, threads, seed);
    check_walk(wave);
    check_groups(wave);

    Buffer<int> out(96 * 3);
    tallies<<<1, dim3(12, 8)>>>(out.device());
    const auto got = out.host();
    for (int t = 0; t < 96; ++t)
      check(got[t * 3] == 32 && got[t * 3 + 1] == 1 && got[t * 3 + 2] == 1, "__syncthreads_*", t);

    Buffer<int> lanes(128);
    builtins<<<1, 64>>>(lanes.device());
    const auto l = lanes.host();
    for (int t = 0; t < 64; ++t) {
      const int w = static_cast<int>(wave), first = t / w * w;
      check(l[t] == first + 5 + (t % 2 == 1 ? 1000 * (first + 1) : 0) + 100000 * ((t + 1) % w),
            "readfirstlane, ds_bpermute", t);
      check(l[t + 64] == t % w, "mbcnt", t);
    }
  });
}
