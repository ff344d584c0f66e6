// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

// Each helper by itself, at odd addresses too.
__global__ void uses_add_half(__half* data, const __half* in) {
  add_half(data + threadIdx.x % 3, in[threadIdx.x]);
}
__global__ void uses_fetch_add_half(__half* data, const __half* in) {
  (void)fetch_add_half(data + threadIdx.x % 5, in[threadIdx.x]);
}
__global__ void uses_raise(__half* data, const __half* in) {
  raise(data + threadIdx.x % 7, in[threadIdx.x]);
}

constexpr size_t kThreads = 70;

__half one(size_t) { return __float2half(1.0f); }
int bin(size_t i) { return static_cast<int>(i % 6); }

// What element `i` holds after every thread added 1 to element `thread % slots`.
__half counted(size_t i, size_t slots) {
  float sum = 0;
  for (size_t t = 0; t < kThreads && i < slots; ++t) sum += t % slots == i ? 1.0f : 0.0f;
  return __float2half(sum);
}

unsigned short counter(size_t i) {
  return static_cast<unsigned short>(i < 6 ? (kThreads + 5 - i) / 6 - 1 : 0xffff);
}

__half highest(size_t i) {
  return __float2half(i < 7 ? static_cast<float>((kThreads - 1 - i) / 7 * 7 + i) : 5.0f);
}

int main() {
  constexpr const char* kWhy = "an odd element takes its neighbour along";
  KERNEL(uses_add_half).grid(1).block(kThreads).elements(80)
      .with(__float2half(0.0f), one)
      .expect(0, [](size_t i) { return counted(i, 3); })
      .everywhere(kWhy);
  KERNEL(uses_fetch_add_half).grid(1).block(kThreads).elements(80)
      .with(__float2half(0.0f), one)
      .expect(0, [](size_t i) { return counted(i, 5); })
      .everywhere(kWhy);
  KERNEL(count).grid(1).block(kThreads).elements(80)
      .with(0xffff, bin)
      .expect(0, counter)
      .everywhere("a counter that overflows carries into its neighbour")
      .unfixed("HIP has no atomic of 16 bits");
  KERNEL(uses_raise).grid(1).block(kThreads).elements(80)
      .with([](size_t i) { return __float2half(i < 7 ? -1.0f : 5.0f); },
            [](size_t i) { return __float2half(static_cast<float>(i)); })
      .expect(0, highest)
      .everywhere(kWhy)
      .unfixed("no call stands in for a maximum");
  SKIP(use, "its calls are run one by one");
}
