// SPDX-License-Identifier: Apache-2.0
//
// On an NVIDIA GPU: every kernel of hipshim/kernels against plain loops on the host. Outputs are
// poisoned first, so an element that nobody writes is seen. Sums are of small integers, which every
// type here adds exactly in any order, so they are compared bit by bit.
//
//   nvcc -std=c++17 -arch=sm_90 -I../../include kernels.cu -o kernels && ./kernels
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <numeric>
#include <vector>

#include "hipshim/kernels/device.hpp"
#include "hipshim/kernels/gather.hpp"
#include "hipshim/kernels/pack.hpp"
#include "hipshim/kernels/reduce.hpp"
#include "hipshim/kernels/scatter_add.hpp"
#include "hipshim/kernels/transpose.hpp"

namespace k = hipshim::kernels;

static unsigned long long checks = 0;
static unsigned long long failures = 0;

static void tell(bool right, const char* what, std::size_t a = 0, std::size_t b = 0,
                 std::size_t c = 0) {
  ++checks;
  if (right) return;
  ++failures;
  if (failures < 40) std::printf("WRONG: %s (%zu, %zu, %zu)\n", what, a, b, c);
}

static void must(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  std::printf("FAILED: %s: %s\n", what, cudaGetErrorString(code));
  std::exit(1);
}

static std::uint32_t random_state = 12345;
static std::uint32_t random_bits() {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 17;
  random_state ^= random_state << 5;
  return random_state;
}

// Device memory with room for a false alignment in front.
template <class T>
struct Array {
  explicit Array(std::size_t count, std::size_t skip = 0) : count_(count), skip_(skip) {
    must(cudaMalloc(&base_, (count + skip + 1) * sizeof(T)), "cudaMalloc");
    must(cudaMemset(base_, 0x5a, (count + skip + 1) * sizeof(T)), "cudaMemset");
  }
  Array(const std::vector<T>& from, std::size_t skip = 0) : Array(from.size(), skip) {
    must(cudaMemcpy(data(), from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice),
         "cudaMemcpy");
  }
  Array(const Array&) = delete;
  ~Array() { cudaFree(base_); }
  T* data() const { return static_cast<T*>(base_) + skip_; }
  std::vector<T> get() const {
    std::vector<T> result(count_);
    must(cudaMemcpy(result.data(), data(), count_ * sizeof(T), cudaMemcpyDeviceToHost),
         "a kernel, or cudaMemcpy");
    return result;
  }

 private:
  void* base_ = nullptr;
  std::size_t count_, skip_;
};

template <class T>
static bool same_bytes(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

template <class T>
static std::vector<T> random_elements(std::size_t count) {
  std::vector<T> result(count);
  auto* bytes = reinterpret_cast<unsigned char*>(result.data());
  for (std::size_t i = 0; i < count * sizeof(T); ++i)
    bytes[i] = static_cast<unsigned char>(random_bits() >> 8);
  return result;
}

struct Sixteen {
  std::uint32_t at[4];
};

template <class T>
static void check_transpose() {
  const std::size_t sizes[][3] = {{1, 1, 1},     {64, 64, 1},   {16, 48, 3},   {33, 65, 2},
                                  {128, 16, 1},  {7, 1000, 1},  {1000, 8, 2},  {256, 528, 2},
                                  {255, 257, 1}, {1024, 16, 1}, {16, 4096, 1}, {640, 1184, 1}};
  for (const auto& size : sizes)
    for (std::size_t skip = 0; skip < 2; ++skip) {
      const std::size_t rows = size[0], columns = size[1], count = size[2];
      const auto in = random_elements<T>(rows * columns * count);
      std::vector<T> want(in.size());
      for (std::size_t m = 0; m < count; ++m)
        for (std::size_t r = 0; r < rows; ++r)
          for (std::size_t c = 0; c < columns; ++c)
            want[(m * columns + c) * rows + r] = in[(m * rows + r) * columns + c];
      Array<T> from(in, skip), to(in.size());
      must(k::transpose(to.data(), from.data(), rows, columns, nullptr, count), "transpose");
      tell(same_bytes(to.get(), want), "transpose", sizeof(T), rows, columns);
    }
  tell(k::transpose<T>(nullptr, nullptr, 0, 5).ok(), "transpose of nothing");
}

template <class T, class Index>
static void check_gather(std::size_t columns, std::size_t skip) {
  const std::size_t rows = 300;
  const std::size_t count = 1111;
  const auto table = random_elements<T>(rows * columns);
  std::vector<Index> index(count);
  for (auto& i : index) i = static_cast<Index>(random_bits() % rows);
  index[5] = static_cast<Index>(-1);
  index[6] = static_cast<Index>(rows);
  const auto wanted = [&](const std::vector<Index>& of) {
    std::vector<T> result(count * columns);
    std::memset(static_cast<void*>(result.data()), 0, result.size() * sizeof(T));
    for (std::size_t i = 0; i < count; ++i)
      if (of[i] >= 0 && static_cast<std::size_t>(of[i]) < rows)
        for (std::size_t c = 0; c < columns; ++c)
          result[i * columns + c] = table[static_cast<std::size_t>(of[i]) * columns + c];
    return result;
  };
  Array<T> d_table(table, skip), out(count * columns);
  Array<Index> d_index(index);
  must(k::gather(out.data(), d_table.data(), rows, columns, d_index.data(), count), "gather");
  tell(same_bytes(out.get(), wanted(index)), "gather", sizeof(T), columns, skip);

  index[5] = index[6] = 0;
  Array<Index> d_legal(index), sorted(count);
  Array<std::uint32_t> order(count);
  std::size_t bytes = 0;
  must(k::sort_index<Index>(nullptr, bytes, d_legal.data(), sorted.data(), order.data(), count,
                            rows),
       "sort_index");
  Array<char> workspace(bytes);
  must(k::sort_index(workspace.data(), bytes, d_legal.data(), sorted.data(), order.data(), count,
                     rows),
       "sort_index");
  const auto h_sorted = sorted.get();
  const auto h_order = order.get();
  bool right = std::is_sorted(h_sorted.begin(), h_sorted.end());
  for (std::size_t i = 0; i < count; ++i) right = right && index[h_order[i]] == h_sorted[i];
  tell(right, "sort_index");
  Array<T> again(count * columns);
  must(k::gather_sorted(again.data(), d_table.data(), rows, columns, sorted.data(), order.data(),
                        count),
       "gather_sorted");
  tell(same_bytes(again.get(), wanted(index)), "gather_sorted", sizeof(T), columns, skip);
}

static float number(float v) { return v; }
static float number(__half v) { return __half2float(v); }
static float number(__nv_bfloat16 v) { return __bfloat162float(v); }
template <class T>
static T from_number(float v);
template <>
float from_number<float>(float v) {
  return v;
}
template <>
__half from_number<__half>(float v) {
  return __float2half(v);
}
template <>
__nv_bfloat16 from_number<__nv_bfloat16>(float v) {
  return __float2bfloat16(v);
}

// hot: every `hot`-th index is row 7.
template <class T, class Index>
static void check_scatter(std::size_t rows, std::size_t columns, std::size_t count, unsigned hot,
                          std::size_t skip) {
  std::vector<T> table(rows * columns), values(count * columns);
  for (auto& v : table) v = from_number<T>(static_cast<float>(random_bits() % 5) - 2.0f);
  // Small values of either sign keep the sums of hot rows below 256, up to which bfloat16 is exact.
  for (auto& v : values) v = from_number<T>(static_cast<float>(random_bits() % 3) - 1.0f);
  std::vector<Index> index(count);
  for (std::size_t i = 0; i < count; ++i)
    index[i] = static_cast<Index>(i % hot == 0 ? 7 : random_bits() % rows);
  index[count / 2] = static_cast<Index>(-1);
  index[count / 3] = static_cast<Index>(rows);
  const auto wanted = [&] {
    std::vector<float> sum(table.size());
    for (std::size_t i = 0; i < table.size(); ++i) sum[i] = number(table[i]);
    for (std::size_t i = 0; i < count; ++i)
      if (index[i] >= 0 && static_cast<std::size_t>(index[i]) < rows)
        for (std::size_t c = 0; c < columns; ++c)
          sum[static_cast<std::size_t>(index[i]) * columns + c] += number(values[i * columns + c]);
    return sum;
  };
  const auto compare = [&](const std::vector<T>& got, const char* what) {
    const auto want = wanted();
    bool right = true;
    // -0.0 and 0.0 are one sum.
    for (std::size_t i = 0; i < want.size(); ++i) right = right && number(got[i]) == want[i];
    tell(right, what, sizeof(T), columns, count);
  };
  {
    Array<T> d_table(table, skip), d_values(values, skip);
    Array<Index> d_index(index);
    must(k::scatter_add(d_table.data(), rows, columns, d_values.data(), d_index.data(), count),
         "scatter_add");
    compare(d_table.get(), "scatter_add");
  }
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return index[a] < index[b]; });
  std::vector<Index> sorted(count);
  for (std::size_t i = 0; i < count; ++i) sorted[i] = index[order[i]];
  Array<T> d_table(table, skip), d_values(values, skip);
  Array<Index> d_sorted(sorted);
  Array<std::uint32_t> d_order(order);
  must(k::scatter_add_sorted(d_table.data(), rows, columns, d_values.data(), d_sorted.data(),
                             d_order.data(), count),
       "scatter_add_sorted");
  compare(d_table.get(), "scatter_add_sorted");
}

template <class T>
static void check_scatters() {
  for (const std::size_t columns : {1, 3, 8, 10, 64, 96, 520})
    for (const std::size_t skip : {0, 1}) {
      check_scatter<T, int>(1000, columns, 3000, 1000, skip);
      check_scatter<T, std::int64_t>(100, columns, 257, 50, skip);
      check_scatter<T, int>(50, columns, 1, 1, skip);
    }
  // Enough rows for the large blocks; a row that a thousand want.
  check_scatter<T, int>(100000, 8, (1 << 18) + 77, 300, 0);
}

template <class Acc, class T>
static void check_reduce(std::size_t count, std::size_t skip) {
  std::vector<T> in(count);
  Acc sum = Acc{0}, least = Acc{100}, most = Acc{-100};
  for (auto& v : in) {
    v = static_cast<T>(static_cast<float>(static_cast<int>(random_bits() % 9) - 4));
    const Acc x = static_cast<Acc>(v);
    sum = sum + x;
    least = std::min(least, x);
    most = std::max(most, x);
  }
  Array<T> d_in(in, skip);
  Array<Acc> out(3);
  Array<char> workspace(k::reduce_workspace<Acc>());
  must(k::reduce(out.data(), d_in.data(), count, Acc{0}, workspace.data()), "reduce");
  must(k::reduce(out.data() + 1, d_in.data(), count, Acc{100}, workspace.data(), nullptr,
                 k::minimum()),
       "reduce");
  must(k::reduce(out.data() + 2, d_in.data(), count, Acc{-100}, workspace.data(), nullptr,
                 k::maximum()),
       "reduce");
  const auto got = out.get();
  tell(got[0] == sum && got[1] == least && got[2] == most, "reduce", sizeof(T), count, skip);
}

static void check_pack() {
  const std::size_t sizes[] = {4, 1, 0, 16, 4096, 33000, 65536, 100001, 2, 300000, 32768, 8};
  std::vector<k::piece> pieces;
  std::vector<std::vector<char>> contents;
  std::vector<void*> bases;
  for (unsigned i = 0; i < 300; ++i) {
    const std::size_t bytes = sizes[i % 12];
    const std::size_t skip = i % 5 == 0 ? 1 : i % 3 == 0 ? 4 : 0;
    contents.push_back(random_elements<char>(bytes));
    void* base = nullptr;
    must(cudaMalloc(&base, bytes + 16), "cudaMalloc");
    bases.push_back(base);
    char* data = static_cast<char*>(base) + skip;
    must(cudaMemcpy(data, contents.back().data(), bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
    pieces.push_back({data, bytes});
  }
  const std::size_t bytes = k::packed_bytes(pieces.data(), pieces.size());
  Array<char> packed(bytes);
  must(k::pack(packed.data(), pieces.data(), pieces.size()), "pack");
  const auto got = packed.get();
  std::size_t offset = 0;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    tell(std::equal(contents[i].begin(), contents[i].end(),
                    got.begin() + static_cast<std::ptrdiff_t>(offset)),
         "pack", i, pieces[i].bytes);
    offset += (pieces[i].bytes + 15) / 16 * 16;
    must(cudaMemset(pieces[i].data, 0x5a, pieces[i].bytes), "cudaMemset");
  }
  tell(offset == bytes, "packed_bytes");
  must(k::unpack(pieces.data(), packed.data(), pieces.size()), "unpack");
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    std::vector<char> back(pieces[i].bytes);
    must(cudaMemcpy(back.data(), pieces[i].data, back.size(), cudaMemcpyDeviceToHost),
         "cudaMemcpy");
    tell(back == contents[i], "unpack", i, pieces[i].bytes);
  }
  for (void* base : bases) cudaFree(base);
}

static void check_library() {
  const std::size_t count = 100000;
  std::vector<int> in(count);
  for (auto& v : in) v = static_cast<int>(random_bits() % 100);
  Array<int> d_in(in), out(count);
  const auto twice = [&](auto call) {
    std::size_t bytes = 0;
    must(call(nullptr, bytes), "a library call for its size");
    Array<char> workspace(bytes + 1);
    must(call(workspace.data(), bytes), "a library call");
  };
  twice([&](void* w, std::size_t& bytes) {
    return k::device_reduce(w, bytes, d_in.data(), out.data(), count, 5, k::plus());
  });
  tell(out.get()[0] == std::accumulate(in.begin(), in.end(), 5), "device_reduce");
  std::vector<int> want(count);
  std::partial_sum(in.begin(), in.end(), want.begin());
  twice([&](void* w, std::size_t& bytes) {
    return k::device_inclusive_scan(w, bytes, d_in.data(), out.data(), count, k::plus());
  });
  tell(same_bytes(out.get(), want), "device_inclusive_scan");
  for (std::size_t i = 0; i < count; ++i) want[i] += 3 - in[i];
  twice([&](void* w, std::size_t& bytes) {
    return k::device_exclusive_scan(w, bytes, d_in.data(), out.data(), count, 3, k::plus());
  });
  tell(same_bytes(out.get(), want), "device_exclusive_scan");
}

// Tiles of every kind: what is put in by rows comes out by columns, one element or one access at a
// time.
template <class Tile, unsigned kRows, unsigned kColumns>
__global__ void turn_through_tile(std::uint16_t* out, const std::uint16_t* in) {
  __shared__ Tile tile;
  constexpr unsigned kN = Tile::per_access;
  for (unsigned i = threadIdx.x; i < kRows * kColumns / kN; i += blockDim.x) {
    typename Tile::vector v;
    for (unsigned j = 0; j < kN; ++j) v.at[j] = in[i * kN + j];
    tile.store(i * kN / kColumns, i * kN % kColumns, v);
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < kRows * kColumns; i += blockDim.x)
    out[i] = tile(i % kRows, i / kRows);
  __syncthreads();
  for (unsigned i = threadIdx.x; i < kRows * kColumns; i += blockDim.x)
    tile(i / kColumns, i % kColumns) = static_cast<std::uint16_t>(in[i] ^ 0xffff);
  __syncthreads();
  for (unsigned i = threadIdx.x; i < kRows * kColumns / kN; i += blockDim.x) {
    const typename Tile::vector v = tile.load(i % kRows, i / kRows * kN);
    for (unsigned j = 0; j < kN; ++j)
      out[kRows * kColumns + (i / kRows * kN + j) * kRows + i % kRows] = v.at[j];
  }
}

template <unsigned kRows, unsigned kColumns, unsigned kAccess, unsigned kStep>
static void check_tile() {
  using Tile = hipshim::lds::tile<std::uint16_t, kRows, kColumns, kAccess, kStep>;
  const auto in = random_elements<std::uint16_t>(kRows * kColumns);
  Array<std::uint16_t> from(in), to(2 * kRows * kColumns);
  turn_through_tile<Tile, kRows, kColumns><<<1, 128>>>(to.data(), from.data());
  must(cudaGetLastError(), "turn_through_tile");
  const auto got = to.get();
  bool right = true;
  for (unsigned r = 0; r < kRows; ++r)
    for (unsigned c = 0; c < kColumns; ++c) {
      const std::uint16_t v = in[r * kColumns + c];
      right = right && got[c * kRows + r] == v
              && got[kRows * kColumns + c * kRows + r] == static_cast<std::uint16_t>(v ^ 0xffff);
    }
  tell(right, "tile", kRows, kColumns, kAccess);
}

int main() {
  check_transpose<std::uint8_t>();
  check_transpose<std::uint16_t>();
  check_transpose<float>();
  check_transpose<double>();
  check_transpose<Sixteen>();
  for (const std::size_t columns : {1, 3, 4, 8, 12, 64, 1000})
    for (const std::size_t skip : {0, 1}) {
      check_gather<std::uint8_t, int>(columns, skip);
      check_gather<__half, int>(columns, skip);
      check_gather<float, std::int64_t>(columns, skip);
      check_gather<double, std::int64_t>(columns, skip);
    }
  check_scatters<float>();
  check_scatters<__half>();
  check_scatters<__nv_bfloat16>();
  for (const std::size_t count : {0, 1, 5, 255, 4096, 100001, 20000000})
    for (const std::size_t skip : {0, 1}) {
      check_reduce<float, float>(count, skip);
      check_reduce<float, __half>(count, skip);
      check_reduce<double, float>(count, skip);
      check_reduce<long long, int>(count, skip);
      check_reduce<int, std::int8_t>(count, skip);
    }
  check_pack();
  check_library();
  check_tile<32, 32, 2, 1>();
  check_tile<64, 64, 4, 1>();
  check_tile<64, 32, 16, 1>();
  check_tile<16, 64, 16, 1>();
  check_tile<128, 128, 16, 8>();
  check_tile<8, 8, 8, 1>();
  std::printf("kernels: %llu checks, %llu wrong\n", checks, failures);
  return failures == 0 ? 0 : 1;
}
