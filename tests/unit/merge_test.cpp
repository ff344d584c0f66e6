// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "facts/merge.hpp"
#include "facts/print.hpp"
#include "facts/wire.hpp"
#include "kernel.hpp"
#include "match/rule.hpp"

using namespace hipaudit;

namespace {

Where at(FileId file, std::uint32_t offset) {
  const Span span = {file, offset, offset + 4};
  return {span, span, false};
}

/// A unit that includes a header with one device function and one macro, and calls the function.
/// `order` turns the file table around, `width` stands for a macro that changes the function.
struct Unit {
  Facts facts;
  FileId main;
  FileId header;

  explicit Unit(const std::string& name, bool header_first = false, int width = 32) {
    if (header_first) header = facts.files.intern({"/p/common.hpp", true, false});
    main = facts.files.intern({"/p/" + name, true, false});
    if (!header_first) header = facts.files.intern({"/p/common.hpp", true, false});

    test::Kernel shared("/p/common.hpp:10");
    shared.f.where = at(header, 10);
    shared.add(kf::StmtKind::return_, shared.number(width));
    test::Kernel user("/p/" + name + ":5");
    user.f.where = at(main, 5);
    const kf::ExprId call = user.named(kf::Op::call, "shared");
    user.f.exprs[call].callee = shared.f.key;
    user.add(kf::StmtKind::eval, call);
    facts.functions = {shared.f, user.f};

    MacroFact macro;
    macro.name = "WARP";
    macro.where = at(header, 50);
    macro.body_span = {header, 55, 57};
    facts.macros = {macro};
    HostCall host;
    host.name = "hipMalloc";
    host.where = at(header, 70);
    facts.host_calls = {host};
    PassReport pass;
    pass.errors = {{"m", "t", 1, header, 2, 3}};
    UnitReport unit;
    unit.file = "/p/" + name;
    unit.command = "database";
    unit.passes = {pass};
    facts.units = {unit};
  }
};

std::vector<std::string> keys(const Facts& facts) {
  std::vector<std::string> out;
  for (const kf::Function& f : facts.functions) out.push_back(f.key);
  return out;
}

}  // namespace

TEST_CASE("what units share is there once", "[merge]") {
  Facts all;
  Merger merger(all);
  merger.add(Unit("a.hip").facts);
  merger.add(Unit("b.hip", true).facts);
  CHECK(keys(all) == std::vector<std::string>{"/p/common.hpp:10", "/p/a.hip:5", "/p/b.hip:5"});
  CHECK(all.macros.size() == 1);
  CHECK(all.host_calls.size() == 1);
  CHECK(all.files.size() == 3);
  REQUIRE(all.units.size() == 2);
  CHECK(all.units[1].passes[0].errors[0].file == all.files.find("/p/common.hpp"));
  CHECK(all.functions[2].where.spelling.file == all.files.find("/p/b.hip"));
}

TEST_CASE("one merge at a time gives the same as a merger", "[merge]") {
  Facts one;
  merge(one, Unit("a.hip").facts);
  merge(one, Unit("b.hip", true, 64).facts);
  merge(one, Unit("c.hip", true, 64).facts);
  Facts two;
  Merger merger(two);
  merger.add(Unit("a.hip").facts);
  merger.add(Unit("b.hip", true, 64).facts);
  merger.add(Unit("c.hip", true, 64).facts);
  CHECK(to_wire(one) == to_wire(two));
  CHECK(one.by_key == two.by_key);
}

TEST_CASE("a function that other macros change is kept beside the first", "[merge]") {
  Facts all;
  Merger merger(all);
  merger.add(Unit("a.hip").facts);
  merger.add(Unit("b.hip", true, 64).facts);
  merger.add(Unit("c.hip", false, 64).facts);
  merger.add(Unit("d.hip", false, 32).facts);
  CHECK(keys(all)
        == std::vector<std::string>{"/p/common.hpp:10", "/p/a.hip:5", "/p/common.hpp:10#2",
                                    "/p/b.hip:5", "/p/c.hip:5", "/p/d.hip:5"});
  // Each unit calls its own.
  const auto callee = [&](const std::string& key) {
    return match::find_function(all, key)->exprs[0].callee;
  };
  CHECK(callee("/p/a.hip:5") == "/p/common.hpp:10");
  CHECK(callee("/p/b.hip:5") == "/p/common.hpp:10#2");
  CHECK(callee("/p/c.hip:5") == "/p/common.hpp:10#2");
  CHECK(callee("/p/d.hip:5") == "/p/common.hpp:10");
  for (const kf::Function& f : all.functions) CHECK(match::find_function(all, f.key) == &f);
}

TEST_CASE("an untainted body is preferred", "[merge]") {
  Unit good("a.hip");
  Unit bad("b.hip", true, 0);
  bad.facts.functions[0].tainted = true;
  bad.facts.host_calls[0].tainted = true;
  for (const bool good_first : {true, false}) {
    Facts all;
    Merger merger(all);
    merger.add(good_first ? good.facts : bad.facts);
    merger.add(good_first ? bad.facts : good.facts);
    CHECK(all.functions.size() == 3);
    const kf::Function* f = match::find_function(all, "/p/common.hpp:10");
    REQUIRE(f != nullptr);
    CHECK_FALSE(f->tainted);
    CHECK(f->exprs[0].value == 32);
    REQUIRE(all.host_calls.size() == 1);
    CHECK_FALSE(all.host_calls[0].tainted);
  }
}

TEST_CASE("the passes of a unit come together", "[merge]") {
  Unit host("a.hip");
  Unit device("a.hip");
  device.facts.units[0].passes[0].kind = PassKind::wave64;
  Facts all;
  merge(all, host.facts);
  merge(all, device.facts);
  REQUIRE(all.units.size() == 1);
  CHECK(all.units[0].passes.size() == 2);
  CHECK(all.functions.size() == 2);
  // Listed twice in the database: two units.
  merge(all, host.facts);
  CHECK(all.units.size() == 2);
}

TEST_CASE("printed facts do not show the order of units", "[merge]") {
  Facts one;
  merge(one, Unit("a.hip").facts);
  merge(one, Unit("b.hip").facts);
  Facts two;
  merge(two, Unit("b.hip").facts);
  merge(two, Unit("a.hip").facts);
  CHECK(print_facts(one, "/p") == print_facts(two, "/p"));
}

TEST_CASE("kernel form as text", "[print]") {
  test::Kernel k;
  const kf::VarId v = k.declare(
      "v", k.add(kf::Op::bit_and, test::Kernel::kInt, {k.add(kf::Op::thread_idx), k.number(31)}));
  const kf::ExprId shuffle =
      k.cross(kf::CrossKind::shfl_down, {kf::kNone, k.load(v), k.number(16)});
  k.add(kf::StmtKind::eval, k.assign(v, k.number(3)));
  k.add(kf::StmtKind::return_, shuffle);
  CHECK(print_expr(k.f, shuffle) == "shfl_down(load v, 16)");
  CHECK(print_function(k.f)
        == "kernel ? kernel()\n  int v = (threadIdx.x & 31)\n  v = 3\n"
           "  return shfl_down(load v, 16)\n");
}
