// SPDX-License-Identifier: Apache-2.0
//
// On an NVIDIA GPU: reductions, scans and counts over a block, for blocks of every kind, against
// plain loops. Values are small integers, which every type here adds exactly in any order.
//
//   nvcc -std=c++17 -arch=sm_90 -I../../include block.cu -o block && ./block
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "hipshim/block.hpp"

namespace b = hipshim::block;

static unsigned long long checks = 0;
static unsigned long long failures = 0;

static void must(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  std::printf("FAILED: %s: %s\n", what, cudaGetErrorString(code));
  std::exit(1);
}

template <class T>
struct Answers {
  T sum, own_sum, least, most, inclusive, exclusive;
  int count, any, all;
};

// Two turns with the same memory: the second would see what the first left behind.
template <class T>
__global__ void ask(Answers<T>* out, const T* in) {
  __shared__ b::scratch<T> memory;
  const unsigned i = b::thread_rank();
  for (unsigned turn = 0; turn < 2; ++turn) {
    const T v = static_cast<T>(in[i] + static_cast<T>(turn));
    Answers<T> a;
    a.sum = b::reduce_sum(memory, v);
    a.own_sum = b::reduce_sum(v);
    a.least = b::reduce_min(memory, v);
    a.most = b::reduce_max(memory, v);
    a.inclusive = b::inclusive_sum(memory, v);
    a.exclusive = b::exclusive_sum(memory, v);
    a.count = b::count(v > T{0});
    a.any = b::any(v > T{3});
    a.all = b::all(v > T{-3});
    out[turn * b::size() + i] = a;
  }
}

template <class T>
static void check(const dim3& shape) {
  const std::size_t threads = std::size_t{shape.x} * shape.y * shape.z;
  std::vector<T> in(threads);
  std::uint32_t state = static_cast<std::uint32_t>(threads) * 77u + 1u;
  for (auto& v : in) {
    state = state * 1664525u + 1013904223u;
    v = static_cast<T>(static_cast<int>((state >> 16) % 7) - 3);
  }
  T* d_in = nullptr;
  Answers<T>* d_out = nullptr;
  must(cudaMalloc(&d_in, threads * sizeof(T)), "cudaMalloc");
  must(cudaMalloc(&d_out, 2 * threads * sizeof(Answers<T>)), "cudaMalloc");
  must(cudaMemset(d_out, 0x5a, 2 * threads * sizeof(Answers<T>)), "cudaMemset");
  must(cudaMemcpy(d_in, in.data(), threads * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
  ask<<<1, shape>>>(d_out, d_in);
  must(cudaGetLastError(), "launch");
  std::vector<Answers<T>> got(2 * threads);
  must(cudaMemcpy(got.data(), d_out, got.size() * sizeof got[0], cudaMemcpyDeviceToHost), "ask");
  for (std::size_t turn = 0; turn < 2; ++turn) {
    std::vector<T> v(in);
    for (auto& x : v) x = static_cast<T>(x + static_cast<T>(turn));
    T sum{0};
    for (const T x : v) sum = static_cast<T>(sum + x);
    const int count =
        static_cast<int>(std::count_if(v.begin(), v.end(), [](T x) { return x > 0; }));
    const T least = *std::min_element(v.begin(), v.end());
    const T most = *std::max_element(v.begin(), v.end());
    T before{0};
    for (std::size_t i = 0; i < threads; ++i) {
      const Answers<T>& a = got[turn * threads + i];
      const T through = static_cast<T>(before + v[i]);
      const bool right = a.sum == sum && a.own_sum == sum && a.least == least && a.most == most
                         && a.inclusive == through && a.exclusive == before && a.count == count
                         && (a.any != 0) == (most > T{3}) && (a.all != 0) == (least > T{-3});
      ++checks;
      if (!right && ++failures < 20)
        std::printf("WRONG: %zu threads, type of %zu bytes, thread %zu, turn %zu\n", threads,
                    sizeof(T), i, turn);
      before = through;
    }
  }
  must(cudaFree(d_in), "cudaFree");
  must(cudaFree(d_out), "cudaFree");
}

int main() {
  const dim3 shapes[] = {dim3(1),      dim3(31),       dim3(32),      dim3(33),      dim3(64),
                         dim3(100),    dim3(128),      dim3(255),     dim3(256),     dim3(700),
                         dim3(1023),   dim3(1024),     dim3(16, 16),  dim3(3, 5, 7), dim3(8, 8, 16),
                         dim3(2, 500), dim3(1, 32, 2), dim3(7, 1, 33)};
  for (const dim3& shape : shapes) {
    check<int>(shape);
    check<long long>(shape);
    check<float>(shape);
    check<double>(shape);
  }
  std::printf("block: %llu checks, %llu wrong\n", checks, failures);
  return failures == 0 ? 0 : 1;
}
