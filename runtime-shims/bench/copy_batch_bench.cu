// SPDX-License-Identifier: Apache-2.0
//
// Batch against per-tensor copies and against one copy of the same bytes, both directions: 400
// tensors of 4 B to 4 MB, and 400 tensors that are all under 16 KB.
//
//   nvcc -O3 -std=c++17 -arch=sm_90 -I../include copy_batch_bench.cu -o copy_batch_bench &&
//   ./copy_batch_bench
//
// What is compared: host wall time from the call until the bytes are where that way puts them.
//
//   pageable     one cudaMemcpyAsync for each tensor, host memory from malloc
//   pinned       the same, host memory pinned: each tensor has a place of its own
//   one copy     as many bytes at once, pinned
//   views        Batch::to_host, to_device: the host's side is the Batch's pinned buffer
//   new plan     the same, with another Batch::plan every time
//   places n     Batch::fetch, send: the host's side is pageable memory of each tensor's own,
//   copied
//                by n threads
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <random>
#include <thread>
#include <vector>

#include "hipshim/transfer.hpp"

namespace s = hipshim::stream;
namespace t = hipshim::transfer;

static int wrong = 0;
static int missed = 0;

// Median of milliseconds.
static double time_of(const std::function<void()>& work) {
  for (int i = 0; i < 3; ++i) work();
  std::vector<double> times;
  for (int i = 0; i < 21; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double, std::milli> taken =
        std::chrono::steady_clock::now() - begin;
    times.push_back(taken.count());
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

static void target(const char* what, double got, double bound, bool at_least) {
  const bool met = at_least ? got >= bound : got <= bound;
  missed += !met;
  std::printf("  %-6s %-58s %6.2f (%s %.2f)\n", met ? "met" : "MISSED", what, got,
              at_least ? "at least" : "at most", bound);
}

struct Set {
  const char* name;
  std::vector<std::size_t> sizes;
  std::size_t bytes = 0;
};

static Set make_set(const char* name, double largest) {
  Set set{name, {}, 0};
  std::mt19937 random_bits(5);
  std::uniform_real_distribution<double> power(std::log(4.0), std::log(largest));
  for (int i = 0; i < 400; ++i) {
    const auto words = static_cast<std::size_t>(std::exp(power(random_bits)) / 4);
    set.sizes.push_back(4 * std::max<std::size_t>(1, words));
    set.bytes += set.sizes.back();
  }
  return set;
}

static void run(const Set& set, bool to_host, bool small) {
  const std::size_t count = set.sizes.size();
  const cudaMemcpyKind kind = to_host ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice;
  s::Stream stream(s::Kind::non_blocking);
  std::vector<char*> device(count), pageable(count);
  std::vector<std::size_t> places(count);
  std::vector<t::Item> items;
  std::size_t room = 0;
  std::mt19937 random_bits(6);
  std::vector<char> pattern(set.bytes + 256 * count);
  for (char& c : pattern) c = static_cast<char>(random_bits());
  for (std::size_t i = 0; i < count; ++i) {
    places[i] = room;
    room += (set.sizes[i] + 255) / 256 * 256;
    HIPSHIM_CHECK(cudaMalloc(&device[i], set.sizes[i]));
    pageable[i] = static_cast<char*>(std::malloc(set.sizes[i]));
    std::memset(pageable[i], 1, set.sizes[i]);  // touched, as memory in use is
    items.emplace_back(device[i], set.sizes[i], pageable[i]);
  }
  t::PinnedBuffer pinned(room);
  char* host = static_cast<char*>(pinned.data());
  std::memset(host, 1, room);
  char* packed = nullptr;
  HIPSHIM_CHECK(cudaMalloc(&packed, room));

  // The source holds the pattern, the other side something else; after the copy both hold it.
  const auto prepare = [&](const std::function<char*(std::size_t)>& host_of) {
    for (std::size_t i = 0; i < count; ++i) {
      const char* bytes = pattern.data() + places[i];
      if (to_host) {
        HIPSHIM_CHECK(cudaMemcpy(device[i], bytes, set.sizes[i], cudaMemcpyHostToDevice));
        std::memset(host_of(i), 0, set.sizes[i]);
      } else {
        std::memcpy(host_of(i), bytes, set.sizes[i]);
        HIPSHIM_CHECK(cudaMemset(device[i], 0, set.sizes[i]));
      }
    }
    HIPSHIM_CHECK(cudaDeviceSynchronize());
  };
  const auto verify = [&](const char* way, const std::function<char*(std::size_t)>& host_of) {
    std::vector<char> got;
    for (std::size_t i = 0; i < count; ++i) {
      got.resize(set.sizes[i]);
      if (to_host)
        std::memcpy(got.data(), host_of(i), set.sizes[i]);
      else
        HIPSHIM_CHECK(cudaMemcpy(got.data(), device[i], set.sizes[i], cudaMemcpyDeviceToHost));
      if (std::memcmp(got.data(), pattern.data() + places[i], set.sizes[i]) == 0) continue;
      std::printf("WRONG BYTES: %s, tensor %zu\n", way, i);
      ++wrong;
      return;
    }
  };
  const auto measure = [&](const char* way, const std::function<char*(std::size_t)>& host_of,
                           const std::function<void()>& work) {
    prepare(host_of);
    const double milliseconds = time_of(work);
    verify(way, host_of);
    std::printf("  %-16s %8.3f ms  %6.1f GB/s\n", way, milliseconds,
                static_cast<double>(set.bytes) / milliseconds / 1e6);
    return milliseconds;
  };
  const auto finish = [&] { HIPSHIM_CHECK(stream.synchronize()); };
  const auto place_of = [&](std::size_t i) { return pageable[i]; };
  const auto pinned_of = [&](std::size_t i) { return host + places[i]; };
  const auto per_tensor = [&](const std::function<char*(std::size_t)>& host_of) {
    for (std::size_t i = 0; i < count; ++i)
      HIPSHIM_CHECK(cudaMemcpyAsync(to_host ? host_of(i) : device[i],
                                    to_host ? device[i] : host_of(i), set.sizes[i], kind,
                                    stream.get()));
    finish();
  };

  std::printf("%s, %s: %zu tensors, %.2f MB\n", set.name,
              to_host ? "device to host" : "host to device", count,
              static_cast<double>(set.bytes) / 1e6);
  const double of_pageable = measure("pageable", place_of, [&] { per_tensor(place_of); });
  const double of_pinned = measure("pinned", pinned_of, [&] { per_tensor(pinned_of); });
  const double of_one = time_of([&] {
    HIPSHIM_CHECK(cudaMemcpyAsync(to_host ? host : packed, to_host ? packed : host, set.bytes, kind,
                                  stream.get()));
    finish();
  });
  std::printf("  %-16s %8.3f ms  %6.1f GB/s\n", "one copy", of_one,
              static_cast<double>(set.bytes) / of_one / 1e6);

  t::Batch batch;
  HIPSHIM_CHECK(batch.plan(items.data(), count));
  const auto view_of = [&](std::size_t i) { return static_cast<char*>(batch.view(i)); };
  const auto views = [&] {
    HIPSHIM_CHECK(to_host ? batch.to_host(stream.get()) : batch.to_device(stream.get()));
    finish();
  };
  const double of_views = measure("views", view_of, views);
  const double of_new_plan = measure("new plan", view_of, [&] {
    HIPSHIM_CHECK(batch.plan(items.data(), count));
    views();
  });
  double of_places = 0;
  for (unsigned threads : {0u, 1u, 2u, 4u, 8u, 16u}) {
    char way[32];
    std::snprintf(way, sizeof way, threads == 0 ? "places, default" : "places %u", threads);
    const double milliseconds = measure(way, place_of, [&] {
      HIPSHIM_CHECK(to_host ? batch.fetch(stream.get(), threads)
                            : batch.send(stream.get(), threads));
      finish();
    });
    if (threads == 0) of_places = milliseconds;
  }
  if (small) {
    target("times faster than pinned per tensor: views", of_pinned / of_views, 4, true);
    target("times faster than pinned per tensor: new plan", of_pinned / of_new_plan, 4, true);
  } else {
    target("of the time of one copy: views", of_views / of_one, 1.15, false);
    target("of the time of one copy: new plan", of_new_plan / of_one, 1.15, false);
    if (to_host) {
      target("times faster than pageable per tensor: views", of_pageable / of_views, 5, true);
      target("times faster than pageable per tensor: places", of_pageable / of_places, 5, true);
    }
  }
  std::printf("  ratios: pageable/views %.2f, pageable/places %.2f, pinned/views %.2f, "
              "pinned/places %.2f, views/one %.2f, places/one %.2f\n",
              of_pageable / of_views, of_pageable / of_places, of_pinned / of_views,
              of_pinned / of_places, of_views / of_one, of_places / of_one);
  for (std::size_t i = 0; i < count; ++i) {
    cudaFree(device[i]);
    std::free(pageable[i]);
  }
  cudaFree(packed);
}

// One copy of 128 MB into pinned memory of each placement.
static void run_placements() {
  constexpr std::size_t kBytes = std::size_t{128} << 20;
  char* device = nullptr;
  HIPSHIM_CHECK(cudaMalloc(&device, kBytes));
  s::Stream stream(s::Kind::non_blocking);
  const struct {
    const char* name;
    t::Placement placement;
  } placements[] = {{"near_device", t::Placement::near_device()},
                    {"for_caller", t::Placement::for_caller()},
                    {"on_node(0)", t::Placement::on_node(0)},
                    {"on_node(1)", t::Placement::on_node(1)}};
  std::printf("128 MB device to host, by placement of the pinned buffer\n");
  for (const auto& it : placements) {
    t::PinnedBuffer buffer;
    const auto begin = std::chrono::steady_clock::now();
    const auto status = t::PinnedBuffer::create(buffer, kBytes, it.placement);
    const std::chrono::duration<double, std::milli> made = std::chrono::steady_clock::now() - begin;
    if (!status.ok()) {
      std::printf("  %-12s refused: %s\n", it.name, status.message().c_str());
      continue;
    }
    const double milliseconds = time_of([&] {
      HIPSHIM_CHECK(
          cudaMemcpyAsync(buffer.data(), device, kBytes, cudaMemcpyDeviceToHost, stream.get()));
      HIPSHIM_CHECK(stream.synchronize());
    });
    std::printf("  %-12s %8.3f ms  %6.1f GB/s, made in %.1f ms\n", it.name, milliseconds,
                static_cast<double>(kBytes) / milliseconds / 1e6, made.count());
  }
  cudaFree(device);
}

int main() {
  cudaDeviceProp properties{};
  HIPSHIM_CHECK(cudaGetDeviceProperties(&properties, 0));
  std::printf("%s, %u host threads\n", properties.name, std::thread::hardware_concurrency());
  const Set mixed = make_set("4 B to 4 MB", 4.0 * 1024 * 1024);
  const Set small = make_set("under 16 KB", 16.0 * 1024);
  run(mixed, true, false);
  run(mixed, false, false);
  run(small, true, true);
  run(small, false, true);
  run_placements();
  std::printf("%d wrong, %d targets missed\n", wrong, missed);
  return wrong == 0 ? 0 : 1;
}
