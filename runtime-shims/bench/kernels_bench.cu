// SPDX-License-Identifier: Apache-2.0
//
// hipshim/kernels beside a plain copy, CUB, and the kernels that people write.
//
//   nvcc -O3 -std=c++17 -arch=sm_90 -I../include kernels_bench.cu -o kernels_bench &&
//   ./kernels_bench
//
// Bandwidths count every byte that must be read and every byte that must be written, once.
#include <cmath>
#include <cstring>
#include <cub/cub.cuh>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "hipshim/block.hpp"
#include "hipshim/kernels/device.hpp"
#include "hipshim/kernels/gather.hpp"
#include "hipshim/kernels/pack.hpp"
#include "hipshim/kernels/reduce.hpp"
#include "hipshim/kernels/scatter_add.hpp"
#include "hipshim/kernels/transpose.hpp"
#include "timing.hpp"

namespace k = hipshim::kernels;
using bench::must;

constexpr std::size_t kGiB = std::size_t{1} << 30;

__global__ void plain_copy(uint4* out, const uint4* in, std::size_t count) {
  const std::size_t base = static_cast<std::size_t>(blockIdx.x) * 1024 + threadIdx.x;
  uint4 v[4];
  for (int i = 0; i < 4; ++i)
    if (base + i * 256 < count) v[i] = __ldcs(in + base + i * 256);
  for (int i = 0; i < 4; ++i)
    if (base + i * 256 < count) __stcs(out + base + i * 256, v[i]);
}

// ---- transpose ----

template <class T>
__global__ void tile_of_33(T* out, const T* in, int rows, int columns) {
  __shared__ T tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8)
    if (x < columns && y + i < rows)
      tile[threadIdx.y + i][threadIdx.x] = in[static_cast<std::size_t>(y + i) * columns + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8)
    if (x < rows && y + i < columns)
      out[static_cast<std::size_t>(y + i) * rows + x] = tile[threadIdx.x][threadIdx.y + i];
}

template <class T>
static double transpose_share(const char* name, std::size_t rows, std::size_t columns, char* out,
                              const char* in, double copy) {
  auto* to = reinterpret_cast<T*>(out);
  auto* from = reinterpret_cast<const T*>(in);
  const double bytes = 2.0 * static_cast<double>(rows * columns * sizeof(T));
  const dim3 grid(static_cast<unsigned>((columns + 31) / 32),
                  static_cast<unsigned>((rows + 31) / 32));
  const double plain = bench::time_of([&] {
    tile_of_33<<<grid, dim3(32, 8)>>>(to, from, static_cast<int>(rows), static_cast<int>(columns));
  });
  const double ours =
      bench::time_of([&] { must(k::transpose(to, from, rows, columns), "transpose"); });
  std::printf("  %-8s %6zu x %6zu  32x33 tile %6.0f GB/s (%.2f of copy)  hipshim %6.0f GB/s "
              "(%.2f of copy)\n",
              name, rows, columns, bytes / plain / 1e6, bytes / plain / 1e6 / copy,
              bytes / ours / 1e6, bytes / ours / 1e6 / copy);
  return bytes / ours / 1e6 / copy;
}

// ---- gather ----

template <class T>
__global__ void element_gather(T* out, const T* table, const int* index, std::size_t count,
                               int columns) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count * columns)
    out[i] = table[static_cast<std::size_t>(index[i / columns]) * columns + i % columns];
}

static std::vector<int> flat_index(std::size_t count, std::size_t rows, std::uint32_t seed) {
  std::vector<int> index(count);
  for (std::size_t i = 0; i < count; ++i)
    index[i] =
        static_cast<int>(bench::mixed(static_cast<std::uint32_t>(i) * 747796405u + seed) % rows);
  return index;
}

// Zipf with exponent 1 (the k-th most frequent row is wanted 1/k as often as the first), as word
// frequencies are; where the rows stand is random.
static std::vector<int> zipf_index(std::size_t count, std::size_t rows, std::uint32_t seed) {
  std::vector<int> index(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double u = bench::mixed(static_cast<std::uint32_t>(i) * 747796405u + seed) / 4294967296.0;
    const auto rank = static_cast<std::size_t>(std::exp(u * std::log(static_cast<double>(rows))));
    index[i] = static_cast<int>(bench::mixed(static_cast<std::uint32_t>(rank)) % rows);
  }
  return index;
}

// Half of all wanted rows are one of 64.
static std::vector<int> hot_index(std::size_t count, std::size_t rows, std::uint32_t seed) {
  auto index = flat_index(count, rows, seed);
  for (std::size_t i = 0; i < count; ++i)
    if (bench::mixed(static_cast<std::uint32_t>(i) + 99) % 2 == 0) index[i] = index[i] % 64 * 1021;
  return index;
}

static double gather_share(std::size_t row_bytes, char* out, const char* in, double copy,
                           bool skewed) {
  const std::size_t rows = kGiB / row_bytes;
  const std::size_t count = rows / 2;
  int* index = bench::on_device(skewed ? zipf_index(count, rows, 5) : flat_index(count, rows, 5));
  const std::size_t columns = row_bytes / 2;
  auto* to = reinterpret_cast<__half*>(out);
  auto* table = reinterpret_cast<const __half*>(in);
  const double bytes = static_cast<double>(count) * (2.0 * static_cast<double>(row_bytes) + 4);
  const double plain = bench::time_of([&] {
    element_gather<<<static_cast<unsigned>((count * columns + 255) / 256), 256>>>(
        to, table, index, count, static_cast<int>(columns));
  });
  const double ours =
      bench::time_of([&] { must(k::gather(to, table, rows, columns, index, count), "gather"); });
  int* sorted = bench::device_memory<int>(count);
  auto* order = bench::device_memory<std::uint32_t>(count);
  std::size_t size = 0;
  must(k::sort_index<int>(nullptr, size, index, sorted, order, count, rows), "sort_index");
  char* workspace = bench::device_memory<char>(size);
  const double sort = bench::time_of([&] {
    must(k::sort_index(workspace, size, index, sorted, order, count, rows), "sort_index");
  });
  const double by_order = bench::time_of([&] {
    must(k::gather_sorted(to, table, rows, columns, sorted, order, count), "gather_sorted");
  });
  std::printf(
      "  rows of %5zu B, %-6s by element %6.0f GB/s (%.2f of copy)  hipshim %6.0f GB/s (%.2f "
      "of copy)  sorted %6.0f GB/s, and %.3f ms for sorting\n",
      row_bytes, skewed ? "zipf" : "random", bytes / plain / 1e6, bytes / plain / 1e6 / copy,
      bytes / ours / 1e6, bytes / ours / 1e6 / copy, bytes / by_order / 1e6, sort);
  cudaFree(index);
  cudaFree(sorted);
  cudaFree(order);
  cudaFree(workspace);
  return bytes / ours / 1e6 / copy;
}

// ---- scatter_add ----

template <class T>
__global__ void element_scatter(T* table, const T* rows, const int* index, std::size_t count,
                                int columns) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count * columns)
    atomicAdd(&table[static_cast<std::size_t>(index[i / columns]) * columns + i % columns],
              rows[i]);
}

struct Scatter {
  double element, pair, ours, sorted, sorting;
};

template <class T, class Pair>
static Scatter time_scatter(T* table, const T* rows, const std::vector<int>& host_index,
                            std::size_t columns, std::size_t table_rows) {
  const std::size_t count = host_index.size();
  int* index = bench::on_device(host_index);
  int* sorted = bench::device_memory<int>(count);
  auto* order = bench::device_memory<std::uint32_t>(count);
  std::size_t size = 0;
  must(k::sort_index<int>(nullptr, size, index, sorted, order, count, table_rows), "sort_index");
  char* workspace = bench::device_memory<char>(size);
  Scatter t{};
  const auto blocks = [](std::size_t n) { return static_cast<unsigned>((n + 255) / 256); };
  t.element = bench::time_of(
      [&] {
        element_scatter<<<blocks(count * columns), 256>>>(table, rows, index, count,
                                                          static_cast<int>(columns));
      },
      1);
  const std::size_t per_pair = sizeof(Pair) / sizeof(T);
  t.pair = bench::time_of([&] {
    element_scatter<<<blocks(count * columns / per_pair), 256>>>(
        reinterpret_cast<Pair*>(table), reinterpret_cast<const Pair*>(rows), index, count,
        static_cast<int>(columns / per_pair));
  });
  t.ours = bench::time_of(
      [&] { must(k::scatter_add(table, table_rows, columns, rows, index, count), "scatter_add"); });
  t.sorting = bench::time_of([&] {
    must(k::sort_index(workspace, size, index, sorted, order, count, table_rows), "sort_index");
  });
  t.sorted = bench::time_of([&] {
    must(k::scatter_add_sorted(table, table_rows, columns, rows, sorted, order, count),
         "scatter_add_sorted");
  });
  cudaFree(index);
  cudaFree(sorted);
  cudaFree(order);
  cudaFree(workspace);
  return t;
}

template <class T, class Pair>
static void scatter_table(const char* type, T* table, T* rows, std::size_t count,
                          std::size_t columns, bool is_target) {
  const std::size_t table_rows = std::size_t{1} << 20;
  bench::fill(table, table_rows * columns, 3);
  bench::fill(rows, count * columns, 4);
  const char* names[] = {"random", "zipf", "64 hot"};
  for (int kind = 0; kind < 3; ++kind) {
    const auto index = kind == 0   ? flat_index(count, table_rows, 7)
                       : kind == 1 ? zipf_index(count, table_rows, 7)
                                   : hot_index(count, table_rows, 7);
    const Scatter t = time_scatter<T, Pair>(table, rows, index, columns, table_rows);
    std::printf(
        "  %-5s %7zu x %4zu %-6s  by element %7.3f ms  by pair %7.3f  hipshim %7.3f (%.2f x)"
        "  sorted %7.3f + %.3f for sorting\n",
        type, count, columns, names[kind], t.element, t.pair, t.ours, t.pair / t.ours, t.sorted,
        t.sorting);
    if (!is_target) continue;
    char what[80];
    std::snprintf(what, sizeof what, "scatter_add %s, %s: time by pair / ours", type, names[kind]);
    bench::target(what, t.pair / t.ours, kind == 0 ? 1.0 : 2.0);
  }
}

// ---- block reduction ----

// A chain of reductions, so that only their own time counts. CUB gives its result to one thread;
// kToAll hands it on, as hipshim does.
template <class T, int kThreads, bool kToAll>
__global__ void reduce_by_cub(T* out, int rounds) {
  using Reduce = cub::BlockReduce<T, kThreads>;
  __shared__ typename Reduce::TempStorage storage;
  __shared__ T all;
  T value = out[threadIdx.x];
  for (int i = 0; i < rounds; ++i) {
    T total = Reduce(storage).Sum(value);
    if (kToAll) {
      if (threadIdx.x == 0) all = total;
      __syncthreads();
      total = all;
    }
    if (threadIdx.x == 0) value = total;
    if (!kToAll) __syncthreads();
  }
  out[static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x] = value;
}
template <class T>
__global__ void reduce_by_hipshim(T* out, int rounds) {
  __shared__ hipshim::block::scratch<T> storage;
  T value = out[threadIdx.x];
  for (int i = 0; i < rounds; ++i) {
    const T total = hipshim::block::reduce_sum(storage, value);
    if (threadIdx.x == 0) value = total;
  }
  out[static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x] = value;
}

template <class T, int kThreads>
static void block_reduce(const char* type, T* memory) {
  const int blocks = 132 * 2048 / kThreads, rounds = 500;
  const double to_one = bench::time_of(
      [&] { reduce_by_cub<T, kThreads, false><<<blocks, kThreads>>>(memory, rounds); });
  const double to_all = bench::time_of(
      [&] { reduce_by_cub<T, kThreads, true><<<blocks, kThreads>>>(memory, rounds); });
  const double ours =
      bench::time_of([&] { reduce_by_hipshim<<<blocks, kThreads>>>(memory, rounds); });
  std::printf(
      "  %-6s %4d threads, %4d blocks at once, ns a reduction: CUB %.1f to one thread, %.1f "
      "to all  hipshim %.1f to all\n",
      type, kThreads, blocks, to_one / rounds * 1e6, to_all / rounds * 1e6, ours / rounds * 1e6);
  char what[80];
  std::snprintf(what, sizeof what, "block reduction of %s, %d threads: time of CUB / ours", type,
                kThreads);
  bench::target(what, to_all / ours, 0.98);
}

template <class T>
static void array_reduce(const char* type, T* memory, std::size_t count, double copy) {
  T* out = bench::device_memory<T>(1);
  char* workspace = bench::device_memory<char>(k::reduce_workspace<T>());
  std::size_t size = 0;
  must(cub::DeviceReduce::Sum(nullptr, size, memory, out, count), "cub");
  char* cub_workspace = bench::device_memory<char>(size);
  const double cub = bench::time_of(
      [&] { must(cub::DeviceReduce::Sum(cub_workspace, size, memory, out, count), "cub"); });
  const double ours =
      bench::time_of([&] { must(k::reduce(out, memory, count, T{0}, workspace), "reduce"); });
  std::printf("  %-6s %10zu elements: CUB %.4f ms  hipshim %.4f ms  (%.0f GB/s, %.2f of copy)\n",
              type, count, cub, ours, static_cast<double>(count * sizeof(T)) / ours / 1e6,
              static_cast<double>(count * sizeof(T)) / ours / 1e6 / copy);
  cudaFree(out);
  cudaFree(workspace);
  cudaFree(cub_workspace);
}

// ---- pack ----

static void pack_table(char* memory, char* packed) {
  std::vector<k::piece> pieces;
  std::size_t at = 0;
  double bytes = 0;
  for (unsigned i = 0; i < 400; ++i) {
    const std::size_t size = std::size_t{4} << (bench::mixed(i) % 21);
    pieces.push_back({memory + at, size});
    at += (size + 255) / 256 * 256;
    bytes += 2.0 * static_cast<double>(size);
  }
  const double each = bench::time_of([&] {
    std::size_t offset = 0;
    for (const auto& piece : pieces) {
      must(cudaMemcpyAsync(packed + offset, piece.data, piece.bytes, cudaMemcpyDeviceToDevice),
           "copy");
      offset += (piece.bytes + 15) / 16 * 16;
    }
  });
  const double ours =
      bench::time_of([&] { must(k::pack(packed, pieces.data(), pieces.size()), "pack"); });
  const double back =
      bench::time_of([&] { must(k::unpack(pieces.data(), packed, pieces.size()), "unpack"); });
  std::printf("  400 arrays of 4 B to 4 MB, %.0f MB: a copy for each %.3f ms  pack %.3f ms  unpack "
              "%.3f ms\n",
              bytes / 2e6, each, ours, back);
}

// usage: kernels_bench [transpose|gather|scatter|reduce|pack]...
int main(int argc, char** argv) {
  const auto wanted = [&](const char* section) {
    for (int i = 1; i < argc; ++i)
      if (std::strcmp(argv[i], section) == 0) return true;
    return argc == 1;
  };
  cudaDeviceProp device;
  must(cudaGetDeviceProperties(&device, 0), "cudaGetDeviceProperties");
  std::printf("%s, CUDA %d.%d\n", device.name, CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
  char* in = bench::device_memory<char>(kGiB);
  char* out = bench::device_memory<char>(kGiB);
  bench::fill(reinterpret_cast<float*>(in), kGiB / 4);

  const double by_engine = bench::time_of(
      [&] { must(cudaMemcpyAsync(out, in, kGiB, cudaMemcpyDeviceToDevice), "cudaMemcpyAsync"); });
  const double by_kernel = bench::time_of([&] {
    plain_copy<<<kGiB / 16 / 1024, 256>>>(reinterpret_cast<uint4*>(out),
                                          reinterpret_cast<const uint4*>(in), kGiB / 16);
  });
  const double copy = 2.0 * kGiB / std::min(by_engine, by_kernel) / 1e6;
  std::printf("copy of 1 GiB: cudaMemcpy %.0f GB/s, a kernel %.0f GB/s; the better one is 1.00\n",
              2.0 * kGiB / by_engine / 1e6, 2.0 * kGiB / by_kernel / 1e6);

  if (wanted("transpose")) {
    std::printf("transpose\n");
    const double share = transpose_share<float>("float", 16384, 16384, out, in, copy);
    transpose_share<__half>("half", 16384, 32768, out, in, copy);
    transpose_share<double>("double", 16384, 8192, out, in, copy);
    transpose_share<std::uint8_t>("byte", 32768, 32768, out, in, copy);
    transpose_share<float>("float", 16380, 16388, out, in, copy);
    transpose_share<float>("float", 16383, 16381, out, in, copy);
    transpose_share<float>("float", 2048, 131072, out, in, copy);
    transpose_share<float>("float", 131072, 2048, out, in, copy);
    bench::target("transpose of 16384 x 16384 floats: share of copy", share, 0.9);
  }
  if (wanted("gather")) {
    std::printf("gather, half, a table of 1 GiB\n");
    for (const std::size_t row_bytes : {64, 128, 256, 512, 1024, 2048}) {
      const double part = gather_share(row_bytes, out, in, copy, false);
      if (row_bytes >= 128) {
        char what[80];
        std::snprintf(what, sizeof what, "gather, random rows of %zu B: share of copy", row_bytes);
        bench::target(what, part, 0.85);
      }
    }
    gather_share(128, out, in, copy, true);
    gather_share(512, out, in, copy, true);
  }
  if (wanted("scatter")) {
    std::printf("scatter_add into 2^20 rows\n");
    scatter_table<__half, __half2>("half", reinterpret_cast<__half*>(out),
                                   reinterpret_cast<__half*>(in), 1 << 20, 64, true);
    scatter_table<__nv_bfloat16, __nv_bfloat162>("bf16", reinterpret_cast<__nv_bfloat16*>(out),
                                                 reinterpret_cast<__nv_bfloat16*>(in), 1 << 20, 64,
                                                 true);
    scatter_table<float, float>("float", reinterpret_cast<float*>(out),
                                reinterpret_cast<float*>(in), 1 << 20, 64, true);
    scatter_table<__half, __half2>("half", reinterpret_cast<__half*>(out),
                                   reinterpret_cast<__half*>(in), 1 << 15, 512, false);
    scatter_table<float, float>("float", reinterpret_cast<float*>(out),
                                reinterpret_cast<float*>(in), 1 << 18, 128, false);
  }
  if (wanted("reduce")) {
    std::printf("reduction\n");
    bench::fill(reinterpret_cast<float*>(out), 1 << 20);
    block_reduce<float, 128>("float", reinterpret_cast<float*>(out));
    block_reduce<float, 256>("float", reinterpret_cast<float*>(out));
    block_reduce<float, 1024>("float", reinterpret_cast<float*>(out));
    block_reduce<int, 256>("int", reinterpret_cast<int*>(out));
    block_reduce<double, 256>("double", reinterpret_cast<double*>(out));
    array_reduce<float>("float", reinterpret_cast<float*>(in), kGiB / 4, copy);
    array_reduce<float>("float", reinterpret_cast<float*>(in), 1 << 20, copy);
    array_reduce<double>("double", reinterpret_cast<double*>(in), kGiB / 8, copy);
  }
  if (wanted("pack")) {
    std::printf("pack\n");
    pack_table(in, out);
  }
  std::printf("%d targets missed\n", bench::missed());
  return 0;
}
