// SPDX-License-Identifier: Apache-2.0
//
// Whole kernels as projects write them: shared memory of every kind, reductions, scans, transposes,
// atomics, flags between waves. All are right code: results are compared, and no report may come.
#include "check.hpp"

#include <hip/hip_fp16.h>

#include <functional>
#include <memory>  // uses the word __noinline__ in its own way
#include <numeric>

namespace {

// ---- a block of any shape ----

__noinline__ __device__ unsigned linear_thread() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

__global__ void sum_of_block(const int* in, int* out) {
  __shared__ int partial[32];
  const unsigned t = linear_thread(), threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned waves = (threads + warpSize - 1) / warpSize;
  int v = in[t];
  for (int d = warpSize / 2; d > 0; d /= 2) {
    const unsigned long long here = __activemask();
    const int other = t % warpSize + d < __popcll(here) ? d : 0;
    const int got = __shfl(v, int(t % warpSize) + other);
    if (other != 0) v += got;
  }
  if (t % warpSize == 0) partial[t / warpSize] = v;
  __syncthreads();
  if (t == 0) {
    int sum = 0;
    for (unsigned w = 0; w < waves; ++w) sum += partial[w];
    *out = sum;
  }
}

void check_sums() {
  for (const dim3& shape :
       {dim3(1), dim3(33), dim3(100), dim3(16, 16), dim3(7, 9, 3), dim3(1024)}) {
    std::vector<int> in(shape.x * shape.y * shape.z);
    std::iota(in.begin(), in.end(), 1);
    Buffer<int> values(in), out(1);
    sum_of_block<<<1, shape>>>(values.device(), out.device());
    check(out.host()[0] == std::accumulate(in.begin(), in.end(), 0), "sum of a block");
  }
}

// ---- dynamic shared memory, of several types and shapes, in templates ----

template <class T>
__global__ void reverse(T* data) {
  extern __shared__ __align__(16) unsigned char raw[];
  T* items = reinterpret_cast<T*>(raw);
  items[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = items[blockDim.x - 1 - threadIdx.x];
}

__global__ void rows_of_dynamic(float* data) {
  extern __shared__ float rows[][8];
  rows[threadIdx.y][threadIdx.x] = data[threadIdx.y * 8 + threadIdx.x];
  __syncthreads();
  data[threadIdx.y * 8 + threadIdx.x] = rows[threadIdx.x][threadIdx.y];
}

__global__ void by_macro(double* data) {
  HIP_DYNAMIC_SHARED(double, copies)
  copies[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = copies[threadIdx.x ^ 1];
}

void check_dynamic() {
  std::vector<double> doubles(96);
  std::iota(doubles.begin(), doubles.end(), 0.5);
  Buffer<double> d(doubles);
  reverse<<<1, 96, 96 * sizeof(double)>>>(d.device());
  reverse<double><<<dim3(1), dim3(96), 96 * sizeof(double), nullptr>>>(d.device());
  check(d.host() == doubles, "reversed twice");
  by_macro<<<1, 96, 96 * sizeof(double)>>>(d.device());
  check(d.host()[3] == doubles[2], "HIP_DYNAMIC_SHARED");
  std::vector<float> floats(64);
  std::iota(floats.begin(), floats.end(), 0.0f);
  Buffer<float> f(floats);
  rows_of_dynamic<<<1, dim3(8, 8), 64 * sizeof(float)>>>(f.device());
  const auto got = f.host();
  for (int i = 0; i < 64; ++i) check(got[i] == floats[i % 8 * 8 + i / 8], "dynamic rows", i);
}

// ---- tiles, structs, narrow elements ----

template <int Rows>
__global__ void transpose(const float* in, float* out, int width, int height) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += Rows)
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += Rows)
    if (x < height && y + j < width) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

void check_transpose() {
  const int width = 70, height = 45;
  std::vector<float> in(width * height);
  std::iota(in.begin(), in.end(), 0.0f);
  Buffer<float> from(in), to(in.size());
  transpose<8><<<dim3(3, 2), dim3(32, 8)>>>(from.device(), to.device(), width, height);
  const auto got = to.host();
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      check(got[x * height + y] == in[y * width + x], "transpose", y * width + x);
}

// Padding of a struct is copied and never written.
struct Padded {
  char kind;
  double value;
  short count;
};

__global__ void structs(Padded* out, float4* four) {
  __shared__ Padded items[64];
  __shared__ float4 vectors[64], other[64];
  __shared__ unsigned char bytes[64];
  __shared__ __half halves[64];
  const int t = threadIdx.x;
  items[t].kind = char(t);
  items[t].value = t * 0.5;
  items[t].count = short(-t);
  vectors[t] = make_float4(t, t + 1, t + 2, t + 3);
  other[t].x = other[t].y = other[t].z = other[t].w = 1;
  bytes[t] = static_cast<unsigned char>(t);
  halves[t] = __float2half(t);
  __syncthreads();
  const Padded copy = items[63 - t];
  out[t] = copy;
  four[t] = vectors[63 - t] + other[t] * 2.0f;
  four[t].x += bytes[(t + 1) % 64] + __half2float(halves[(t + 2) % 64]);
}

template <class A, int N>
struct Pair {
  A items[N];
};

// Declarations of several variables, with types that hold commas, and attributes.
__global__ void many_in_one(int* out) {
  __shared__ Pair<int, 4> pair, pairs[2];
  __shared__ int *pointer, numbers[2][3], last;
  volatile __shared__ short low[4], high[1 < 2 ? 4 : 1];
  __shared__ alignas(16) float aligned[4];
  __shared__ struct {
    int x;
  } a, b;
  if (threadIdx.x == 0) {
    pair.items[3] = 1;
    pairs[1].items[0] = 2;
    pointer = &numbers[1][2];
    *pointer = 4;
    last = 8;
    low[3] = 16;
    high[3] = 32;
    aligned[0] = 64;
    a.x = 128;
    b.x = 256;
  }
  __syncthreads();
  out[threadIdx.x] = pair.items[3] + pairs[1].items[0] + numbers[1][2] + last + low[3] + high[3]
                     + int(aligned[0]) + a.x + b.x
                     + (reinterpret_cast<std::uintptr_t>(aligned) % 16 == 0 ? 512 : 0);
}

void check_structs() {
  Buffer<int> sums(32);
  many_in_one<<<1, 32>>>(sums.device());
  check(sums.host()[31] == 1023, "several variables in one declaration");

  Buffer<Padded> out(64);
  Buffer<float4> four(64);
  structs<<<1, 64>>>(out.device(), four.device());
  const auto items = out.host();
  const auto vectors = four.host();
  for (int t = 0; t < 64; ++t) {
    const int m = 63 - t;
    check(items[t].kind == char(m) && items[t].value == m * 0.5 && items[t].count == -m, "struct",
          t);
    check(vectors[t].x == m + 2 + (t + 1) % 64 + (t + 2) % 64 && vectors[t].w == m + 5, "float4",
          t);
  }
}

// ---- order inside a wave ----

__global__ void tail_with_fences(int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t < 32) {
    int v = s[t] + s[t + 32];
    for (int d = 16; d > 0; d /= 2) {
      __syncwarp();
      s[t] = v;
      __syncwarp();
      if (t < d) v += s[t + d];
    }
    if (t == 0) *out = v;
  }
}

// Each half orders its own lanes.
__global__ void fences_of_halves(int* out) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  const unsigned mask = t < 16 ? 0xffffu : 0xffff0000u;
  if (t < 16) {
    s[t] = t;
    __syncwarp(mask);
    out[t] = s[15 - t];
  } else {
    s[t] = t;
    __syncwarp(mask);
    out[t] = s[47 - t];
  }
}

// Right where the lanes run in lockstep, and only there.
__global__ void tail_in_lockstep(int* out) {
  __shared__ volatile int s[64];
  const int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];
    s[t] += s[t + 16];
    s[t] += s[t + 8];
    s[t] += s[t + 4];
    s[t] += s[t + 2];
    s[t] += s[t + 1];
    if (t == 0) *out = s[0];
  }
}

void check_waves() {
  Buffer<int> out(32);
  tail_with_fences<<<1, 64>>>(out.device());
  check(out.host()[0] == 63 * 32, "tail with fences");
  fences_of_halves<<<1, 32>>>(out.device());
  for (int t = 0; t < 32; ++t) check(out.host()[t] == (t < 16 ? 15 - t : 47 - t), "halves", t);
  hipshim::cpu::set_lockstep(true);
  tail_in_lockstep<<<1, 64>>>(out.device());
  hipshim::cpu::set_lockstep(false);
  check(out.host()[0] == 63 * 32, "tail in lockstep");
}

// ---- atomics, flags ----

__global__ void histogram(const int* in, int n, int* out, int* any_negative) {
  __shared__ int bins[16];
  __shared__ bool negative;
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  if (threadIdx.x == 0) negative = false;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&bins[in[i] & 15], 1);
    if (in[i] < 0) negative = true;  // all store the same
  }
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
  if (threadIdx.x == 0 && negative) atomicOr(any_negative, 1);
}

__global__ void all_atomics(int* i, unsigned* u, unsigned long long* l, float* f, double* d) {
  const int t = threadIdx.x;
  atomicAdd(&i[0], t);
  atomicSub(&i[1], t);
  atomicMin(&i[2], -t);
  atomicMax(&i[3], t);
  atomicExch(&i[4], 9);
  atomicInc(&u[0], 9);
  atomicDec(&u[1], 9);
  atomicAnd(&u[2], ~(1u << (t % 32)));
  atomicOr(&u[3], 1u << (t % 32));
  atomicXor(&u[4], 1u << (t % 32));
  atomicAdd(&l[0], 1ull << 40);
  unsigned long long expected, seen = 0;
  do {
    expected = seen;
    seen = atomicCAS(&l[1], expected, expected + 2);
  } while (seen != expected);
  atomicAdd(&f[0], 0.5f);
  atomicMax(&f[1], float(t));
  atomicAdd(&d[0], 0.25);
  __hip_atomic_fetch_add(&i[5], 2, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

// The second wave waits for the first: threads that wait let others run.
__global__ void flag_between_waves(int* data, volatile int* flag, int* out) {
  if (threadIdx.x >= 64) {
    if (threadIdx.x == 64) {
      data[0] = 41;
      __threadfence();
      *flag = 1;
    }
  } else if (threadIdx.x == 0) {
    while (*flag == 0) {
    }
    *out = data[0] + 1;
  }
}

__device__ int counter;
__constant__ float table[4];

__global__ void last_block_done(const float* in, float* out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    out[blockIdx.x] = in[blockIdx.x] * table[blockIdx.x % 4];
    __threadfence();
    last = atomicAdd(&counter, 1) == static_cast<int>(gridDim.x) - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    float sum = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) sum += out[b];
    out[gridDim.x] = sum;
  }
}

void check_atomics() {
  std::vector<int> in(1000);
  std::vector<int> want(16);
  for (int i = 0; i < 1000; ++i) {
    in[i] = i * 7 % 53 - 1;
    ++want[in[i] & 15];
  }
  Buffer<int> values(in), bins(16), negative(1);
  histogram<<<3, 128>>>(values.device(), 1000, bins.device(), negative.device());
  check(bins.host() == want && negative.host()[0] == 1, "histogram");

  Buffer<int> i(6);
  Buffer<unsigned> u(std::vector<unsigned>{0, 0, ~0u, 0, 0});
  Buffer<unsigned long long> l(2);
  Buffer<float> f(2);
  Buffer<double> d(1);
  all_atomics<<<1, 64>>>(i.device(), u.device(), l.device(), f.device(), d.device());
  check(i.host() == std::vector<int>{2016, -2016, -63, 63, 9, 128}, "int atomics");
  check(u.host() == std::vector<unsigned>{64 % 10, (10 - 64 % 10) % 10, 0, ~0u, 0},
        "unsigned atomics");
  check(l.host() == std::vector<unsigned long long>{64ull << 40, 128}, "64-bit atomics");
  check(f.host() == std::vector<float>{32, 63} && d.host()[0] == 16, "float atomics");

  Buffer<int> data(1), flag(1), out(1);
  flag_between_waves<<<1, 128>>>(data.device(), flag.device(), out.device());
  check(out.host()[0] == 42, "a flag between waves");

  const int zero = 0;
  const float factors[4] = {1, 2, 3, 4};
  ok(hipMemcpyToSymbol(HIP_SYMBOL(counter), &zero, sizeof zero), "hipMemcpyToSymbol");
  ok(hipMemcpyToSymbol(HIP_SYMBOL(table), factors, sizeof factors), "hipMemcpyToSymbol");
  Buffer<float> ones(std::vector<float>(8, 1.0f)), sums(9);
  last_block_done<<<8, 64>>>(ones.device(), sums.device());
  check(sums.host()[8] == 20, "the last block");
}

// ---- launches of every spelling ----

template <class F>
__global__ void apply(int* out, int n, F f) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = f(i);
}

__global__ void set_if(int* out, const int* other, int value) {
  if (other == nullptr) out[threadIdx.x] = value;
}

namespace deep {
template <int N, class T>
struct Holder {
  template <int M>
  static __global__ void kernel(T* out) {
    out[threadIdx.x] = T(N * M);
  }
};
}  // namespace deep

#define LAUNCH(kernel, blocks, threads, ...) kernel<<<blocks, threads>>>(__VA_ARGS__)

template <class T>
void launch_in_a_template(T* out) {
  deep::Holder<3, T>::template kernel<4><<<1, 8>>>(out);
}

void check_launches() {
  Buffer<int> out(64);
  const int offset = 5;
  int evaluated = 0;
  apply<<<2, 32>>>(out.device(), (++evaluated, 64), [=](int i) { return i * i + offset; });
  check(out.host()[9] == 86 && evaluated == 1, "a lambda, arguments evaluated once");
  set_if<<<1, 64>>>(out.device(), NULL, 3);
  check(out.host()[63] == 3, "NULL");
  LAUNCH(set_if, 1, dim3(64), out.device(), nullptr, 4);
  check(out.host()[63] == 4, "through a macro");
  hipLaunchKernelGGL(set_if, dim3(1), dim3(64), 0, 0, out.device(), nullptr, 5);
  check(out.host()[63] == 5, "hipLaunchKernelGGL");
  hipLaunchKernelGGL(HIP_KERNEL_NAME(deep::Holder<2, int>::kernel<5>), dim3(1), dim3(64), 0, 0,
                     out.device());
  check(out.host()[63] == 10, "HIP_KERNEL_NAME");
  launch_in_a_template(out.device());
  check(out.host()[7] == 12 && out.host()[8] == 10, "in a template");
  void (*pointer)(int*, const int*, int) = set_if;
  pointer<<<1, 64>>>(out.device(), nullptr, 6);
  check(out.host()[63] == 6, "through a pointer");
  int* memory = out.device();
  const int* none = nullptr;
  int value = 7;
  void* arguments[] = {&memory, &none, &value};
  ok(hipLaunchKernel(set_if, dim3(1), dim3(64), arguments, 0, nullptr), "hipLaunchKernel");
  check(out.host()[63] == 7, "hipLaunchKernel");
  const int shifted = 1 << 3 >> 1;  // not a launch
  check(shifted == 4, R"(strings <<<are>>>(left alone))");
}

}  // namespace

int main() {
  return at_both_wave_sizes([](unsigned) {
    check_sums();
    check_dynamic();
    check_transpose();
    check_structs();
    check_waves();
    check_atomics();
    check_launches();
  });
}
