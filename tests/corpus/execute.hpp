// SPDX-License-Identifier: Apache-2.0
// Runs kernels on made-up arguments and prints a digest of what they leave in memory: included by
// the driver that execute.py writes.
#pragma once

#include <hip/hip_runtime.h>

#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <tuple>
#include <type_traits>
#include <vector>

#include "hipshim/cpu/runtime.hpp"

namespace execute {

constexpr std::size_t kElements = 1 << 15;
constexpr unsigned kSeeds = 8;

inline std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

inline std::uint64_t usual(unsigned seed) { return seed % 2 == 0 ? 0 : 2; }

/// Small whole numbers: they serve as indices, are often equal, and their sums are exact. With some
/// seeds most are zero, or two, so that votes are seldom unanimous.
inline std::uint64_t small(std::uint64_t h, unsigned seed) {
  constexpr std::uint64_t kRanges[4] = {40, 3, 1000, 8};
  const std::uint64_t x = mix(h * 8 + seed);
  if (seed < 4) return x % kRanges[seed];
  if (x % 48 != 0) return usual(seed);
  return x / 48 % (seed % 4 < 2 ? 1000 : 40);
}

/// What is printed of a buffer.
struct Buffer {
  std::function<void(int kernel, unsigned seed, std::size_t index)> print;
};

class Arguments {
 public:
  Arguments(int kernel, unsigned seed) : kernel_(kernel), seed_(seed) {}

  template <typename T>
  T make() {
    const std::uint64_t h = mix(++made_);
    if constexpr (std::is_pointer_v<T>) {
      return buffer<std::remove_cv_t<std::remove_pointer_t<T>>>(h);
    } else if constexpr (std::is_same_v<T, bool>) {
      return (h + seed_) % 2 != 0;
    } else if constexpr (std::is_integral_v<T>) {
      // A count, or one of a few cases.
      constexpr int kCounts[] = {200, 100, 37, 64, 128};
      return static_cast<T>(seed_ < 6 ? kCounts[(h + seed_) % 5] : static_cast<int>(seed_) - 6);
    } else if constexpr (std::is_arithmetic_v<T>) {
      return static_cast<T>(small(h, seed_));
    } else {
      return words<T>(h);
    }
  }
  void print() const {
    for (std::size_t i = 0; i < buffers_.size(); ++i) buffers_[i].print(kernel_, seed_, i);
  }

 private:
  template <typename T>
  T words(std::uint64_t h) const {
    T value{};
    if constexpr (!std::is_empty_v<T>) {
      for (std::size_t at = 0; at + 4 <= sizeof(T); at += 4) {
        const auto word = static_cast<std::uint32_t>(small(mix(h) + at, seed_));
        std::memcpy(reinterpret_cast<char*>(&value) + at, &word, 4);
      }
    }
    return value;
  }

  template <typename T>
  T* buffer(std::uint64_t h) {
    T* memory = nullptr;
    if (hipMalloc(reinterpret_cast<void**>(&memory), kElements * sizeof(T)) != hipSuccess)
      std::abort();
    for (std::size_t i = 0; i < kElements; ++i) {
      const std::uint64_t number = small(h + i, seed_);
      const bool shift = seed_ < 4 || number != usual(seed_);
      if constexpr (std::is_floating_point_v<T>)
        memory[i] = static_cast<T>(static_cast<int>(number) - (shift ? 5 : 0));
      else if constexpr (std::is_integral_v<T>)
        memory[i] = static_cast<T>(number);
      else
        memory[i] = words<T>(h + i);
    }
    const std::vector<T> before(memory, memory + kElements);
    buffers_.push_back({[memory, before](int kernel, unsigned seed, std::size_t index) {
      std::uint64_t digest = 0;
      double sum = 0;  // of what was changed
      for (std::size_t i = 0; i < kElements; ++i) {
        std::uint64_t bits = 0;
        if constexpr (std::is_floating_point_v<T>) memory[i] += T(0);  // no -0
        if constexpr (std::is_arithmetic_v<T>) {
          if (memory[i] == memory[i] && memory[i] != before[i])
            sum += static_cast<double>(memory[i]);
        }
        const auto* bytes = reinterpret_cast<const unsigned char*>(memory + i);
        for (std::size_t b = 0; b < sizeof(T); ++b) bits = mix(bits ^ bytes[b]);
        digest = mix(digest ^ bits);
      }
      std::printf("memory %d %u %zu %016llx %.17g\n", kernel, seed, index,
                  static_cast<unsigned long long>(digest), sum);
    }});
    return memory;
  }

  int kernel_;
  unsigned seed_;
  std::uint64_t made_ = 0;
  std::vector<Buffer> buffers_;
};

template <typename... P>
void once(int index, unsigned seed, void (*kernel)(P...), dim3 block) {
  Arguments arguments(index, seed);
  std::tuple<std::remove_const_t<P>...> values{arguments.make<std::remove_const_t<P>>()...};
  const hipError_t status = std::apply(
      [&](auto&... value) {
        kernel<<<dim3(2), block, 16384, 0>>>(value...);
        return hipDeviceSynchronize();
      },
      values);
  arguments.print();
  for (const auto& report : hipshim::cpu::reports())
    std::printf("report %d %u %s %u\n", index, seed, hipshim::cpu::name_of(report.kind),
                report.line);
  std::printf("end %d %u %d\n", index, seed, static_cast<int>(status));
}

/// In a process of its own, so that a crash costs this kernel only.
template <typename... P>
void drive(int index, void (*kernel)(P...), dim3 block) {
  for (unsigned seed = 0; seed < kSeeds; ++seed) {
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
      hipshim::cpu::set_print_reports(false);
      once(index, seed, kernel, block);
      std::fflush(stdout);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
  }
}

}  // namespace execute
