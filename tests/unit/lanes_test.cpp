// SPDX-License-Identifier: Apache-2.0
// Verdicts on shuffles: kernel form built by hand, and small kernels read from text.
#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "kernel.hpp"
#include "lanes/machine.hpp"
#include "lanes/verdict.hpp"
#include "snippet.hpp"

using namespace hipaudit;
using kf::CrossKind;
using kf::kNone;
using kf::Op;
using kf::StmtKind;
using lanes::Shape;
using lanes::Trace;
using lanes::World;
using test::Kernel;

namespace {

/// Verdicts of the shuffles of `body`, in the order of the text.
std::vector<LaneVerdict> judged(const std::string& text) {
  const Facts facts = test::parse_hip(text);
  const Verdicts verdicts = evaluate_lanes(facts, 64);
  std::map<Where, LaneVerdict> by_site;
  for (const kf::Function& f : facts.functions)
    for (const kf::Expr& e : f.exprs)
      if (e.op == Op::cross && e.site != kNone)
        if (const LaneVerdict* v = verdicts.find(f.sites[e.site].callee))
          by_site[f.sites[e.site].callee] = *v;
  std::vector<LaneVerdict> out;
  for (const auto& [where, verdict] : by_site) out.push_back(verdict);
  return out;
}

LaneVerdict judge_kernel(const std::string& body, const std::string& rest = "") {
  const auto all = judged("__global__ void k(float* x, int n) {\n  float v = x[threadIdx.x];\n"
                          + body + "\n}\n" + rest);
  REQUIRE(all.size() == 1);
  return all[0];
}

/// out[tid] = shuffle(in[tid], lane)
struct OneShuffle : Kernel {
  kf::VarId out = var("out", kPointer, kf::Storage::param);
  kf::VarId in = var("in", kPointer, kf::Storage::param);
  Where callee{{0, 10, 16}, {0, 10, 16}, false};
  static constexpr std::uint32_t kPointer = 6;

  OneShuffle() {
    f.types.push_back(type(kf::TypeKind::pointer, 8));
    f.params = {out, in};
  }
  kf::ExprId thread() { return add(Op::thread_idx, kUint); }
  kf::ExprId element(kf::VarId pointer) {
    const kf::ExprId base = load(pointer);
    return add(Op::index, kInt, {base, thread()});
  }
  void shuffle(CrossKind kind, kf::ExprId lane, kf::ExprId width = kNone) {
    const kf::ExprId value = add(Op::load, kInt, {element(in)});
    const kf::ExprId id = cross(kind, {kNone, value, lane, width});
    kf::Site site;
    site.callee = callee;
    f.sites.push_back(site);
    f.exprs[id].site = 0;
    f.exprs[id].type = kInt;
    const kf::ExprId place = element(out);
    add(StmtKind::eval, add(Op::assign, kInt, {place, id}));
  }
  Facts facts() const {
    Facts facts;
    facts.functions.push_back(f);
    return facts;
  }
};

}  // namespace

TEST_CASE("two worlds read the same data", "[lanes]") {
  OneShuffle k;
  k.shuffle(CrossKind::shfl, k.number(0));
  const Facts facts = k.facts();
  const lanes::Library library(facts);
  const Shape shape{{64, 1, 1}, true};
  const Trace cuda = lanes::run(library, facts.functions[0], shape, World::cuda(), 0, 10000);
  CHECK(cuda.gave_up.empty());
  REQUIRE(cuda.memory.size() == 64);
  std::map<int, std::uint64_t> stored;
  for (const auto& [at, w] : cuda.memory) stored[w.lane] = w.value.bits;
  CHECK(stored[0] == stored[31]);
  CHECK(stored[0] != stored[32]);
  CHECK(stored[32] == stored[63]);
  World alone = World::cuda();
  alone.wave = 64;
  alone.except = {k.callee};
  const Trace wide = lanes::run(library, facts.functions[0], shape, alone, 0, 10000);
  for (const auto& [at, w] : wide.memory) CHECK(w.value.bits == stored[0]);
  REQUIRE(cuda.sites.size() == 1);
  REQUIRE(cuda.sites.at(k.callee).exchanges.size() == 1);
  CHECK(cuda.sites.at(k.callee).exchanges[0].from[40] == 32);
  CHECK(wide.sites.at(k.callee).exchanges[0].from[40] == 0);
}

TEST_CASE("what one shuffle does", "[lanes]") {
  const auto outcome = [](CrossKind kind, std::int64_t lane) {
    OneShuffle k;
    k.shuffle(kind, k.number(lane));
    const Verdicts verdicts = evaluate_lanes(k.facts(), 64);
    const LaneVerdict* v = verdicts.find(k.callee);
    REQUIRE(v);
    return *v;
  };
  CHECK(outcome(CrossKind::shfl, 0).effect == "lanes 32-63 read lane 0 instead of lane 32");
  CHECK(outcome(CrossKind::shfl, 31).effect == "lanes 32-63 read lane 31 instead of lane 63");
  CHECK(outcome(CrossKind::shfl_up, 1).effect
        == "lane 32 reads lane 31 instead of keeping its own value");
  CHECK(outcome(CrossKind::shfl_down, 2).outcome == Outcome::wrong);
  CHECK(outcome(CrossKind::shfl_xor, 16).outcome == Outcome::right);
  CHECK(outcome(CrossKind::shfl_xor, 32).outcome == Outcome::unknown);
  CHECK(outcome(CrossKind::shfl_down, 32).outcome == Outcome::unknown);
}

TEST_CASE("a shuffle with a width or in a tile is not judged", "[lanes]") {
  OneShuffle k;
  k.shuffle(CrossKind::shfl, k.number(0), k.number(32));
  CHECK(evaluate_lanes(k.facts(), 64).find(k.callee) == nullptr);
  OneShuffle tile;
  tile.shuffle(CrossKind::shfl, tile.number(0));
  for (kf::Expr& e : tile.f.exprs)
    if (e.op == Op::cross) e.tile = 32;
  CHECK(evaluate_lanes(tile.facts(), 64).find(tile.callee) == nullptr);
}

TEST_CASE("a wave of 32 needs no verdicts", "[lanes]") {
  OneShuffle k;
  k.shuffle(CrossKind::shfl, k.number(0));
  CHECK(evaluate_lanes(k.facts(), 32).find(k.callee) == nullptr);
}

TEST_CASE("the worst verdict of a site counts", "[lanes]") {
  Verdicts verdicts;
  const Where where{{0, 1, 2}, {0, 1, 2}, false};
  const auto add = [&](Outcome outcome, Confidence confidence) {
    LaneVerdict v;
    v.outcome = outcome;
    v.confidence = confidence;
    verdicts.add(where, v);
  };
  add(Outcome::right, Confidence::certain);
  CHECK(verdicts.find(where)->outcome == Outcome::right);
  add(Outcome::wrong, Confidence::likely);
  add(Outcome::unknown, Confidence::certain);
  CHECK(verdicts.find(where)->outcome == Outcome::wrong);
  CHECK(verdicts.find(where)->confidence == Confidence::likely);
  add(Outcome::wrong, Confidence::certain);
  CHECK(verdicts.find(where)->confidence == Confidence::certain);
  CHECK(verdicts.find({{0, 5, 6}, {0, 5, 6}, false}) == nullptr);
}

TEST_CASE("the table of idioms", "[lanes]") {
  struct Row {
    const char* body;
    Outcome outcome;
  };
  const Row rows[] = {
      {"for (int d = 16; d; d >>= 1) v += __shfl_down(v, d); if (threadIdx.x % 32 == 0) "
       "x[threadIdx.x / 32] = v;",
       Outcome::right},
      {"for (int d = 16; d; d >>= 1) v += __shfl_xor(v, d); x[threadIdx.x] = v;", Outcome::right},
      {"int l = threadIdx.x & 31; for (int d = 1; d < 32; d <<= 1) { float t = __shfl_up(v, d); if "
       "(l >= d) v += t; } "
       "x[threadIdx.x] = v;",
       Outcome::right},
      {"x[threadIdx.x] = __shfl(v, 0);", Outcome::wrong},
      {"x[threadIdx.x] = __shfl(v, 31);", Outcome::wrong},
      {"int lane = threadIdx.x & 31; x[threadIdx.x] = __shfl(v, (lane + 1) & 31);", Outcome::wrong},
      {"x[threadIdx.x] = __shfl_up(v, 1);", Outcome::wrong},
      {"x[threadIdx.x] = __shfl_down(v, 1);", Outcome::wrong},
      {"for (int d = warpSize / 2; d; d >>= 1) v += __shfl_down(v, d); if (threadIdx.x % warpSize "
       "== 0) "
       "x[threadIdx.x / warpSize] = v;",
       Outcome::right},
      {"x[threadIdx.x] = __shfl(v, n);", Outcome::wrong},
      {"x[threadIdx.x] = __shfl(v, (int)x[threadIdx.x]);", Outcome::unknown},
      {"x[threadIdx.x] = __shfl(v, __lane_id() ^ 1);", Outcome::right},
      {"x[threadIdx.x] = __shfl(v, (__lane_id() & 31) ^ 1);", Outcome::wrong},
      {"x[threadIdx.x] = __shfl(v, threadIdx.x ^ 1);", Outcome::right},
      {"x[threadIdx.x] = __shfl(v, 40);", Outcome::unknown},
      {"int lane = threadIdx.x & 63; if (lane < 64) x[threadIdx.x] = __shfl(v, 0);",
       Outcome::unknown},
      {"for (int k = 0; k < 64; ++k) x[threadIdx.x] += __shfl(v, k);", Outcome::unknown},
      {"switch (n) { case 1: v = __shfl(v, 0); break; default: v = 0; } x[threadIdx.x] = v;",
       Outcome::wrong},
      {"switch (n) { default: v = 1; break; case 1: v = __shfl(v, 0); } if (n != 1) x[threadIdx.x] "
       "= v;",
       Outcome::right},
      {"float4 q = make_float4(v, v, v, v); q.x = __shfl(v, 0); "
       "reinterpret_cast<float4*>(x)[threadIdx.x] = q;",
       Outcome::wrong},
      {"v = x[blockIdx.x]; x[threadIdx.x] = __shfl(v, 0);", Outcome::right},
  };
  for (const Row& row : rows) {
    CAPTURE(row.body);
    CHECK(judge_kernel(row.body).outcome == row.outcome);
  }
}

TEST_CASE("a known block makes the verdict certain", "[lanes]") {
  const std::string body = "x[threadIdx.x] = __shfl(v, 0);";
  CHECK(judge_kernel(body).confidence == Confidence::likely);
  const LaneVerdict known = judge_kernel(body, "void l(float* x) { k<<<1, 256>>>(x, 1); }");
  CHECK(known.outcome == Outcome::wrong);
  CHECK(known.confidence == Confidence::certain);
  CHECK(judge_kernel(body, "void l(float* x) { k<<<1, 32>>>(x, 1); }").outcome == Outcome::right);
  CHECK(judge_kernel(body, "void l(float* x) { k<<<1, dim3(8, 4)>>>(x, 1); }").outcome
        == Outcome::right);
}

TEST_CASE("a bound of 32 threads", "[lanes]") {
  const auto all = judged("__global__ void __launch_bounds__(32) k(int* x) { x[threadIdx.x] = "
                          "__shfl(x[0 + threadIdx.x], 0); }");
  REQUIRE(all.size() == 1);
  CHECK(all[0].outcome == Outcome::right);
}

TEST_CASE("functions that nothing here calls", "[lanes]") {
  const auto one = [](const std::string& text) {
    const auto all = judged(text);
    REQUIRE(all.size() == 1);
    return all[0];
  };
  CHECK(one("__device__ float f(float v) { return __shfl(v, 0); }").outcome == Outcome::wrong);
  CHECK(one("__device__ float f(float v) { return __shfl_up(v, 1); }").outcome == Outcome::unknown);
  CHECK(one("__device__ void f(float* o, float v) { o[threadIdx.x] = __shfl_up(v, 1); }").outcome
        == Outcome::wrong);
  CHECK(one("__device__ float f(float v) { for (int d = 16; d; d /= 2) v += __shfl_down(v, d); "
            "return v; }")
            .outcome
        == Outcome::right);
  CHECK(one("template <int W> __device__ float f(float v) { return __shfl(v, W - 1); }").outcome
        == Outcome::unknown);
}

TEST_CASE("the caller decides for its helper", "[lanes]") {
  const std::string helper = "__device__ float left(float v) { return __shfl_up(v, 1); }\n";
  const auto guarded = judged(helper
                              + "__global__ void k(float* x) { float l = left(x[threadIdx.x]); if "
                                "(threadIdx.x % 32) x[threadIdx.x] = l; }");
  REQUIRE(guarded.size() == 1);
  CHECK(guarded[0].outcome == Outcome::right);
  const auto used =
      judged(helper + "__global__ void k(float* x) { x[threadIdx.x] = left(x[threadIdx.x]); }");
  REQUIRE(used.size() == 1);
  CHECK(used[0].outcome == Outcome::wrong);
  CHECK(used[0].context == "k");
}

TEST_CASE("a project's own warpSize is its value", "[lanes]") {
  const auto all = judged("namespace p { constexpr int warpSize = 32;\n"
                          "__global__ void k(int* x) { x[threadIdx.x] = __shfl(x[threadIdx.x], "
                          "(threadIdx.x + 1) % warpSize); } }");
  REQUIRE(all.size() == 1);
  CHECK(all[0].outcome == Outcome::wrong);
}

TEST_CASE("what cannot be modelled is unknown", "[lanes]") {
  CHECK(judge_kernel("again: x[threadIdx.x] = __shfl(v, 0); if (n--) goto again;").outcome
        == Outcome::unknown);
}

TEST_CASE("what a lambda captures", "[lanes]") {
  const auto one = [](const std::string& text) {
    const auto all = judged(text);
    REQUIRE(all.size() == 1);
    return all[0].outcome;
  };
  // A parameter of the kernel is the same in both halves; a value of the thread is not.
  CHECK(one("__global__ void k(float* x, float a) { auto f = [&] { return __shfl(a, 0); }; "
            "x[threadIdx.x] = f(); }")
        == Outcome::right);
  CHECK(one("__global__ void k(float* x) { float v = x[threadIdx.x]; auto f = [&] { return "
            "__shfl(v, 0); };"
            " x[threadIdx.x] = f(); }")
        == Outcome::wrong);
  // Called by another function than the one that made it.
  CHECK(one("template <typename F> __device__ float run(F f) { return f(); }\n"
            "__global__ void k(float* x, float a) { x[threadIdx.x] = run([&] { return __shfl(a, "
            "0); }); }")
        == Outcome::right);
  CHECK(one("template <typename F> __device__ float run(F f) { return f(); }\n"
            "__global__ void k(float* x) { float v = x[threadIdx.x]; x[threadIdx.x] = run([&] { "
            "return __shfl(v, 0); }); }")
        == Outcome::wrong);
  // Made by the host.
  CHECK(one("template <typename F> __global__ void each(F f) { f(threadIdx.x); }\n"
            "void h(float* x, float a) { each<<<4, 256>>>([=] __device__(int i) { x[i] = __shfl(a, "
            "0); }); }")
        == Outcome::right);
  CHECK(one("template <typename F> __global__ void each(F f) { f(threadIdx.x); }\n"
            "void h(float* x) { each<<<4, 256>>>([=] __device__(int i) { x[i] = __shfl(x[i], 0); "
            "}); }")
        == Outcome::wrong);
}

TEST_CASE("a structure handed round in parts", "[lanes]") {
  CHECK(judge_kernel("struct P { float a; float b; }; P p{v, 1.0f}; p.a = __shfl(p.a, 0); P q = p; "
                     "x[threadIdx.x] = q.a;")
            .outcome
        == Outcome::wrong);
  CHECK(judge_kernel("struct P { float a; float b; }; P p{v, 1.0f}; p.a = __shfl(p.a, 0); p = P{v, "
                     "2.0f}; x[threadIdx.x] = p.a;")
            .outcome
        == Outcome::right);
}

TEST_CASE("negative numbers are negative", "[lanes]") {
  CHECK(judge_kernel("int before = (int)(threadIdx.x & 31) - 1; float l = __shfl_up(v, 1);"
                     " if (before >= 0) x[threadIdx.x] = l;")
            .outcome
        == Outcome::right);
}

TEST_CASE("a structure given by value belongs to the function", "[lanes]") {
  const std::string pair = "struct P { float a; float b; };\n";
  const auto own = judged(pair
                          + "__device__ float f(P p, int lane) { p.a += __shfl_down(p.a, 16);"
                            " return lane == 0 ? p.a : 0.0f; }\n");
  REQUIRE(own.size() == 1);
  CHECK(own[0].outcome == Outcome::right);
  const auto given = judged(pair + "__device__ void f(P& p) { p.a += __shfl_down(p.a, 16); }\n");
  REQUIRE(given.size() == 1);
  CHECK(given[0].outcome == Outcome::wrong);
  // What one thread makes of a kernel's argument, no other sees.
  const auto kernel = judged(pair
                             + "__global__ void k(float* x, P p) { p.a += threadIdx.x;"
                               " x[threadIdx.x] = __shfl(p.a, 0); }\n");
  REQUIRE(kernel.size() == 1);
  CHECK(kernel[0].outcome == Outcome::wrong);
}

TEST_CASE("an undefined operand that does not decide", "[lanes]") {
  const std::string past_the_end =
      "float key; if (threadIdx.x < n) key = v; bool same = key == 3.0f";
  CHECK(judge_kernel(past_the_end
                     + " && threadIdx.x < n; if (__any(same)) atomicOr((int*)x + 512, 1);")
            .outcome
        == Outcome::right);
  CHECK(judge_kernel(past_the_end + " && threadIdx.x < n; if (__any(same)) x[threadIdx.x] = 1.0f;")
            .outcome
        == Outcome::wrong);
}

TEST_CASE("AMD's own lane instructions leave a mix of units undecided", "[lanes]") {
  const auto mixed = [](const std::string& exchange) {
    const Facts facts =
        test::parse_hip("__global__ void k(int* x) { int v = x[threadIdx.x]; int o = " + exchange
                        + "; if (threadIdx.x % 32 >= 16) v += o;\n"
                          " if (threadIdx.x % warpSize == 0) x[threadIdx.x] = v; }\n");
    const Verdicts verdicts = evaluate_lanes(facts, 64);
    REQUIRE(facts.functions.size() == 1);
    const KernelVerdict* kernel = verdicts.kernel(facts.functions[0].key);
    REQUIRE(kernel != nullptr);
    return kernel->verdict.outcome;
  };
  CHECK(mixed("__shfl_xor(v, 16, 32)") == Outcome::wrong);
  CHECK(mixed("__builtin_amdgcn_mov_dpp(v, 0x118, 0xf, 0xf, false)") == Outcome::unknown);
}
