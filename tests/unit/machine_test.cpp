// SPDX-License-Identifier: Apache-2.0
// The machine that runs kernel form lane by lane: against numbers, and against the same text
// compiled for the host.
#include <catch2/catch.hpp>

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "facts/query.hpp"
#include "lanes/data.hpp"
#include "lanes/machine.hpp"
#include "lanes/verdict.hpp"
#include "snippet.hpp"

using namespace hipaudit;
using lanes::Event;
using lanes::Trace;
using lanes::World;

namespace {

constexpr int kThreads = 128;

kf::Type integer(std::uint32_t bytes) {
  kf::Type t;
  t.kind = kf::TypeKind::integer;
  t.is_signed = true;
  t.bytes = bytes;
  return t;
}

std::uint64_t address(const std::string& parameter, std::uint64_t index, std::uint32_t bytes) {
  return lanes::outside(lanes::mix("param " + parameter)) + index * bytes;
}

/// What a kernel leaves in `out`, whose elements have `bytes` bytes.
struct Ran {
  Trace trace;
  std::uint32_t bytes = 4;

  [[nodiscard]] const lanes::Write* write(int index) const {
    const auto found = trace.memory.find(address("out", static_cast<std::uint64_t>(index), bytes));
    return found == trace.memory.end() ? nullptr : &found->second;
  }
  [[nodiscard]] std::int64_t operator[](int index) const {
    const lanes::Write* w = write(index);
    return w ? static_cast<std::int64_t>(w->value.bits) : INT64_MIN;
  }
  [[nodiscard]] std::uint8_t taint(int index) const {
    const lanes::Write* w = write(index);
    return w ? w->value.taint : 0;
  }
  [[nodiscard]] std::vector<const Event*> events(Event::Kind kind) const {
    std::vector<const Event*> list;
    for (const auto& [event, info] : trace.events)
      if (event.kind == kind) list.push_back(&event);
    return list;
  }
};

Ran run(const Facts& facts, const World& world, unsigned seed = 0, const std::string& name = "k",
        std::array<int, 3> block = {kThreads, 1, 1}, std::uint32_t bytes = 4) {
  const lanes::Library library(facts);
  const lanes::Shape shape{block, true};
  Ran ran{lanes::run(library, test::function(facts, name), shape, world, seed, 200000), bytes};
  CHECK(ran.trace.gave_up.empty());
  return ran;
}

Facts kernel(const std::string& body) {
  return test::parse_hip("__global__ void k(int* out, const int* x, int n) {\n"
                         "  const int t = threadIdx.x;\n"
                         + body + "\n}\n");
}

Facts wide_kernel(const std::string& body) {
  return test::parse_hip("__global__ void k(unsigned long long* out) {\n"
                         "  const int t = threadIdx.x;\n"
                         + body + "\n}\n");
}

Ran run_wide(const Facts& facts, const World& world) {
  return run(facts, world, 0, "k", {kThreads, 1, 1}, 8);
}

/// The lanes of a group of `span` in which `holds`, as bits from the group's first lane on.
template <class F>
std::uint64_t votes(int thread, int span, F holds) {
  std::uint64_t bits = 0;
  for (int i = 0; i < span; ++i)
    if (holds(thread / span * span + i)) bits |= std::uint64_t{1} << i;
  return bits;
}

std::int64_t number(std::uint64_t bits) { return static_cast<std::int64_t>(bits); }

}  // namespace

// --- votes and masks
// ------------------------------------------------------------------------------

TEST_CASE("votes go over 32 lanes on CUDA and over all of the wave", "[machine]") {
  const Facts facts = wide_kernel("out[t] = __ballot(t % 3 == 0); out[t + 128] = __any(t == 40);"
                                  "out[t + 256] = __all(t < 40); out[t + 384] = __activemask();");
  for (const int span : {32, 64}) {
    const Ran r = run_wide(facts, span == 32 ? World::cuda() : World::target(64));
    for (int t = 0; t < kThreads; ++t) {
      CAPTURE(span, t);
      CHECK(r[t] == number(votes(t, span, [](int l) { return l % 3 == 0; })));
      CHECK(r[t + 128] == (votes(t, span, [](int l) { return l == 40; }) != 0));
      CHECK(r[t + 256] == (votes(t, span, [](int l) { return l >= 40; }) == 0));
      CHECK(r[t + 384] == number(~std::uint64_t{0} >> (64 - span)));
    }
  }
}

TEST_CASE("only active lanes vote", "[machine]") {
  const Facts facts =
      wide_kernel("if (t % 2) { out[t] = __ballot(t < 50); out[t + 128] = __all(t % 2); } else"
                  " { out[t] = __activemask(); out[t + 128] = __any(t % 2); }");
  for (const int span : {32, 64}) {
    const Ran r = run_wide(facts, span == 32 ? World::cuda() : World::target(64));
    for (int t = 0; t < kThreads; ++t) {
      CAPTURE(span, t);
      const bool odd = t % 2 != 0;
      CHECK(r[t]
            == number(odd ? votes(t, span, [](int l) { return l % 2 && l < 50; })
                          : votes(t, span, [](int l) { return l % 2 == 0; })));
      CHECK(r[t + 128] == (odd ? 1 : 0));
    }
  }
}

TEST_CASE("matches and reductions", "[machine]") {
  const Facts facts = wide_kernel(
      "int same = 0; out[t] = __match_any(t / 5); out[t + 128] = __match_all(t / 48, &same);"
      "out[t + 256] = same; out[t + 384] = __reduce_add_sync(~0ull, t);"
      "out[t + 512] = __reduce_max_sync(~0ull, t ^ 1); out[t + 640] = __reduce_xor_sync(~0ull, 1u "
      "<< "
      "(t % 7));");
  for (const int span : {32, 64}) {
    const Ran r = run_wide(facts, span == 32 ? World::cuda() : World::target(64));
    for (int t = 0; t < kThreads; ++t) {
      CAPTURE(span, t);
      CHECK(r[t] == number(votes(t, span, [&](int l) { return l / 5 == t / 5; })));
      const std::uint64_t equal = votes(t, span, [&](int l) { return l / 48 == t / 48; });
      const bool all = equal == ~std::uint64_t{0} >> (64 - span);
      CHECK(r[t + 128] == number(all ? equal : 0));
      CHECK(r[t + 256] == (all ? 1 : 0));
      std::int64_t sum = 0;
      std::int64_t most = 0;
      std::int64_t bits = 0;
      for (int l = t / span * span; l < t / span * span + span; ++l) {
        sum += l;
        most = std::max<std::int64_t>(most, l ^ 1);
        bits ^= 1 << (l % 7);
      }
      CHECK(r[t + 384] == sum);
      CHECK(r[t + 512] == most);
      CHECK(r[t + 640] == bits);
    }
  }
}

TEST_CASE("bits of a vote", "[machine]") {
  const Facts facts = wide_kernel(
      "auto b = __ballot(t >= 20 && t < 50); out[t] = __popc(b); out[t + 128] = __popcll(b);"
      "out[t + 256] = __ffsll(b); out[t + 384] = __clzll(b); out[t + 512] = __clz(b);"
      "out[t + 640] = __brevll(b); out[t + 768] = __brev(b); out[t + 896] = __ffs((unsigned)b);");
  for (const int span : {32, 64}) {
    const Ran r = run_wide(facts, span == 32 ? World::cuda() : World::target(64));
    for (const int t : {0, 31, 32, 63, 64, 127}) {
      CAPTURE(span, t);
      const std::uint64_t b = votes(t, span, [](int l) { return l >= 20 && l < 50; });
      const auto low = static_cast<std::uint32_t>(b);
      CHECK(r[t] == std::popcount(low));
      CHECK(r[t + 128] == std::popcount(b));
      CHECK(r[t + 256] == (b ? std::countr_zero(b) + 1 : 0));
      CHECK(r[t + 384] == std::countl_zero(b));
      CHECK(r[t + 512] == std::countl_zero(low));
      std::uint64_t turned = 0;
      for (int i = 0; i < 64; ++i) turned |= (b >> i & 1) << (63 - i);
      CHECK(r[t + 640] == number(turned));
      CHECK(r[t + 768]
            == number(static_cast<std::uint32_t>(std::uint64_t{low} == 0 ? 0 : (turned >> 32))));
      CHECK(r[t + 896] == (low ? std::countr_zero(low) + 1 : 0));
    }
  }
}

TEST_CASE("the caller's mask names lanes of its group", "[machine]") {
  const Facts facts = wide_kernel(
      "out[t] = __ballot_sync(0xff00ull, 1); out[t + 128] = __any_sync(0xff00ull, t % 32 == 3);"
      "out[t + 256] = __all_sync(0xffull, t % 32 < 8); "
      "out[t + 384] = __ballot_sync(0xffffffffull << (__lane_id() & 32), t % 2);");
  for (const int span : {32, 64}) {
    const Ran r = run_wide(facts, span == 32 ? World::cuda() : World::target(64));
    for (const int t : {0, 9, 40, 127}) {
      CAPTURE(span, t);
      CHECK(r[t] == 0xff00);
      CHECK(r[t + 128] == 0);
      CHECK(r[t + 256] == 1);
      const bool upper = span == 64 && t % 64 >= 32;
      CHECK(r[t + 384] == number(std::uint64_t{0xaaaaaaaa} << (upper ? 32 : 0)));
    }
  }
}

// --- shuffles
// -------------------------------------------------------------------------------------

TEST_CASE("a width makes segments, whatever the wave", "[machine]") {
  const Facts facts =
      kernel("out[t] = __shfl(t, 3, 8); out[t + 128] = __shfl_down(t, 5, 16);"
             "out[t + 256] = __shfl_up(t, 2, 4); out[t + 384] = __shfl_xor(t, 9, 32);"
             "out[t + 512] = __shfl(t, 11, 8);");
  for (const int wave : {32, 64}) {
    const Ran r = run(facts, wave == 32 ? World::cuda() : World::target(64));
    for (int t = 0; t < kThreads; ++t) {
      CAPTURE(wave, t);
      CHECK(r[t] == t / 8 * 8 + 3);
      CHECK(r[t + 128] == (t % 16 + 5 < 16 ? t + 5 : t));
      CHECK(r[t + 256] == (t % 4 >= 2 ? t - 2 : t));
      CHECK(r[t + 384] == (t ^ 9));
      CHECK(r[t + 512] == t / 8 * 8 + 3);
    }
  }
}

TEST_CASE("without one they go over the wave", "[machine]") {
  const Facts facts = kernel("out[t] = __shfl(t, 40); out[t + 128] = __shfl_down(t, 20);"
                             "out[t + 256] = __shfl_up(t, 1); out[t + 384] = __shfl_xor(t, 33);");
  for (const int span : {32, 64}) {
    const Ran r = run(facts, span == 32 ? World::cuda() : World::target(64));
    for (int t = 0; t < kThreads; ++t) {
      CAPTURE(span, t);
      const int base = t / span * span;
      CHECK(r[t] == base + 40 % span);
      CHECK(r[t + 128] == (t - base + 20 < span ? t + 20 : t));
      CHECK(r[t + 256] == (t == base ? t : t - 1));
      // On 32 lanes it points beyond the segment.
      CHECK(r[t + 384] == (span == 32 ? t : t ^ 33));
    }
  }
}

TEST_CASE("tiles of cooperative groups", "[machine]") {
  const Facts facts = test::parse_hip(
      "#include <hip/hip_cooperative_groups.h>\n"
      "__global__ void k(int* out) { const int t = threadIdx.x;\n"
      "  auto tile = "
      "cooperative_groups::tiled_partition<16>(cooperative_groups::this_thread_block());\n"
      "  out[t] = tile.shfl(t, 2); out[t + 128] = tile.shfl_down(t, 15);\n"
      "  out[t + 256] = tile.thread_rank(); out[t + 384] = tile.size();\n"
      "  out[t + 512] = tile.any(t == 20); out[t + 640] = tile.ballot(t % 2); }\n");
  for (const int wave : {32, 64}) {
    const Ran r = run(facts, wave == 32 ? World::cuda() : World::target(64));
    for (int t = 0; t < kThreads; ++t) {
      CAPTURE(wave, t);
      CHECK(r[t] == t / 16 * 16 + 2);
      CHECK(r[t + 128] == (t % 16 == 0 ? t + 15 : t));
      CHECK(r[t + 256] == t % 16);
      CHECK(r[t + 384] == 16);
      CHECK(r[t + 512] == (t / 16 == 1 ? 1 : 0));
      CHECK(r[t + 640] == 0xaaaa);
    }
  }
}

TEST_CASE("a lane that is not active gives nothing", "[machine]") {
  const Facts facts = kernel("if (t % 32 < 16) out[t] = __shfl(t + 1, 20);");
  const Ran cuda = run(facts, World::cuda());
  CHECK((cuda.taint(0) & lanes::kPoison) != 0);
  const Ran wave = run(facts, World::target(64));
  CHECK(wave[0] == 0);
  CHECK((wave.taint(0) & lanes::kPoison) == 0);
  REQUIRE(wave.trace.sites.size() == 1);
  CHECK(wave.trace.sites.begin()->second.reads_inactive);
  // Also one that returned, or that the block does not have.
  const Facts gone = kernel("if (t >= 40) return; out[t] = __shfl_down(t + 1, 32);");
  CHECK(run(gone, World::target(64))[7] == 40);
  CHECK(run(gone, World::target(64))[8] == 0);
}

TEST_CASE("one operation on the wider wave alone", "[machine]") {
  const Facts facts = kernel("out[t] = __shfl(t, 0); out[t + 128] = __shfl(t, 1);");
  const Ran cuda = run(facts, World::cuda());
  REQUIRE(cuda.trace.sites.size() == 2);
  World alone = World::cuda();
  alone.wave = 64;
  alone.except = {cuda.trace.sites.begin()->first};
  const Ran r = run(facts, alone);
  CHECK(r[40] == 0);
  CHECK(r[40 + 128] == 33);
}

TEST_CASE("a perturbed lane is another one", "[machine]") {
  const Facts facts = kernel("const int v = __shfl(t, 0); if (t % 32) out[t] = v;"
                             "out[t + 128] = __any(t == 3);");
  const Ran cuda = run(facts, World::cuda());
  for (const auto& [where, site] : cuda.trace.sites) {
    World world = World::cuda();
    world.perturbed = {where, 33};
    const Ran r = run(facts, world);
    const bool is_vote = !kf::is_shuffle(site.function->exprs[site.expr]);
    for (int t = 0; t < kThreads; ++t) {
      CAPTURE(is_vote, t);
      CHECK((r[t] == cuda[t]) == (is_vote || t != 33));
      CHECK((r[t + 128] == cuda[t + 128]) == (!is_vote || t != 33));
      CHECK((r[t + 128] == 0 || r[t + 128] == 1));
    }
  }
}

// --- against the host's compiler
// ------------------------------------------------------------------

#pragma clang diagnostic ignored "-Wshadow"

// The same text for the host and for the machine.
#define DEVICE
#define FUNCTION(name, ...)                                                                        \
  int name(int t) { __VA_ARGS__ }                                                                  \
  const char* const name##_text = #__VA_ARGS__;

namespace {
namespace host {

// clang-format off
FUNCTION(if_else, int v = 1; if (t < 20) v = 2; else if (t < 50) { if (t % 2) v = 3; else v += t; } return v;)
FUNCTION(early_return, if (t % 3 == 0) return 7; int v = t; if (v > 60) { v *= 2; if (v > 180) return v; } return v + 1;)
FUNCTION(falls_through, int v = 0; switch (t % 6) { case 0: v += 1; case 1: v += 10; break; default: v += 100; case 3: v += 1000; break; case 4: return -1; } return v;)
FUNCTION(no_default, int v = 5; switch (t & 7) { case 2: v = 1; break; case 6: v = 2; } return v;)
FUNCTION(switch_in_loop, int v = 0; for (int i = 0; i < 6; ++i) { switch ((t + i) % 4) { case 0: continue; case 1: v += 3; break; case 2: if (i > 3) return v; default: v += i; } v *= 2; } return v;)
FUNCTION(breaks, int v = 0; for (int i = 0; i < 40; ++i) { if (i * i > t) break; if (i % 3 == t % 3) continue; v += i; } return v;)
FUNCTION(nested, int v = 0; for (int i = 0; i < t % 5; ++i) { for (int j = i; j < 6; j += 2) { if (j == t % 4) break; v += i * 10 + j; } if (v > 60) break; } return v;)
FUNCTION(post_tested, int v = t; int n = 0; do { v = v % 2 ? 3 * v + 1 : v / 2; if (v == 16) continue; ++n; } while (v > 1 && n < 30); return n * 1000 + v;)
FUNCTION(forever, int n = t; while (true) { if (n > 100) return n; n += 7; if (n % 13 == 0) break; } return -n;)
FUNCTION(returns_in_loop, for (int i = 0; i < 10; ++i) { if (i == t % 12) return i * 2; } return 99;)
FUNCTION(signed_arithmetic, return (t - 50) / 7 * 100 + (t - 50) % 7 + ((t - 50) >> 2) - (-t) * 3;)
FUNCTION(unsigned_arithmetic, unsigned u = t - 50; return (int)(u / 7u % 1000u + (u >> 28) + (u > 5u ? 3 : 4));)
FUNCTION(narrow, unsigned char c = t * 5; signed char s = t * 3; short h = t * 1000; c += 7; return c + s + h;)
FUNCTION(wide, long long big = (long long)t << 33; unsigned long long m = 1ull << (t % 64); return (int)(big >> 31) + (m > 5 ? 1 : 0) + (int)(m >> 30 & 7);)
FUNCTION(logic, int n = 0; if (t > 10 && ++n && t < 90) n += 10; if (t < 5 || (n += 100) > 105) n += 1000; return n + !(t & 1) + (t ? 1 : 0);)
FUNCTION(chosen, int a = t; int b = -t; int& c = t % 2 ? a : b; c += 1000; int d = t > 64 ? a-- : --b; return a * 3 + b + d * 7;)
FUNCTION(side_effects, int a[4] = {1, 2, 3, 4}; int i = t % 2; a[i++] += 10; a[i++] *= 3; int j = i--; return a[0] + 100 * a[1] + 1000 * a[2] + i * 7 + j;)
FUNCTION(arrays, int a[8]; for (int i = 0; i < 8; ++i) a[i] = i * t; a[t % 8] = -1; int s = 0; for (int i = 7; i >= 0; --i) s = s * 2 + a[i]; return s;)
FUNCTION(partly_listed, int a[6] = {t, 5}; int s = 0; for (int i = 0; i < 6; ++i) s += (i + 1) * a[i]; return s;)
FUNCTION(two_dimensions, int a[3][4] = {}; for (int i = 0; i < 12; ++i) a[i / 4][i % 4] = i + t; int* row = a[1]; row[2] += 50; return a[t % 3][t % 4] + a[1][2] * 100;)
FUNCTION(listed_in_parts, struct S { int n; int a[3]; struct { int x, y; } p; }; S s = {1, {2, t}, {5}}; S z = {}; z.a[1] = 4; S q{}; q = S{7, {}, {t}}; int a[2][3] = {{1}, {t, 2}}; return s.a[0] + 10 * s.a[1] + s.a[2] + s.p.x * 100 + s.p.y + z.n + z.a[1] * 7 + z.a[2] + q.p.x + q.a[2] + a[0][0] + a[0][2] + a[1][0] * 3 + a[1][1];)
FUNCTION(overlapping, long long v = t * 0x100000003LL; int* p = reinterpret_cast<int*>(&v); p[1] = 7 + t; short* h = reinterpret_cast<short*>(&v); h[0] = 9; return (int)v + p[1] * 10 + (int)(v >> 32) + h[1];)
FUNCTION(pointers, int a[5] = {1, 2, 4, 8, 16}; int* p = a + t % 3; *p++ = 100; p[1] += 7; int* q = &a[4]; return *p + (int)(q - p) * 1000 + a[t % 5];)
FUNCTION(by_reference, int v = t; int& r = v; r += 5; const int& c = r; r *= 2; return c + v;)
FUNCTION(structures, struct P { int a; long long b; char c; }; P p{t, 2, 'x'}; P q = p; q.a += 10; p.b = q.a; P r = t % 2 ? p : q; return r.a + (int)r.b * 1000 + r.c;)
FUNCTION(nested_structures, struct I { int x, y; }; struct O { I i[2]; int n; }; O o{}; o.i[1].y = t; o.n = 3; O p = o; I i = p.i[1]; i.x = 9; p.i[0] = i; o.n += p.i[0].x + p.i[0].y; return o.n * 10 + o.i[0].y;)
FUNCTION(members, struct S { int n = 4; int step; DEVICE S(int s) : step(s) { n += s; } DEVICE int next() { n += step; return n; } }; S s(t % 7); int v = s.next(); S copy = s; copy.next(); return v * 1000 + s.next() + copy.n;)
FUNCTION(captured, int sum = 0; int k = t % 5; auto add = [&](int v) { sum += v * k; }; auto twice = [k](int v) { return v + k; }; add(twice(t)); k = 3; add(2); return sum;)
FUNCTION(in_lambda, auto f = [](int v) { for (int i = 0; i < 5; ++i) if (v % (i + 2) == 0) return i; return -1; }; return f(t) * 10 + f(t + 1);)
FUNCTION(comma, int a = 1; int b = (a += t, a * 2); return b + a;)
FUNCTION(conversions, bool b = t & 4; unsigned u = -1; return b * 100 + (u > (unsigned)t ? 1 : 0) + (int)(unsigned short)(t * 1000) % 1000;)
FUNCTION(floats, float f = t; f = f * 2.0f - 3.0f; int v = (int)f; if (f > 40.0f) v += 7; return v;)
FUNCTION(compound_shift, int m = 1; m <<= t % 31; m |= 5; m &= ~4; m ^= t; m >>= 1; return m;)
FUNCTION(shadowed, int v = 1; int s = 0; for (int i = 0; i < 3; ++i) { int v = i + t; v += 1; if (v % 2) { int v = 50; v += i; s += v; } s += v; } return v + s;)
FUNCTION(fresh_in_each_turn, int s = 0; for (int i = 0; i < 4; ++i) { int a[2] = {i}; if (t % 2) a[1] += 3; s = s * 10 + a[0] + a[1]; } return s;)
// clang-format on

struct Case {
  const char* name;
  int (*function)(int);
  const char* text;
};
#define CASE(name) {#name, name, name##_text}
const Case kCases[] = {
    CASE(if_else),
    CASE(early_return),
    CASE(falls_through),
    CASE(no_default),
    CASE(switch_in_loop),
    CASE(breaks),
    CASE(nested),
    CASE(post_tested),
    CASE(forever),
    CASE(returns_in_loop),
    CASE(signed_arithmetic),
    CASE(unsigned_arithmetic),
    CASE(narrow),
    CASE(wide),
    CASE(logic),
    CASE(chosen),
    CASE(side_effects),
    CASE(arrays),
    CASE(partly_listed),
    CASE(listed_in_parts),
    CASE(overlapping),
    CASE(two_dimensions),
    CASE(pointers),
    CASE(by_reference),
    CASE(structures),
    CASE(nested_structures),
    CASE(members),
    CASE(captured),
    CASE(in_lambda),
    CASE(comma),
    CASE(conversions),
    CASE(floats),
    CASE(compound_shift),
    CASE(shadowed),
    CASE(fresh_in_each_turn),
};

}  // namespace host
}  // namespace

TEST_CASE("each lane computes what the host's compiler makes of the text", "[machine]") {
  std::string text = "#define DEVICE __device__\n";
  for (const host::Case& c : host::kCases)
    text += std::string("__device__ int ") + c.name + "(int t) { " + c.text
            + " }\n__global__ void run_" + c.name + "(int* out) { out[threadIdx.x] = __ballot(1) ? "
            + c.name + "((int)threadIdx.x) : 0; }\n";
  const Facts facts = test::parse_hip(text);
  for (const host::Case& c : host::kCases) {
    const Ran r = run(facts, World::cuda(), 0, std::string("run_") + c.name);
    for (int t = 0; t < kThreads; ++t) {
      CAPTURE(c.name, t);
      REQUIRE(r[t] == c.function(t));
      REQUIRE((r.taint(t) & lanes::kPoison) == 0);
    }
  }
}

// --- memory
// ---------------------------------------------------------------------------------------

TEST_CASE("structures in memory, whole and in parts", "[machine]") {
  const Facts facts = test::parse_hip(
      "struct P { int a; int b; };\n"
      "__global__ void k(int* out, P* p) { const int t = threadIdx.x;\n"
      "  p[t].a = t; p[t].b = 2 * t; __ballot(1);\n"
      "  const P mine = p[t ^ 1]; out[t] = mine.a; out[t + 128] = mine.b;\n"
      "  float4 v = make_float4(t, t + 1, t + 2, t + 3); v.z += v.x; const float4 w = v;\n"
      "  out[t + 256] = w.z; out[t + 384] = w.w; int2 q; q.x = 5; q.y = t;\n"
      "  const int2 r = q; out[t + 512] = r.x + r.y; }\n");
  const Ran r = run(facts, World::cuda());
  for (const int t : {0, 1, 50, 127}) {
    CAPTURE(t);
    CHECK(r[t] == (t ^ 1));
    CHECK(r[t + 128] == 2 * (t ^ 1));
    CHECK(r[t + 256] == 2 * t + 2);
    CHECK(r[t + 384] == t + 3);
    CHECK(r[t + 512] == t + 5);
  }
}

TEST_CASE("what was not stored is made up from its address", "[machine]") {
  const Facts facts =
      kernel("out[t] = x[t]; out[t + 128] = x[t + 1]; out[t + 256] = x[n]; __ballot(1);");
  for (unsigned seed = 0; seed < 5; ++seed) {
    const Ran r = run(facts, World::cuda(), seed);
    const Ran wave = run(facts, World::target(64), seed);
    const lanes::Data data(seed);
    for (int t = 0; t < kThreads; ++t) {
      CAPTURE(seed, t);
      const auto bits =
          data.initial(address("x", static_cast<std::uint64_t>(t), 4), integer(4)).bits;
      CHECK(r[t] == number(bits));
      CHECK((r.taint(t) & lanes::kData) != 0);
      CHECK(wave[t] == r[t]);
      if (t > 0) CHECK(r[t + 127] == r[t]);
      CHECK(r[t + 256] == r[256]);
    }
  }
}

TEST_CASE("with two seeds votes are seldom unanimous", "[machine]") {
  const Facts facts = kernel("out[t] = __any(x[t] > 6); out[t + 128] = __all(x[t] > 0);"
                             "out[t + 256] = __any(x[t] > 0);");
  bool any = false;
  bool all = false;
  bool none = false;
  for (const unsigned seed : {3U, 4U}) {
    const Ran r = run(facts, World::cuda(), seed);
    any = any || r[0] != r[32];
    all = all || r[128] != r[160];
    none = none || r[256] != r[288];
  }
  CHECK(any);
  CHECK(all);
  CHECK(none);
}

TEST_CASE("shared memory of the block", "[machine]") {
  const Facts facts =
      kernel("__shared__ int s[128]; __shared__ int total; if (t == 0) total = 0;"
             "s[t] = t * 2; __syncthreads(); out[t] = s[127 - t]; atomicAdd(&total, t);"
             "__syncthreads(); out[t + 128] = total; extern __shared__ char raw[];"
             "int* a = (int*)raw; a[t] = t + 1; __syncthreads(); out[t + 256] = a[t ^ 3];"
             "__ballot(1);");
  const Ran r = run(facts, World::cuda());
  for (const int t : {0, 31, 32, 127}) {
    CHECK(r[t] == (127 - t) * 2);
    CHECK(r[t + 128] == 127 * 128 / 2);
    CHECK(r[t + 256] == (t ^ 3) + 1);
  }
  CHECK(r.trace.events.empty());
}

TEST_CASE("a slot that nothing has written", "[machine]") {
  const Facts facts = kernel("__shared__ int s[64]; if (t < 40) s[t] = t; __syncthreads();"
                             "if (t < 64) out[t] = s[t]; __ballot(1);");
  const Ran r = run(facts, World::cuda());
  const auto events = r.events(Event::Kind::unwritten);
  REQUIRE(events.size() == 1);
  const lanes::EventInfo& info = r.trace.events.at(*events[0]);
  CHECK(info.name == "s");
  CHECK(info.index == 40);
  CHECK(info.extent == 64);
  CHECK(info.lanes.size() == 24);
  CHECK((r.taint(40) & lanes::kPoison) != 0);
  CHECK((r.taint(39) & lanes::kPoison) == 0);
}

TEST_CASE("an index past the end", "[machine]") {
  const Facts facts = kernel("__shared__ int s[100]; s[t] = t; int a[8]; a[t % 9] = t;"
                             "__shared__ int q[4][32]; q[t / 64][t % 64] = t; s[x[t] + 90] = 1;"
                             "out[t] = a[0]; __ballot(1);");
  const Ran r = run(facts, World::cuda());
  std::map<std::string, const lanes::EventInfo*> by_name;
  for (const Event* e : r.events(Event::Kind::out_of_range)) {
    const lanes::EventInfo& info = r.trace.events.at(*e);
    CHECK(by_name.emplace(info.name, &info).second);
  }
  REQUIRE(by_name.size() == 3);
  CHECK(by_name["s"]->index == 100);
  CHECK(by_name["s"]->extent == 100);
  CHECK(by_name["s"]->lanes.front() == 100);
  CHECK(by_name["s"]->lanes.size() == 28);
  CHECK(by_name["a"]->index == 8);
  CHECK(by_name["q"]->index == 32);
  CHECK(by_name["q"]->extent == 32);
}

TEST_CASE("lanes that store different values to one place", "[machine]") {
  const Ran racing = run(
      kernel("__shared__ int s; s = t; __syncthreads(); out[t] = s; __ballot(1);"), World::cuda());
  CHECK(racing.events(Event::Kind::racing_stores).size() == 1);
  CHECK((racing.taint(0) & lanes::kPoison) != 0);
  const Ran same = run(kernel("__shared__ int s; s = n; __syncthreads(); out[t] = s; __ballot(1);"),
                       World::cuda());
  CHECK(same.trace.events.empty());
}

TEST_CASE("a barrier in part of a wave", "[machine]") {
  const Facts facts = kernel("if (t / 32 % 2 == 0) __syncthreads(); out[t] = t; __ballot(1);");
  CHECK(run(facts, World::cuda()).events(Event::Kind::divergent_barrier).empty());
  CHECK(run(facts, World::target(64)).events(Event::Kind::divergent_barrier).size() == 1);
  const Facts ended = kernel("if (t % 64 >= 32) return; __syncthreads(); out[t] = __ballot(1);");
  CHECK(run(ended, World::target(64)).events(Event::Kind::divergent_barrier).empty());
  CHECK(run(ended, World::target(64)).events(Event::Kind::ended_barrier).size() == 1);
  const Facts counted = kernel("out[t] = __syncthreads_count(t % 3 == 0); "
                               "out[t + 128] = __syncthreads_and(t < 128);"
                               "out[t + 256] = __syncthreads_or(t == 300); __ballot(1);");
  const Ran r = run(counted, World::cuda());
  CHECK(r[5] == 43);
  CHECK(r[128] == 1);
  CHECK(r[256] == 0);
}

TEST_CASE("atomics", "[machine]") {
  const Facts facts = kernel(
      "__shared__ int a, b, c, d, e; __shared__ unsigned u, w; if (t == 0) { a = 0; b = 1000; c = "
      "-5; d = 0;"
      " e = 7; u = 2; w = 0; } __syncthreads(); out[t] = atomicAdd(&a, 2); atomicMin(&b, t + 3);"
      "atomicMax(&c, t); atomicOr(&d, 1 << (t % 5)); out[t + 128] = atomicCAS(&e, 7, t + 50);"
      "atomicInc(&u, 4); atomicExch(&w, t); __syncthreads();"
      "out[256] = a; out[257] = b; out[258] = c; out[259] = d; out[260] = e; out[261] = u; "
      "out[262] = w;"
      "__ballot(1);");
  const Ran r = run(facts, World::cuda());
  for (const int t : {0, 1, 64, 127}) CHECK(r[t] == 2 * t);
  CHECK(r[128] == 7);
  CHECK(r[129] == 50);
  CHECK(r[256] == 256);
  CHECK(r[257] == 3);
  CHECK(r[258] == 127);
  CHECK(r[259] == 31);
  CHECK(r[260] == 50);
  CHECK(r[261] == (2 + 128) % 5);
  CHECK(r[262] == 127);
}

TEST_CASE("a variable that nothing has written is undefined", "[machine]") {
  const Ran r = run(kernel("int v; if (t < 64) v = t; out[t] = v; int w; w = 3; out[t + 128] = w;"
                           "if (v == 5) out[t + 256] = 1; else out[t + 256] = 2; __ballot(1);"),
                    World::cuda());
  CHECK((r.taint(63) & lanes::kPoison) == 0);
  CHECK((r.taint(64) & lanes::kPoison) != 0);
  CHECK((r.taint(64 + 128) & lanes::kPoison) == 0);
  // What a lane stores after it branched on such a value is nobody's business either.
  CHECK((r.taint(64 + 256) & lanes::kPoison) != 0);
  CHECK((r.taint(63 + 256) & lanes::kPoison) == 0);
}

TEST_CASE("constructors run", "[machine]") {
  const Facts facts = test::parse_hip(
      "struct Lane { int id; int warp = 9; __device__ Lane(int t) : id(t % 32) { warp = t / 32; }\n"
      "  __device__ bool leads() const { return id == 0; } };\n"
      "struct Both { Lane lane; int n; __device__ Both() : lane(threadIdx.x), n(3) {} };\n"
      "__global__ void k(int* out) { const int t = threadIdx.x; Lane a(t); Both b; Lane c = Lane(t "
      "+ 1);\n"
      "  out[t] = a.id + 1000 * a.warp; out[t + 128] = b.lane.id + b.n; out[t + 256] = c.id;\n"
      "  out[t + 384] = a.leads(); __ballot(1); }\n");
  const Ran r = run(facts, World::cuda());
  for (const int t : {0, 31, 32, 100}) {
    CAPTURE(t);
    CHECK(r[t] == t % 32 + 1000 * (t / 32));
    CHECK(r[t + 128] == t % 32 + 3);
    CHECK(r[t + 256] == (t + 1) % 32);
    CHECK(r[t + 384] == (t % 32 == 0));
    CHECK(r.taint(t + 384) == 0);
  }
}

TEST_CASE("calls that are not known are compared by lane and turn", "[machine]") {
  const Facts facts = test::parse_hip(
      "__device__ void sink(int v, int* p); __global__ void k(int* out) { const int t = "
      "threadIdx.x;\n"
      "  for (int i = 0; i < 2; ++i) sink(__shfl(t, i), out); int mine = 3; sink(t, &mine);\n"
      "  out[t] = mine; }\n");
  const Ran cuda = run(facts, World::cuda());
  const Ran wave = run(facts, World::target(64));
  REQUIRE(cuda.trace.calls.size() == 2);
  const auto& a = cuda.trace.calls.begin()->second;
  const auto& b = wave.trace.calls.begin()->second;
  REQUIRE(a.size() == kThreads);
  CHECK(a[3].size() == 2);
  CHECK(a[3] == b[3]);
  CHECK(a[40] != b[40]);
  // It may have changed what it was given the address of.
  CHECK((cuda.taint(0) & lanes::kUnmodelled) != 0);
}

TEST_CASE("coins decide what data seldom equals", "[machine]") {
  const Facts facts =
      kernel("out[t] = x[t] == 123456; out[t + 128] = x[t] != 123456; __ballot(1);");
  const auto equal = [&](unsigned seed) {
    const Ran r = run(facts, World::cuda(), seed);
    int n = 0;
    for (int t = 0; t < kThreads; ++t) {
      n += r[t] != 0 ? 1 : 0;
      CHECK(r[t] != r[t + 128]);
    }
    return n;
  };
  CHECK(equal(0) == 0);
  CHECK(equal(2) > 0);
  CHECK(equal(2) < 16);
  CHECK(equal(lanes::kFirstCoin) > 32);
}

TEST_CASE("a loop that data does not end is cut short", "[machine]") {
  const Ran r =
      run(kernel("while (x[t] != 123456) { if (x[n] == 123456) break; } out[t] = __ballot(1);"),
          World::cuda());
  CHECK(r.trace.cut_loops);
}

// --- whole kernels
// --------------------------------------------------------------------------------

namespace {

KernelVerdict judged(const std::string& text, const std::string& name = "k") {
  const Facts facts = test::parse_hip(text);
  const Verdicts verdicts = evaluate_lanes(facts, 64);
  const KernelVerdict* v = verdicts.kernel(test::function(facts, name).key);
  REQUIRE(v);
  return *v;
}

KernelVerdict judged_body(const std::string& body, const std::string& rest = "") {
  return judged("__global__ void k(int* out, const int* x) { int v = x[threadIdx.x];\n" + body
                + " }\n" + rest);
}

const std::string kTreeFrom16 = "for (int d = 16; d; d >>= 1) v += __shfl_down(v, d);\n";
const std::string kTreeFromWave =
    "for (int d = warpSize / 2; d; d >>= 1) v += __shfl_down(v, d);\n";
const std::string kAtWave = "if (threadIdx.x % warpSize == 0) ";
const std::string kAt32 = "if (threadIdx.x % 32 == 0) ";

}  // namespace

TEST_CASE("one unit throughout is right", "[machine]") {
  CHECK(judged_body(kTreeFrom16 + kAt32 + "atomicAdd(out, v);").verdict.outcome == Outcome::right);
  const KernelVerdict waves = judged_body(kTreeFromWave + kAtWave + "atomicAdd(out, v);");
  CHECK(waves.verdict.outcome == Outcome::right);
  CHECK(waves.verdict.effect == "computed with warpSize");
  CHECK(judged_body(kTreeFromWave + kAtWave + "out[threadIdx.x / warpSize] = v;").verdict.outcome
        == Outcome::right);
}

TEST_CASE("two units are wrong", "[machine]") {
  for (const std::string& body :
       {kTreeFrom16 + kAtWave, kTreeFromWave + kAt32,
        "v += __shfl_down(v, 16); v += __shfl_down(v, 8); v += __shfl_down(v, 4);"
        "v += __shfl_down(v, 2); v += __shfl_down(v, 1);"
            + kAtWave}) {
    CAPTURE(body);
    const KernelVerdict k = judged_body(body + "atomicAdd(out, v);");
    CHECK(k.verdict.outcome == Outcome::wrong);
    CHECK(k.culprits.empty());
    CHECK_FALSE(k.by_wave.empty());
    CHECK_FALSE(k.by_32.empty());
    CHECK(k.same_layout);
  }
}

TEST_CASE("results that are left out are not results elsewhere", "[machine]") {
  // Lanes 32-62 of each wave store nothing.
  const KernelVerdict k =
      judged_body("v += __shfl_xor(v, 1); if (threadIdx.x % warpSize < 31) out[threadIdx.x] = v;");
  CHECK(k.verdict.outcome != Outcome::right);
  // Each wave stores the block's total: fewer copies of it.
  CHECK(judged_body("__shared__ int s; if (threadIdx.x == 0) s = 0; __syncthreads();"
                    + kTreeFromWave + kAtWave + "atomicAdd(&s, v); __syncthreads();" + kAtWave
                    + "out[threadIdx.x / warpSize] = s;")
            .verdict.outcome
        == Outcome::right);
}

TEST_CASE("instances that the host picks by the wave are right", "[machine]") {
  const std::string text =
      "template <int WS> __global__ void k(int* out, const int* x) { int v = x[threadIdx.x];\n"
      "  for (int d = WS / 2; d; d >>= 1) v += __shfl_down(v, d); out[threadIdx.x] = v; }\n";
  const std::string both =
      "void l(int* o, const int* x, int w) { if (w == 64) k<64><<<1, 128>>>(o, x);"
      " else k<32><<<1, 128>>>(o, x); }\n";
  const Facts facts = test::parse_hip(text + both);
  const Verdicts verdicts = evaluate_lanes(facts, 64);
  int instances = 0;
  for (const auto& [key, kernel] : verdicts.kernels()) {
    CHECK(kernel.verdict.outcome == Outcome::right);
    CHECK(kernel.verdict.effect == "made for waves of one size");
    ++instances;
  }
  CHECK(instances == 2);
  // One of them alone is for warps of 32, whatever the wave: judged like any other.
  const Facts alone =
      test::parse_hip(text + "void l(int* o, const int* x) { k<32><<<1, 128>>>(o, x); }\n");
  const Verdicts of_one = evaluate_lanes(alone, 64);
  CHECK(of_one.kernels().size() == 1);
  for (const auto& [key, kernel] : of_one.kernels())
    CHECK(kernel.verdict.outcome == Outcome::wrong);
}

TEST_CASE("what goes wrong on one wave size only", "[machine]") {
  const KernelVerdict past =
      judged_body("__shared__ int s[32]; if (threadIdx.x < warpSize) s[threadIdx.x % warpSize] = v;"
                  "__syncthreads(); out[threadIdx.x] = s[threadIdx.x % 32] + __any(0);");
  REQUIRE(past.faults.size() == 1);
  CHECK(past.faults[0].kind == WaveFault::Kind::out_of_range);
  CHECK_FALSE(past.faults[0].on_32);
  CHECK(past.faults[0].on_64);
  CHECK(past.faults[0].index == 32);

  const std::string reduce = "__shared__ int s[4];" + kTreeFromWave + kAtWave
                             + "s[threadIdx.x / warpSize] = v; __syncthreads();"
                               "if (threadIdx.x == 0) out[0] = s[0] + s[1] + s[2] + s[3];";
  const KernelVerdict unwritten =
      judged_body(reduce, "void l(int* o, int* x) { k<<<1, 128>>>(o, x); }");
  CHECK(unwritten.known_shape);
  CHECK(unwritten.block == std::array<int, 3>{128, 1, 1});
  bool seen = false;
  for (const WaveFault& f : unwritten.faults)
    if (f.kind == WaveFault::Kind::unwritten) {
      CHECK(f.on_64);
      CHECK_FALSE(f.on_32);
      CHECK(f.name == "s");
      seen = true;
    }
  CHECK(seen);

  const KernelVerdict partial =
      judged_body("for (int d = warpSize / 2; d; d >>= 1) v = min(v, __shfl_down(v, d));" + kAtWave
                      + "atomicMin(out, v);",
                  "void l(int* o, int* x) { k<<<1, 96>>>(o, x); }");
  CHECK(partial.verdict.outcome == Outcome::wrong);
  REQUIRE(partial.faults.size() == 1);
  CHECK(partial.faults[0].kind == WaveFault::Kind::inactive_source);
  CHECK(partial.threads == 96);
}

TEST_CASE("a vote that decides something is wrong, one that does not is right", "[machine]") {
  const auto vote = [](const std::string& body) {
    const Facts facts = test::parse_hip(
        "__global__ void k(int* out, const int* x) { int v = x[threadIdx.x];\n" + body + " }\n");
    const Verdicts verdicts = evaluate_lanes(facts, 64);
    for (const kf::Function& f : facts.functions)
      for (const kf::Expr& e : f.exprs)
        if (e.op == kf::Op::cross)
          if (const LaneVerdict* found = verdicts.find(f.sites[e.site].callee))
            return found->outcome;
    return Outcome::unknown;
  };
  CHECK(vote("out[threadIdx.x] = __any(v > 6);") == Outcome::wrong);
  CHECK(vote("out[threadIdx.x] = __all(v < 6);") == Outcome::wrong);
  CHECK(vote("if (!__any(v > 6)) return; out[threadIdx.x] = v;") == Outcome::wrong);
  CHECK(vote("out[threadIdx.x] = __popc(__ballot(v > 6));") == Outcome::wrong);
  CHECK(vote("out[threadIdx.x] = __reduce_or_sync(~0ull, v);") == Outcome::wrong);
  CHECK(vote("if (__any(v > 6) && v > 6) out[threadIdx.x] = v;") == Outcome::right);
  CHECK(vote("while (__any(v > 0)) { if (v > 0) { out[threadIdx.x] += v; --v; } }")
        == Outcome::right);
}
