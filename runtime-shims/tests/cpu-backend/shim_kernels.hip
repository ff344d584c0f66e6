// SPDX-License-Identifier: Apache-2.0
//
// hipshim/kernels and lds::tile on the CPU back end, at both wave sizes: the kernels that a GPU
// runs, against plain loops, and no report of misuse. tests/device/kernels.cu is the larger test.
#include "check.hpp"

#include <hip/hip_fp16.h>

#include <algorithm>
#include <numeric>

#include <hipshim/kernels/gather.hpp>
#include <hipshim/kernels/pack.hpp>
#include <hipshim/kernels/reduce.hpp>
#include <hipshim/kernels/scatter_add.hpp>
#include <hipshim/kernels/transpose.hpp>
#include <hipshim/lds.hpp>

namespace {

namespace k = hipshim::kernels;

std::uint32_t random_state = 1;
std::uint32_t random_bits() {
  random_state = random_state * 1664525u + 1013904223u;
  return random_state >> 8;
}

template <class T>
std::vector<T> random_numbers(std::size_t count) {
  std::vector<T> result(count);
  for (auto& v : result) v = static_cast<T>(static_cast<int>(random_bits() % 5) - 2);
  return result;
}

template <class T>
void check_transpose(std::size_t rows, std::size_t columns, std::size_t count) {
  std::vector<T> in(rows * columns * count), want(in.size());
  std::iota(in.begin(), in.end(), T{1});
  for (std::size_t m = 0; m < count; ++m)
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t c = 0; c < columns; ++c)
        want[(m * columns + c) * rows + r] = in[(m * rows + r) * columns + c];
  Buffer<T> from(in), to(in.size());
  ok(k::transpose(to.device(), from.device(), rows, columns, nullptr, count), "transpose");
  check(to.host() == want, "transpose", static_cast<long>(rows * columns));
}

void check_gather(std::size_t columns) {
  const std::size_t rows = 40, count = 70;
  const auto table = random_numbers<float>(rows * columns);
  std::vector<int> index(count);
  for (auto& i : index) i = static_cast<int>(random_bits() % rows);
  index[3] = -1;
  index[4] = static_cast<int>(rows);
  std::vector<float> want(count * columns, 0.0f);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t c = 0; c < columns; ++c)
      if (i != 3 && i != 4)
        want[i * columns + c] = table[static_cast<std::size_t>(index[i]) * columns + c];
  std::vector<std::uint32_t> order(count);
  std::iota(order.rbegin(), order.rend(), 0u);
  std::vector<int> ordered(count);
  for (std::size_t i = 0; i < count; ++i) ordered[i] = index[order[i]];
  Buffer<float> from(table), to(count * columns), again(count * columns);
  Buffer<int> at(index), by_order(ordered);
  Buffer<std::uint32_t> places(order);
  ok(k::gather(to.device(), from.device(), rows, columns, at.device(), count), "gather");
  check(to.host() == want, "gather", static_cast<long>(columns));
  ok(k::gather_sorted(again.device(), from.device(), rows, columns, by_order.device(),
                      places.device(), count),
     "gather_sorted");
  check(again.host() == want, "gather_sorted", static_cast<long>(columns));
}

float number(float v) { return v; }
float number(__half v) { return __half2float(v); }

template <class T>
void check_scatter(std::size_t columns, std::size_t count) {
  const std::size_t rows = 50;
  const auto table = random_numbers<float>(rows * columns);
  const auto values = random_numbers<float>(count * columns);
  std::vector<T> of_table(table.begin(), table.end()), of_values(values.begin(), values.end());
  std::vector<int> index(count);
  for (std::size_t i = 0; i < count; ++i)
    index[i] = i % 3 == 0 ? 7 : static_cast<int>(random_bits() % rows);
  index[count / 2] = -1;
  index[count / 3] = static_cast<int>(rows);
  auto want = table;
  for (std::size_t i = 0; i < count; ++i)
    if (index[i] >= 0 && index[i] < static_cast<int>(rows))
      for (std::size_t c = 0; c < columns; ++c)
        want[static_cast<std::size_t>(index[i]) * columns + c] += values[i * columns + c];
  const auto compare = [&](const std::vector<T>& got, const char* what) {
    bool right = true;
    for (std::size_t i = 0; i < want.size(); ++i) right = right && number(got[i]) == want[i];
    check(right, what, static_cast<long>(columns));
  };
  Buffer<T> rows_in(of_values), sums(of_table), sorted_sums(of_table);
  Buffer<int> at(index);
  ok(k::scatter_add(sums.device(), rows, columns, rows_in.device(), at.device(), count),
     "scatter_add");
  compare(sums.host(), "scatter_add");
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return index[a] != index[b] ? index[a] < index[b] : a < b;
  });
  std::vector<int> sorted(count);
  for (std::size_t i = 0; i < count; ++i) sorted[i] = index[order[i]];
  Buffer<int> sorted_at(sorted);
  Buffer<std::uint32_t> places(order);
  ok(k::scatter_add_sorted(sorted_sums.device(), rows, columns, rows_in.device(),
                           sorted_at.device(), places.device(), count),
     "scatter_add_sorted");
  compare(sorted_sums.host(), "scatter_add_sorted");
}

void check_reduce(std::size_t count) {
  const auto in = random_numbers<float>(count);
  Buffer<float> from(in), out(2);
  Buffer<char> workspace(k::reduce_workspace<float>());
  ok(k::reduce(out.device(), from.device(), count, 0.0f, workspace.device()), "reduce");
  ok(k::reduce(out.device() + 1, from.device(), count, -9.0f, workspace.device(), nullptr,
               k::maximum()),
     "reduce");
  const auto got = out.host();
  check(got[0] == std::accumulate(in.begin(), in.end(), 0.0f), "reduce", static_cast<long>(count));
  check(got[1]
            == std::accumulate(in.begin(), in.end(), -9.0f,
                               [](float a, float b) { return std::max(a, b); }),
        "maximum", static_cast<long>(count));
}

void check_pack() {
  const std::size_t sizes[] = {4, 1, 0, 48, 33000, 70000};
  Buffer<char> memory(120000);
  std::vector<k::piece> pieces;
  std::vector<char> contents(120000);
  for (auto& c : contents) c = static_cast<char>(random_bits());
  ok(hipMemcpy(memory.device(), contents.data(), contents.size(), hipMemcpyHostToDevice), "copy");
  std::size_t at = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    pieces.push_back({memory.device() + at, sizes[i]});
    at += sizes[i] + i;  // not all aligned
  }
  Buffer<char> packed(k::packed_bytes(pieces.data(), pieces.size()));
  ok(k::pack(packed.device(), pieces.data(), pieces.size()), "pack");
  const auto got = packed.host();
  std::size_t offset = 0;
  at = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    check(std::equal(got.begin() + static_cast<long>(offset),
                     got.begin() + static_cast<long>(offset + sizes[i]),
                     contents.begin() + static_cast<long>(at)),
          "pack", static_cast<long>(i));
    offset += (sizes[i] + 15) / 16 * 16;
    if (sizes[i] != 0) ok(hipMemset(pieces[i].data, 0, sizes[i]), "hipMemset");
    at += sizes[i] + i;
  }
  ok(k::unpack(pieces.data(), packed.device(), pieces.size()), "unpack");
  const auto back = memory.host();
  check(std::equal(back.begin(), back.begin() + static_cast<long>(at - 5), contents.begin()),
        "unpack");
}

// ---- tiles and dynamic memory ----

template <class Tile>
__global__ void turn(std::uint16_t* out, const std::uint16_t* in) {
  __shared__ Tile tile;
  const unsigned i = threadIdx.x;
  typename Tile::vector v;
  for (unsigned j = 0; j < Tile::per_access; ++j) v.at[j] = in[i * Tile::per_access + j];
  tile.store(i * Tile::per_access / 64, i * Tile::per_access % 64, v);
  __syncthreads();
  for (unsigned j = i; j < 64 * 16; j += blockDim.x) out[j] = tile(j % 16, j / 16);
}

__global__ void two_arrays(double* out, std::size_t count) {
  std::size_t used = 0;
  char* const flags = hipshim::lds::dynamic<char>(hipshim::lds::reserve<char>(used, 3));
  double* const values = hipshim::lds::dynamic<double>(hipshim::lds::reserve<double>(used, count));
  if (threadIdx.x < 3) flags[threadIdx.x] = static_cast<char>(threadIdx.x);
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = values[count - 1 - threadIdx.x] + flags[threadIdx.x % 3];
}

void check_shared() {
  std::vector<std::uint16_t> in(16 * 64);
  std::iota(in.begin(), in.end(), std::uint16_t{1});
  std::vector<std::uint16_t> want(in.size());
  for (unsigned r = 0; r < 16; ++r)
    for (unsigned c = 0; c < 64; ++c) want[c * 16 + r] = in[r * 64 + c];
  Buffer<std::uint16_t> from(in), to(in.size());
  turn<hipshim::lds::tile<std::uint16_t, 16, 64, 16>><<<1, 128>>>(to.device(), from.device());
  check(to.host() == want, "tile of 16-byte accesses");
  turn<hipshim::lds::tile<std::uint16_t, 16, 64, 4, 2>><<<1, 512>>>(to.device(), from.device());
  check(to.host() == want, "tile of 4-byte accesses");

  std::size_t used = 0;
  hipshim::lds::reserve<char>(used, 3);
  hipshim::lds::reserve<double>(used, 100);
  Buffer<double> out(100);
  two_arrays<<<1, 100, used>>>(out.device(), 100);
  const auto got = out.host();
  bool right = true;
  for (unsigned i = 0; i < 100; ++i) right = right && got[i] == 99 - i + i % 3;
  check(right, "dynamic memory of two types");
}

}  // namespace

int main() {
  return at_both_wave_sizes([](unsigned) {
    check_transpose<float>(64, 68, 1);
    check_transpose<float>(33, 65, 2);
    check_transpose<double>(34, 66, 1);
    check_transpose<std::uint16_t>(136, 128, 1);
    check_transpose<std::uint8_t>(7, 130, 1);
    for (const std::size_t columns : {1, 4, 6, 20}) check_gather(columns);
    for (const std::size_t columns : {1, 8, 10, 36}) {
      check_scatter<float>(columns, 300);
      check_scatter<__half>(columns, 300);
    }
    for (const std::size_t count : {0, 1, 77, 5000}) check_reduce(count);
    check_pack();
    check_shared();
  });
}
