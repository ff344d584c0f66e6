// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "kernel.hpp"
#include "match/lane_masks.hpp"

using namespace hipaudit;
using kf::CrossKind;
using kf::kNone;
using kf::Op;
using kf::StmtKind;
using match::LaneMaskFlow;
using match::ShiftKind;
using test::Kernel;

namespace {

constexpr auto kUlong = Kernel::kUlong;

kf::ExprId ballot(Kernel& k) { return k.cross(CrossKind::ballot, {kNone, k.add(Op::constant)}); }

Facts facts_of(std::vector<Kernel> kernels) {
  Facts facts;
  for (Kernel& k : kernels) facts.functions.push_back(std::move(k.f));
  return facts;
}

kf::ExprId thread_x(Kernel& k) { return k.add(Op::thread_idx, Kernel::kUint); }

}  // namespace

TEST_CASE("a vote is carried through 64-bit locals and lost at a cut", "[lane masks]") {
  Kernel k;
  const auto wide = k.declare("wide", ballot(k), kUlong);
  const auto kept = k.load(wide);
  k.add(StmtKind::eval, kept);
  const auto cut = k.cast(k.load(wide), Kernel::kUint);
  const auto narrow = k.declare("narrow", cut, Kernel::kUint);
  const auto rest = k.cast(k.load(narrow), kUlong);
  k.add(StmtKind::eval, rest);
  const Facts facts = facts_of({k});
  const LaneMaskFlow flow(facts);
  REQUIRE(flow.origins().size() == 1);
  CHECK(flow.carried(0, kept).size() == 1);
  CHECK(flow.carried(0, cut).empty());
  CHECK(flow.carried(0, rest).empty());
}

TEST_CASE("what a cut leaves can be followed too", "[lane masks]") {
  Kernel k;
  const auto narrow = k.declare("narrow", k.cast(ballot(k), Kernel::kUint), Kernel::kUint);
  const auto rest = k.load(narrow);
  const auto half = k.cast(k.add(Op::shr, kUlong, {ballot(k), k.number(32)}), Kernel::kUint);
  for (const auto id : {rest, half}) k.add(StmtKind::eval, id);
  const Facts facts = facts_of({k});
  const LaneMaskFlow parts(facts, match::Follow::parts);
  CHECK(parts.carried(0, rest).size() == 1);
  CHECK(parts.carried(0, half).empty());
  CHECK(LaneMaskFlow(facts).carried(0, rest).empty());
}

TEST_CASE("sets of the lanes below, up to, from and above a lane", "[lane masks]") {
  Kernel k;
  const auto op = [&](Op o, kf::ExprId a, kf::ExprId b) { return k.add(o, Kernel::kUint, {a, b}); };
  const auto one = [&](std::int64_t n) { return k.number(n, Kernel::kUint); };
  using Kind = match::PrefixMask::Kind;
  const auto kind = [&](kf::ExprId id) {
    k.add(StmtKind::eval, id);
    const auto prefix = match::prefix_mask(match::FunctionView(k.f), id);
    return prefix ? static_cast<int>(prefix->kind) : -1;
  };
  const auto below = op(Op::sub, op(Op::shl, one(1), thread_x(k)), one(1));
  CHECK(kind(below) == static_cast<int>(Kind::below));
  CHECK(kind(k.add(Op::bit_not, Kernel::kUint, {below})) == static_cast<int>(Kind::from));
  CHECK(kind(op(Op::sub, op(Op::shl, one(2), thread_x(k)), one(1)))
        == static_cast<int>(Kind::up_to));
  CHECK(kind(op(Op::sub, op(Op::shl, one(1), op(Op::add, thread_x(k), one(1))), one(1)))
        == static_cast<int>(Kind::up_to));
  CHECK(kind(op(Op::shr, one(0xffffffff), op(Op::sub, one(31), thread_x(k))))
        == static_cast<int>(Kind::up_to));
  CHECK(kind(op(Op::shl, one(0xffffffff), thread_x(k))) == static_cast<int>(Kind::from));
  CHECK(kind(op(Op::shl, one(1), thread_x(k))) == -1);
  CHECK(kind(op(Op::sub, one(8), one(1))) == -1);
}

TEST_CASE("a word for each warp of 32", "[lane masks]") {
  Kernel k;
  k.f.types.push_back(Kernel::type(kf::TypeKind::pointer, 8));
  const auto words = k.var("words", 6, kf::Storage::param);
  const auto tile = k.var("tile", Kernel::kUint, kf::Storage::shared);
  k.f.vars[tile].extents = {32};
  const auto store = [&](kf::ExprId base, Op by, std::int64_t n) {
    const auto word = k.add(by, Kernel::kUint, {thread_x(k), k.number(n)});
    const auto place = k.add(Op::index, Kernel::kUint, {base, word});
    const auto id = k.add(Op::assign, Kernel::kUint, {place, k.cast(ballot(k), Kernel::kUint)});
    k.add(StmtKind::eval, id);
    return match::is_packed_store(match::FunctionView(k.f), id);
  };
  CHECK(store(k.load(words), Op::shr, 5));
  CHECK(store(k.load(words), Op::div, 32));
  CHECK_FALSE(store(k.load(words), Op::div, 64));
  CHECK_FALSE(store(k.load(words), Op::shr, 3));
  CHECK_FALSE(store(k.place(tile), Op::shr, 5));
}

TEST_CASE("what ends a set of lanes", "[lane masks]") {
  Kernel k;
  const auto carries = [&](kf::ExprId id) {
    k.add(StmtKind::eval, id);
    const Facts facts = facts_of({k});
    return !LaneMaskFlow(facts).carried(0, id).empty();
  };
  const auto number = [&](std::int64_t n) { return k.number(n, kUlong); };
  const auto op = [&](Op o, kf::ExprId a, kf::ExprId b) { return k.add(o, kUlong, {a, b}); };
  CHECK(carries(op(Op::bit_and, ballot(k), number(-2))));
  CHECK(carries(op(Op::bit_or, number(0), ballot(k))));
  CHECK_FALSE(carries(op(Op::bit_and, ballot(k), number(0xffffffff))));
  CHECK_FALSE(carries(op(Op::bit_and, ballot(k), number(8))));
  CHECK(carries(op(Op::bit_and, ballot(k), number(0x3fffffff))));
  CHECK_FALSE(carries(op(Op::bit_and, ballot(k), op(Op::shl, number(1), thread_x(k)))));
  CHECK(carries(op(Op::shr, ballot(k), k.number(3))));
  CHECK_FALSE(carries(op(Op::shr, ballot(k), k.number(32))));
  CHECK_FALSE(carries(op(Op::shr, ballot(k), thread_x(k))));
  CHECK_FALSE(carries(k.add(Op::eq, Kernel::kBool, {ballot(k), number(0)})));
  CHECK_FALSE(carries(k.cast(ballot(k), Kernel::kBool)));
}

TEST_CASE("shifts that pick a half", "[lane masks]") {
  Kernel k;
  const auto lane = k.declare("lane", thread_x(k), Kernel::kUint);
  const auto upper = k.declare(
      "upper", k.add(Op::bit_and, Kernel::kUint, {k.load(lane), k.number(32)}), Kernel::kUint);
  const auto by_local = k.load(upper);
  const auto product = k.add(Op::mul, Kernel::kInt, {k.load(lane), k.number(32)});
  const auto low = k.add(Op::bit_and, Kernel::kUint, {k.load(lane), k.number(31)});
  const auto free = k.load(lane);
  for (const auto id : {by_local, product, low, free}) k.add(StmtKind::eval, id);
  const match::FunctionView view(k.f);
  CHECK(match::shift_kind(view, by_local) == ShiftKind::half);
  CHECK(match::shift_kind(view, product) == ShiftKind::half);
  CHECK(match::shift_kind(view, low) == ShiftKind::within);
  CHECK(match::shift_kind(view, free) == ShiftKind::unknown);
}

TEST_CASE("a vote follows helpers, out parameters and arguments", "[lane masks]") {
  // void into(unsigned long& m) { m = __ballot(p); }
  Kernel into("into");
  into.f.kind = kf::FunctionKind::device;
  into.f.types.push_back(into.f.types[kUlong]);
  into.f.types.back().is_reference = true;
  const auto m = into.var("m", 6, kf::Storage::param);
  into.f.params = {m};
  into.add(StmtKind::eval, into.assign(m, ballot(into)));

  // int count(unsigned long x) { return __popc(x); }
  Kernel count("count");
  count.f.kind = kf::FunctionKind::device;
  const auto x = count.var("x", kUlong, kf::Storage::param);
  count.f.params = {x};
  const auto counted = count.load(x);
  count.add(StmtKind::return_, count.named(Op::call, "__popc", {counted}));

  Kernel k("k");
  const auto local = k.declare("local", k.number(0, kUlong), kUlong);
  const auto first = k.named(Op::call, "into", {k.place(local)});
  k.f.exprs[first].callee = "into";
  k.add(StmtKind::eval, first);
  const auto seen = k.load(local);
  const auto second = k.named(Op::call, "count", {seen});
  k.f.exprs[second].callee = "count";
  k.add(StmtKind::eval, second);

  const Facts facts = facts_of({into, count, k});
  const LaneMaskFlow flow(facts);
  CHECK(flow.carried(2, seen).size() == 1);
  CHECK(flow.carried(1, counted).size() == 1);
}

TEST_CASE("conditions that leave only threads 0 to 31", "[lane masks]") {
  const auto limited = [](auto condition, bool holds) {
    Kernel k;
    const auto test = condition(k);
    kf::Stmt s;
    s.kind = StmtKind::if_;
    s.a = test;
    Kernel& built = k;
    const auto inside = ballot(built);
    kf::Stmt eval;
    eval.kind = StmtKind::eval;
    eval.a = inside;
    built.f.stmts.push_back(eval);
    const auto id = static_cast<kf::StmtId>(built.f.stmts.size() - 1);
    (holds ? s.body : s.other).push_back(id);
    built.f.stmts.push_back(s);
    built.f.stmts[built.f.root].body.push_back(static_cast<kf::StmtId>(built.f.stmts.size() - 1));
    return match::first_half_only(match::FunctionView(built.f), inside);
  };
  const auto less = [](std::int64_t n) {
    return [n](Kernel& k) { return k.add(Op::lt, Kernel::kBool, {thread_x(k), k.number(n)}); };
  };
  CHECK(limited(less(32), true));
  CHECK_FALSE(limited(less(33), true));
  CHECK_FALSE(limited(less(32), false));
  const auto warp_is = [](std::int64_t n) {
    return [n](Kernel& k) {
      const auto warp = k.add(Op::shr, Kernel::kUint, {thread_x(k), k.number(5)});
      return k.add(Op::eq, Kernel::kBool, {warp, k.number(n)});
    };
  };
  CHECK(limited(warp_is(0), true));
  CHECK_FALSE(limited(warp_is(1), true));
  // A lane below 32 of 32: every lane of both halves.
  CHECK_FALSE(limited(
      [](Kernel& k) {
        const auto lane = k.add(Op::bit_and, Kernel::kUint, {thread_x(k), k.number(31)});
        return k.add(Op::lt, Kernel::kBool, {lane, k.number(32)});
      },
      true));
  CHECK(limited([](Kernel& k) { return k.add(Op::ge, Kernel::kBool, {thread_x(k), k.number(32)}); },
                false));
}

TEST_CASE("kernels that run in blocks of 32 threads", "[lane masks]") {
  const auto small = [](const std::vector<std::int64_t>& sizes) {
    Kernel k;
    k.add(StmtKind::eval, ballot(k));
    Facts facts = facts_of({k});
    for (const std::int64_t n : sizes) {
      Launch launch;
      launch.kernel_key = "k";
      if (n > 0) launch.block_dims = {n, 1, 1};
      facts.launches.push_back(launch);
    }
    return LaneMaskFlow(facts).only_small_blocks(0);
  };
  CHECK(small({32}));
  CHECK(small({32, 16}));
  CHECK_FALSE(small({32, 64}));
  CHECK_FALSE(small({32, 0}));
  CHECK_FALSE(small({}));
}
