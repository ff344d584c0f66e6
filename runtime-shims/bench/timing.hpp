// SPDX-License-Identifier: Apache-2.0
//
// How the benches measure: device events around one run, the median of many, after a few runs that
// do not count.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace bench {

inline void must(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  std::printf("FAILED: %s: %s\n", what, cudaGetErrorString(code));
  std::exit(1);
}

// Milliseconds of one run.
template <class Work>
double time_of(Work work, int runs = 15) {
  cudaEvent_t begin, end;
  must(cudaEventCreate(&begin), "cudaEventCreate");
  must(cudaEventCreate(&end), "cudaEventCreate");
  for (int i = 0; i < 3; ++i) work();
  std::vector<float> times;
  for (int i = 0; i < runs; ++i) {
    must(cudaEventRecord(begin), "cudaEventRecord");
    work();
    must(cudaEventRecord(end), "cudaEventRecord");
    must(cudaEventSynchronize(end), "a kernel");
    float ms = 0;
    must(cudaEventElapsedTime(&ms, begin, end), "cudaEventElapsedTime");
    times.push_back(ms);
  }
  must(cudaGetLastError(), "a launch");
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  std::sort(times.begin(), times.end());
  return static_cast<double>(times[times.size() / 2]);
}

template <class T>
T* device_memory(std::size_t count) {
  void* memory = nullptr;
  must(cudaMalloc(&memory, count * sizeof(T)), "cudaMalloc");
  return static_cast<T*>(memory);
}

template <class T>
T* on_device(const std::vector<T>& from) {
  T* memory = device_memory<T>(from.size());
  must(cudaMemcpy(memory, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice),
       "cudaMemcpy");
  return memory;
}

inline std::uint32_t mixed(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ (x >> 16);
}

// Never zeros: those run faster than data does. Small floats in every format.
template <class T>
__global__ void fill_random(T* out, std::size_t count, std::uint32_t seed) {
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
       i += stride) {
    std::uint32_t x = static_cast<std::uint32_t>(i) * 2654435769u + seed;
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    out[i] = static_cast<T>(static_cast<float>(x >> 8) * (2.0f / 16777216.0f) - 1.0f);
  }
}
template <class T>
void fill(T* out, std::size_t count, std::uint32_t seed = 1) {
  fill_random<<<1024, 256>>>(out, count, seed);
  must(cudaGetLastError(), "fill");
}

inline int& missed() {
  static int count = 0;
  return count;
}

// A target of the project: how `got` stands to `bound`.
inline void target(const char* what, double got, double bound) {
  const bool met = got >= bound;
  missed() += !met;
  std::printf("  %-6s %-60s %6.2f (at least %.2f)\n", met ? "met" : "MISSED", what, got, bound);
}

}  // namespace bench
