// SPDX-License-Identifier: Apache-2.0
//
// On an NVIDIA GPU: every warp32 function against the CUDA intrinsic it stands for, the arithmetic
// that AMD uses (source lanes, reduction loop, CAS loop) against the same hardware, and the atomics
// against expected sums.
//
//   nvcc -std=c++17 -arch=sm_90 -I../../include warp32_oracle.cu -o warp32_oracle &&
//   ./warp32_oracle
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "hipshim/atomic.hpp"
#include "hipshim/warp32.hpp"

namespace w = hipshim::warp32;
namespace a = hipshim::atomic;
namespace d = hipshim::detail;

enum Check {
  kShfl,
  kShflUp,
  kShflDown,
  kShflXor,
  kShflUnmasked,
  kShflRecord,
  kSourceLane,
  kVote,
  kMatchAny,
  kMatchAll,
  kReduce,
  kReduceLoop,
  kLanes,
  kCounts,
  kSync,
  kSums,
  kChecks
};
const char* const kNames[kChecks] = {"shfl_sync",
                                     "shfl_up_sync",
                                     "shfl_down_sync",
                                     "shfl_xor_sync",
                                     "shuffles without mask",
                                     "shfl of a struct",
                                     "source lanes (AMD arithmetic)",
                                     "votes",
                                     "match_any_sync",
                                     "match_all_sync",
                                     "reduce_*_sync",
                                     "reduction loop (AMD path)",
                                     "lane_id, lanemask",
                                     "popc, ffs, clz",
                                     "sync",
                                     "half and bfloat16 sums"};

struct Tally {
  unsigned long long seen[kChecks];
  unsigned long long wrong[kChecks];
};

__device__ void tell(Tally* tally, Check check, bool right) {
  atomicAdd(&tally->seen[check], 1ull);
  if (!right) atomicAdd(&tally->wrong[check], 1ull);
}

template <class T>
__device__ bool same_bits(const T& x, const T& y) {
  const auto* p = reinterpret_cast<const unsigned char*>(&x);
  const auto* q = reinterpret_cast<const unsigned char*>(&y);
  for (unsigned i = 0; i < sizeof(T); ++i)
    if (p[i] != q[i]) return false;
  return true;
}

// Called with a full warp, so that every lane reads one that takes part.
template <class T>
__device__ void check_shuffles(Tally* t, unsigned mask, T v) {
  for (int width = 1; width <= 32; width *= 2)
    for (int n = 0; n <= 40; ++n) {
      const unsigned u = static_cast<unsigned>(n);
      tell(t, kShfl, same_bits(w::shfl_sync(mask, v, n, width), __shfl_sync(mask, v, n, width)));
      tell(t, kShflUp,
           same_bits(w::shfl_up_sync(mask, v, u, width), __shfl_up_sync(mask, v, u, width)));
      tell(t, kShflDown,
           same_bits(w::shfl_down_sync(mask, v, u, width), __shfl_down_sync(mask, v, u, width)));
      tell(t, kShflXor,
           same_bits(w::shfl_xor_sync(mask, v, n, width), __shfl_xor_sync(mask, v, n, width)));
      tell(t, kShflUnmasked, same_bits(w::shfl(v, n, width), __shfl_sync(mask, v, n, width)));
      tell(t, kShflUnmasked, same_bits(w::shfl_up(v, u, width), __shfl_up_sync(mask, v, u, width)));
      tell(t, kShflUnmasked,
           same_bits(w::shfl_down(v, u, width), __shfl_down_sync(mask, v, u, width)));
      tell(t, kShflUnmasked,
           same_bits(w::shfl_xor(v, n, width), __shfl_xor_sync(mask, v, n, width)));
    }
  tell(t, kShfl, same_bits(w::shfl_sync(mask, v, 3), __shfl_sync(mask, v, 3)));
  tell(t, kShfl, same_bits(w::shfl_sync(mask, v, -1), __shfl_sync(mask, v, -1)));
}

struct Record {
  double a;
  int b;
  short c;
};

__global__ void shuffles(Tally* t) {
  const unsigned lane = threadIdx.x;
  const unsigned full = 0xffffffffu;
  check_shuffles(t, full, static_cast<int>(lane * 37) - 500);
  check_shuffles(t, full, lane * 0x01010101u);
  check_shuffles(t, full, static_cast<long>(lane) << 33);
  check_shuffles(t, full, static_cast<unsigned long long>(lane) << 40);
  check_shuffles(t, full, 1.0f / (lane + 1));
  check_shuffles(t, full, 1.0 / (lane + 1));
  check_shuffles(t, full, static_cast<short>(-static_cast<int>(lane)));
  check_shuffles(t, full, lane % 3 == 0);
  check_shuffles(t, full, __float2half(0.1f * lane));
  check_shuffles(t, full, __floats2half2_rn(0.1f * lane, -1.0f * lane));
  check_shuffles(t, full, __float2bfloat16(0.1f * lane));
  check_shuffles(t, full, __floats2bfloat162_rn(0.1f * lane, -1.0f * lane));

  for (int n = 0; n <= 40; ++n) {
    const Record mine = {lane * 0.5, static_cast<int>(lane), static_cast<short>(lane * 2)};
    const Record got = w::shfl_xor_sync(full, mine, n);
    const unsigned from = __shfl_xor_sync(full, lane, n);
    tell(t, kShflRecord,
         got.a == from * 0.5 && got.b == static_cast<int>(from)
             && got.c == static_cast<short>(from * 2));
  }
  for (int width = 1; width <= 32; width *= 2)
    for (int n = -3; n <= 70; ++n) {
      const unsigned u = static_cast<unsigned>(n);
      tell(t, kSourceLane,
           d::source_lane(d::FromIndex{}, lane, u, width) == __shfl_sync(full, lane, n, width));
      tell(t, kSourceLane,
           d::source_lane(d::FromUp{}, lane, u, width) == __shfl_up_sync(full, lane, u, width));
      tell(t, kSourceLane,
           d::source_lane(d::FromDown{}, lane, u, width) == __shfl_down_sync(full, lane, u, width));
      tell(t, kSourceLane,
           d::source_lane(d::FromXor{}, lane, u, width) == __shfl_xor_sync(full, lane, n, width));
    }
}

template <class T>
__device__ void check_match(Tally* t, unsigned mask, T v) {
  tell(t, kMatchAny, w::match_any_sync(mask, v) == __match_any_sync(mask, v));
  int p = 5, q = 6;
  const unsigned got = w::match_all_sync(mask, v, &p), want = __match_all_sync(mask, v, &q);
  tell(t, kMatchAll, got == want && (p != 0) == (q != 0));
}

__device__ void check_reduce(Tally* t, unsigned mask, int v) {
  const unsigned u = static_cast<unsigned>(v);
  const int add = __reduce_add_sync(mask, v), low = __reduce_min_sync(mask, v),
            high = __reduce_max_sync(mask, v);
  tell(t, kReduce,
       w::reduce_add_sync(mask, v) == add && w::reduce_min_sync(mask, v) == low
           && w::reduce_max_sync(mask, v) == high);
  tell(t, kReduce,
       w::reduce_add_sync(mask, u) == __reduce_add_sync(mask, u)
           && w::reduce_min_sync(mask, u) == __reduce_min_sync(mask, u)
           && w::reduce_max_sync(mask, u) == __reduce_max_sync(mask, u)
           && w::reduce_and_sync(mask, u) == __reduce_and_sync(mask, u)
           && w::reduce_or_sync(mask, u) == __reduce_or_sync(mask, u)
           && w::reduce_xor_sync(mask, u) == __reduce_xor_sync(mask, u));
  namespace wd = hipshim::warp32::detail;
  const std::false_type loop{};
  tell(t, kReduceLoop,
       wd::reduce_over<d::Add>(loop, mask, u) == static_cast<unsigned>(add)
           && wd::reduce_over<d::Min>(loop, mask, v) == low
           && wd::reduce_over<d::Max>(loop, mask, v) == high
           && wd::reduce_over<d::And>(loop, mask, u) == __reduce_and_sync(mask, u)
           && wd::reduce_over<d::Or>(loop, mask, u) == __reduce_or_sync(mask, u)
           && wd::reduce_over<d::Xor>(loop, mask, u) == __reduce_xor_sync(mask, u));
  const long long wide = static_cast<long long>(v) << 31;
  tell(t, kReduceLoop,
       w::reduce_add_sync(mask, wide) == static_cast<long long>(add) * (1ll << 31)
           && w::reduce_max_sync(mask, wide) == static_cast<long long>(high) * (1ll << 31));
}

__global__ void votes(Tally* t) {
  const unsigned lane = threadIdx.x;
  const unsigned masks[] = {0xffffffffu, 0x0000ffffu, 0xffff0000u, 0x80000001u, 0x5a5a1234u, 1u};
  for (unsigned mask : masks) {
    // The lanes outside the mask are in the other branch, as in real divergent code.
    if (((mask >> lane) & 1) == 0) continue;
    for (unsigned pattern = 0; pattern < 64; ++pattern) {
      const unsigned bits = pattern == 0 ? 0u : pattern == 1 ? ~0u : pattern * 2654435761u;
      const int p = (bits >> lane) & 1;
      tell(t, kVote, w::ballot_sync(mask, p) == __ballot_sync(mask, p));
      tell(t, kVote, (w::any_sync(mask, p) != 0) == (__any_sync(mask, p) != 0));
      tell(t, kVote, (w::all_sync(mask, p) != 0) == (__all_sync(mask, p) != 0));
      tell(t, kVote, (w::uni_sync(mask, p) != 0) == (__uni_sync(mask, p) != 0));
      tell(t, kVote,
           w::ballot_sync(static_cast<unsigned long long>(mask), p) == __ballot_sync(mask, p));
      __syncwarp(mask);
      const int v = static_cast<int>((bits >> (lane % 7)) & 3) - 1;
      check_match(t, mask, v);
      check_match(t, mask, static_cast<unsigned>(v));
      check_match(t, mask, static_cast<unsigned long long>(v) << 20);
      check_match(t, mask, 0.25f * v);
      check_match(t, mask, 0.25 * v);
      check_match(t, mask, pattern % 2 == 0 ? 7 : v);
      check_reduce(t, mask, v * 1000 + static_cast<int>(lane));
    }
  }
  __syncwarp();
  for (unsigned bits : {0u, ~0u, 0x12345678u}) {
    const int p = (bits >> lane) & 1;
    tell(t, kVote, w::ballot(p) == bits && w::active_mask() == ~0u);
    tell(t, kVote, (w::any(p) != 0) == (bits != 0) && (w::all(p) != 0) == (bits == ~0u));
  }
  tell(t, kMatchAny, w::match_any(lane % 4) == 0x11111111u << (lane % 4));
  int same = 0;
  tell(t, kMatchAll, w::match_all(5, &same) == ~0u && same == 1);
  tell(t, kReduce, w::reduce_add(lane) == 496 && w::reduce_max(lane) == 31);
  // -0.0 and 0.0 differ for CUDA: it compares bits.
  check_match(t, ~0u, lane % 2 == 0 ? 0.0f : -0.0f);

  unsigned lt, le, eq, ge, gt;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lt));
  asm("mov.u32 %0, %%lanemask_le;" : "=r"(le));
  asm("mov.u32 %0, %%lanemask_eq;" : "=r"(eq));
  asm("mov.u32 %0, %%lanemask_ge;" : "=r"(ge));
  asm("mov.u32 %0, %%lanemask_gt;" : "=r"(gt));
  tell(t, kLanes,
       w::lane_id() == lane && w::lanemask_lt() == lt && w::lanemask_le() == le
           && w::lanemask_eq() == eq && w::lanemask_ge() == ge && w::lanemask_gt() == gt);
  for (unsigned bits : {0u, 1u, 0x80000000u, ~0u, lane * 0x9e3779b9u}) {
    const int s = static_cast<int>(bits);
    tell(t, kCounts,
         w::popc(bits) == __popc(bits) && w::ffs(s) == __ffs(s) && w::clz(s) == __clz(s));
  }
  __shared__ unsigned exchange[32];
  for (unsigned round = 0; round < 100; ++round) {
    exchange[lane] = lane + round;
    w::sync();
    tell(t, kSync, exchange[31 - lane] == 31 - lane + round);
    w::sync(0xffffffff);
  }
}

// A format whose native add is taken away, to reach the loop that AMD uses.
template <class Format>
struct Looped : Format {
  __device__ static bool try_one(void*, std::uint16_t, std::uint16_t&) { return false; }
  __device__ static bool try_pair(std::uint32_t*, std::uint32_t, std::uint32_t&, bool) {
    return false;
  }
};

constexpr unsigned kAdds = 1024;  // a half counts to 2048; a bfloat16 to 256, so it gets kAdds / 8

template <class T>
struct Totals {
  T one[5];  // an odd count: the last element shares its word with the guard
  T guard;
  T looped[4];
  T bounded[4];
  T shared[4];
};

template <class Format, class T>
__global__ void add_ones(Tally* t, Totals<T>* totals, unsigned* order, unsigned adds, T one) {
  namespace ad = hipshim::atomic::detail;
  __shared__ __align__(4) T shared[4];
  if (threadIdx.x < 4) shared[threadIdx.x] = totals->shared[0];
  __syncthreads();
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < adds) {
    const T old = a::add(&totals->one[4], one);
    atomicAdd(&order[static_cast<unsigned>(static_cast<float>(old))], 1u);
    a::add_noret(&totals->one[1], one);
    std::uint16_t bits;
    d::copy_bits(bits, one);
    ad::add_one<Looped<Format>>(&totals->looped[1], bits);
    ad::add_one<Looped<Format>>(&totals->looped[2], bits);
    a::add_noret(totals->bounded, 1, 3, one);
    a::add_noret(totals->bounded, 2, 3, one);
  }
  if (threadIdx.x < 64) a::add(&shared[threadIdx.x % 2 + 1], one);
  __syncthreads();
  if (blockIdx.x == 0 && threadIdx.x < 4) totals->shared[threadIdx.x] = shared[threadIdx.x];
}

template <class T, class Pair>
__global__ void add_pairs(Pair* pairs, Pair one, unsigned adds) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= adds) return;
  a::add(&pairs[0], one);
  a::add_noret(&pairs[1], one);
  a::add_fine_grained(&pairs[2], one);
}

__global__ void add_numbers(int* i, unsigned* u, long long* ll, unsigned long long* ull, float* f,
                            double* dd, float* pinned) {
  a::add(i, -1);
  a::add(u, 1);
  a::add_noret(ll, -1ll << 32);
  a::add(ull, 1ull << 33);
  a::add(f, 1.0f);
  a::add(dd, 0.5);
  a::add_fine_grained(pinned, 1.0f);
  namespace ad = hipshim::atomic::detail;
  ad::add_float_by_cas(f + 1, 1.0f);
  ad::add_float_by_cas(dd + 1, 0.5);
}

// A NaN in memory must end the loop as any value does, and stay a NaN.
template <class Format, class T>
__global__ void add_to_nan(T* p, T one) {
  std::uint16_t bits;
  d::copy_bits(bits, one);
  hipshim::atomic::detail::add_one<Looped<Format>>(p, bits);
  a::add(p + 1, one);
}

int wrong = 0, seen = 0;

void expect(bool right, const char* what) {
  ++seen;
  if (right) return;
  ++wrong;
  std::printf("wrong: %s\n", what);
}

void must(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::printf("CUDA: %s\n", cudaGetErrorString(error));
  std::exit(2);
}

template <class T>
T* on_device(std::size_t count) {
  T* p = nullptr;
  must(cudaMalloc(&p, count * sizeof(T)));
  must(cudaMemset(p, 0, count * sizeof(T)));
  return p;
}

template <class Format, class T, class Pair>
void check_sixteen_bits(Tally* tally, unsigned adds, T one, Pair ones, T minus_zero, T nan,
                        const char* name) {
  Totals<T> host;
  for (T& x : host.one) x = minus_zero;
  host.guard = minus_zero;
  for (T& x : host.looped) x = minus_zero;
  for (T& x : host.bounded) x = minus_zero;
  for (T& x : host.shared) x = minus_zero;
  auto* totals = on_device<Totals<T>>(1);
  auto* order = on_device<unsigned>(kAdds);
  must(cudaMemcpy(totals, &host, sizeof host, cudaMemcpyHostToDevice));
  add_ones<Format><<<adds / 128, 128>>>(tally, totals, order, adds, one);
  must(cudaDeviceSynchronize());
  must(cudaMemcpy(&host, totals, sizeof host, cudaMemcpyDeviceToHost));
  unsigned times[kAdds];
  must(cudaMemcpy(times, order, sizeof times, cudaMemcpyDeviceToHost));

  const float total = static_cast<float>(adds);
  const auto still = [](T x) {
    return static_cast<float>(x) == 0 && std::signbit(static_cast<float>(x));
  };
  std::printf("%s\n", name);
  expect(static_cast<float>(host.one[4]) == total && static_cast<float>(host.one[1]) == total,
         "add: sum");
  expect(still(host.one[0]) && still(host.one[2]) && still(host.one[3]) && still(host.guard),
         "add: neighbours");
  expect(static_cast<float>(host.looped[1]) == total && static_cast<float>(host.looped[2]) == total,
         "loop: sum");
  expect(still(host.looped[0]) && still(host.looped[3]), "loop: neighbours");
  expect(static_cast<float>(host.bounded[1]) == total
             && static_cast<float>(host.bounded[2]) == total,
         "bounded: sum");
  expect(still(host.bounded[0]) && still(host.bounded[3]), "bounded: neighbours");
  expect(static_cast<float>(host.shared[1]) == 32 && static_cast<float>(host.shared[2]) == 32,
         "shared: sum");
  expect(still(host.shared[0]) && still(host.shared[3]), "shared: neighbours");
  bool each_once = true;
  for (unsigned i = 0; i < adds; ++i) each_once = each_once && times[i] == 1;
  expect(each_once, "add gives each value before it once");

  auto* pairs = on_device<Pair>(3);
  add_pairs<T><<<adds / 128, 128>>>(pairs, ones, adds);
  Pair host_pairs[3];
  must(cudaDeviceSynchronize());
  must(cudaMemcpy(host_pairs, pairs, sizeof host_pairs, cudaMemcpyDeviceToHost));
  for (const Pair& pair : host_pairs)
    expect(static_cast<float>(pair.x) == total && static_cast<float>(pair.y) == 2 * total,
           "pair: sum");

  T host_nan[2] = {nan, nan};
  auto* nans = on_device<T>(2);
  must(cudaMemcpy(nans, host_nan, sizeof host_nan, cudaMemcpyHostToDevice));
  add_to_nan<Format><<<1, 32>>>(nans, one);
  must(cudaDeviceSynchronize());
  must(cudaMemcpy(host_nan, nans, sizeof host_nan, cudaMemcpyDeviceToHost));
  expect(std::isnan(static_cast<float>(host_nan[0])) && std::isnan(static_cast<float>(host_nan[1])),
         "NaN stays");
}

// Every pair of bits that a bfloat16 add can meet in one operand, against the hardware's rounding.
__global__ void check_sums(Tally* t) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const auto x = static_cast<std::uint16_t>(i);
  for (unsigned k = 0; k < 512; ++k) {
    const auto y = static_cast<std::uint16_t>((i * 2654435761u + k * 0x9e3779b9u) >> 13);
    std::uint16_t want;
    const __half h = __hadd_rn(__ushort_as_half(x), __ushort_as_half(y));
    want = __half_as_ushort(h);
    tell(t, kSums,
         d::sum_f16(x, y) == want || (__hisnan(h) && __hisnan(__ushort_as_half(d::sum_f16(x, y)))));
    const __nv_bfloat16 b = __hadd_rn(__ushort_as_bfloat16(x), __ushort_as_bfloat16(y));
    const std::uint16_t sum = hipshim::atomic::detail::sum_bf16(x, y);
    tell(t, kSums,
         sum == __bfloat16_as_ushort(b) || (__hisnan(b) && __hisnan(__ushort_as_bfloat16(sum))));
  }
}

int main() {
  auto* tally = on_device<Tally>(1);
  shuffles<<<1, 32>>>(tally);
  votes<<<1, 32>>>(tally);
  check_sums<<<256, 256>>>(tally);
  must(cudaDeviceSynchronize());

  namespace ad = hipshim::atomic::detail;
  check_sixteen_bits<ad::Half>(tally, kAdds, __float2half(1.0f), __floats2half2_rn(1.0f, 2.0f),
                               __float2half(-0.0f), __float2half(NAN), "half");
  check_sixteen_bits<ad::Bfloat>(tally, kAdds / 8, __float2bfloat16(1.0f),
                                 __floats2bfloat162_rn(1.0f, 2.0f), __float2bfloat16(-0.0f),
                                 __float2bfloat16(NAN), "bfloat16");

  auto* i = on_device<int>(1);
  auto* u = on_device<unsigned>(1);
  auto* ll = on_device<long long>(1);
  auto* ull = on_device<unsigned long long>(1);
  auto* f = on_device<float>(2);
  auto* dd = on_device<double>(2);
  float* pinned = nullptr;
  must(cudaHostAlloc(&pinned, sizeof(float), cudaHostAllocMapped));
  *pinned = 0;
  add_numbers<<<64, 256>>>(i, u, ll, ull, f, dd, pinned);
  must(cudaDeviceSynchronize());
  int hi;
  unsigned hu;
  long long hll;
  unsigned long long hull;
  float hf[2];
  double hd[2];
  must(cudaMemcpy(&hi, i, sizeof hi, cudaMemcpyDeviceToHost));
  must(cudaMemcpy(&hu, u, sizeof hu, cudaMemcpyDeviceToHost));
  must(cudaMemcpy(&hll, ll, sizeof hll, cudaMemcpyDeviceToHost));
  must(cudaMemcpy(&hull, ull, sizeof hull, cudaMemcpyDeviceToHost));
  must(cudaMemcpy(hf, f, sizeof hf, cudaMemcpyDeviceToHost));
  must(cudaMemcpy(hd, dd, sizeof hd, cudaMemcpyDeviceToHost));
  const int n = 64 * 256;
  expect(hi == -n && hu == static_cast<unsigned>(n), "int, unsigned: sum");
  expect(hll == -(static_cast<long long>(n) << 32)
             && hull == static_cast<unsigned long long>(n) << 33,
         "64-bit integers: sum");
  expect(hf[0] == n && hd[0] == n * 0.5, "float, double: sum");
  expect(hf[1] == n && hd[1] == n * 0.5, "float, double by CAS: sum");
  expect(*pinned == n, "float in pinned host memory: sum");

  Tally host;
  must(cudaMemcpy(&host, tally, sizeof host, cudaMemcpyDeviceToHost));
  unsigned long long checks = static_cast<unsigned long long>(seen),
                     bad = static_cast<unsigned long long>(wrong);
  for (int k = 0; k < kChecks; ++k) {
    std::printf("%-32s %9llu checks, %llu wrong\n", kNames[k], host.seen[k], host.wrong[k]);
    checks += host.seen[k];
    bad += host.wrong[k];
  }
  std::printf("%llu checks, %llu failed\n", checks, bad);
  return bad == 0 ? 0 : 1;
}
