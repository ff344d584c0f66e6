// SPDX-License-Identifier: Apache-2.0
//
// On an NVIDIA GPU: wave reductions and scans of every type against loops on the host, by whole
// warps and by branches that some lanes take; votes, matches and shuffles against CUDA's own.
// Sums of floating values use quarters, whose sums are exact in every order.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <vector>

#include "hipshim/wave.hpp"

namespace w = hipshim::wave;

constexpr unsigned kSets = 8;
constexpr unsigned kResults = 13;
const unsigned kSet[kSets] = {0xffffffffu, 0x1u,        0x80000000u, 0x0001ffffu,
                              0xaaaaaaaau, 0x7fffffffu, 0x5a5a1234u, 0xffff0000u};

// Per lane: sum, min, max of the set, of its group of 8, inclusive and exclusive ones, and the same
// sum without mask or by `whole`.
template <class T, class R>
__global__ void run(const T* in, R* out, const unsigned* sets) {
  const unsigned lane = threadIdx.x;
  const unsigned long long set = sets[blockIdx.x];
  const T v = in[blockIdx.x * 32 + lane];
  R* r = out + (blockIdx.x * 32 + lane) * kResults;
  if (((set >> lane) & 1) != 0) {
    r[0] = w::reduce_sum_sync(set, v);
    r[1] = w::reduce_min_sync(set, v);
    r[2] = w::reduce_max_sync(set, v);
    r[3] = w::reduce_sum_sync<8>(set, v);
    r[4] = w::reduce_min_sync<8>(set, v);
    r[5] = w::reduce_max_sync<8>(set, v);
    r[6] = w::inclusive_sum_sync(set, v);
    r[7] = w::inclusive_min_sync(set, v);
    r[8] = w::inclusive_max_sync(set, v);
    r[9] = w::exclusive_sum_sync(set, v);
    r[10] = w::exclusive_min_sync(set, v);
    r[11] = w::exclusive_max_sync(set, v);
  }
  __syncwarp();
  r[12] = blockIdx.x % 2 == 0 ? w::reduce_sum(v) : w::reduce_sum_sync(w::whole, v);
}

__global__ void oracle(const int* in, unsigned* wrong) {
  const unsigned lane = threadIdx.x;
  const int v = in[lane];
  for (unsigned s = 0; s < 1000; ++s) {
    const unsigned mask = (s * 2654435761u) | (1u << s % 32);
    const unsigned long long wide = mask;
    if (((mask >> lane) & 1) != 0) {
      int same = 0, cuda_same = 0;
      const unsigned all = static_cast<unsigned>(w::match_all_sync(wide, v & 1, &same));
      const unsigned cuda_all = __match_all_sync(mask, v & 1, &cuda_same);
      const bool right = w::ballot_sync(wide, v > 10) == __ballot_sync(mask, v > 10)
                         && w::any_sync(wide, v > 60) == (__any_sync(mask, v > 60) != 0)
                         && w::all_sync(wide, v > 2) == (__all_sync(mask, v > 2) != 0)
                         && w::match_any_sync(wide, v & 3) == __match_any_sync(mask, v & 3)
                         && all == cuda_all && same == cuda_same;
      if (!right) atomicAdd(wrong, 1);
    }
    __syncwarp();
    const int width = 1 << s % 6, n = static_cast<int>(s % 37);
    const bool right =
        w::shfl_sync(w::whole, v, n, width) == __shfl_sync(~0u, v, n, width)
        && w::shfl_up_sync(w::whole, v, s % 37, width) == __shfl_up_sync(~0u, v, s % 37, width)
        && w::shfl_down_sync(w::whole, v, s % 37, width) == __shfl_down_sync(~0u, v, s % 37, width)
        && w::shfl_xor_sync(w::whole, v, n, width) == __shfl_xor_sync(~0u, v, n, width)
        && w::size() == 32 && w::lane_id() == lane && w::full_mask() == 0xffffffffull;
    if (!right) atomicAdd(wrong, 1);
  }
}

unsigned seen = 0, wrong = 0;

double number(__half v) { return __half2float(v); }
double number(__nv_bfloat16 v) { return __bfloat162float(v); }
template <class T>
double number(T v) {
  return static_cast<double>(v);
}

void expect(double got, double want, const char* what, const char* type, unsigned lane) {
  ++seen;
  if (got == want || (std::isnan(got) && std::isnan(want)) || ++wrong > 20) return;
  std::printf("wrong: %s of %s in lane %u: %g, not %g\n", what, type, lane, got, want);
}

struct Fold {
  double sum = 0, low = INFINITY, high = -INFINITY;
  void add(double v) {
    sum += v;
    low = std::fmin(low, v);
    high = std::fmax(high, v);
  }
};

template <class T, class R = T, class Make>
void check(const char* type, double greatest, double least, Make make) {
  std::vector<T> in(kSets * 32);
  for (unsigned i = 0; i < in.size(); ++i) in[i] = make(i * 2654435761u >> 9);
  T* in_there = nullptr;
  R* out_there = nullptr;
  unsigned* sets_there = nullptr;
  std::vector<R> out(in.size() * kResults);
  cudaMalloc(&in_there, in.size() * sizeof(T));
  cudaMalloc(&out_there, out.size() * sizeof(R));
  cudaMalloc(&sets_there, sizeof kSet);
  cudaMemcpy(in_there, in.data(), in.size() * sizeof(T), cudaMemcpyHostToDevice);
  cudaMemcpy(sets_there, kSet, sizeof kSet, cudaMemcpyHostToDevice);
  run<<<kSets, 32>>>(in_there, out_there, sets_there);
  cudaMemcpy(out.data(), out_there, out.size() * sizeof(R), cudaMemcpyDeviceToHost);
  for (unsigned s = 0; s < kSets; ++s)
    for (unsigned lane = 0; lane < 32; ++lane) {
      Fold all, group, up_to, below, warp;
      for (unsigned i = 0; i < 32; ++i) {
        const double v = number(in[s * 32 + i]);
        warp.add(v);
        if (((kSet[s] >> i) & 1) == 0) continue;
        all.add(v);
        if (i / 8 == lane / 8) group.add(v);
        if (i <= lane) up_to.add(v);
        if (i < lane) below.add(v);
      }
      const R* r = &out[(s * 32 + lane) * kResults];
      expect(number(r[12]), warp.sum, "the warp's sum", type, lane);
      if (((kSet[s] >> lane) & 1) == 0) continue;
      const Fold* folds[4] = {&all, &group, &up_to, &below};
      const char* names[4] = {"reduction", "reduction of 8", "inclusive scan", "exclusive scan"};
      for (unsigned f = 0; f < 4; ++f) {
        const double low = folds[f]->low == INFINITY ? greatest : folds[f]->low;
        const double high = folds[f]->high == -INFINITY ? least : folds[f]->high;
        expect(number(r[f * 3]), folds[f]->sum, names[f], type, lane);
        expect(number(r[f * 3 + 1]), low, names[f], type, lane);
        expect(number(r[f * 3 + 2]), high, names[f], type, lane);
      }
    }
  cudaFree(in_there);
  cudaFree(out_there);
  cudaFree(sets_there);
}

int main() {
  const auto quarter = [](unsigned i) {
    return static_cast<float>(static_cast<int>(i % 64) - 32) / 4;
  };
  check<signed char, int>("signed char", 2147483647.0, -2147483648.0,
                          [](unsigned i) { return static_cast<signed char>(i); });
  check<int>("int", 2147483647.0, -2147483648.0,
             [](unsigned i) { return static_cast<int>(i % 100000) - 50000; });
  check<unsigned>("unsigned", 4294967295.0, 0.0, [](unsigned i) { return i % 100000; });
  check<long long>("long long", 9223372036854775807.0, -9223372036854775808.0,
                   [](unsigned i) { return (static_cast<long long>(i) << 20) - (1ll << 40); });
  check<float>("float", INFINITY, -INFINITY, quarter);
  check<double>("double", INFINITY, -INFINITY, [&](unsigned i) { return double{quarter(i)}; });
  check<__half>("half", INFINITY, -INFINITY, [&](unsigned i) { return __float2half(quarter(i)); });
  check<__nv_bfloat16>("bfloat16", INFINITY, -INFINITY, [](unsigned i) {
    return __float2bfloat16(static_cast<float>(static_cast<int>(i % 8) - 4) / 4);
  });

  std::vector<int> in(32);
  for (unsigned i = 0; i < 32; ++i) in[i] = static_cast<int>(i * 7 % 32);
  int* in_there = nullptr;
  unsigned* wrong_there = nullptr;
  unsigned differ = 1;
  cudaMalloc(&in_there, 32 * sizeof(int));
  cudaMalloc(&wrong_there, sizeof(unsigned));
  cudaMemset(wrong_there, 0, sizeof(unsigned));
  cudaMemcpy(in_there, in.data(), 32 * sizeof(int), cudaMemcpyHostToDevice);
  oracle<<<1, 32>>>(in_there, wrong_there);
  cudaMemcpy(&differ, wrong_there, sizeof differ, cudaMemcpyDeviceToHost);
  if (differ != 0) std::printf("wrong: %u votes, matches or shuffles differ from CUDA's\n", differ);
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) std::printf("wrong: %s\n", cudaGetErrorString(error));
  std::printf("%u results, %u wrong; votes, matches, shuffles: %u differ\n", seen, wrong, differ);
  return wrong == 0 && differ == 0 && error == cudaSuccess ? 0 : 1;
}
