// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "code.hpp"
#include "kernel.hpp"
#include "match/rule.hpp"
#include "match/wave_guard.hpp"

using namespace hipaudit;
using kf::CrossKind;
using kf::kNone;
using kf::Op;
using kf::StmtKind;
using test::Kernel;

TEST_CASE("casts are looked through", "[match]") {
  Kernel k;
  const auto n = k.number(32);
  const auto written = k.cast(n, Kernel::kUint, true);
  const auto implicit = k.cast(k.cast(written, Kernel::kLong), Kernel::kUlong);
  CHECK(match::skip_implicit(k.f, implicit) == written);
  CHECK(match::skip_casts(k.f, implicit) == n);
  CHECK(match::skip_casts(k.f, kNone) == kNone);
}

TEST_CASE("constants fold with the widths of their types", "[match]") {
  Kernel k;
  const auto value = [&](kf::ExprId id) { return match::constant(k.f, id); };
  CHECK(value(k.add(Op::sub, Kernel::kInt, {k.number(32), k.number(1)})) == 31);
  CHECK(value(k.add(Op::bit_not, Kernel::kUint, {k.number(0, Kernel::kUint)})) == 0xffffffff);
  CHECK(value(k.add(Op::bit_not, Kernel::kUlong, {k.number(0, Kernel::kUlong)})) == -1);
  CHECK(value(k.add(Op::neg, Kernel::kUint, {k.number(1, Kernel::kUint)})) == 0xffffffff);
  CHECK(value(k.add(Op::shl, Kernel::kUint, {k.number(1, Kernel::kUint), k.number(31)}))
        == 0x80000000);
  CHECK(value(k.add(Op::shl, Kernel::kInt, {k.number(1), k.number(31)})) == -2147483648LL);
  CHECK(value(k.add(Op::shl, Kernel::kUlong, {k.number(1, Kernel::kUlong), k.number(32)}))
        == 0x100000000);
  CHECK(value(k.cast(k.number(-1), Kernel::kUint)) == 0xffffffff);
  CHECK(value(k.cast(k.number(0xffffffff, Kernel::kUint), Kernel::kUlong)) == 0xffffffff);
  CHECK(value(k.cast(k.number(-1), Kernel::kUlong)) == -1);
  CHECK(value(k.cast(k.number(7), Kernel::kBool)) == 1);
  CHECK(value(k.add(Op::shr, Kernel::kUint, {k.number(0x80000000, Kernel::kUint), k.number(31)}))
        == 1);
  CHECK(value(k.add(Op::shr, Kernel::kInt, {k.number(-4), k.number(1)})) == -2);
  CHECK(value(k.add(Op::lt, Kernel::kBool, {k.number(-1), k.number(1)})) == 1);
  CHECK(value(k.add(Op::lt, Kernel::kBool,
                    {k.number(-1, Kernel::kUlong), k.number(1, Kernel::kUlong)}))
        == 0);
  CHECK(value(k.add(Op::div, Kernel::kInt, {k.number(-7), k.number(2)})) == -3);
  CHECK(value(k.add(Op::select, Kernel::kInt, {k.number(0), k.named(Op::call, "f"), k.number(5)}))
        == 5);
  CHECK(value(k.add(Op::logical_and, Kernel::kBool, {k.named(Op::call, "f"), k.number(0)})) == 0);
}

TEST_CASE("what is not a constant", "[match]") {
  Kernel k;
  const auto value = [&](kf::ExprId id) { return match::constant(k.f, id); };
  CHECK_FALSE(value(k.add(Op::warp_size)));
  CHECK_FALSE(value(k.add(Op::sub, Kernel::kInt, {k.add(Op::warp_size), k.number(1)})));
  CHECK_FALSE(value(k.add(Op::div, Kernel::kInt, {k.number(1), k.number(0)})));
  CHECK_FALSE(value(k.add(Op::shl, Kernel::kUint, {k.number(1, Kernel::kUint), k.number(32)})));
  CHECK_FALSE(value(k.named(Op::floating, "1.0f")));
  CHECK_FALSE(value(k.add(Op::thread_idx)));
  CHECK_FALSE(value(kNone));
  CHECK_FALSE(value(999));
}

TEST_CASE("a settled local is its initial value", "[match]") {
  Kernel k;
  const auto width = k.declare("width", k.number(32));
  const auto half = k.declare("half", k.add(Op::div, Kernel::kInt, {k.load(width), k.number(2)}));
  const auto changed = k.declare("changed", k.number(1));
  k.add(StmtKind::eval, k.assign(changed, k.number(2)));
  const auto passed = k.declare("passed", k.number(3));
  k.add(StmtKind::eval, k.named(Op::call, "f", {k.place(passed)}));
  const auto taken = k.declare("taken", k.number(4));
  k.add(StmtKind::eval, k.named(Op::call, "f", {k.add(Op::addr, Kernel::kInt, {k.place(taken)})}));
  const auto unset = k.declare("unset", kNone);
  const auto discarded = k.declare("discarded", k.number(6));
  k.add(StmtKind::eval, k.place(discarded));
  const auto parameter = k.var("parameter", Kernel::kInt, kf::Storage::param);
  const auto itself = k.var("itself");
  k.f.stmts[k.add(StmtKind::decl, k.load(itself))].var = itself;
  const auto narrow =
      k.declare("narrow", k.cast(k.number(-1, Kernel::kUlong), Kernel::kUint), Kernel::kUint);

  const auto value = [&](kf::VarId var) { return match::constant(k.f, k.load(var)); };
  CHECK(value(width) == 32);
  CHECK(value(half) == 16);
  CHECK(value(discarded) == 6);
  CHECK(value(narrow) == 0xffffffff);
  CHECK_FALSE(value(changed));
  CHECK_FALSE(value(passed));
  CHECK_FALSE(value(taken));
  CHECK_FALSE(value(unset));
  CHECK_FALSE(value(parameter));
  CHECK_FALSE(value(itself));
}

TEST_CASE("an element of a local array is not the array's initial value", "[match]") {
  Kernel k;
  const auto array = k.declare("array", k.add(Op::init_list, Kernel::kInt, {k.number(1)}));
  k.f.vars[array].extents = {4};
  const auto element = k.add(Op::load, Kernel::kInt,
                             {k.add(Op::index, Kernel::kInt, {k.place(array), k.number(0)})});
  CHECK_FALSE(match::constant(k.f, element));
  k.add(StmtKind::eval,
        k.add(Op::assign, Kernel::kInt,
              {k.add(Op::index, Kernel::kInt, {k.place(array), k.number(0)}), k.number(2)}));
  CHECK(match::single_initialisers(k.f)[array] == kNone);
}

TEST_CASE("a long chain of locals folds in linear time", "[match]") {
  Kernel k;
  kf::VarId last = k.declare("v0", k.number(0));
  for (int i = 1; i < 200; ++i)
    last = k.declare("v", k.add(Op::add, Kernel::kInt, {k.load(last), k.load(last)}));
  CHECK(match::constant(k.f, k.load(last)) == 0);
}

TEST_CASE("what stems from the thread index", "[match]") {
  Kernel k;
  const auto lane =
      k.declare("lane", k.add(Op::bit_and, Kernel::kInt, {k.add(Op::thread_idx), k.number(31)}));
  const auto late = k.declare("late", k.number(0));
  k.add(StmtKind::eval, k.assign(late, k.load(lane)));
  const auto fixed = k.declare("fixed", k.add(Op::block_idx));
  const auto vote = k.declare("vote", k.cross(CrossKind::ballot, {kNone, k.load(lane)}));
  const auto loop = k.declare("loop", k.number(0));
  k.add(StmtKind::eval, k.assign(loop, k.add(Op::add, Kernel::kInt, {k.load(loop), k.number(1)})));

  CHECK(match::depends_on_thread(k.f, k.load(lane)));
  CHECK(match::depends_on_thread(k.f, k.load(late)));
  CHECK(match::depends_on_thread(k.f, k.named(Op::call, "__lane_id")));
  CHECK(match::depends_on_thread(k.f, k.cross(CrossKind::shfl, {kNone, k.load(lane)})));
  CHECK_FALSE(match::depends_on_thread(k.f, k.load(fixed)));
  CHECK_FALSE(match::depends_on_thread(k.f, k.load(vote)));
  CHECK_FALSE(match::depends_on_thread(k.f, k.load(loop)));
  CHECK_FALSE(match::depends_on_thread(k.f, kNone));
}

TEST_CASE("lane masks are those of whole waves", "[match]") {
  Kernel k;
  const auto is_mask = [&](CrossKind kind, int tile, bool dependent = false) {
    kf::Expr e = k.f.exprs[k.cross(kind)];
    e.tile = static_cast<std::uint8_t>(tile);
    e.dependent = dependent;
    return match::is_lane_mask(e);
  };
  CHECK(is_mask(CrossKind::ballot, 0));
  CHECK(is_mask(CrossKind::active_mask, 0));
  CHECK(is_mask(CrossKind::match_any, 64));
  CHECK(is_mask(CrossKind::match_all, 255));
  CHECK_FALSE(is_mask(CrossKind::ballot, 32));
  CHECK_FALSE(is_mask(CrossKind::ballot, 16));
  CHECK_FALSE(is_mask(CrossKind::ballot, 255, true));
  CHECK_FALSE(is_mask(CrossKind::any, 0));
  CHECK(match::is_shuffle(k.f.exprs[k.cross(CrossKind::shfl_xor)]));
  CHECK_FALSE(match::is_shuffle(k.f.exprs[k.cross(CrossKind::ballot)]));
  CHECK(match::is_call(k.f.exprs[k.named(Op::call, "__popc")], {"__ffs", "__popc"}));
  CHECK_FALSE(match::is_call(k.f.exprs[k.named(Op::global, "__popc")], {"__popc"}));
}

TEST_CASE("walks go in source order", "[match]") {
  Kernel k;
  const auto a = k.number(1);
  const auto b = k.number(2);
  const auto sum = k.add(Op::add, Kernel::kInt, {a, b});
  const auto call = k.named(Op::call, "f", {kNone, sum});
  std::vector<kf::ExprId> seen;
  match::walk(k.f, call, [&](kf::ExprId id) { seen.push_back(id); });
  CHECK(seen == std::vector<kf::ExprId>{call, sum, a, b});
  CHECK(match::parents(k.f)[a] == sum);
  CHECK(match::parents(k.f)[call] == kNone);
  CHECK(match::mentions(k.f, call, Op::add));
  CHECK_FALSE(match::mentions(k.f, a, Op::add));

  const auto branch = k.add(StmtKind::if_, a);
  k.add(StmtKind::return_);
  const kf::StmtId root = k.f.root;
  k.f.root = kNone;
  const auto then = k.add(StmtKind::eval, a);
  const auto other = k.add(StmtKind::eval, b);
  k.f.root = root;
  k.f.stmts[branch].body = {then};
  k.f.stmts[branch].other = {other};
  std::vector<StmtKind> kinds;
  match::walk_stmts(k.f, [&](const kf::Stmt& s) { kinds.push_back(s.kind); });
  CHECK(kinds
        == std::vector<StmtKind>{StmtKind::block, StmtKind::if_, StmtKind::eval, StmtKind::eval,
                                 StmtKind::return_});
}

TEST_CASE("patterns with instantiations are not judged", "[match]") {
  Facts facts;
  for (const char* key : {"plain", "used", "used<32>", "unused"}) {
    kf::Function f;
    f.key = key;
    facts.functions.push_back(f);
  }
  facts.functions[1].is_pattern = facts.functions[3].is_pattern = true;
  facts.functions[2].pattern = "used";
  std::vector<std::string> keys;
  for (const kf::Function* f : match::judged_functions(facts)) keys.push_back(f->key);
  CHECK(keys == std::vector<std::string>{"plain", "used<32>", "unused"});
  CHECK(match::find_function(facts, "used<32>") == &facts.functions[2]);
  CHECK(match::find_function(facts, "none") == nullptr);
  CHECK(match::find_function(facts, "") == nullptr);
}

TEST_CASE("names of warps", "[match]") {
  for (const char* name :
       {"WARP_SIZE", "kWarpSize", "warpId", "numwarps", "lane", "laneId", "LANES", "my_lane",
        "wave", "wave_id", "WAVE_SIZE", "kWaveSize", "wavefront", "num_waves", "lane_id"})
    CHECK(match::names_a_warp(name));
  for (const char* name : {"plane", "planes", "waveform", "wavelength", "microwave", "warpAffine",
                           "is_warped", "size", "", "block"})
    CHECK_FALSE(match::names_a_warp(name));
}

TEST_CASE("lanes in words", "[match]") {
  CHECK(match::lane_range({}) == "no lane");
  CHECK(match::lane_range({31}) == "lane 31");
  CHECK(match::lane_range({32, 33, 34, 35}) == "lanes 32-35");
  CHECK(match::lane_range({7, 1, 2, 1, 3}) == "lanes 1-3, 7");
  CHECK(match::lane_range({4, 5}) == "lanes 4, 5");
}

namespace {

struct Call : test::Code {
  FileId file =
      add("/p/a.hip", "#define MASK 0xffff\n#define F(v) shfl(v, 1)\nx = shfl(MASK, a, b);\n");
  Where in_macro(const std::string& needle, const std::string& use, int nth = 0) {
    return {span(file, needle), span(file, use, nth), true};
  }
};

}  // namespace

TEST_CASE("edits of a call", "[match]") {
  Call c;
  kf::Site site;
  site.callee = c.where(c.file, "shfl", 1);
  site.args = {c.in_macro("0xffff", "MASK", 1), c.where(c.file, "a, b"), c.where(c.file, "b)")};
  site.args[1].spelling.end -= 3;
  site.args[2].spelling.end -= 1;
  site.rparen = c.span(c.file, ");");
  site.rparen.end -= 1;
  const auto text = [&](const Span& s) {
    return std::string(c.sources.text("/p/a.hip", s.begin, s.end));
  };
  CHECK(text(match::argument_span(site, 0)) == "MASK");
  CHECK(text(match::argument_span(site, 1)) == "a");
  CHECK(text(match::remove_argument(site, 0).range) == "MASK, ");
  CHECK(text(match::remove_argument(site, 1).range) == "a, ");
  CHECK(text(match::remove_argument(site, 2).range) == ", b");
  CHECK_FALSE(match::remove_argument(site, 3).range.valid());
  CHECK(text(match::rename_callee(site, "f").range) == "shfl");
  CHECK(match::insert_last_argument(site, ", 32").range.begin == site.rparen.begin);
  CHECK(match::insert_last_argument(site, ", 32").range.end == site.rparen.begin);
  CHECK(match::can_edit(c.facts, site.callee));
  CHECK(match::include_for(site.callee, "h").file == c.file);

  const FileId system = c.add("/usr/include/h", "shfl", false);
  CHECK_FALSE(match::can_edit(c.facts, c.where(system, "shfl")));
  CHECK_FALSE(match::can_edit(c.facts, {{}, site.callee.expansion, true}));
}

TEST_CASE("an argument that stands for a macro's parameter has no text in its body", "[match]") {
  Call c;
  kf::Site site;  // shfl(v, 1) in the body of F, used elsewhere
  site.callee = c.in_macro("shfl", "x =");
  site.args = {c.where(c.file, "b)"), c.in_macro("1)", "x =")};
  site.rparen = c.span(c.file, ")", 1);
  CHECK_FALSE(match::argument_span(site, 0).valid());
  CHECK_FALSE(match::remove_argument(site, 0).range.valid());
}

TEST_CASE("a finding takes what it can from rule and function", "[match]") {
  Rule rule;
  rule.id = "some-rule";
  rule.severity = Severity::perf;
  kf::Function f;
  f.name = "n::f";
  Finding finding = match::finding(rule, {}, &f, "text");
  CHECK(finding.rule == "some-rule");
  CHECK(finding.severity == Severity::perf);
  CHECK(finding.function == "n::f");
  CHECK(finding.confidence == Confidence::certain);
  f.tainted = true;
  CHECK(match::finding(rule, {}, &f, "text").confidence == Confidence::likely);
  CHECK(match::finding(rule, {}, nullptr, "text").function.empty());
}

TEST_CASE("names that say wave size", "[match]") {
  for (const char* name :
       {"WARP_SIZE", "kWarpSize", "warp_size", "WaveSize", "kThreadsPerWavefront", "hw_warp_size",
        "WARP_THREADS", "BNB_WARP_SIZE", "wavefront_size"})
    CHECK(match::names_wave_size(name));
  for (const char* name : {"WARPS_PER_BLOCK", "kWarps", "WARP_M", "warp_tile_size", "num_warps",
                           "WarpShape", "kTile", "BLOCK_SIZE", "LOG_WARP_SIZE", "warp_mask_size"})
    CHECK_FALSE(match::names_wave_size(name));
}
