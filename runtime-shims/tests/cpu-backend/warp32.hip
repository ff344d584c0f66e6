// SPDX-License-Identifier: Apache-2.0
//
// hipshim::warp32 and hipshim::atomic on the CPU back end: the answers are CUDA's for each warp of
// 32 threads, at both wave sizes, also where the two warps of a wave go different ways.
#include "check.hpp"

#include <hip/hip_fp16.h>

#include <hipshim/atomic.hpp>
#include <hipshim/warp32.hpp>

namespace {

namespace w = hipshim::warp32;

struct Answers {
  unsigned lane, ballot, active, below, match, all_lanes;
  int any, all, same, sum, least, most, up, down, cross, first;
  unsigned bits;
  double wide;
  float half;
};

__device__ Answers ask(int value, bool yes, unsigned mask) {
  Answers a{};
  a.lane = w::lane_id();
  a.ballot = w::ballot_sync(mask, yes);
  a.active = w::active_mask();
  a.below = w::lanemask_lt();
  a.any = w::any_sync(mask, yes);
  a.all = w::all_sync(mask, yes);
  a.match = w::match_any_sync(mask, value);
  a.all_lanes = w::match_all_sync(mask, value / 1000, &a.same);
  a.sum = w::reduce_add_sync(mask, value);
  a.least = w::reduce_min_sync(mask, value);
  a.most = w::reduce_max_sync(mask, value);
  a.bits = w::reduce_or_sync(mask, value) ^ w::reduce_and_sync(mask, value)
           ^ w::reduce_xor_sync(mask, value);
  w::sync(mask);
  return a;
}

// Whole warps exchange; the second warp of each wave by another call than the first.
__device__ void exchange(Answers& a, int value) {
  a.up = w::shfl_up_sync(0xffffffff, value, 3);
  a.down = w::shfl_down_sync(0xffffffff, value, 5, 16);
  a.cross = w::shfl_xor_sync(0xffffffff, value, 9);
  a.first = w::shfl_sync(0xffffffff, value, 33);
  a.wide = w::shfl_sync(0xffffffff, value * 0.5, 31);
  a.half = __half2float(w::shfl_down_sync(0xffffffff, __float2half(value), 1));
}

__global__ void run(const int* values, const unsigned char* way, Answers* out, unsigned* masks) {
  const unsigned t = threadIdx.x;
  if (way[t])
    out[t] = ask(values[t], values[t] % 3 == 0, masks[t]);
  else
    out[t] = ask(values[t], values[t] % 3 == 0, masks[t]);
  if (t / 32 % 2 == 0)
    exchange(out[t], values[t]);
  else
    exchange(out[t], values[t]);
}

void check_warps(unsigned seed) {
  constexpr unsigned kThreads = 192;
  const auto next = [&seed] { return (seed = seed * 1664525u + 1013904223u) >> 16; };
  std::vector<int> values(kThreads);
  std::vector<unsigned char> way(kThreads);
  std::vector<unsigned> masks(kThreads);
  for (unsigned t = 0; t < kThreads; ++t) {
    values[t] = static_cast<int>(next() % 9);
    way[t] = seed % 5 == 0 ? t / 32 % 2 : next() % 2;
  }
  for (unsigned t = 0; t < kThreads; ++t)
    for (unsigned lane = 0; lane < 32; ++lane)
      if (way[t / 32 * 32 + lane] == way[t]) masks[t] |= 1u << lane;
  Buffer<int> values_d(values);
  Buffer<unsigned char> way_d(way);
  Buffer<unsigned> masks_d(masks);
  Buffer<Answers> out(kThreads);
  run<<<1, kThreads>>>(values_d.device(), way_d.device(), out.device(), masks_d.device());
  const auto got = out.host();
  for (unsigned t = 0; t < kThreads; ++t) {
    const unsigned lane = t % 32, first = t - lane, mask = masks[t];
    const int* v = &values[first];
    unsigned ballot = 0, match = 0, ors = 0, ands = ~0u, xors = 0;
    int sum = 0, least = 99, most = 0;
    for (unsigned i = 0; i < 32; ++i) {
      if ((mask >> i & 1) == 0) continue;
      if (v[i] % 3 == 0) ballot |= 1u << i;
      if (v[i] == v[lane]) match |= 1u << i;
      sum += v[i];
      least = std::min(least, v[i]);
      most = std::max(most, v[i]);
      ors |= unsigned(v[i]);
      ands &= unsigned(v[i]);
      xors ^= unsigned(v[i]);
    }
    const Answers& a = got[t];
    check(a.lane == lane && a.below == (1u << lane) - 1, "lane_id, lanemask_lt", t);
    check(a.ballot == ballot && a.active == mask, "ballot, active_mask", t);
    check(a.any == (ballot != 0) && a.all == (ballot == mask), "any, all", t);
    check(a.match == match && a.all_lanes == mask && a.same == 1, "match", t);
    check(a.sum == sum && a.least == least && a.most == most, "reduce", t);
    check(a.bits == (ors ^ ands ^ xors), "reduce of bits", t);
    check(a.up == v[lane >= 3 ? lane - 3 : lane], "shfl_up", t);
    check(a.down == v[lane % 16 + 5 < 16 ? lane + 5 : lane], "shfl_down", t);
    check(a.cross == v[lane ^ 9], "shfl_xor", t);
    check(a.first == v[1] && a.wide == v[31] * 0.5, "shfl", t);
    check(a.half == float(v[lane < 31 ? lane + 1 : lane]), "shfl of half", t);
  }
}

__global__ void adds(float* f, double* d, __half* h, int* i) {
  hipshim::atomic::add(f, 0.5f);
  hipshim::atomic::add(d, 0.25);
  hipshim::atomic::add(&h[threadIdx.x % 2], __float2half(1.0f));
  hipshim::atomic::add(i, 3);
}

__global__ void adds_shared(float* out) {
  __shared__ float sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  hipshim::atomic::add(&sum, 1.0f);
  __syncthreads();
  if (threadIdx.x == 0) *out = sum;
}

}  // namespace

int main() {
  return at_both_wave_sizes([](unsigned) {
    for (unsigned seed = 1; seed < 40; ++seed) check_warps(seed);
    Buffer<float> f(1), shared(1);
    Buffer<double> d(1);
    Buffer<__half> h(2);
    Buffer<int> i(1);
    adds<<<2, 64>>>(f.device(), d.device(), h.device(), i.device());
    check(f.host()[0] == 64 && d.host()[0] == 32 && i.host()[0] == 384, "atomic::add");
    check(float(h.host()[0]) == 64 && float(h.host()[1]) == 64, "atomic::add of half");
    adds_shared<<<1, 256>>>(shared.device());
    check(shared.host()[0] == 256, "atomic::add in shared memory");
  });
}
