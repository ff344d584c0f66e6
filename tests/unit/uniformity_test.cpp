// SPDX-License-Identifier: Apache-2.0
// How values differ between the threads of a block.
#include <catch2/catch.hpp>

#include <string>

#include "match/uniformity.hpp"
#include "snippet.hpp"

using namespace hipaudit;
using kf::StmtKind;
using match::BlockShape;
using match::Grain;
using match::LaneMaskFlow;
using match::Uniformity;
using test::parse_hip;

namespace {

/// Grain of the condition of the first `if` in a kernel that holds `statements` before it.
Grain grain_of(const std::string& condition, const std::string& statements = "",
               BlockShape shape = {}) {
  const Facts facts =
      parse_hip("__device__ int warp_number() { return threadIdx.x / 32; }\n"
                "__global__ void k(int* p, int n) { __shared__ int s; __syncthreads();"
                + statements + " if (" + condition + ") p[0] = s; }\n");
  const LaneMaskFlow flow(facts);
  for (std::size_t i = 0; i < flow.functions().size(); ++i) {
    const kf::Function& f = *flow.functions()[i].f;
    if (f.name != "k") continue;
    Uniformity u(flow, i, shape, 64);
    for (const kf::Stmt& s : f.stmts)
      if (s.kind == StmtKind::if_ && s.where.expansion.valid()) return u.grain(s.a);
  }
  FAIL("no condition");
  return Grain::block;
}

}  // namespace

TEST_CASE("the grain of conditions on the thread index is exact", "[uniformity]") {
  CHECK(grain_of("threadIdx.x == 0") == Grain::lane);
  CHECK(grain_of("threadIdx.x < 32") == Grain::warp);
  CHECK(grain_of("threadIdx.x < 64") == Grain::wave);
  CHECK(grain_of("threadIdx.x < 4096") == Grain::block);
  CHECK(grain_of("w < 3", "const int w = threadIdx.x >> 5;") == Grain::warp);
  CHECK(grain_of("w < 4", "const int w = threadIdx.x / 32;") == Grain::wave);
  CHECK(grain_of("warp_number() == 1") == Grain::warp);
  CHECK(grain_of("threadIdx.x / warpSize == 1") == Grain::wave);
  CHECK(grain_of("(blockIdx.x * blockDim.x + threadIdx.x) / 32 == 1") == Grain::warp);
  CHECK(grain_of("threadIdx.y == 1", "", {32, 4, 1, true}) == Grain::warp);
  CHECK(grain_of("threadIdx.y == 1", "", {64, 4, 1, true}) == Grain::wave);
}

TEST_CASE("the grain of what is not known is the finest there is evidence for", "[uniformity]") {
  CHECK(grain_of("n > 0") == Grain::block);
  CHECK(grain_of("p[blockIdx.x] > 0") == Grain::block);
  CHECK(grain_of("p[threadIdx.x] > 0") == Grain::lane);
  CHECK(grain_of("p[threadIdx.x / 32] > 0") == Grain::warp);
  CHECK(grain_of("threadIdx.x / 32 < n") == Grain::warp);
  CHECK(grain_of("(threadIdx.x & ~31) < n") == Grain::warp);
  CHECK(grain_of("__any(p[threadIdx.x])") == Grain::wave);
  CHECK(grain_of("__syncthreads_or(p[threadIdx.x])") == Grain::block);
  CHECK(grain_of("atomicAdd(p, 1) == 0") == Grain::lane);
  CHECK(grain_of("i > 0", "int i = n; i = p[threadIdx.x];") == Grain::lane);
  // What one thread puts into a shared variable, all read.
  CHECK(grain_of("s > 0", "s = atomicAdd(p, 1); __syncthreads();") == Grain::block);
}

TEST_CASE("how many lanes of a wave pass a guard", "[uniformity]") {
  const auto together = [](const std::string& guard, int lanes) {
    const Facts facts = parse_hip(
        "__global__ void k(int* p, int n) { __syncthreads(); const int lane = threadIdx.x & 31;"
        " const int wave_lane = threadIdx.x % warpSize; if ("
        + guard + ") p[0] = lane + wave_lane; }\n");
    const LaneMaskFlow flow(facts);
    Uniformity u(flow, 0, {}, 64);
    const kf::Function& f = *flow.functions()[0].f;
    for (const kf::Stmt& s : f.stmts)
      if (s.kind == StmtKind::if_) return u.together({{s.a, true}}, lanes);
    return -1;
  };
  CHECK(together("threadIdx.x == 0", 64) == 1);
  CHECK(together("lane == 0", 64) == 2);
  CHECK(together("lane == 0", 32) == 1);
  CHECK(together("wave_lane == 0", 64) == 1);
  CHECK(together("lane == n", 64) == 2);
  CHECK(together("wave_lane == __ffsll(__ballot(1)) - 1", 64) == 1);
  CHECK(together("p[threadIdx.x] > 0", 64) == 64);
  CHECK(together("threadIdx.x == 0 && p[0] > 0", 64) == 1);
  CHECK(together("atomicAdd(p, 1) == n", 64) == 1);
}

TEST_CASE("a use of a macro that looks like a call names its definition", "[uniformity]") {
  const Facts facts = parse_hip("#define SYNC_WARP()\n"
                                "__global__ void k(int* p) { __syncthreads(); SYNC_WARP(); }\n");
  const MacroFact* defined = nullptr;
  const MacroFact* used = nullptr;
  for (const MacroFact& m : facts.macros) {
    if (m.name != "SYNC_WARP") continue;
    (m.kind == MacroFact::Kind::defined ? defined : used) = &m;
  }
  REQUIRE(defined != nullptr);
  REQUIRE(used != nullptr);
  CHECK(used->definition == defined->where.spelling);
}
