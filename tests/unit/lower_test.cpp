// SPDX-License-Identifier: Apache-2.0
// How source text becomes kernel form: what a reader of `hipaudit facts` sees, keys and spans.
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "facts/print.hpp"
#include "snippet.hpp"

using namespace hipaudit;
using kf::kNone;
using kf::Op;
using kf::StmtKind;
using test::function;
using test::parse_hip;
using test::Snippet;

namespace {

// A shuffle makes a function one that rules can judge; others are not kept.
const std::string kKeep = " __syncthreads(); ";

/// print_function of `k`, without its first line.
std::string body_of(const Facts& facts, const std::string& name = "k") {
  const std::string text = print_function(function(facts, name));
  return text.substr(std::min(text.size(), text.find('\n') + 1));
}

std::string lowered(const std::string& statements, const std::string& before = "",
                    const Snippet& with = {}) {
  return body_of(parse_hip(before + "\n__global__ void k(int* p, unsigned u, float f, long n) {"
                               + kKeep + statements + "}",
                           with));
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const kf::Expr* find(const kf::Function& f, Op op) {
  for (const kf::Expr& e : f.exprs)
    if (e.op == op) return &e;
  return nullptr;
}

std::string text_at(const std::string& text, const Span& span) {
  return span.valid() ? text.substr(span.begin, span.end - span.begin) : "(none)";
}

const std::string kInclude = "#include <hip/hip_runtime.h>\n";

}  // namespace

TEST_CASE("coordinates look the same with every header", "[lower]") {
  for (const bool system : {false, true}) {
    Snippet with;
    with.system_headers = system;
    if (system) {
      const Facts probe = parse_hip("", with);
      if (probe.units[0].passes[0].status == PassStatus::failed) continue;
      std::string error;
      if (find_hip(HeaderMode::system, "", error).bundled) continue;  // none installed
    }
    CAPTURE(system);
    const std::string text = lowered(
        "p[blockIdx.x * blockDim.y + threadIdx.x] = gridDim.z + threadIdx.z; p[0] = warpSize;", "",
        with);
    CHECK(has(text, "threadIdx.x"));
    CHECK(has(text, "threadIdx.z"));
    CHECK(has(text, "blockIdx.x"));
    CHECK(has(text, "blockDim.y"));
    CHECK(has(text, "gridDim.z"));
    CHECK(has(text, "warpSize"));
    CHECK_FALSE(has(text, "opaque"));
    CHECK(has(lowered("p[0] = hipThreadIdx_x + hipBlockDim_x;", "", with), "threadIdx.x"));
  }
}

TEST_CASE("a shuffle's default width stays away", "[lower]") {
  const std::string text = lowered("int v = p[0]; p[1] = __shfl(v, 3) + __shfl_down(v, 1, 16);");
  CHECK(has(text, "shfl(load v, 3)"));
  CHECK(has(text, "shfl_down(load v"));
  CHECK(has(text, ", 16)"));
}

TEST_CASE("assignments are spelled out", "[lower]") {
  const std::string text = lowered("int a = 1; a += 2; a <<= 3; a++; --a; p[a++] -= 4;");
  CHECK(has(text, "a = (load a + 2)"));
  CHECK(has(text, "a = (load a << 3)"));
  CHECK(has(text, "a =old= (load a + 1)"));
  CHECK(has(text, "a = (load a - 1)"));
}

TEST_CASE("casts say whether they were written", "[lower]") {
  const Facts facts = parse_hip(
      "__global__ void k(unsigned long long m, unsigned* o) {" + kKeep
      + "o[0] = m; o[1] = (unsigned)m; o[2] = static_cast<unsigned>(m); o[3] = unsigned(m); }");
  const kf::Function& f = function(facts, "k");
  int written = 0;
  int implied = 0;
  for (const kf::Expr& e : f.exprs)
    if (e.op == Op::cast && f.types[e.type].is_integer(32)
        && f.types[f.exprs[e.args[0]].type].is_integer(64))
      (e.explicit_cast ? written : implied)++;
  CHECK(written == 3);
  CHECK(implied == 1);
}

TEST_CASE("statements", "[lower]") {
  const std::string text =
      lowered("for (int i = 0; i < 4; ++i) { if (i == 2) continue; p[i] = i; }"
              "do { n -= 1; } while (n > 0);"
              "while (u) { u >>= 1; break; }"
              "switch (p[0]) { case 1: p[1] = 1; break; case 2: default: p[2] = 2; }"
              "if (f > 0) return; else p[3] = 3;");
  CHECK(has(text, "continue"));
  CHECK(has(text, "break"));
  CHECK(has(text, "case 1:"));
  CHECK(has(text, "default:"));
  CHECK(has(text, "return"));
  CHECK(has(text, "else"));
  const Facts facts = parse_hip("__global__ void k(int n) {" + kKeep + "do { --n; } while (n); }");
  const kf::Function& f = function(facts, "k");
  const auto loop = std::find_if(f.stmts.begin(), f.stmts.end(),
                                 [](const kf::Stmt& s) { return s.kind == StmtKind::loop; });
  REQUIRE(loop != f.stmts.end());
  CHECK(loop->post_test);
}

TEST_CASE("range loops, bindings, goto", "[lower]") {
  CHECK(has(lowered("int a[3] = {1, 2, 3}; for (int v : a) p[v] = v;"), "opaque[range element]"));
  const std::string text =
      lowered("P q{1, 2}; auto [a, b] = q; p[a] = b;", "struct P { int x; int y; };");
  CHECK(has(text, ".x"));
  CHECK(has(text, ".y"));
  CHECK(has(lowered("again: if (u--) goto again;"), "opaque[label]"));
}

TEST_CASE("shared memory", "[lower]") {
  const Facts facts = parse_hip("template <int N> __global__ void t(float* o) { __shared__ float "
                                "tile[N][N + 1]; tile[0][1] = 1; o[0] = tile[0][1]; }\n"
                                "template __global__ void t<32>(float*);\n"
                                "__global__ void k(float* o) { __shared__ __align__(16) float "
                                "s[4][8]; extern __shared__ double d[];"
                                " s[1][2] = o[0]; d[0] = 1; o[1] = s[1][2]; }");
  const kf::Function& f = function(facts, "k");
  const auto named = [](const kf::Function& in, const std::string& name) {
    return *std::find_if(in.vars.begin(), in.vars.end(),
                         [&](const kf::Var& v) { return v.name == name; });
  };
  CHECK(named(f, "s").storage == kf::Storage::shared);
  CHECK(named(f, "s").extents == std::vector<std::int64_t>{4, 8});
  CHECK(named(f, "s").align == 16);
  CHECK(named(f, "d").storage == kf::Storage::dynamic_shared);
  CHECK(named(f, "d").extents == std::vector<std::int64_t>{-1});
  for (const kf::Function& t : facts.functions)
    if (t.name == "t") {
      const std::vector<std::int64_t> want =
          t.is_pattern ? std::vector<std::int64_t>{-1, -1} : std::vector<std::int64_t>{32, 33};
      CHECK(named(t, "tile").extents == want);
    }
}

TEST_CASE("a function that polls a volatile flag is kept", "[lower]") {
  const Facts facts = parse_hip("__device__ volatile int f;\n"
                                "__global__ void waits(volatile int* flag) { while (*flag) {} }\n"
                                "__global__ void plain(int* flag) { while (*flag) {} }\n"
                                "__global__ void stores(volatile int* flag) { *flag = 1; }\n");
  REQUIRE(facts.functions.size() == 1);
  CHECK(facts.functions[0].name == "waits");
}

TEST_CASE("a pattern and its instances share keys and spans", "[lower]") {
  const std::string code =
      kInclude
      + "template <typename T, int W> __device__ T f(T v) { return __shfl(v, W - 1); }\n"
        "__global__ void k(float* x, int* y) { x[0] = f<float, 32>(x[0]); y[0] = f<int, 16>(y[0]); "
        "}\n";
  const Facts facts = Snippet{}.parse(code);
  const kf::Function* pattern = nullptr;
  std::vector<const kf::Function*> instances;
  for (const kf::Function& f : facts.functions)
    if (f.name == "f") f.is_pattern ? (void)(pattern = &f) : instances.push_back(&f);
  REQUIRE(pattern);
  REQUIRE(instances.size() == 2);
  CHECK(pattern->pattern.empty());
  for (const kf::Function* f : instances) {
    CHECK(f->pattern == pattern->key);
    CHECK(f->key != pattern->key);
    CHECK(f->where == pattern->where);
    REQUIRE(f->sites.size() == 1);
    CHECK(f->sites[0].callee == pattern->sites[0].callee);
    CHECK(f->sites[0].args == pattern->sites[0].args);
    CHECK(text_at(code, f->sites[0].callee.spelling) == "__shfl");
    CHECK(text_at(code, f->sites[0].rparen) == ")");
    REQUIRE(f->template_args.size() == 2);
    CHECK(f->template_args[1].name == "W");
    CHECK(f->template_args[1].value.has_value());
  }
  CHECK(has(print_function(*pattern), "<W>"));
  const kf::Function& k = function(facts, "k");
  std::vector<std::string> callees;
  for (const kf::Expr& e : k.exprs)
    if (e.op == Op::call) callees.push_back(e.callee);
  REQUIRE(callees.size() == 2);
  for (const kf::Function* f : instances)
    CHECK(std::count(callees.begin(), callees.end(), f->key) == 1);
}

TEST_CASE("members of class templates, lambdas and functors", "[lower]") {
  const Facts facts =
      parse_hip("template <typename T> struct Op { T bias; __device__ T operator()(T v) const { "
                "return __shfl(v, 0) + bias; } };\n"
                "__global__ void k(float* x) { Op<float> op{1.f}; x[0] = op(x[0]);"
                " auto g = [&](float v) { return __shfl(v, 1) + x[1]; }; x[2] = g(x[0]); }");
  const kf::Function& k = function(facts, "k");
  int known = 0;
  for (const kf::Expr& e : k.exprs)
    if (e.op == Op::call
        && std::any_of(facts.functions.begin(), facts.functions.end(),
                       [&](const kf::Function& f) { return f.key == e.callee; }))
      ++known;
  CHECK(known == 2);
  const auto lambda = std::find_if(facts.functions.begin(), facts.functions.end(),
                                   [](const kf::Function& f) { return f.is_lambda; });
  REQUIRE(lambda != facts.functions.end());
  CHECK(std::any_of(lambda->vars.begin(), lambda->vars.end(), [](const kf::Var& v) {
    return v.name == "x" && v.storage == kf::Storage::captured;
  }));
}

TEST_CASE("spelling and expansion of macros", "[lower]") {
  const std::string code = kInclude
                           + "#define SHFL(v, s) __shfl(v, s)\n"
                             "#define TWICE(x) ((x) + (x))\n"
                             "#define NAME(x) __sh##x\n"
                             "__global__ void k(int* p) {\n"
                             "  int v = p[0];\n"
                             "  p[1] = SHFL(v, 7);\n"
                             "  p[2] = TWICE(__shfl_xor(v, 8));\n"
                             "  p[3] = NAME(fl_up)(v, 9);\n"
                             "}\n";
  const Facts facts = Snippet{}.parse(code);
  const kf::Function& k = function(facts, "k");
  std::vector<const kf::Expr*> crosses;
  for (const kf::Expr& e : k.exprs)
    if (e.op == Op::cross) crosses.push_back(&e);
  REQUIRE(crosses.size() == 4);
  const kf::Site& body = k.sites[crosses[0]->site];
  CHECK(body.callee.in_macro_body);
  CHECK(text_at(code, body.callee.spelling) == "__shfl");
  CHECK(text_at(code, body.callee.expansion) == "SHFL(v, 7)");
  // Both copies of a macro argument have one spelling.
  const kf::Site& first = k.sites[crosses[1]->site];
  const kf::Site& second = k.sites[crosses[2]->site];
  CHECK_FALSE(first.callee.in_macro_body);
  CHECK(text_at(code, first.callee.spelling) == "__shfl_xor");
  CHECK(first.callee.spelling == second.callee.spelling);
  CHECK(text_at(code, first.callee.expansion) == "TWICE(__shfl_xor(v, 8))");
  // A pasted name is written nowhere.
  CHECK(crosses[3]->cross == kf::CrossKind::shfl_up);
  CHECK_FALSE(k.sites[crosses[3]->site].callee.spelling.valid());
  CHECK(text_at(code, k.sites[crosses[3]->site].callee.expansion) == "NAME(fl_up)");
}

TEST_CASE("nested macros", "[lower]") {
  const std::string code = kInclude
                           + "#define LANE 3\n"
                             "#define INNER(v) __shfl(v, LANE)\n"
                             "#define OUTER(v) (INNER(v) + 1)\n"
                             "__global__ void k(int* p) { p[1] = OUTER(p[0]); }\n";
  const Facts facts = Snippet{}.parse(code);
  const kf::Function& k = function(facts, "k");
  REQUIRE(k.sites.size() == 1);
  CHECK(text_at(code, k.sites[0].callee.spelling) == "__shfl");
  CHECK(k.sites[0].callee.in_macro_body);
  CHECK(text_at(code, k.sites[0].callee.expansion) == "OUTER(p[0])");
  REQUIRE(k.sites[0].args.size() == 2);
  CHECK(text_at(code, k.sites[0].args[0].spelling) == "p[0]");
}

TEST_CASE("inline assembly", "[lower]") {
  const Facts facts = parse_hip("__device__ int k(int a) { int r; asm volatile(\"mov.u32 %0, %1;\" "
                                ": \"=r\"(r) : \"r\"(a)); return r; }");
  const kf::Function& k = function(facts, "k");
  const auto found = std::find_if(k.stmts.begin(), k.stmts.end(),
                                  [](const kf::Stmt& s) { return s.kind == StmtKind::asm_; });
  REQUIRE(found != k.stmts.end());
  CHECK(found->text == "mov.u32 %0, %1;");
  CHECK(found->exprs.size() == 2);
  CHECK(found->constraints == std::vector<std::string>{"=r", "r"});
}

TEST_CASE("functions that count bits or ask for a lane mask are kept", "[lower]") {
  const Facts facts = parse_hip("__global__ void k(unsigned* p) { p[0] = __popc(p[1]) - 1; }\n"
                                "__global__ void ffs(int* p) { p[0] = __ffs(p[1]); }\n"
                                "__global__ void below(unsigned* p) { p[0] = __lanemask_lt(); }\n"
                                "__global__ void plain(int* p) { p[0] = __clz(p[1]); }\n"
                                "namespace own { __device__ int __ffs(int x) { return x; }\n"
                                "__global__ void mine(int* p) { p[0] = own::__ffs(p[1]); } }\n");
  std::vector<std::string> names;
  for (const kf::Function& f : facts.functions) names.push_back(f.name);
  CHECK(names == std::vector<std::string>{"k", "ffs", "below"});
}

TEST_CASE("launch bounds", "[lower]") {
  for (const bool system : {false, true}) {
    Snippet with;
    with.system_headers = system;
    std::string error;
    if (system && find_hip(HeaderMode::system, "", error).bundled) continue;
    const Facts facts = parse_hip(
        "__global__ void __launch_bounds__(128, 2) k(int* p) { p[0] = __shfl(p[1], 0); }", with);
    CHECK(function(facts, "k").max_threads == 128);
  }
}

TEST_CASE("a call that does not resolve keeps its name and arguments", "[lower]") {
  const std::string code =
      kInclude
      + "struct S {};\n"
        "__global__ void k(S* s, int* p) { p[0] = __shfl(*s, 3); unknown_helper(p[1], 2); }\n";
  const Facts facts = Snippet{}.parse(code);
  CHECK(facts.units[0].passes[0].status == PassStatus::partial);
  const kf::Function& k = function(facts, "k");
  CHECK(k.tainted);
  const kf::Expr* cross = find(k, Op::cross);
  REQUIRE(cross);
  CHECK(cross->tainted);
  CHECK(cross->args[2] != kNone);
  CHECK(text_at(code, k.sites[cross->site].callee.spelling) == "__shfl");
  CHECK(has(body_of(facts), "unknown_helper"));
}

TEST_CASE("a missing header and an invalid declaration cost what they touch only", "[lower]") {
  const Facts facts =
      parse_hip("#include <no/such/header.hpp>\n"
                "template <typename T> __global__ void whole(T* p) { p[0] = __shfl(p[1], 0); }\n"
                "template __global__ void whole<int>(int*);\n"
                "__global__ void broken(int* p) { missing::Type t; p[0] = __shfl(p[1], 0); }\n");
  CHECK(facts.units[0].passes[0].status == PassStatus::partial);
  int instances = 0;
  for (const kf::Function& f : facts.functions)
    if (f.name == "whole" && !f.is_pattern) {
      ++instances;
      CHECK_FALSE(f.tainted);
    }
  CHECK(instances == 1);
  CHECK(function(facts, "broken").tainted);
}

TEST_CASE("constants keep their names, warpSize keeps its own", "[lower]") {
  const Facts facts =
      parse_hip("enum { kLanes = 32 }; constexpr int kWidth = kLanes * 2; \n"
                "__global__ void k(int* p) { p[0] = __shfl(p[1], kLanes - 1); p[kWidth] = warpSize "
                "/ 2; const int half = warpSize / 2; p[1] = half; }\n"
                "namespace own { constexpr int warpSize = 32; __global__ void mine(int* p) { p[0] "
                "= __shfl(p[1], warpSize - 1); } }");
  const kf::Function& k = function(facts, "k");
  bool enumerator = false;
  bool width = false;
  for (const kf::Expr& e : k.exprs) {
    enumerator = enumerator || (e.op == Op::constant && e.value == 32 && e.text == "kLanes");
    width = width || (e.op == Op::constant && e.value == 64 && e.text == "kWidth");
  }
  CHECK(enumerator);
  CHECK(width);
  CHECK(find(k, Op::warp_size));
  CHECK_FALSE(find(function(facts, "mine"), Op::warp_size));
}

TEST_CASE("the text of bodies and heads", "[lower]") {
  const std::string code =
      kInclude + "static __device__ int f(int v)\n{\n  return __shfl(v, 0);\n}\n";
  const Facts facts = Snippet{}.parse(code);
  const kf::Function& f = function(facts, "f");
  CHECK(text_at(code, f.where.spelling) == "f");
  CHECK(text_at(code, f.body) == "{\n  return __shfl(v, 0);\n}");
  CHECK(text_at(code, f.head).substr(0, 6) == "static");
  CHECK(f.kind == kf::FunctionKind::device);
}

TEST_CASE("device passes are made where the text asks", "[lower]") {
  const std::string plain = "__global__ void k(int* p) { p[0] = __shfl(p[1], 0); }";
  CHECK(parse_hip(plain).units[0].passes.size() == 1);
  CHECK(parse_hip("#ifdef __GFX9__\n#endif\n" + plain).units[0].passes.size() == 3);
  CHECK(parse_hip("#if defined(USE_X) && defined(__gfx90a__)\n#endif\n" + plain)
            .units[0]
            .passes.size()
        == 3);
  // HIP defines it in no pass.
  CHECK(parse_hip("#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ > 300\n#endif\n" + plain)
            .units[0]
            .passes.size()
        == 1);
  Snippet all;
  all.all_passes = true;
  const Facts facts = parse_hip(plain, all);
  CHECK(facts.units[0].passes.size() == 3);
  int copies = 0;
  for (const kf::Function& f : facts.functions) copies += f.name == "k";
  CHECK(copies == 1);
}

// The header that defines LIB_CALL is missing, so Clang takes the function for a host function.
TEST_CASE("a function that only an unknown macro makes a device function is seen", "[lower]") {
  const Facts facts = parse_hip("LIB_CALL int first(int v) { return __shfl(v, 0); }\n"
                                "int host_only(int v) { return v + 1; }\n");
  REQUIRE(facts.functions.size() == 1);
  CHECK(facts.functions[0].name == "first");
  CHECK(facts.functions[0].kind == kf::FunctionKind::device);
  CHECK(facts.functions[0].tainted);
}

// A member that starts with an unknown name is lost whole, unless the name tells what it means.
TEST_CASE("a macro of a missing header is read by its name", "[lower]") {
  const Facts facts = parse_hip("struct Tile {\n"
                                "  LIB_DEVICE static int first(int v) { return __shfl(v, 0); }\n"
                                "  LIB_HOST_DEVICE Tile() : n(0) {}\n"
                                "  int n;\n"
                                "};\n"
                                "__global__ void k(int* p) { p[0] = Tile::first(p[1]); }\n");
  const auto first = std::find_if(facts.functions.begin(), facts.functions.end(),
                                  [](const kf::Function& f) { return f.name == "Tile::first"; });
  REQUIRE(first != facts.functions.end());
  CHECK(first->kind == kf::FunctionKind::device);
  CHECK_FALSE(first->tainted);
  const UnitReport& unit = facts.units[0];
  CHECK(unit.status() == PassStatus::partial);
  CHECK(unit.notes
        == std::vector<std::string>{"LIB_DEVICE is defined nowhere; read as __device__",
                                    "LIB_HOST_DEVICE is defined nowhere; read as __host__ "
                                    "__device__"});
  REQUIRE_FALSE(unit.passes[0].reasons.empty());
  CHECK(unit.passes[0].reasons[0].rfind("unknown type name 'LIB_DEVICE'", 0) == 0);
}

TEST_CASE("an unknown name that is no function marker stays an error", "[lower]") {
  const Facts facts = parse_hip("LIB_TYPE f(int v);\nDevice g();\nDEVICE h();\n");
  CHECK(facts.units[0].notes.empty());
  CHECK(facts.units[0].passes[0].errors.size() == 3);
}

TEST_CASE("a member call of a cooperative group names the group's variable", "[lower]") {
  const Facts facts = parse_hip(
      "#include <hip/hip_cooperative_groups.h>\n"
      "__global__ void k(int* p) { auto g = cooperative_groups::coalesced_threads();"
      " p[0] = g.ballot(p[1]); p[2] = cooperative_groups::coalesced_threads().any(p[1]); }");
  const kf::Function& f = function(facts, "k");
  for (const kf::Expr& e : f.exprs) {
    if (e.op != Op::cross) continue;
    if (e.cross == kf::CrossKind::ballot) {
      REQUIRE(e.var != kNone);
      CHECK(f.vars[e.var].name == "g");
    } else {
      CHECK(e.var == kNone);
    }
  }
}

TEST_CASE("lane built-ins, group makers and launch bounds make a function relevant", "[lower]") {
  const Facts facts = parse_hip(
      "#include <hip/hip_cooperative_groups.h>\n"
      "__global__ void plain(int* p) { p[0] = 1; }\n"
      "__global__ void lanes(int* p) { p[0] = __builtin_amdgcn_readlane(p[1], 3); }\n"
      "__global__ void tiles(int* p) {"
      " p[0] = cooperative_groups::tiled_partition<16>(cooperative_groups::this_thread_block())"
      ".thread_rank(); }\n"
      "__global__ __launch_bounds__(128) void bound(int* p) { p[0] = 1; }\n");
  const auto kept = [&](const std::string& name) {
    return std::any_of(facts.functions.begin(), facts.functions.end(),
                       [&](const kf::Function& f) { return f.name == name; });
  };
  CHECK_FALSE(kept("plain"));
  CHECK(kept("lanes"));
  CHECK(kept("tiles"));
  CHECK(kept("bound"));
}

// A kernel over dtypes and many sizes once showed one dtype, because only the first dozen of its
// instances are lowered.
TEST_CASE("each set of types is lowered before the second size of any", "[lower]") {
  std::string text = kInclude
                     + "template <typename T, int N> __global__ void k(T* p) { __syncthreads();"
                       " p[0] = N; }\nvoid launch(int* a, float* b) {";
  for (int n = 1; n <= 14; ++n) text += " k<int, " + std::to_string(n) + "><<<1, 64>>>(a);";
  const Facts facts = parse_hip(text + " k<float, 1><<<1, 64>>>(b); }");
  CHECK(std::any_of(facts.functions.begin(), facts.functions.end(), [](const kf::Function& f) {
    return !f.template_args.empty() && f.template_args[0].text == "float";
  }));
}

TEST_CASE("the caller of a pattern is kept where neither is instantiated", "[lower]") {
  const Facts facts =
      parse_hip(kInclude
                + "template <int C> __device__ int step(int v) {"
                  " return __builtin_amdgcn_update_dpp(0, v, C, 15, 15, false); }\n"
                  "template <int W> __device__ int sum(int v) { return v + step<0x118>(v); }\n");
  CHECK(std::any_of(facts.functions.begin(), facts.functions.end(),
                    [](const kf::Function& f) { return f.name == "sum"; }));
}

TEST_CASE("a launch knows its threads at each wave size", "[host]") {
  const Facts facts = parse_hip(
      kInclude
      + "__global__ void k(int* p) { __syncthreads(); p[0] = 1; }\n"
        "void launch(int* p, int n) {\n"
        "  hipDeviceProp_t prop; (void)hipGetDeviceProperties(&prop, 0);\n"
        "  int lanes = 0; (void)hipDeviceGetAttribute(&lanes, hipDeviceAttributeWarpSize, 0);\n"
        "  const dim3 square(prop.warpSize, prop.warpSize);\n"
        "  k<<<1, square>>>(p);\n"
        "  k<<<1, lanes * (lanes == 64 ? 4 : 8)>>>(p);\n"
        "  k<<<1, 256>>>(p);\n"
        "  k<<<1, prop.warpSize * n>>>(p);\n"
        "}\n");
  REQUIRE(facts.launches.size() == 4);
  using Threads = std::array<std::int64_t, 2>;
  CHECK(facts.launches[0].wave_threads == Threads{1024, 4096});
  CHECK_FALSE(facts.launches[0].block_dims);
  using Dims = std::array<std::int64_t, 3>;
  CHECK(facts.launches[0].grid_dims == Dims{1, 1, 1});
  CHECK(facts.launches[1].wave_threads == Threads{256, 256});
  CHECK_FALSE(facts.launches[2].wave_threads);
  CHECK_FALSE(facts.launches[3].wave_threads);
}

// `auto kernel = k<T>; kernel<<<1, 1024>>>` once launched nothing that was known, so that k was
// judged in a made-up block.
TEST_CASE("a launch through a local variable is of the kernel that it holds", "[host]") {
  const Facts facts =
      parse_hip(kInclude
                + "template <class T> __global__ void k(T* p) { __syncthreads(); p[0] = 1; }\n"
                  "__global__ void other(int* p) { __syncthreads(); p[0] = 2; }\n"
                  "void launch(int* p, float* q, bool b, void (*given)(int*)) {\n"
                  "  auto kernel = k<int>; kernel<<<1, 64>>>(p);\n"
                  "  const auto same = b ? &k<int> : &k<int>; same<<<1, 64>>>(p);\n"
                  "  auto changed = k<int>; changed = other; changed<<<1, 64>>>(p);\n"
                  "  auto either = b ? k<int> : other; either<<<1, 64>>>(p);\n"
                  "  given<<<1, 64>>>(p);\n"
                  "}\n");
  REQUIRE(facts.launches.size() == 5);
  CHECK(facts.launches[0].kernel == "k");
  CHECK_FALSE(facts.launches[0].kernel_key.empty());
  CHECK(facts.launches[1].kernel_key == facts.launches[0].kernel_key);
  for (std::size_t i = 2; i < 5; ++i) CHECK(facts.launches[i].kernel_key.empty());
}

namespace {

std::size_t count_of(const kf::Function& f, kf::Op op) {
  return static_cast<std::size_t>(
      std::count_if(f.exprs.begin(), f.exprs.end(), [&](const kf::Expr& e) { return e.op == op; }));
}

std::size_t variants_of(const Facts& facts, const std::string& name) {
  return static_cast<std::size_t>(
      std::count_if(facts.functions.begin(), facts.functions.end(),
                    [&](const kf::Function& f) { return f.name == name; }));
}

const std::string kLanes = "__device__ constexpr int lanes() {\n#ifdef __GFX9__\n  return "
                           "64;\n#else\n  return 32;\n#endif\n}\n";

}  // namespace

// Two bodies, one with 64 and one with 32, were each judged alone, and neither mixed anything.
TEST_CASE("a constant that follows the wave becomes warpSize in one body", "[lower]") {
  const Facts facts =
      parse_hip(kInclude + kLanes
                + "__global__ void k(int* p) { constexpr int warp_size = lanes();\n"
                  "  p[threadIdx.x % warp_size] = __shfl(threadIdx.x & (warp_size - 1), 0); }\n"
                  "__global__ void tile(int* p) { constexpr int columns = lanes();\n"
                  "  p[threadIdx.x % columns] = __shfl(p[0], 0); }\n"
                  "__global__ void both(int* p) { constexpr int warp_size = lanes();\n"
                  "  constexpr int unroll = lanes() == 64 ? 9 : 5;\n"
                  "  p[threadIdx.x % warp_size] = __shfl(p[unroll], 0); }\n");
  CHECK(variants_of(facts, "k") == 1);
  CHECK(count_of(test::function(facts, "k"), kf::Op::warp_size) == 2);
  // Named for something else, and a constant beside it that does not follow the wave.
  CHECK(variants_of(facts, "tile") == 2);
  CHECK(count_of(test::function(facts, "tile"), kf::Op::warp_size) == 0);
  CHECK(variants_of(facts, "both") == 2);
  CHECK(count_of(test::function(facts, "both"), kf::Op::warp_size) == 0);
}

TEST_CASE("a constant made of one that follows the wave is an expression of warpSize", "[lower]") {
  const Facts facts =
      parse_hip(kInclude + kLanes
                + "__global__ void k(int* p) { constexpr int warp_size = lanes();\n"
                  "  constexpr int warps = 256 / lanes();\n"
                  "  p[threadIdx.x % warp_size] = __shfl(p[warps], 0); }\n"
                  "template <int W> __device__ int f(int v) { return __shfl(v, W - 1, W); }\n"
                  "__global__ void calls(int* p) { constexpr int warp_size = lanes();\n"
                  "  p[threadIdx.x % warp_size] = f<warp_size>(p[0]); }\n");
  CHECK(variants_of(facts, "k") == 1);
  // 8 + (4 - 8) * (warpSize >> 6)
  CHECK(count_of(test::function(facts, "k"), kf::Op::warp_size) == 2);
  // It calls another instance at each size: two bodies.
  CHECK(variants_of(facts, "calls") == 2);
}

TEST_CASE("a call through a constexpr pointer is of the function that it holds", "[lower]") {
  const Facts facts =
      parse_hip(kInclude
                + "typedef int (*Step)(int);\n"
                  "__device__ int up(int v) { return __shfl_up(v, 1); }\n"
                  "__device__ int down(int v) { return __shfl_down(v, 1); }\n"
                  "constexpr __device__ Step chosen(bool b) { return b ? up : down; }\n"
                  "__global__ void k(int* p, Step given) { __syncthreads(); constexpr Step step = "
                  "chosen(false);\n"
                  "  p[0] = step(p[1]) + given(p[2]); }\n");
  const kf::Function& k = test::function(facts, "k");
  std::map<std::string, std::string> callees;
  for (const kf::Expr& e : k.exprs)
    if (e.op == kf::Op::call) callees.emplace(e.text, e.callee);
  CHECK(callees["step"] == test::function(facts, "down").key);
  CHECK(callees["given"].empty());
}

// A list of one without a type, as patterns have it, once ended the parse.
TEST_CASE("constructors store what their initialisers give", "[lower]") {
  const Facts facts = parse_hip(
      "struct A { int n; int m = 4; __device__ A(int v) : n(v) { m += n; } };\n"
      "template <typename T> struct B { T t; A a; __device__ B(T v) : t(v), a(3) {} };\n"
      "__global__ void k(int* p) { A a(p[0]); B<int> b(1); A c = A(2); p[1] = __shfl(a.m, 0); }\n");
  CHECK(facts.units[0].status() == PassStatus::complete);
  const std::string a = print_function(function(facts, "A::A"));
  CHECK(has(a, "*this.n = load v"));
  CHECK(has(a, "*this.m = 4"));
  int instances = 0;
  for (const kf::Function& f : facts.functions) {
    if (!f.name.ends_with("::B") && !f.name.ends_with("::B<T>")) continue;
    CHECK(has(print_function(f), "*this.t = "));
    if (!f.pattern.empty()) ++instances;
  }
  CHECK(instances == 1);
  int constructions = 0;
  for (const kf::Expr& e : function(facts, "k").exprs)
    if (e.op != kf::Op::call && !e.callee.empty()) ++constructions;
  CHECK(constructions == 3);
}
