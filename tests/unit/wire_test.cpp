// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <random>

#include "facts/print.hpp"
#include "facts/wire.hpp"
#include "kernel.hpp"

using namespace hipaudit;

namespace {

Where somewhere(FileId file, std::uint32_t at) {
  return {{file, at, at + 3}, {file, at + 10, at + 12}, true};
}

/// One of everything, with hardly a field left at its default.
Facts sample() {
  Facts facts;
  const FileId a = facts.files.intern({"/p/a.hip", true, false});
  const FileId b = facts.files.intern({"/p/b.hpp", false, true});
  test::Kernel k("/p/a.hip:7");
  k.f.pattern = "/p/a.hip:1";
  k.f.template_args = {{"N", 32, "32"}, {"T", std::nullopt, "float"}};
  const kf::VarId n = k.declare("n", k.number(-5, test::Kernel::kLong), test::Kernel::kLong);
  k.f.vars[n].extents = {4, -1};
  k.f.params = {n};
  const kf::ExprId e = k.cross(kf::CrossKind::shfl_down, {kf::kNone, k.load(n), k.number(16)});
  k.f.exprs[e].site = 0;
  k.f.exprs[e].tile = 255;
  k.f.exprs[e].where = somewhere(b, 4);
  k.f.sites.push_back({somewhere(a, 1), {somewhere(a, 2), {}}, {b, 7, 8}, true});
  const kf::StmtId s = k.add(kf::StmtKind::asm_, e);
  k.f.stmts[s].exprs = {e};
  k.f.stmts[s].constraints = {"=r"};
  k.f.max_threads = 256;
  k.f.where = somewhere(a, 3);
  k.f.tainted = true;
  facts.functions.push_back(k.f);

  HostFunction function;
  function.key = "h";
  function.name = "main";
  function.where = somewhere(a, 1);
  function.body = {a, 2, 9};
  function.is_pattern = function.is_main = true;
  StreamAtHand stream;
  stream.origin = StreamAtHand::Origin::getter;
  stream.text = "get()";
  stream.where = somewhere(b, 3);
  function.streams = {stream};
  function.choices = {{{{a, 3, 4}, {a, 5, 6}}}};
  function.calls = {"g"};
  facts.host_functions.push_back(function);
  Arg arg;
  arg.where = somewhere(a, 5);
  arg.text = "32 * 4";
  arg.is_null = arg.is_stream = true;
  arg.value = 128;
  arg.name = "n";
  arg.type = "int";
  Launch launch;
  launch.where = somewhere(a, 6);
  launch.kernel = "k";
  launch.grid = launch.stream = arg;
  launch.grid_dims = {{7, 1, 1}};
  launch.block_dims = {{32, -1, 1}};
  launch.wave_threads = {{256, 512}};
  launch.config_end = {a, 1, 4};
  facts.launches.push_back(launch);
  HostCall host;
  host.name = "f";
  host.qualified = "n::f";
  host.host = "h";
  host.where = somewhere(a, 7);
  host.callee = somewhere(a, 8);
  host.rparen = {b, 1, 2};
  host.args = {arg};
  host.params = {"p"};
  host.written = 1;
  host.order = 2;
  host.branch = 3;
  host.result_var = "r";
  host.tainted = true;
  facts.host_calls.push_back(host);
  MacroFact macro;
  macro.kind = MacroFact::Kind::tested;
  macro.name = "M";
  macro.where = somewhere(a, 9);
  macro.body = "body";
  macro.params = {"x"};
  macro.body_span = {a, 3, 5};
  macro.function_like = true;
  macro.condition = "#if M";
  macro.taken = true;
  facts.macros.push_back(macro);
  IncludeFact include;
  include.name = "a.h";
  include.angled = include.found = include.skeleton = true;
  include.where = somewhere(b, 9);
  facts.includes.push_back(include);
  LibraryType library;
  library.name = "hipcub::WarpReduce";
  library.width = 16;
  library.width_written = library.dependent_width = true;
  library.where = somewhere(a, 10);
  library.insert_width = {a, 1, 1};
  library.storage_index = "i / 32";
  library.lane_hints = {"threadIdx.x % 32"};
  facts.library_types.push_back(library);
  IdentifierFact identifier;
  identifier.name = "cudaMalloc";
  identifier.where = somewhere(a, 11);
  identifier.is_call = identifier.resolved = true;
  facts.identifiers.push_back(identifier);
  CommandFact command;
  command.main_file = "/p/a.hip";
  command.per_thread_stream = true;
  command.defines = {"A=1"};
  command.leftover_options = {"-x"};
  command.targets = {"gfx90a"};
  facts.commands.push_back(command);
  ConstantFact constant;
  constant.pass = PassKind::wave64;
  constant.kind = ConstantFact::Kind::function;
  constant.name = "lanes";
  constant.where = somewhere(a, 12);
  constant.extent = {a, 2, 9};
  constant.text = "64";
  constant.value = 64;
  constant.condition = "defined(__GFX9__)";
  constant.directive = {a, 1, 2};
  constant.selectors = {"__GFX9__"};
  constant.function = "f";
  constant.device_only = true;
  facts.constants.push_back(constant);
  ConstantUse constant_use;
  constant_use.pass = PassKind::wave32;
  constant_use.name = "lanes";
  constant_use.target = constant_use.owner = {a, 2, 3};
  constant_use.where = somewhere(b, 13);
  constant_use.side = CodeSide::both;
  constant_use.function = "g";
  constant_use.directive = constant_use.assertion = constant_use.launch = true;
  facts.constant_uses.push_back(constant_use);
  WaveSizeUse wave;
  wave.kind = WaveSizeUse::Kind::refusal;
  wave.source = "warpSize";
  wave.name = "n";
  wave.where = somewhere(a, 14);
  wave.side = CodeSide::host;
  wave.function = "h";
  wave.owner = {b, 4, 5};
  wave.expected = 32;
  wave.launch = true;
  facts.wave_size_uses.push_back(wave);
  PassReport pass;
  pass.kind = PassKind::wave32;
  pass.status = PassStatus::partial;
  pass.target = "gfx1100";
  pass.reasons = {"why"};
  pass.errors = {{"message", "token", 5, b, 6, 7}};
  pass.functions = 9;
  pass.parse_seconds = 0.25;
  UnitReport unit;
  unit.file = "/p/a.hip";
  unit.command = "database";
  unit.notes = {"note"};
  unit.passes = {pass};
  facts.units.push_back(unit);
  return facts;
}

bool same(const Facts& a, const Facts& b) {
  const auto errors = [](const Facts& f) { return f.units.at(0).passes.at(0).errors; };
  return a.files.all() == b.files.all() && a.functions == b.functions
         && a.host_functions == b.host_functions && a.launches == b.launches
         && a.host_calls == b.host_calls && a.macros == b.macros && a.includes == b.includes
         && a.library_types == b.library_types && a.identifiers == b.identifiers
         && a.commands == b.commands && a.constants == b.constants
         && a.constant_uses == b.constant_uses && a.wave_size_uses == b.wave_size_uses
         && a.units.size() == b.units.size() && a.units.at(0).notes == b.units.at(0).notes
         && errors(a) == errors(b)
         && a.units.at(0).passes.at(0).parse_seconds == b.units.at(0).passes.at(0).parse_seconds;
}

}  // namespace

TEST_CASE("facts survive the wire", "[wire]") {
  const Facts facts = sample();
  const std::string bytes = to_wire(facts);
  const auto back = from_wire(bytes);
  REQUIRE(back);
  CHECK(same(facts, *back));
  CHECK(to_wire(*back) == bytes);
  CHECK(print_facts(*back, "/p") == print_facts(facts, "/p"));
  REQUIRE(from_wire(to_wire(Facts())));
}

TEST_CASE("cut bytes are refused", "[wire]") {
  const std::string bytes = to_wire(sample());
  for (std::size_t size = 0; size < bytes.size(); ++size)
    REQUIRE_FALSE(from_wire(std::string_view(bytes).substr(0, size)));
  CHECK_FALSE(from_wire(bytes + '\0'));
  CHECK_FALSE(from_wire("not facts at all"));
}

TEST_CASE("kernel form that leads nowhere or to itself is refused", "[wire]") {
  const auto accepted = [](auto change) {
    Facts facts = sample();
    change(facts.functions[0]);
    return from_wire(to_wire(facts)).has_value();
  };
  CHECK(accepted([](kf::Function&) {}));
  CHECK_FALSE(accepted([](kf::Function& f) { f.exprs.back().args.push_back(999); }));
  CHECK_FALSE(accepted([](kf::Function& f) { f.exprs.back().type = 999; }));
  CHECK_FALSE(accepted([](kf::Function& f) { f.stmts.back().a = 999; }));
  CHECK_FALSE(accepted([](kf::Function& f) { f.root = 999; }));
  CHECK_FALSE(accepted([](kf::Function& f) { f.params.push_back(kf::kNone); }));
  CHECK_FALSE(accepted([](kf::Function& f) {
    f.exprs[0].args.push_back(static_cast<kf::ExprId>(f.exprs.size() - 1));
    f.exprs.back().args.push_back(0);
  }));
  CHECK_FALSE(accepted([](kf::Function& f) { f.stmts[f.root].body.push_back(f.root); }));
}

TEST_CASE("changed bytes never crash, and ids that are accepted lead somewhere", "[wire]") {
  const std::string good = to_wire(sample());
  std::mt19937 random(3);
  for (int round = 0; round < 20000; ++round) {
    std::string bytes = good;
    for (int n = 1 + static_cast<int>(random() % 3); n > 0; --n)
      bytes[random() % bytes.size()] = static_cast<char>(random());
    const auto facts = from_wire(bytes);
    if (facts) CHECK_FALSE(print_facts(*facts, "/p").empty());
  }
}
