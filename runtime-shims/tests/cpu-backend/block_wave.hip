// SPDX-License-Identifier: Apache-2.0
//
// hipshim::wave and hipshim::block in kernels on the CPU back end, against scalar loops: waves cut
// short by the block and by branches, 1-D to 3-D blocks. No read of a lane that takes no part, no
// race in a block's scratch memory, may be reported.
#include "check.hpp"

#include <hipshim/block.hpp>
#include <hipshim/wave.hpp>

namespace {

namespace b = hipshim::block;
namespace v = hipshim::wave;

unsigned next(unsigned& seed) { return (seed = seed * 1664525u + 1013904223u) >> 8; }

template <class T>
__global__ void block_values(const T* in, T* out) {
  const unsigned t = b::thread_rank(), n = b::size();
  const T own = in[t];
  out[t] = T(b::reduce_sum(own));
  out[n + t] = T(b::reduce_min(own));
  out[2 * n + t] = T(b::reduce_max(own));
  out[3 * n + t] = T(b::inclusive_sum(own));
  out[4 * n + t] = T(b::exclusive_sum(own));
  out[5 * n + t] =
      T(b::count(own > T(50)) + 1000 * b::any(own > T(98)) + 2000 * b::all(own >= T(0)));
}

template <class T>
void check_block(unsigned seed) {
  for (const dim3& shape : {dim3(1), dim3(31), dim3(64), dim3(97), dim3(256), dim3(10, 13),
                            dim3(5, 6, 7), dim3(1024)}) {
    const unsigned n = shape.x * shape.y * shape.z;
    std::vector<T> in(n);
    for (T& value : in) value = T(next(seed) % 100);
    Buffer<T> values(in), out(6 * n);
    block_values<<<1, shape>>>(values.device(), out.device());
    const auto got = out.host();
    T sum = 0, least = in[0], most = in[0], running = 0;
    int over = 0;
    bool high = false;
    for (const T value : in) {
      sum += value;
      least = std::min(least, value);
      most = std::max(most, value);
      over += value > T(50);
      high = high || value > T(98);
    }
    for (unsigned t = 0; t < n; ++t) {
      check(got[t] == sum && got[n + t] == least && got[2 * n + t] == most, "block reduce", t);
      check(got[4 * n + t] == running, "exclusive_sum", t);
      running += in[t];
      check(got[3 * n + t] == running, "inclusive_sum", t);
      check(got[5 * n + t] == T(over + (high ? 1000 : 0) + 2000), "count, any, all", t);
    }
  }
}

// Each lane's answers: sums before, with and over the lanes of its branch, and what others hold.
struct Lane {
  unsigned lane, size;
  unsigned long long active, yes, alike;
  int any, all, up, first, before, with, sum, least, most, xors;
};

__device__ Lane ask(int own) {
  Lane a{};
  a.lane = v::lane_id();
  a.size = v::size();
  a.active = v::active_mask();
  a.yes = v::ballot(own % 3 == 0);
  a.any = v::any(own == 4);
  a.all = v::all(own != 4);
  a.alike = v::match_any(own);
  a.first = v::shfl(own, v::ffs(a.active) - 1);
  a.before = v::exclusive_sum(own);
  a.with = v::inclusive_sum(own);
  a.sum = v::reduce_sum(own);
  a.least = v::reduce_min(own);
  a.most = v::reduce_max(own);
  a.xors = static_cast<int>(v::reduce_xor(own));
  v::sync();
  return a;
}

__global__ void wave_values(const int* in, const unsigned char* way, Lane* out) {
  const unsigned t = b::thread_rank();
  if (way[t] == 2) return;
  if (way[t] == 1)
    out[t] = ask(in[t]);
  else
    out[t] = ask(in[t]);
}

void check_wave(unsigned wave, const dim3& shape, unsigned seed) {
  const unsigned n = shape.x * shape.y * shape.z;
  std::vector<int> in(n);
  std::vector<unsigned char> way(n);
  for (unsigned t = 0; t < n; ++t) {
    in[t] = static_cast<int>(next(seed) % 9);
    way[t] = static_cast<unsigned char>(seed % 11 == 0 ? 2 : next(seed) % 3 != 0);
  }
  Buffer<int> values(in);
  Buffer<unsigned char> ways(way);
  Buffer<Lane> out(n);
  wave_values<<<1, shape>>>(values.device(), ways.device(), out.device());
  const auto got = out.host();
  for (unsigned t = 0; t < n; ++t) {
    if (way[t] == 2) continue;
    const unsigned start = t / wave * wave;
    Lane want{};
    want.lane = t - start;
    want.size = wave;
    want.least = 99;
    want.first = -1;
    want.all = 1;
    for (unsigned i = start; i < n && i < start + wave; ++i) {
      if (way[i] != way[t]) continue;
      const unsigned long long bit = 1ull << (i - start);
      want.active |= bit;
      if (in[i] % 3 == 0) want.yes |= bit;
      if (in[i] == in[t]) want.alike |= bit;
      if (in[i] == 4) want.any = 1, want.all = 0;
      if (want.first < 0) want.first = in[i];
      if (i < t) want.before += in[i];
      want.sum += in[i];
      want.least = std::min(want.least, in[i]);
      want.most = std::max(want.most, in[i]);
      want.xors ^= in[i];
    }
    want.with = want.before + in[t];
    const Lane& a = got[t];
    check(a.lane == want.lane && a.size == want.size && a.active == want.active, "wave lanes", t);
    check(a.yes == want.yes && a.any == want.any && a.all == want.all && a.alike == want.alike,
          "wave votes", t);
    check(a.first == want.first, "wave shfl", t);
    check(a.before == want.before && a.with == want.with, "wave scan", t);
    check(a.sum == want.sum && a.least == want.least && a.most == want.most && a.xors == want.xors,
          "wave reduce", t);
  }
}

}  // namespace

// Who asks gets a number of its own, in the order of lanes, and the counter counts them all.
template <class T>
__global__ void appended(const int* in, T* counter, T* out) {
  const unsigned t = b::thread_rank();
  out[t] = v::append(counter, in[t] % 3 == 0);
  if (in[t] == 4) out[t] = v::append(counter);
}

template <class T>
void check_append(unsigned wave, unsigned seed) {
  constexpr unsigned n = 200;
  std::vector<int> in(n);
  for (int& value : in) value = static_cast<int>(next(seed) % (seed % 5 == 0 ? 2 : 9)) + 1;
  Buffer<int> values(in);
  Buffer<T> counter(1), out(n);
  appended<<<1, n>>>(values.device(), counter.device(), out.device());
  const auto got = out.host();
  std::vector<bool> seen(n);
  T asked = 0;
  for (unsigned t = 0; t < n; ++t) {
    const bool asks = in[t] % 3 == 0 || in[t] == 4;
    if (!asks) continue;
    ++asked;
    check(got[t] < T(n) && !seen[static_cast<std::size_t>(got[t])], "append, own number", t);
    seen[static_cast<std::size_t>(got[t])] = true;
    for (unsigned before = t / wave * wave; before < t; ++before)
      if ((in[before] % 3 == 0) == (in[t] % 3 == 0) && (in[before] % 3 == 0 || in[before] == 4))
        check(got[before] < got[t], "append, order of lanes", t);
  }
  check(counter.host()[0] == asked, "append, count", 0);
}

int main() {
  return at_both_wave_sizes([](unsigned wave) {
    for (unsigned seed = 1; seed < 20; ++seed)
      for (const dim3& shape : {dim3(64), dim3(50), dim3(9, 9), dim3(4, 5, 6)})
        check_wave(wave, shape, seed);
    for (unsigned seed = 1; seed < 20; ++seed) {
      check_append<int>(wave, seed);
      check_append<unsigned long long>(wave, seed);
    }
    check_block<int>(1);
    check_block<unsigned long long>(2);
    check_block<float>(3);
    check_block<double>(4);
  });
}
