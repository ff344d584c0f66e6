// SPDX-License-Identifier: Apache-2.0
// Which cross-lane algorithms are recognised, read from text.
#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "lanes/append.hpp"
#include "lanes/idiom.hpp"
#include "snippet.hpp"

using namespace hipaudit;
using lanes::Idiom;
using lanes::IdiomKind;
using lanes::Operator;
using lanes::Reader;

namespace {

/// Idioms of the function `name`, and the facts that they point into.
struct Found {
  Facts facts;
  std::vector<Idiom> idioms;
};

Found find(const std::string& text, const std::string& name = "k") {
  Found out;
  out.facts = test::parse_hip(text);
  const kf::Function& f = test::function(out.facts, name);
  out.idioms = lanes::find_idioms(lanes::Program(out.facts), f);
  return out;
}

Found in_kernel(const std::string& body, const std::string& before = "") {
  return find(before + "__global__ void k(int* x, int n) {\n  int v = x[threadIdx.x];\n" + body
              + "\n  x[threadIdx.x] = v;\n}\n");
}

void one_reduction(const std::string& body, Operator op, unsigned width, bool every_lane) {
  const Found got = in_kernel(body);
  INFO(body);
  REQUIRE(got.idioms.size() == 1);
  CHECK(got.idioms[0].kind == IdiomKind::reduce);
  REQUIRE(got.idioms[0].values.size() == 1);
  CHECK(got.idioms[0].values[0].op == op);
  CHECK(got.idioms[0].values[0].width == width);
  CHECK(got.idioms[0].values[0].every_lane == every_lane);
}

void nothing(const std::string& body) {
  INFO(body);
  CHECK(in_kernel(body).idioms.empty());
}

}  // namespace

TEST_CASE("A reduction is known by what its lanes hold, not by its spelling", "[idiom]") {
  const char* const sums[] = {
      "for (int d = 16; d > 0; d /= 2) v += __shfl_xor(v, d);",
      "for (int d = 1; d < 32; d <<= 1) v = __shfl_xor(v, d) + v;",
      "for (int i = 0; i < 5; i++) v += __shfl_xor(v, 1 << i, 32);",
      "for (int i = 4; i >= 0; --i) { int t = __shfl_xor(v, 1 << i); v = v + t; }",
      "int t; for (int d = 16; d; d >>= 1) { t = __shfl_xor_sync(0xffffffff, v, d); v += t; }",
      ("v += __shfl_xor(v, 16); v += __shfl_xor(v, 4); v += __shfl_xor(v, 8);"
       " v += __shfl_xor(v, 1); v += __shfl_xor(v, 2);"),
      "for (int d = 16; d > 0; d /= 2) v += __shfl_down(v, d, 32); v = __shfl(v, 0, 32);",
      "int d = 0; do { v += __shfl_xor(v, 16 >> d); } while (++d < 5);",
  };
  for (std::size_t i = 0; i + 1 < std::size(sums); ++i)
    one_reduction(sums[i], Operator::add, 32, true);
  // The counter is set apart from the loop.
  nothing(sums[std::size(sums) - 1]);

  one_reduction("for (int d = 8; d > 0; d /= 2) v ^= __shfl_xor(v, d);", Operator::bit_xor, 16,
                true);
}

TEST_CASE("Minimum and maximum by call, by choice and by branch", "[idiom]") {
  one_reduction("for (int d = 16; d > 0; d /= 2) v = max(v, __shfl_xor(v, d));", Operator::max, 32,
                true);
  one_reduction("for (int d = 16; d > 0; d /= 2) { int t = __shfl_xor(v, d); v = t < v ? t : v; }",
                Operator::min, 32, true);
  one_reduction("for (int d = 16; d > 0; d /= 2) { int t = __shfl_xor(v, d); if (t > v) v = t; }",
                Operator::max, 32, true);
  // The other one of the two.
  one_reduction("for (int d = 16; d > 0; d /= 2) { int t = __shfl_xor(v, d); v = v > t ? t : v; }",
                Operator::min, 32, true);
}

TEST_CASE("The second stage may use the variable of the first", "[idiom]") {
  // Nobody reads what the other lanes hold after the first stage: the branch begins with a new
  // value.
  const Found got = find("__global__ void k(int* x) {\n"
                         "  __shared__ int sums[32];\n"
                         "  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;\n"
                         "  int v = x[threadIdx.x];\n"
                         "  for (int d = 16; d > 0; d /= 2) v += __shfl_down(v, d);\n"
                         "  if (lane == 0) sums[warp] = v;\n"
                         "  __syncthreads();\n"
                         "  if (warp == 0) {\n"
                         "    v = lane < blockDim.x / 32 ? sums[lane] : 0;\n"
                         "    for (int d = 16; d > 0; d /= 2) v += __shfl_down(v, d);\n"
                         "    if (lane == 0) x[0] = v;\n"
                         "  }\n"
                         "}\n");
  REQUIRE(got.idioms.size() == 1);
  CHECK(got.idioms[0].kind == IdiomKind::block_reduce);
}

TEST_CASE("Code that computes something else is no idiom", "[idiom]") {
  nothing("for (int d = 16; d > 1; d /= 2) v += __shfl_xor(v, d);");
  nothing("for (int d = 16; d > 0; d /= 2) v += __shfl_up(v, d);");
  nothing("for (int d = 16; d > 0; d /= 2) v -= __shfl_xor(v, d);");
  nothing("for (int d = 16; d > 0; d /= 2) v += n * __shfl_xor(v, d);");
  nothing("for (int d = n; d > 0; d /= 2) v += __shfl_xor(v, d);");
  nothing("for (int d = warpSize / 2; d > 0; d /= 2) v += __shfl_xor(v, d);");
  nothing("for (int d = 1; d < blockDim.x / 32; d *= 2) v += __shfl_xor(v, d);");
  nothing("for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffff, v, d);");
  nothing("v += __shfl_xor(v, 1);");
  // Lanes but the first hold parts, and are read.
  nothing("for (int d = 16; d > 0; d /= 2) v += __shfl_down(v, d);");
  // A sum that takes lane 0 of each half twice.
  nothing("for (int d = 16; d > 0; d /= 2) if (threadIdx.x % 32 >= d) v += __shfl_xor(v, d);");
}

TEST_CASE("Who reads a result that only the first lane has", "[idiom]") {
  const std::string sum =
      "__device__ int sum(int v) { for (int d = 16; d; d /= 2) v += __shfl_down(v, d); return v; }";
  const auto reader = [&](const std::string& use) {
    const Found got = find(sum + "__global__ void k(int* x) { " + use + " }", "sum");
    return got.idioms.size() == 1 ? got.idioms[0].reader : Reader::others;
  };
  CHECK(reader("int s = sum(x[threadIdx.x]); if (threadIdx.x == 0) x[0] = s;") == Reader::leaders);
  CHECK(reader("int s = sum(x[threadIdx.x]); if (threadIdx.x & 31) return; x[0] = s;")
        == Reader::leaders);
  CHECK(reader("int s = 2 * sum(x[threadIdx.x]); s = __shfl(s, 0); x[threadIdx.x] = s;")
        == Reader::leaders);
  CHECK(reader("x[threadIdx.x] = sum(x[threadIdx.x]);") == Reader::others);
  CHECK(reader("int s = sum(x[threadIdx.x]); if (threadIdx.x < 2) x[0] = s;") == Reader::others);
  CHECK(reader("") == Reader::unknown);
}

TEST_CASE("Scans are guarded by the lane", "[idiom]") {
  const auto scan = [](const std::string& lane, const std::string& guard) {
    const Found got = in_kernel("const int lane = " + lane
                                + ";\n"
                                  "for (int d = 1; d < 32; d *= 2) { int t = __shfl_up(v, d); if ("
                                + guard + ") v += t; }");
    return got.idioms.size() == 1 && got.idioms[0].kind == IdiomKind::inclusive_scan
           && got.idioms[0].values[0].width == 32;
  };
  CHECK(scan("threadIdx.x & 31", "lane >= d"));
  CHECK(scan("threadIdx.x % 32u", "!(lane < d)"));
  CHECK_FALSE(scan("threadIdx.x & 31", "lane > d"));
  CHECK_FALSE(scan("threadIdx.x", "lane >= d"));
  CHECK_FALSE(scan("threadIdx.x % warpSize", "lane >= d"));
}

TEST_CASE("Two stages through shared memory reduce the block", "[idiom]") {
  const auto block = [](const std::string& store, const std::string& load,
                        const std::string& after) {
    const Found got =
        find("__global__ void k(int* x) {\n __shared__ int part[32];\n int v = x[threadIdx.x];\n"
             " const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;\n"
             " for (int d = 16; d; d /= 2) v += __shfl_xor(v, d);\n "
             + store + "\n __syncthreads();\n " + load
             + "\n for (int d = 16; d; d /= 2) v += __shfl_xor(v, d);\n " + after + "\n}\n");
    return got.idioms.size() == 1 && got.idioms[0].kind == IdiomKind::block_reduce;
  };
  const std::string store = "if (lane == 0) part[warp] = v;";
  const std::string load = "v = threadIdx.x < blockDim.x / 32 ? part[lane] : 0;";
  const std::string after = "if (threadIdx.x == 0) x[0] = v;";
  CHECK(block(store, load, after));
  CHECK(block("if (!(threadIdx.x % 32)) { part[threadIdx.x / 32] = v; }",
              "v = lane < blockDim.x / 32.f ? part[lane] : 0;", after));
  CHECK(block(store, "v = lane < 8 ? part[lane] : 0;", after));
  CHECK_FALSE(block("if (lane == 31) part[warp] = v;", load, after));
  CHECK_FALSE(block("if (lane == 0) part[lane] = v;", load, after));
  CHECK_FALSE(block(store, "v = threadIdx.x <= blockDim.x / 32 ? part[lane] : 0;", after));
  CHECK_FALSE(block(store, load, "x[threadIdx.x] = v;"));
  CHECK_FALSE(block(store, load, after + " x[1] = part[0];"));
}

TEST_CASE("A total over real waves needs the whole block, and an atomic of its kind", "[idiom]") {
  const auto total = [](const std::string& before, const std::string& atomic) {
    const Found got = in_kernel(before + " for (int d = 16; d; d /= 2) v += __shfl_down(v, d); "
                                + atomic + " v = 0;");
    return got.idioms.size() == 1 && got.idioms[0].kind == IdiomKind::wave_total;
  };
  CHECK(total("", "if ((threadIdx.x & 31) == 0) atomicAdd(x, v);"));
  CHECK(total("if (n > 3) {} ", "if (threadIdx.x % 32 == 0) { atomicAdd(&x[blockIdx.x], v); }"));
  // Lane 0 of the wave may be missing.
  CHECK_FALSE(total("if (v < 0) return; ", "if ((threadIdx.x & 31) == 0) atomicAdd(x, v);"));
  CHECK_FALSE(total("", "if ((threadIdx.x & 31) == 0) atomicAdd(x + threadIdx.x / 32, v);"));
  CHECK_FALSE(total("", "if ((threadIdx.x & 31) == 0) atomicMax(x, v);"));
  CHECK_FALSE(total("", "if (threadIdx.x == 0) atomicAdd(x, v);"));
}

TEST_CASE("Numbers from a counter are known by what each voter gets", "[idiom]") {
  const auto appends = [](const std::string& add, const std::string& use) {
    const Facts facts =
        test::parse_hip("__global__ void k(int* out, int* counter, const int* x) {\n"
                        "  const int value = x[threadIdx.x];\n"
                        "  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;\n"
                        "  const unsigned votes = __ballot(value > 0);\n"
                        "  int base = 0;\n  "
                        + add + "\n  base = __shfl(base, 0, 32);\n  " + use + "\n}\n");
    return lanes::find_appends(lanes::Program(facts), test::function(facts, "k")).size();
  };
  const std::string add = "if (lane == 0) base = atomicAdd(counter, __popc(votes));";
  const std::string use = "if (value > 0) out[base + __popc(votes & ((1u << lane) - 1))] = value;";
  CHECK(appends(add, use) == 1);
  CHECK(appends("if (!lane) { base = atomicAdd(counter, __popcll(votes)); }", use) == 1);
  CHECK(appends(add, "const int n = __popc(votes << (31 - lane) << 1);"
                     " if (value > 0 && n < 9) out[n + base] = 1;")
        == 0);  // who asks for the rank
  CHECK(appends(add, "const unsigned below = ~(~0u << lane);"
                     " if (value > 0) out[__popc(below & votes) + base] = value;")
        == 1);
  // Another number, another count, another lane, others than the voters, a counter for each warp.
  CHECK(appends(add, "if (value > 0) out[base + __popc(votes & ((2u << lane) - 1))] = 1;") == 0);
  CHECK(appends("if (lane == 0) base = atomicAdd(counter, 32);", use) == 0);
  CHECK(appends("if (lane <= 1) base = atomicAdd(counter, __popc(votes));", use) == 0);
  CHECK(appends("if (lane == 1) base = atomicAdd(counter, __popc(votes));", use) == 0);
  CHECK(appends(add, "out[base + __popc(votes & ((1u << lane) - 1))] = value;") == 0);
  CHECK(appends(add, use + " if (lane == 0) out[0] = base;") == 0);
  CHECK(appends("if (lane == 0) base = atomicAdd(counter + warp, __popc(votes));", use) == 0);
}
