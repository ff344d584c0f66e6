// SPDX-License-Identifier: Apache-2.0
// Named wave widths and uses of warpSize, as facts; values of preprocessor expressions; and what a
// condition comes to per target.
#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include "core/expression.hpp"
#include "match/constants.hpp"
#include "snippet.hpp"

using namespace hipaudit;
using test::parse_hip;
using test::Snippet;

namespace {

const ConstantFact* constant(const Facts& facts, const std::string& name, PassKind pass) {
  for (const ConstantFact& fact : facts.constants)
    if (fact.name == name && fact.pass == pass) return &fact;
  return nullptr;
}

const ConstantUse* use(const Facts& facts, const std::string& name, CodeSide side) {
  for (const ConstantUse& fact : facts.constant_uses)
    if (fact.name == name && fact.side == side && fact.pass == PassKind::host) return &fact;
  return nullptr;
}

std::vector<WaveSizeUse::Kind> kinds(const Facts& facts) {
  std::vector<WaveSizeUse::Kind> out;
  for (const WaveSizeUse& fact : facts.wave_size_uses) out.push_back(fact.kind);
  return out;
}

bool has(const Facts& facts, WaveSizeUse::Kind kind) {
  const auto all = kinds(facts);
  return std::find(all.begin(), all.end(), kind) != all.end();
}

std::optional<std::int64_t> value(const std::string& text) {
  return evaluate_text(text, [](std::string_view name, bool) -> std::optional<std::int64_t> {
    if (name == "one") return 1;
    return std::nullopt;
  });
}

}  // namespace

TEST_CASE("expressions of the preprocessor", "[constants]") {
  CHECK(value("1 + 2 * 3") == 7);
  CHECK(value("(1 << 6) - 1") == 63);
  CHECK(value("0x40u") == 64);
  CHECK(value("!defined(one) || 2 > 1") == 1);
  CHECK(value("one ? 64 : 32") == 64);
  CHECK(value("256 / 32 % 3") == 2);
  CHECK(value("-1 < 0 and not 0") == 1);
  SECTION("what is not known counts where it decides") {
    CHECK(value("0 && other") == 0);
    CHECK(value("other || 1") == 1);
    CHECK_FALSE(value("1 && other"));
    CHECK_FALSE(value("other"));
    CHECK(value("? || 1") == 1);
  }
  SECTION("nonsense has no value") {
    for (const char* text : {"", "1 +", "(1", "1 / 0", "1 << 64", "f(2)", "\"a\"", "08", "1 2"})
      CHECK_FALSE(value(text));
    CHECK_FALSE(value(std::string(5000, '(')));
  }
}

TEST_CASE("conditions by target", "[constants]") {
  CHECK(match::compiled_for("", "gfx1100") == true);
  CHECK(match::compiled_for("defined(__GFX9__)", "gfx90a") == true);
  CHECK(match::compiled_for("defined(__GFX9__)", "gfx1100") == false);
  CHECK(match::compiled_for("!(defined(__gfx906__)) && (1)", "gfx906") == false);
  CHECK(match::compiled_for("defined(__GFX12__)", "gfx1250") == true);
  CHECK(match::compiled_for("defined(__GFX8__)", "gfx803") == true);
  CHECK(match::compiled_for("defined(__gfx9_generic__)", "gfx9-generic") == true);
  CHECK_FALSE(match::compiled_for("?", "gfx90a"));
}

TEST_CASE("a constant has a value in each pass", "[constants]") {
  const Facts facts =
      parse_hip("#define IS_WIDE (defined(__gfx90a__) || defined(__gfx942__))\n"
                "#if IS_WIDE\n"
                "constexpr int kLanes = 64;\n"
                "#else\n"
                "constexpr int kLanes = 32;\n"
                "#endif\n"
                "constexpr int kWaves = 256 / kLanes;\n"
                "__global__ void k(float* x) { x[threadIdx.x / kLanes] = 0; }\n"
                "void f(float* x) { k<<<1, 4 * kLanes>>>(x); int n = kWaves; (void)n; }\n");
  REQUIRE(constant(facts, "kLanes", PassKind::host));
  CHECK(constant(facts, "kLanes", PassKind::host)->value == 32);
  // The test stands behind a macro, and still asks for device passes.
  REQUIRE(constant(facts, "kLanes", PassKind::wave64));
  CHECK(constant(facts, "kLanes", PassKind::wave64)->value == 64);
  CHECK(constant(facts, "kLanes", PassKind::wave64)->selectors
        == std::vector<std::string>{"__gfx90a__", "__gfx942__"});
  REQUIRE(constant(facts, "kLanes", PassKind::wave32));
  CHECK(constant(facts, "kLanes", PassKind::wave32)->value == 32);
  CHECK(constant(facts, "kWaves", PassKind::wave64)->value == 4);
  REQUIRE(use(facts, "kLanes", CodeSide::host));
  CHECK(use(facts, "kLanes", CodeSide::host)->launch);
  REQUIRE(use(facts, "kLanes", CodeSide::device));
  CHECK_FALSE(use(facts, "kLanes", CodeSide::device)->launch);
  REQUIRE(use(facts, "kWaves", CodeSide::host));
  CHECK_FALSE(use(facts, "kWaves", CodeSide::host)->launch);
}

TEST_CASE("which side and for what", "[constants]") {
  const Facts facts = parse_hip("#ifdef __GFX9__\n#define W 64\n#else\n#define W 32\n#endif\n"
                                "__host__ __device__ int both() { return W; }\n"
                                "void checked() { static_assert(256 % W == 0, \"\"); }\n"
                                "void tested() {\n#if W == 64\n#endif\n}\n"
                                "__launch_bounds__(W) __global__ void k() {}\n");
  CHECK(use(facts, "W", CodeSide::both));
  bool assertion = false;
  bool directive = false;
  bool bounds = false;
  for (const ConstantUse& fact : facts.constant_uses) {
    assertion |= fact.assertion && fact.function == "checked";
    directive |= fact.directive && fact.function == "tested";
    bounds |= fact.side == CodeSide::device && fact.function == "k";
  }
  CHECK(assertion);
  CHECK(directive);
  CHECK(bounds);
}

TEST_CASE("warpSize as a constant is seen with every header", "[constants]") {
  const std::string text =
      "#define LANES warpSize\n"
      "template <int N> __device__ void f(int* p) { *p = N; }\n"
      "__global__ void k(int* p) {\n"
      "  __shared__ int bound[warpSize];\n"
      "  constexpr int half = warpSize / 2;\n"
      "  const int w = warpSize; int variable[w];\n"
      "  f<warpSize>(p);\n"
      "  switch (*p) { case warpSize: break; }\n"
      "  auto copy = warpSize;\n"
      "  p[0] = bound[0] + half + variable[0] + copy + p[warpSize];\n"
      "}\n"
      "__global__ void macro(int* p) { __shared__ int behind[2 * LANES]; p[0] = behind[0]; }\n";
  for (const bool system : {false, true}) {
    Snippet with;
    with.system_headers = system;
    if (system && parse_hip("", with).units.at(0).passes.at(0).functions == 0
        && !parse_hip("__device__ void f() {}", with).units.at(0).passes.at(0).functions)
      continue;
    const Facts facts = parse_hip(text, with);
    using Kind = WaveSizeUse::Kind;
    for (const Kind kind : {Kind::array_bound, Kind::constant, Kind::variable_bound,
                            Kind::template_argument, Kind::case_label, Kind::copy})
      CHECK(has(facts, kind));
    const auto bounds =
        std::count_if(facts.wave_size_uses.begin(), facts.wave_size_uses.end(),
                      [](const WaveSizeUse& u) { return u.kind == Kind::array_bound; });
    CHECK(bounds == 2);
  }
}

TEST_CASE("a function whose types are unknown still shows warpSize", "[constants]") {
  const Facts lost = parse_hip("__global__ void k(real4* p) {\n"
                               "  constexpr int tiles = warpSize / 16;\n"
                               "  __shared__ int rows[(warpSize + 1) * 2];\n"
                               "}\n");
  CHECK(has(lost, WaveSizeUse::Kind::constant));
  CHECK(has(lost, WaveSizeUse::Kind::array_bound));
  const Facts own = parse_hip("__global__ void k(real4* p) {\n"
                              "  constexpr int warpSize = 64;\n"
                              "  constexpr int tiles = warpSize / 16;\n"
                              "  __shared__ int rows[(warpSize + 1) * 2];\n"
                              "}\n");
  CHECK(own.wave_size_uses.empty());
}

TEST_CASE("rocprim::warp_size without rocPRIM", "[constants]") {
  const Facts facts = parse_hip("void f() { constexpr int w = rocprim::warp_size(); }\n");
  REQUIRE(facts.wave_size_uses.size() == 1);
  CHECK(facts.wave_size_uses[0].source == "rocprim::warp_size");
  CHECK(facts.wave_size_uses[0].side == CodeSide::host);
}
