// SPDX-License-Identifier: Apache-2.0
#include "match/uniformity.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <tuple>

namespace hipaudit::match {
namespace {

using kf::CrossKind;
using kf::kNone;
using kf::Op;
using kf::StmtKind;
using kf::TypeKind;

constexpr int kMaxHelpers = 4;  // levels of helpers that a value is followed into
constexpr int kMaxThreads = 1024;

using Value = std::optional<std::int64_t>;

/// The value as its type holds it.
std::int64_t fit(const kf::Type& type, std::int64_t value) {
  if (type.kind != TypeKind::integer || type.bytes == 0 || type.bytes >= 8) return value;
  const unsigned unused = 64 - type.bits();
  const auto bits = static_cast<std::uint64_t>(value) << unused;
  return type.is_signed ? static_cast<std::int64_t>(bits) >> unused
                        : static_cast<std::int64_t>(bits >> unused);
}

Value arithmetic(Op op, Value left, Value right) {
  // Block 0 stands for all: blockIdx.x * blockDim.x is 0 whatever the block's size.
  if (op == Op::mul && ((left && *left == 0) || (right && *right == 0))) return 0;
  if (!left || !right) return std::nullopt;
  const std::int64_t a = *left;
  const std::int64_t b = *right;
  const auto wrapped = [](std::uint64_t value) { return static_cast<std::int64_t>(value); };
  const auto ua = static_cast<std::uint64_t>(a);
  const auto ub = static_cast<std::uint64_t>(b);
  switch (op) {
  case Op::add: return wrapped(ua + ub);
  case Op::sub: return wrapped(ua - ub);
  case Op::mul: return wrapped(ua * ub);
  case Op::div: return b == 0 || b == -1 ? Value{} : Value{a / b};
  case Op::rem: return b == 0 || b == -1 ? Value{} : Value{a % b};
  case Op::shl: return b < 0 || b > 63 ? Value{} : Value{wrapped(ua << ub)};
  case Op::shr: return b < 0 || b > 63 ? Value{} : Value{a >> b};
  case Op::bit_and: return a & b;
  case Op::bit_or: return a | b;
  case Op::bit_xor: return a ^ b;
  case Op::lt: return a < b;
  case Op::le: return a <= b;
  case Op::gt: return a > b;
  case Op::ge: return a >= b;
  case Op::eq: return a == b;
  case Op::ne: return a != b;
  default: return std::nullopt;
  }
}

Value logical(Op op, Value left, Value right) {
  const bool decides = op == Op::logical_or;
  if ((left && (*left != 0) == decides) || (right && (*right != 0) == decides))
    return decides ? 1 : 0;
  return left && right ? Value{decides ? 0 : 1} : std::nullopt;
}

bool is_binary(Op op) {
  return (op >= Op::add && op <= Op::ne) || op == Op::logical_and || op == Op::logical_or;
}

/// Lanes of the cooperative group `type` is: of a tile its size, of a block 0; -1 for others.
int group_size(const kf::Type& type) {
  const auto tile = type.text.find("thread_block_tile<");
  if (tile != std::string::npos) {
    const int lanes = std::atoi(type.text.c_str() + tile + 18);
    return lanes > 0 ? lanes : -1;
  }
  return type.text.find("thread_block") != std::string::npos ? 0 : -1;
}

/// The only statement of a helper is `return value;`.
ExprId only_return(const Function& f) {
  ExprId value = kNone;
  int returns = 0;
  bool plain = true;
  walk_stmts(f, [&](const kf::Stmt& s) {
    switch (s.kind) {
    case StmtKind::block:
    case StmtKind::decl: break;
    case StmtKind::return_:
      value = s.a;
      ++returns;
      break;
    default: plain = false;
    }
  });
  return plain && returns == 1 ? value : kNone;
}

bool reads_other_dimensions(const Function& f) {
  return std::ranges::any_of(f.exprs,
                             [](const Expr& e) { return e.op == Op::thread_idx && e.value != 0; });
}

}  // namespace

BlockShape block_shape(const Facts& facts, const LaneMaskFlow& flow, std::size_t index) {
  std::set<std::array<std::int64_t, 3>> shapes;
  bool all_known = true;
  std::set<std::size_t> seen;
  std::vector<std::size_t> work{index};
  bool deep = reads_other_dimensions(*flow.functions()[index].f);
  while (!work.empty()) {
    const std::size_t at = work.back();
    work.pop_back();
    if (!seen.insert(at).second) continue;
    const Function& f = *flow.functions()[at].f;
    deep = deep || reads_other_dimensions(f);
    for (const auto& [caller, call] : flow.calls_of(at)) work.push_back(caller);
    if (f.kind != kf::FunctionKind::kernel) continue;
    bool launched = false;
    for (const Launch& launch : facts.launches) {
      if (!is_launch_of(launch, f)) continue;
      launched = true;
      if (launch.block_dims)
        shapes.insert(*launch.block_dims);
      else
        all_known = false;
    }
    all_known = all_known && launched;
  }
  BlockShape out;
  if (deep) {
    out.x = 64;
    out.y = 4;
  }
  if (!all_known || shapes.size() != 1) return out;
  const auto& d = *shapes.begin();
  if (std::ranges::any_of(d, [](std::int64_t n) { return n < 1 || n > kMaxThreads; })) return out;
  if (d[0] * d[1] * d[2] > kMaxThreads) return out;
  out = {static_cast<int>(d[0]), static_cast<int>(d[1]), static_cast<int>(d[2]), true};
  return out;
}

bool is_block_barrier(const Function& f, const Expr& e) {
  if (e.op == Op::cross) return e.cross == CrossKind::barrier;
  // cg::this_thread_block().sync()
  return e.op == Op::call && e.compound && e.text == "sync" && !e.args.empty()
         && group_size(f.type_of(e.args[0])) == 0;
}

bool same_value(const FunctionView& view, ExprId a, ExprId b, int depth) {
  a = view.resolve(a);
  b = view.resolve(b);
  if (a == b) return true;
  const Expr& x = view.f->exprs[a];
  const Expr& y = view.f->exprs[b];
  if (depth > 20 || x.op != y.op || x.value != y.value || x.var != y.var || x.text != y.text
      || x.args.size() != y.args.size())
    return false;
  for (std::size_t i = 0; i < x.args.size(); ++i) {
    if ((x.args[i] == kNone) != (y.args[i] == kNone)) return false;
    if (x.args[i] != kNone && !same_value(view, x.args[i], y.args[i], depth + 1)) return false;
  }
  return true;
}

Uniformity::Uniformity(const LaneMaskFlow& flow, std::size_t function, BlockShape shape, int wave)
    : flow_(flow), view_(flow.functions()[function]), shape_(shape), wave_(wave) {}

Uniformity::Uniformity(const Uniformity& caller, std::size_t function, const Expr& call)
    : flow_(caller.flow_), view_(caller.flow_.functions()[function]), shape_(caller.shape_),
      wave_(caller.wave_), depth_(caller.depth_ + 1) {
  // The object of a member call stands before the arguments.
  const std::size_t first = call.compound ? 1 : 0;
  auto& from = const_cast<Uniformity&>(caller);
  for (std::size_t i = 0; i < view_.f->params.size() && first + i < call.args.size(); ++i) {
    arguments_.emplace(view_.f->params[i], from.column(call.args[first + i]));
    argument_grains_.emplace(view_.f->params[i], from.grain(call.args[first + i]));
  }
}

const Column& Uniformity::column(ExprId id) {
  static const Column nothing;
  if (id >= view_.f->exprs.size()) return nothing;
  const auto known = columns_.find(id);
  if (known != columns_.end()) return known->second;
  columns_.emplace(id, Column(static_cast<std::size_t>(threads())));  // ends a cycle
  return columns_[id] = evaluate(id);
}

bool Uniformity::is_exact(ExprId id) {
  const Column& c = column(id);
  return !c.empty() && std::ranges::all_of(c, [](const Value& v) { return v.has_value(); });
}

Column Uniformity::evaluate(ExprId id) {
  const Function& f = *view_.f;
  const Expr& e = f.exprs[id];
  const auto n = static_cast<std::size_t>(threads());
  const auto same = [&](Value value) { return Column(n, value); };
  const auto by_thread = [&](auto&& of) {
    Column out(n);
    for (std::size_t t = 0; t < n; ++t) out[t] = of(static_cast<int>(t));
    return out;
  };
  switch (e.op) {
  case Op::constant: return same(e.value);
  case Op::thread_idx:
    return by_thread([&](int t) -> Value {
      if (e.value == 0) return t % shape_.x;
      return e.value == 1 ? t / shape_.x % shape_.y : t / (shape_.x * shape_.y);
    });
  case Op::block_idx: return same(0);
  case Op::block_dim:
    if (!shape_.known) return same(std::nullopt);
    return same(e.value == 0 ? shape_.x : e.value == 1 ? shape_.y : shape_.z);
  case Op::warp_size: return same(wave_);
  case Op::lane_id: return by_thread([&](int t) -> Value { return t % wave_; });
  case Op::load: return load(e);
  case Op::call: return call(e);
  case Op::comma: return e.args.empty() ? same(std::nullopt) : column(e.args.back());
  case Op::init_list: return e.args.size() == 1 ? column(e.args[0]) : same(std::nullopt);
  case Op::select: {
    if (e.args.size() != 3) return same(std::nullopt);
    const Column condition = column(e.args[0]);
    const Column yes = column(e.args[1]);
    const Column no = column(e.args[2]);
    return by_thread(
        [&](int t) { return condition[t] ? (*condition[t] != 0 ? yes[t] : no[t]) : Value{}; });
  }
  case Op::cast: {
    const kf::Type& type = f.type_of(id);
    const bool whole = type.kind == TypeKind::integer || type.kind == TypeKind::boolean
                       || type.kind == TypeKind::unknown;
    if (e.args.empty() || !whole) return same(std::nullopt);
    const Column inner = column(e.args[0]);
    return by_thread([&](int t) -> Value {
      if (!inner[t]) return std::nullopt;
      return type.kind == TypeKind::boolean ? *inner[t] != 0 : fit(type, *inner[t]);
    });
  }
  case Op::neg:
  case Op::bit_not:
  case Op::logical_not: {
    if (e.args.empty()) return same(std::nullopt);
    const Column inner = column(e.args[0]);
    return by_thread([&](int t) -> Value {
      if (!inner[t]) return std::nullopt;
      if (e.op == Op::logical_not) return *inner[t] == 0;
      return fit(f.type_of(id), e.op == Op::neg ? -*inner[t] : ~*inner[t]);
    });
  }
  default: break;
  }
  if (!is_binary(e.op) || e.args.size() != 2) return same(std::nullopt);
  const kf::Type& type = f.type_of(id);
  if (type.kind == TypeKind::floating || type.kind == TypeKind::pointer) return same(std::nullopt);
  const Column left = column(e.args[0]);
  const Column right = column(e.args[1]);
  return by_thread([&](int t) -> Value {
    if (e.op == Op::logical_and || e.op == Op::logical_or) return logical(e.op, left[t], right[t]);
    const Value value = arithmetic(e.op, left[t], right[t]);
    return value ? Value{fit(type, *value)} : std::nullopt;
  });
}

Column Uniformity::load(const Expr& e) {
  const Column unknown(static_cast<std::size_t>(threads()));
  if (e.args.empty()) return unknown;
  const Expr& place = view_.f->exprs[e.args[0]];
  if (place.op != Op::local || place.var == kNone) return unknown;
  if (const auto argument = arguments_.find(place.var);
      argument != arguments_.end() && writes()[place.var].empty())
    return argument->second;
  if (place.var < view_.once.size() && view_.once[place.var] != kNone)
    return column(view_.once[place.var]);
  return unknown;
}

Column Uniformity::call(const Expr& e) {
  const Column unknown(static_cast<std::size_t>(threads()));
  // cg::this_thread_block().thread_rank(), tile.thread_rank()
  if (e.compound && e.args.size() == 1 && e.text == "thread_rank") {
    const int lanes = group_size(view_.f->type_of(e.args[0]));
    if (lanes < 0) return unknown;
    Column out(unknown.size());
    for (std::size_t t = 0; t < out.size(); ++t)
      out[t] = static_cast<std::int64_t>(lanes == 0 ? t : t % static_cast<std::size_t>(lanes));
    return out;
  }
  const auto target = flow_.target(e);
  if (!target || depth_ >= kMaxHelpers) return unknown;
  const ExprId value = only_return(*flow_.functions()[*target].f);
  return value == kNone ? unknown : Uniformity(*this, *target, e).column(value);
}

// ---- grain ----

Grain Uniformity::classify(const Column& column) const {
  const auto equal_in = [&](std::size_t group) {
    for (std::size_t t = 0; t < column.size(); ++t)
      if (column[t] != column[t / group * group]) return false;
    return true;
  };
  if (equal_in(column.size())) return Grain::block;
  if (equal_in(static_cast<std::size_t>(wave_))) return Grain::wave;
  return equal_in(32) ? Grain::warp : Grain::lane;
}

Grain Uniformity::grain(ExprId id) {
  if (id >= view_.f->exprs.size()) return Grain::block;
  const auto [known, fresh] = grains_.emplace(id, Grain::block);  // ends a cycle
  if (!fresh) return known->second;
  const Grain found = is_exact(id) ? classify(column(id)) : find_grain(id);
  return grains_[id] = found;
}

Grain Uniformity::joined(const std::vector<ExprId>& args) {
  Grain out = Grain::block;
  for (const ExprId arg : args)
    if (arg != kNone) out = std::max(out, grain(arg));
  return out;
}

Grain Uniformity::find_grain(ExprId id) {
  const Expr& e = view_.f->exprs[id];
  const auto divisor = [&]() -> std::int64_t {
    if (e.args.size() != 2) return 0;
    const Value value = constant(*view_.f, e.args[1]);
    if (!value) return view_.f->exprs[view_.resolve(e.args[1])].op == Op::warp_size ? wave_ : 0;
    if (e.op == Op::shr) return *value >= 0 && *value < 32 ? std::int64_t{1} << *value : 0;
    if (e.op == Op::bit_and) return *value & -*value;  // `& ~31`
    return e.op == Op::div ? *value : 0;
  };
  switch (e.op) {
  case Op::thread_idx:
    // Without a launch the rows of a block are not known.
    return e.value == 0 ? Grain::lane : Grain::block;
  case Op::lane_id: return Grain::lane;
  case Op::div:
  case Op::shr:
  case Op::bit_and: {
    // (first + threadIdx.x) / 32, where `first` is taken for a multiple.
    const std::int64_t by = divisor();
    const Grain inner = joined(e.args);
    if (by == 0 || by % 32 != 0) return inner;
    return std::min(inner, by % wave_ == 0 ? Grain::wave : Grain::warp);
  }
  case Op::cross: return grain_of_cross(e);
  case Op::atomic: return Grain::lane;
  case Op::call: return grain_of_call(e);
  case Op::load: {
    if (e.args.empty()) return Grain::block;
    const Expr& place = view_.f->exprs[e.args[0]];
    if (place.op != Op::local) return joined(place.args);
    if (place.var == kNone || place.var >= view_.f->vars.size()) return Grain::block;
    // What one thread puts into a shared variable, all read.
    const kf::Storage storage = view_.f->vars[place.var].storage;
    if (storage != kf::Storage::local && storage != kf::Storage::param) return Grain::block;
    const auto argument = argument_grains_.find(place.var);
    const Grain passed = argument == argument_grains_.end() ? Grain::block : argument->second;
    return std::max(passed, joined(writes()[place.var]));
  }
  case Op::lambda: return Grain::block;
  default: return joined(e.args);
  }
}

Grain Uniformity::grain_of_cross(const Expr& e) {
  const auto group = [&](std::int64_t lanes) {
    return lanes < 32 ? Grain::lane : lanes == 32 && wave_ > 32 ? Grain::warp : Grain::wave;
  };
  switch (e.cross) {
  case CrossKind::ballot:
  case CrossKind::any:
  case CrossKind::all:
  case CrossKind::active_mask:
  case CrossKind::reduce: return group(e.tile > 0 && e.tile <= 64 ? e.tile : wave_);
  case CrossKind::match_any:
  case CrossKind::match_all: return e.args.size() > 1 ? grain(e.args[1]) : Grain::block;
  // Reductions end in values that are equal in the group: no evidence of a difference.
  default: return Grain::block;
  }
}

Grain Uniformity::grain_of_call(const Expr& e) {
  if (e.text.find("readfirstlane") != std::string::npos) return Grain::block;
  const auto target = flow_.target(e);
  if (!target || depth_ >= kMaxHelpers) return joined(e.args);
  Uniformity inside(*this, *target, e);
  Grain out = Grain::block;
  walk_stmts(*inside.view_.f, [&](const kf::Stmt& s) {
    if (s.kind == StmtKind::return_ && s.a != kNone) out = std::max(out, inside.grain(s.a));
  });
  return out;
}

const std::vector<std::vector<ExprId>>& Uniformity::writes() {
  if (writes_) return *writes_;
  const Function& f = *view_.f;
  writes_.emplace(f.vars.size());
  for (const kf::Stmt& s : f.stmts)
    if (s.kind == StmtKind::decl && s.var < f.vars.size() && s.a != kNone)
      (*writes_)[s.var].push_back(s.a);
  for (const Expr& e : f.exprs) {
    if (e.op != Op::assign || e.args.size() != 2) continue;
    const Expr& place = f.exprs[e.args[0]];
    if (place.op == Op::local && place.var < f.vars.size())
      (*writes_)[place.var].push_back(e.args[1]);
  }
  return *writes_;
}

// ---- guards ----

std::vector<bool> Uniformity::reach(const std::vector<Guard>& guards) {
  std::vector<bool> out(static_cast<std::size_t>(threads()), true);
  for (const Guard& g : guards) {
    const Column& c = column(g.condition);
    for (std::size_t t = 0; t < c.size(); ++t)
      if (c[t] && (*c[t] != 0) != g.holds) out[t] = false;
  }
  return out;
}

std::string Uniformity::parted_wave(const std::vector<Guard>& guards, ExprId condition) {
  const std::vector<bool> here = reach(guards);
  const Column& values = column(condition);
  const auto shown = [](const std::vector<std::size_t>& threads) {
    if (threads.back() - threads.front() + 1 != threads.size())
      return std::to_string(threads.size()) + " threads";
    const std::string first = std::to_string(threads.front());
    if (threads.size() == 1) return "thread " + first;
    return "threads " + first + "-" + std::to_string(threads.back());
  };
  const auto wave = static_cast<std::size_t>(wave_);
  for (std::size_t first = 0; first < here.size(); first += wave) {
    std::vector<std::size_t> yes;
    std::vector<std::size_t> no;
    for (std::size_t t = first; t < std::min(first + wave, here.size()); ++t)
      if (here[t] && values[t]) (*values[t] != 0 ? yes : no).push_back(t);
    if (!yes.empty() && !no.empty())
      return "in wave " + std::to_string(first / wave) + " " + shown(yes) + " take the one way, "
             + shown(no) + " the other";
  }
  return {};
}

/// Only one thread of a block passes: a test for equality with what an atomic returned, or a call
/// that nothing is known of (elect, is_leader).
bool Uniformity::picks_one(ExprId condition, bool holds) {
  const Function& f = *view_.f;
  const ExprId id = view_.resolve(condition);
  if (id >= f.exprs.size()) return false;
  const Expr& e = f.exprs[id];
  if (e.op == Op::logical_not && !e.args.empty()) return picks_one(e.args[0], !holds);
  if (e.op == (holds ? Op::logical_and : Op::logical_or))
    return std::ranges::any_of(e.args, [&](ExprId arg) { return picks_one(arg, holds); });
  bool atomic = false;
  bool stranger = false;
  walk(f, id, [&](ExprId below) {
    const ExprId at = view_.resolve(below);
    walk(f, at, [&](ExprId part) {
      const Expr& p = f.exprs[part];
      atomic = atomic || p.op == Op::atomic;
      stranger = stranger || (p.op == Op::call && !flow_.target(p) && p.args.size() <= 1);
    });
  });
  if (e.op == Op::call || (e.op == Op::eq) == holds) return atomic || stranger;
  return false;
}

int Uniformity::together(const std::vector<Guard>& guards, int lanes) {
  const Function& f = *view_.f;
  const std::vector<bool> there = reach(guards);
  std::vector<std::vector<std::int64_t>> keys(there.size());
  // `lane == leader`: at most one lane per value of the side that the thread index gives.
  const auto pick = [&](const auto& self, ExprId condition, bool holds) -> void {
    const ExprId id = view_.resolve(condition);
    if (id >= f.exprs.size()) return;
    const Expr& e = f.exprs[id];
    if (e.op == Op::logical_not && !e.args.empty()) return self(self, e.args[0], !holds);
    if (e.op == (holds ? Op::logical_and : Op::logical_or)) {
      for (const ExprId arg : e.args) self(self, arg, holds);
      return;
    }
    if (e.op != (holds ? Op::eq : Op::ne) || e.args.size() != 2) return;
    for (const std::size_t side : {0U, 1U}) {
      const ExprId other = e.args[1 - side];
      if (!is_exact(e.args[side]) || is_exact(other)) continue;
      if (grain(other) > (lanes > 32 ? Grain::wave : Grain::warp)) continue;
      const Column& c = column(e.args[side]);
      for (std::size_t t = 0; t < c.size(); ++t) keys[t].push_back(*c[t]);
    }
  };
  for (const Guard& g : guards) {
    if (g.condition == kNone) continue;
    if (picks_one(g.condition, g.holds)) return 1;
    pick(pick, g.condition, g.holds);
  }
  int most = 0;
  const auto group = static_cast<std::size_t>(lanes);
  for (std::size_t first = 0; first < there.size(); first += group) {
    std::map<std::vector<std::int64_t>, int> count;
    for (std::size_t t = first; t < std::min(first + group, there.size()); ++t)
      if (there[t]) most = std::max(most, ++count[keys[t]]);
  }
  return most;
}

}  // namespace hipaudit::match
