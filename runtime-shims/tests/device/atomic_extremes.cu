// SPDX-License-Identifier: Apache-2.0
//
// On an NVIDIA GPU: atomic minimum and maximum of every type, many threads at one place, in global,
// shared and pinned memory: results, values given back, neighbours, NaN and -0.0.
//
//   nvcc -std=c++17 -arch=sm_90 -I../../include atomic_extremes.cu -o atomic_extremes &&
//   ./atomic_extremes
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <vector>

#include "hipshim/atomic.hpp"

namespace a = hipshim::atomic;

int seen = 0, wrong = 0;

void expect(bool right, const char* type, const char* what) {
  ++seen;
  if (right) return;
  ++wrong;
  std::printf("wrong: %s, %s\n", type, what);
}

void must(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::printf("CUDA: %s\n", cudaGetErrorString(error));
  std::exit(2);
}

template <class T>
__device__ T from_number(double x) {
  return static_cast<T>(x);
}
template <>
__device__ __half from_number<__half>(double x) {
  return __double2half(x);
}
template <>
__device__ __nv_bfloat16 from_number<__nv_bfloat16>(double x) {
  return __double2bfloat16(x);
}

constexpr unsigned kThreads = 1 << 16;
constexpr unsigned kValues = 200;  // exact in every type

enum Place { kMin, kGuard1, kMax, kGuard2, kMinNoret, kMaxNoret, kNan, kZero, kPlaces };

// Every thread offers one of -100..99; the places start from 0 and the guards must stay.
template <class T>
__global__ void offer(T* places, T* fine, unsigned* improved) {
  __shared__ __align__(16) T shared[4];
  if (threadIdx.x < 4) shared[threadIdx.x] = from_number<T>(0);
  __syncthreads();
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const double number = static_cast<double>((i * 7919u) % kValues) - (T(-1) < T(0) ? 100 : 0);
  const T v = from_number<T>(number);
  const T before = a::max(places + kMax, v);
  if (before < v) atomicAdd(improved, 1u);
  a::min(places + kMin, v);
  a::min_noret(places + kMinNoret, v);
  a::max_noret(places + kMaxNoret, v);
  a::min_fine_grained(fine, v);
  a::max_fine_grained(fine + 1, v);
  a::min(shared + 1, v);
  a::max(shared + 2, v);
  __syncthreads();
  if (threadIdx.x == 0) {
    a::min(places + kMin, shared[1]);
    a::max(places + kMax, shared[2]);
    // The shared neighbours were not touched.
    if (!(shared[0] == from_number<T>(0) && shared[3] == from_number<T>(0)))
      atomicAdd(improved, 1u << 20);
  }
}

template <class T>
double number_of(T x) {
  return static_cast<double>(static_cast<float>(x));
}

template <class T>
void check(const char* type, bool is_signed) {
  T *places = nullptr, *fine = nullptr;
  unsigned* improved = nullptr;
  must(cudaMalloc(&places, kPlaces * sizeof(T)));
  must(cudaMemset(places, 0, kPlaces * sizeof(T)));
  must(cudaHostAlloc(&fine, 2 * sizeof(T), cudaHostAllocMapped));
  std::memset(static_cast<void*>(fine), 0, 2 * sizeof(T));
  must(cudaMalloc(&improved, sizeof(unsigned)));
  must(cudaMemset(improved, 0, sizeof(unsigned)));
  offer<<<kThreads / 256, 256>>>(places, fine, improved);
  must(cudaDeviceSynchronize());
  T host[kPlaces];
  unsigned times = 0;
  must(cudaMemcpy(host, places, sizeof host, cudaMemcpyDeviceToHost));
  must(cudaMemcpy(&times, improved, sizeof times, cudaMemcpyDeviceToHost));
  const double low = is_signed ? -100 : 0, high = is_signed ? 99 : 199;
  expect(number_of(host[kMin]) == low && number_of(host[kMinNoret]) == low, type, "min");
  expect(number_of(host[kMax]) == high && number_of(host[kMaxNoret]) == high, type, "max");
  expect(number_of(fine[0]) == low && number_of(fine[1]) == high, type, "pinned memory");
  expect(number_of(host[kGuard1]) == 0 && number_of(host[kGuard2]) == 0, type, "neighbours");
  // The values given back by max rise: one thread for each step, so not more than there are steps.
  expect(times > 0 && times <= kValues, type, "values given back");
  must(cudaFree(places));
  must(cudaFreeHost(fine));
  must(cudaFree(improved));
}

// One thread, all kinds of special values: the answers are written out for the host.
template <class T>
__global__ void specials(T* x, std::size_t count, T* out) {
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 0; k < count; ++k) {
      T* to = out + 4 * (i * count + k);
      to[0] = x[i];
      a::min(to, x[k]);
      to[1] = x[i];
      a::max(to + 1, x[k]);
      to[2] = x[i];
      to[3] = a::max_fine_grained(to + 2, x[k]);
    }
}

bool same(double x, double y) {
  return (std::isnan(x) && std::isnan(y)) || (x == y && std::signbit(x) == std::signbit(y));
}
double smaller(double x, double y) {
  return x == 0 && y == 0 ? (std::signbit(x) ? x : y) : std::fmin(x, y);
}
double larger(double x, double y) {
  return x == 0 && y == 0 ? (std::signbit(x) ? y : x) : std::fmax(x, y);
}

template <class T>
void check_specials(const char* type, const std::vector<T>& values) {
  const std::size_t count = values.size();
  T *x = nullptr, *out = nullptr;
  must(cudaMalloc(&x, count * sizeof(T)));
  must(cudaMalloc(&out, 4 * count * count * sizeof(T)));
  must(cudaMemcpy(x, values.data(), count * sizeof(T), cudaMemcpyHostToDevice));
  specials<<<1, 1>>>(x, count, out);
  must(cudaDeviceSynchronize());
  std::vector<T> got(4 * count * count);
  must(cudaMemcpy(got.data(), out, got.size() * sizeof(T), cudaMemcpyDeviceToHost));
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 0; k < count; ++k) {
      const T* at = &got[4 * (i * count + k)];
      const double found = number_of(values[i]), given = number_of(values[k]);
      expect(same(number_of(at[0]), smaller(found, given)), type, "min of special values");
      expect(same(number_of(at[1]), larger(found, given)), type, "max of special values");
      expect(same(number_of(at[2]), larger(found, given)) && same(number_of(at[3]), found), type,
             "max_fine_grained of special values");
    }
  must(cudaFree(x));
  must(cudaFree(out));
}

// Of a pair each element is on its own.
template <class Pair>
__global__ void pairs(Pair* p, Pair v) {
  a::min(p, v);
  a::max(p + 1, v);
  a::max_fine_grained(p + 2, v);
}

template <class Pair>
void check_pairs(const char* type, Pair zero, Pair value) {
  Pair host[3] = {zero, zero, zero};
  Pair* p = nullptr;
  must(cudaMalloc(&p, sizeof host));
  must(cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice));
  pairs<<<8, 128>>>(p, value);
  must(cudaDeviceSynchronize());
  must(cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost));
  expect(number_of(host[0].x) == -2 && number_of(host[0].y) == 0, type, "min of a pair");
  expect(number_of(host[1].x) == 0 && number_of(host[1].y) == 3, type, "max of a pair");
  expect(number_of(host[2].x) == 0 && number_of(host[2].y) == 3, type,
         "max_fine_grained of a pair");
  must(cudaFree(p));
}

template <class T>
std::vector<T> special_values(T (*make)(float)) {
  std::vector<T> values;
  for (const float x : {0.0f, -0.0f, 1.0f, -1.0f, 2.5f, INFINITY, -INFINITY, NAN, 6e-8f, -6e-8f})
    values.push_back(make(x));
  return values;
}

int main() {
  check<int>("int", true);
  check<unsigned>("unsigned", false);
  check<long long>("long long", true);
  check<unsigned long long>("unsigned long long", false);
  check<float>("float", true);
  check<double>("double", true);
  check<__half>("half", true);
  check<__nv_bfloat16>("bfloat16", true);
  check_specials("float", special_values<float>([](float x) { return x; }));
  check_specials("double", special_values<double>([](float x) { return static_cast<double>(x); }));
  check_specials("half", special_values<__half>([](float x) { return __float2half(x); }));
  check_specials("bfloat16",
                 special_values<__nv_bfloat16>([](float x) { return __float2bfloat16(x); }));
  check_pairs("half2", __floats2half2_rn(0, 0), __floats2half2_rn(-2, 3));
  check_pairs("bfloat16 pair", __floats2bfloat162_rn(0, 0), __floats2bfloat162_rn(-2, 3));
  std::printf("%d checks, %d failed\n", seen, wrong);
  return wrong == 0 ? 0 : 1;
}
