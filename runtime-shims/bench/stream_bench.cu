// SPDX-License-Identifier: Apache-2.0
//
// K independent kernels, each too small to fill the device: on the null stream, on blocking and on
// non-blocking streams, on a pool; alone, and with a touch of the null stream after each launch.
// And what hand-over costs the host.
//
//   nvcc -O3 -std=c++17 -arch=sm_90 -I../include stream_bench.cu -o stream_bench && ./stream_bench
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <vector>

#include "hipshim/stream.hpp"

namespace s = hipshim::stream;

static double time_of(const std::function<void()>& work) {
  for (int i = 0; i < 3; ++i) work();
  std::vector<double> times;
  for (int i = 0; i < 21; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double, std::micro> taken =
        std::chrono::steady_clock::now() - begin;
    times.push_back(taken.count());
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

// One block that computes for a while.
__global__ void work_alone(float* out, int rounds) {
  float x = static_cast<float>(threadIdx.x);
  for (int i = 0; i < rounds; ++i) x = x * 0.999f + 1.0f;
  if (x < 0) *out = x;  // never; keeps the loop
}
__global__ void touch() {}

int main() {
  constexpr int kRounds = 40000;
  float* out = nullptr;
  HIPSHIM_CHECK(cudaMalloc(&out, sizeof *out));
  cudaDeviceProp properties{};
  HIPSHIM_CHECK(cudaGetDeviceProperties(&properties, 0));
  std::printf("%s: microseconds until all K kernels are done\n", properties.name);
  std::printf("%4s %10s %10s %13s %10s | with the null stream touched: %10s %13s\n", "K", "null",
              "blocking", "non-blocking", "pool of 4", "blocking", "non-blocking");
  for (unsigned k : {1u, 2u, 4u, 8u, 16u, 32u}) {
    std::vector<s::Stream> blocking, aside;
    for (unsigned i = 0; i < k; ++i) {
      blocking.emplace_back(s::Kind::blocking);
      aside.emplace_back(s::Kind::non_blocking);
    }
    s::Pool pool(s::Kind::non_blocking);
    const auto measure = [&](const std::function<s::Handle(unsigned)>& stream, bool touching) {
      return time_of([&] {
        for (unsigned i = 0; i < k; ++i) {
          HIPSHIM_CHECK_LAUNCH(work_alone<<<1, 64, 0, stream(i)>>>(out, kRounds));
          if (touching) HIPSHIM_CHECK_LAUNCH(touch<<<1, 1>>>());
        }
        HIPSHIM_CHECK(cudaDeviceSynchronize());
      });
    };
    const auto on_blocking = [&](unsigned i) { return blocking[i].get(); };
    const auto on_aside = [&](unsigned i) { return aside[i].get(); };
    const double null_time = measure([](unsigned) { return s::Handle{}; }, false);
    const double times[] = {measure(on_blocking, false), measure(on_aside, false),
                            measure([&](unsigned) { return pool.next(); }, false),
                            measure(on_blocking, true), measure(on_aside, true)};
    std::printf("%4u %10.1f %10.1f %13.1f %10.1f | %40.1f %13.1f\n", k, null_time, times[0],
                times[1], times[2], times[3], times[4]);
    std::printf("%4s %10s %9.2fx %12.2fx %9.2fx | %39.2fx %12.2fx\n", "", "", null_time / times[0],
                null_time / times[1], null_time / times[2], null_time / times[3],
                null_time / times[4]);
  }

  constexpr int kTimes = 200;
  s::Stream first(s::Kind::non_blocking), second(s::Kind::non_blocking);
  s::Event event(s::Timing::off);
  s::Pool pool(s::Kind::non_blocking);
  const auto each = [&](const char* what, const std::function<void()>& call) {
    const double all = time_of([&] {
      for (int i = 0; i < kTimes; ++i) call();
      HIPSHIM_CHECK(cudaDeviceSynchronize());
    });
    std::printf("%-36s %8.2f microseconds of the host\n", what, all / kTimes);
  };
  each("hand_over, event of the caller's",
       [&] { HIPSHIM_CHECK(s::hand_over(first.get(), second.get(), event)); });
  each("hand_over, event of its own",
       [&] { HIPSHIM_CHECK(s::hand_over(first.get(), second.get())); });
  each("fork and join, pool of 4", [&] {
    HIPSHIM_CHECK(pool.fork(first.get()));
    HIPSHIM_CHECK(pool.join(first.get()));
  });
  each("a stream made and destroyed", [] { s::Stream made(s::Kind::non_blocking); });
  cudaFree(out);
  return 0;
}
