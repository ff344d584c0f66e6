// SPDX-License-Identifier: Apache-2.0
// A loop is a wait when, by its condition or by a `break`, it ends on a value that nothing in the
// loop makes: what an atomic returned, or a flag in memory.

#include "match/waits.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace hipaudit::match {
namespace {

using kf::AtomicKind;
using kf::kNone;
using kf::Op;
using kf::StmtId;
using kf::StmtKind;

constexpr int kMaxHelpers = 4;  // levels of lock() and unlock() wrappers

/// Stands for the value that a compare-and-swap expects, where that is no constant.
constexpr std::int64_t kExpected = 0x5eed0001;

using Value = std::optional<std::int64_t>;

bool is_place(Op op) {
  return op == Op::local || op == Op::index || op == Op::deref || op == Op::member
         || op == Op::global;
}

/// Statements from `id` down in source order, itself first.
void walk_below(const Function& f, StmtId id, const std::function<void(StmtId)>& visit) {
  visit(id);
  for (const StmtId child : f.stmts[id].body) walk_below(f, child, visit);
  for (const StmtId child : f.stmts[id].other) walk_below(f, child, visit);
}

/// Position of each statement in the text.
std::vector<int> ranks(const Function& f) {
  std::vector<int> out(f.stmts.size(), -1);
  int next = 0;
  if (f.root != kNone) walk_below(f, f.root, [&](StmtId id) { out[id] = next++; });
  return out;
}

bool inside(const FunctionView& view, StmtId id, StmtId outer) {
  const auto& around = view.around[id];
  return id == outer || std::ranges::find(around, outer) != around.end();
}

/// A condition under which a loop goes on, or (`ends`) is left.
struct Exit {
  ExprId condition = kNone;
  bool ends = false;
};

/// What a condition comes to when `node` has the value `given`.
class Supposed {
 public:
  Supposed(const FunctionView& view, StmtId within, ExprId node, std::int64_t given,
           ExprId expected = kNone)
      : view_(view), within_(within), node_(node), given_(given), expected_(expected) {}

  Value operator()(ExprId id) {
    const Function& f = *view_.f;
    if (id == kNone || ++steps_ > 200) return std::nullopt;
    if (id == node_) return given_;
    if (expected_ != kNone && same_value(view_, id, expected_)) return kExpected;
    const Expr& e = f.exprs[id];
    switch (e.op) {
    case Op::constant: return e.value;
    case Op::cast: {
      const Value inner = e.args.empty() ? std::nullopt : (*this)(e.args[0]);
      if (inner && f.type_of(id).kind == kf::TypeKind::boolean) return *inner != 0;
      return inner;
    }
    case Op::assign: return e.args.size() == 2 ? (*this)(e.args[1]) : std::nullopt;
    case Op::comma: return (*this)(e.args.back());
    // The leader hands out what it got.
    case Op::cross: return is_shuffle(e) ? (*this)(e.args[1]) : std::nullopt;
    case Op::load: return load(e);
    case Op::logical_not: {
      const Value inner = (*this)(e.args[0]);
      return inner ? Value{*inner == 0} : std::nullopt;
    }
    case Op::neg: {
      const Value inner = (*this)(e.args[0]);
      return inner ? Value{-*inner} : std::nullopt;
    }
    default: break;
    }
    if (e.args.size() != 2) return std::nullopt;
    const Value a = (*this)(e.args[0]);
    const Value b = (*this)(e.args[1]);
    if (e.op == Op::logical_and || e.op == Op::logical_or) {
      const bool decides = e.op == Op::logical_or;
      if ((a && (*a != 0) == decides) || (b && (*b != 0) == decides)) return decides;
      return a && b ? Value{!decides} : std::nullopt;
    }
    if (!a || !b) return std::nullopt;
    switch (e.op) {
    case Op::eq: return *a == *b;
    case Op::ne: return *a != *b;
    case Op::lt: return *a < *b;
    case Op::le: return *a <= *b;
    case Op::gt: return *a > *b;
    case Op::ge: return *a >= *b;
    case Op::bit_and: return *a & *b;
    case Op::bit_or: return *a | *b;
    case Op::bit_xor: return *a ^ *b;
    case Op::sub: return *a - *b;
    case Op::add: return *a + *b;
    default: return std::nullopt;
    }
  }

 private:
  /// `old = atomicCAS(...)` in the loop, or a constant.
  Value load(const Expr& e) {
    const Function& f = *view_.f;
    const Expr& place = f.exprs[e.args[0]];
    if (place.op != Op::local) return std::nullopt;
    ExprId written = kNone;
    int writes = 0;
    const auto note = [&](ExprId value, StmtId at) {
      if (value == kNone || at == kNone || !inside(view_, at, within_)) return;
      ++writes;
      bool holds = false;
      walk(f, value, [&](ExprId below) { holds = holds || below == node_; });
      if (holds) written = value;
    };
    for (StmtId id = 0; id < f.stmts.size(); ++id)
      if (f.stmts[id].kind == StmtKind::decl && f.stmts[id].var == place.var)
        note(f.stmts[id].a, id);
    for (ExprId id = 0; id < f.exprs.size(); ++id) {
      const Expr& a = f.exprs[id];
      if (a.op != Op::assign || a.args.size() != 2 || !view_.reached(id)) continue;
      if (f.exprs[a.args[0]].op == Op::local && f.exprs[a.args[0]].var == place.var)
        note(a.args[1], view_.owner[id]);
    }
    if (written != kNone) return (*this)(written);
    if (writes == 0 && place.var < view_.once.size() && view_.once[place.var] != kNone)
      return (*this)(view_.once[place.var]);
    return std::nullopt;
  }

  const FunctionView& view_;
  StmtId within_;
  ExprId node_;
  std::int64_t given_;
  ExprId expected_;  ///< what stands for kExpected
  int steps_ = 0;
};

/// What an atomic returns to the one that takes the spot, and to those that do not.
struct Taking {
  std::int64_t free = 0;
  std::int64_t taken = 1;
  ExprId expected = kNone;  ///< in place of `free`
};

std::optional<Taking> taking(const Function& f, const Expr& e) {
  if (e.op != Op::atomic) return std::nullopt;
  switch (e.atomic) {
  case AtomicKind::cas: {
    if (e.args.size() < 3) return std::nullopt;
    const Value free = constant(f, e.args[1]);
    // atomicCAS(lock, open, closed) of two parameters.
    if (!free) return Taking{kExpected, kExpected + 1, e.args[1]};
    const Value taken = constant(f, e.args[2]);
    if (taken == free) return std::nullopt;  // atomicCAS(p, 0, 0) only looks
    return Taking{*free, taken ? *taken : *free + 1, kNone};
  }
  case AtomicKind::exch:
  case AtomicKind::or_: {
    const Value taken = e.args.size() > 1 ? constant(f, e.args[1]) : std::nullopt;
    if (!taken || *taken == 0) return std::nullopt;
    return Taking{0, *taken, kNone};
  }
  default: return std::nullopt;
  }
}

/// atomicAdd(p, 0), atomicCAS(p, 0, 0), atomicOr(p, 0): a load.
bool is_atomic_load(const Function& f, const Expr& e) {
  if (e.op != Op::atomic || e.args.size() < 2) return e.op == Op::atomic && e.args.size() == 1;
  const Value value = constant(f, e.args[1]);
  switch (e.atomic) {
  case AtomicKind::add:
  case AtomicKind::sub:
  case AtomicKind::or_:
  case AtomicKind::xor_: return value == 0;
  case AtomicKind::cas: return e.args.size() > 2 && value && value == constant(f, e.args[2]);
  default: return false;
  }
}

std::optional<Spot> field(std::optional<Spot> base, const std::string& name) {
  if (base) base->path += "." + name;
  return base;
}

std::optional<Spot> at_index(std::optional<Spot> base, ExprId index) {
  if (base) base->indices.push_back(index);
  return base;
}

}  // namespace

std::optional<Spot> placed_spot(const FunctionView& view, ExprId place) {
  const Function& f = *view.f;
  if (place == kNone) return std::nullopt;
  const Expr& e = f.exprs[place];
  switch (e.op) {
  case Op::local: {
    if (e.var == kNone) return std::nullopt;
    Spot spot;
    spot.var = e.var;
    return spot;
  }
  case Op::global: {
    Spot spot;
    spot.root = Spot::Root::global;
    spot.path = e.text;
    return spot;
  }
  case Op::index:
    return e.args.size() == 2 ? at_index(pointed_spot(view, e.args[0]), e.args[1]) : std::nullopt;
  case Op::deref: return e.args.empty() ? std::nullopt : pointed_spot(view, e.args[0]);
  case Op::member:
    return e.args.empty() ? std::nullopt : field(placed_spot(view, e.args[0]), e.text);
  case Op::load:
  case Op::cast: return e.args.empty() ? std::nullopt : placed_spot(view, e.args[0]);
  case Op::this_: return pointed_spot(view, place);
  default: return std::nullopt;
  }
}

std::optional<Spot> pointed_spot(const FunctionView& view, ExprId pointer) {
  const Function& f = *view.f;
  if (pointer == kNone) return std::nullopt;
  const Expr& e = f.exprs[pointer];
  switch (e.op) {
  case Op::this_: {
    Spot spot;
    spot.root = Spot::Root::this_object;
    return spot;
  }
  case Op::addr: return e.args.empty() ? std::nullopt : placed_spot(view, e.args[0]);
  case Op::cast: return e.args.empty() ? std::nullopt : pointed_spot(view, e.args[0]);
  case Op::add: {
    if (e.args.size() != 2) return std::nullopt;
    const std::size_t side = f.type_of(e.args[0]).kind == kf::TypeKind::pointer ? 0 : 1;
    return at_index(pointed_spot(view, e.args[side]), e.args[1 - side]);
  }
  case Op::load: {
    if (e.args.empty()) return std::nullopt;
    const Expr& place = f.exprs[e.args[0]];
    // int* lock = &locks[i];
    if (place.op == Op::local && place.var < view.once.size() && view.once[place.var] != kNone)
      return pointed_spot(view, view.once[place.var]);
    if (place.op == Op::member || place.op == Op::index)
      return field(placed_spot(view, e.args[0]), "*");
    return placed_spot(view, e.args[0]);
  }
  default: return is_place(e.op) ? placed_spot(view, pointer) : std::nullopt;
  }
}

Waits::Waits(const Context& context, const LaneMaskFlow& flow)
    : context_(context), flow_(flow), uniformity_(flow.functions().size()),
      events_(flow.functions().size()), visiting_(flow.functions().size(), 0) {
  for (std::size_t i = 0; i < flow.functions().size(); ++i) {
    const std::vector<Event>& all = events(i, 0);
    for (const Event& e : all) {
      if (e.kind == Event::Kind::take) pair_lock(i, e, all);
      if (e.kind == Event::Kind::poll) pair_poll(i, e, all);
    }
  }
}

Uniformity& Waits::uniformity(std::size_t function) {
  auto& known = uniformity_[function];
  if (!known)
    known =
        std::make_unique<Uniformity>(flow_, function, block_shape(context_.facts, flow_, function),
                                     any_wave(context_.targets, 64) ? 64 : 32);
  return *known;
}

const std::vector<Event>& Waits::events(std::size_t function, int depth) {
  static const std::vector<Event> none;
  if (events_[function]) return *events_[function];
  if (visiting_[function] || depth > kMaxHelpers) return none;
  visiting_[function] = 1;
  std::vector<Event> out;
  direct_events(function, out);
  called_events(function, depth, out);
  const Function& f = *flow_.functions()[function].f;
  for (StmtId id = 0; id < f.stmts.size(); ++id)
    if (f.stmts[id].kind == StmtKind::loop) loop_events(function, id, out);
  visiting_[function] = 0;
  events_[function] = std::move(out);
  return *events_[function];
}

/// Stores and atomics on memory that other threads can see.
void Waits::direct_events(std::size_t function, std::vector<Event>& out) {
  const FunctionView& view = flow_.functions()[function];
  const Function& f = *view.f;
  for (ExprId id = 0; id < f.exprs.size(); ++id) {
    const Expr& e = f.exprs[id];
    if (!view.reached(id)) continue;
    Event event;
    std::optional<Spot> spot;
    if (e.op == Op::assign && e.args.size() == 2) {
      spot = placed_spot(view, e.args[0]);
      event.value = constant(f, e.args[1]);
    } else if (e.op == Op::atomic && !e.args.empty() && !is_atomic_load(f, e)) {
      spot = pointed_spot(view, e.args[0]);
      if (e.atomic == AtomicKind::exch && e.args.size() > 1) event.value = constant(f, e.args[1]);
      if (e.atomic == AtomicKind::cas && e.args.size() > 2) event.value = constant(f, e.args[2]);
    }
    if (!spot) continue;
    if (spot->root == Spot::Root::variable) {
      const kf::Var& var = f.vars[spot->var];
      const bool own =
          var.storage == kf::Storage::local && f.types[var.type].kind != kf::TypeKind::pointer;
      if (own) continue;
    }
    event.spot = *spot;
    event.at = event.inner = id;
    event.inner_function = function;
    out.push_back(std::move(event));
  }
}

std::optional<Spot> Waits::translate(std::size_t caller, const Expr& call, std::size_t callee,
                                     const Spot& spot) const {
  const FunctionView& view = flow_.functions()[caller];
  const Function& inner = *flow_.functions()[callee].f;
  if (spot.root == Spot::Root::global) return spot;
  std::optional<Spot> base;
  if (spot.root == Spot::Root::this_object) {
    // A method called on `this` itself has no object, or `this`.
    if (!call.compound || call.args.empty()) {
      base = Spot{};
      base->root = Spot::Root::this_object;
    } else {
      base = is_place(view.f->exprs[call.args[0]].op) ? placed_spot(view, call.args[0])
                                                      : pointed_spot(view, call.args[0]);
    }
  } else {
    const auto param = std::ranges::find(inner.params, spot.var);
    if (param == inner.params.end()) return std::nullopt;
    const auto index =
        static_cast<std::size_t>(param - inner.params.begin()) + (call.compound ? 1U : 0U);
    if (index >= call.args.size()) return std::nullopt;
    const ExprId arg = call.args[index];
    base = is_place(view.f->exprs[arg].op) ? placed_spot(view, arg) : pointed_spot(view, arg);
  }
  if (base) base->path += spot.path;
  return base;
}

void Waits::called_events(std::size_t function, int depth, std::vector<Event>& out) {
  const FunctionView& view = flow_.functions()[function];
  const Function& f = *view.f;
  for (ExprId id = 0; id < f.exprs.size(); ++id) {
    const Expr& e = f.exprs[id];
    if (e.op != Op::call || !view.reached(id)) continue;
    const auto target = flow_.target(e);
    if (!target || *target == function) continue;
    const FunctionView& inside_view = flow_.functions()[*target];
    for (const Event& inner : events(*target, depth + 1)) {
      const auto spot = translate(function, e, *target, inner.spot);
      if (!spot) continue;
      Event event = inner;
      event.spot = *spot;
      event.at = id;
      event.loop = kNone;
      event.compared.clear();
      if (inner.kind != Event::Kind::write && inside_view.reached(inner.at)) {
        const auto& guards = inside_view.guards[inside_view.owner[inner.at]];
        Uniformity& u = uniformity(*target);
        event.together64 = std::min(event.together64, u.together(guards, 64));
        event.together32 = std::min(event.together32, u.together(guards, 32));
      }
      out.push_back(std::move(event));
    }
  }
}

namespace {

/// Everything that ends a loop: its condition, and `if (c) break;` in its body.
std::vector<Exit> exits_of(const FunctionView& view, StmtId loop) {
  const Function& f = *view.f;
  const kf::Stmt& s = f.stmts[loop];
  std::vector<Exit> out;
  if (s.a != kNone) out.push_back({s.a, false});
  const std::function<bool(const std::vector<StmtId>&)> leaves = [&](const auto& body) {
    if (body.empty()) return false;
    const kf::Stmt& last = f.stmts[body.back()];
    if (last.kind == StmtKind::block) return leaves(last.body);
    return last.kind == StmtKind::break_ || last.kind == StmtKind::return_;
  };
  const std::function<void(const std::vector<StmtId>&)> visit = [&](const auto& body) {
    for (const StmtId id : body) {
      const kf::Stmt& inner = f.stmts[id];
      if (inner.kind == StmtKind::loop || inner.kind == StmtKind::switch_) continue;
      if (inner.kind == StmtKind::if_ && inner.a != kNone) {
        if (leaves(inner.body)) out.push_back({inner.a, true});
        if (leaves(inner.other)) out.push_back({inner.a, false});
      }
      visit(inner.body);
      visit(inner.other);
    }
  };
  visit(s.body);
  return out;
}

/// Expressions that a condition is made of, through locals that are written in the loop.
std::set<ExprId> sources_of(const FunctionView& view, StmtId within, ExprId condition) {
  const Function& f = *view.f;
  std::set<ExprId> seen;
  std::set<kf::VarId> followed;
  const std::function<void(ExprId)> visit = [&](ExprId root) {
    walk(f, root, [&](ExprId id) {
      if (!seen.insert(id).second) return;
      const Expr& e = f.exprs[id];
      if (e.op != Op::local || !followed.insert(e.var).second) return;
      for (StmtId at = 0; at < f.stmts.size(); ++at)
        if (f.stmts[at].kind == StmtKind::decl && f.stmts[at].var == e.var && f.stmts[at].a != kNone
            && inside(view, at, within))
          visit(f.stmts[at].a);
      for (ExprId a = 0; a < f.exprs.size(); ++a)
        if (f.exprs[a].op == Op::assign && f.exprs[a].args.size() == 2 && view.reached(a)
            && f.exprs[f.exprs[a].args[0]].op == Op::local
            && f.exprs[f.exprs[a].args[0]].var == e.var && inside(view, view.owner[a], within))
          visit(f.exprs[a].args[1]);
    });
  };
  visit(condition);
  return seen;
}

/// Variables that the loop itself moves on.
std::set<kf::VarId> written_in(const FunctionView& view, StmtId loop) {
  const Function& f = *view.f;
  std::set<kf::VarId> out;
  for (ExprId id = 0; id < f.exprs.size(); ++id)
    if (f.exprs[id].op == Op::assign && !f.exprs[id].args.empty() && view.reached(id)
        && inside(view, view.owner[id], loop)) {
      const Expr& place = f.exprs[f.exprs[id].args[0]];
      if (place.op == Op::local) out.insert(place.var);
    }
  for (StmtId id = 0; id < f.stmts.size(); ++id)
    if (f.stmts[id].kind == StmtKind::decl && inside(view, id, loop)) out.insert(f.stmts[id].var);
  return out;
}

/// The value that `id` returns when `node` in it has the value `given`.
Value returned(const FunctionView& view, ExprId node, std::int64_t given, ExprId expected) {
  const Function& f = *view.f;
  if (f.root == kNone) return std::nullopt;
  bool lost = false;
  const std::function<Value(const std::vector<StmtId>&)> run =
      [&](const std::vector<StmtId>& body) -> Value {
    for (const StmtId id : body) {
      const kf::Stmt& s = f.stmts[id];
      Supposed suppose(view, f.root, node, given, expected);
      Value value;
      switch (s.kind) {
      case StmtKind::return_:
        value = suppose(s.a);
        lost = lost || !value;
        return value;
      case StmtKind::block: value = run(s.body); break;
      case StmtKind::if_: {
        const Value condition = suppose(s.a);
        if (!condition) {
          lost = true;
          return std::nullopt;
        }
        value = run(*condition != 0 ? s.body : s.other);
        break;
      }
      case StmtKind::decl:
      case StmtKind::eval:
      case StmtKind::opaque: break;
      default: lost = true; return std::nullopt;
      }
      if (value || lost) return value;
    }
    return std::nullopt;
  };
  return run({f.root});
}

/// An expression whose value says whether a spot was taken: the atomic, or a call of try_lock().
struct Taker {
  Taking values;
  Spot spot;
  std::int64_t free = 0;
  std::size_t inner_function = 0;
  ExprId inner = kNone;
};

std::optional<Taker>
taker(const LaneMaskFlow& flow,
      const std::function<std::optional<Spot>(std::size_t, const Expr&, std::size_t, const Spot&)>&
          translate,
      std::size_t function, ExprId id, int depth) {
  const FunctionView& view = flow.functions()[function];
  const Function& f = *view.f;
  const Expr& e = f.exprs[id];
  if (const auto values = taking(f, e)) {
    auto spot = pointed_spot(view, e.args[0]);
    if (!spot) return std::nullopt;
    return Taker{*values, *spot, values->free, function, id};
  }
  const auto target = e.op == Op::call ? flow.target(e) : std::nullopt;
  if (!target || *target == function || depth > kMaxHelpers) return std::nullopt;
  const FunctionView& inner = flow.functions()[*target];
  for (ExprId at = 0; at < inner.f->exprs.size(); ++at) {
    const Op op = inner.f->exprs[at].op;
    if ((op != Op::atomic && op != Op::call) || !inner.reached(at)) continue;
    auto found = taker(flow, translate, *target, at, depth + 1);
    if (!found) continue;
    // What else the helper loops over is a lock of its own.
    const auto& around = inner.around[inner.owner[at]];
    if (std::ranges::any_of(around,
                            [&](StmtId s) { return inner.f->stmts[s].kind == StmtKind::loop; }))
      continue;
    const Value free = returned(inner, at, found->values.free, found->values.expected);
    const Value taken = returned(inner, at, found->values.taken, found->values.expected);
    const auto spot = translate(function, e, *target, found->spot);
    if (!free || !taken || *free == *taken || !spot) continue;
    found->values = {*free, *taken, kNone};
    found->spot = *spot;
    return found;
  }
  return std::nullopt;
}

}  // namespace

void Waits::loop_events(std::size_t function, StmtId loop, std::vector<Event>& out) {
  const FunctionView& view = flow_.functions()[function];
  const Function& f = *view.f;
  if (f.stmts[loop].tainted || f.stmts[loop].text == "range") return;
  const auto to_caller = [this](std::size_t caller, const Expr& call, std::size_t callee,
                                const Spot& spot) { return translate(caller, call, callee, spot); };
  const std::set<kf::VarId> moved = written_in(view, loop);
  const auto stands_still = [&](const std::vector<ExprId>& roots) {
    bool still = true;
    for (const ExprId root : roots)
      walk(f, root, [&](ExprId id) {
        if (f.exprs[id].op == Op::local && moved.contains(f.exprs[id].var)) still = false;
      });
    return still;
  };
  const auto written_here = [&](const Spot& spot, ExprId except) {
    return std::ranges::any_of(out, [&](const Event& e) {
      return e.kind == Event::Kind::write && e.at != except && e.spot.same_as(spot)
             && view.reached(e.at) && inside(view, view.owner[e.at], loop);
    });
  };
  const auto add = [&](Event event) {
    const bool known = std::ranges::any_of(
        out, [&](const Event& e) { return e.kind == event.kind && e.at == event.at; });
    if (!known) out.push_back(std::move(event));
  };

  for (const Exit& exit : exits_of(view, loop)) {
    const std::set<ExprId> sources = sources_of(view, loop, exit.condition);
    for (const ExprId id : sources) {
      const Expr& e = f.exprs[id];
      if (!view.reached(id) || !inside(view, view.owner[id], loop)) continue;
      // Nothing in an inner loop: that one is looked at by itself.
      const auto& around = view.around[view.owner[id]];
      const auto innermost = std::find_if(around.rbegin(), around.rend(), [&](StmtId s) {
        return f.stmts[s].kind == StmtKind::loop;
      });
      const StmtId own = f.stmts[view.owner[id]].kind == StmtKind::loop ? view.owner[id]
                         : innermost == around.rend()                   ? kNone
                                                                        : *innermost;
      if (own != loop) continue;
      if (const auto take = taker(flow_, to_caller, function, id, 0)) {
        const auto ends_with = [&](std::int64_t given) {
          return Supposed(view, loop, id, given, take->values.expected)(exit.condition);
        };
        const Value free = ends_with(take->values.free);
        const Value taken = ends_with(take->values.taken);
        const bool leaves_free = free && (*free != 0) == exit.ends;
        const bool leaves_taken = taken && (*taken != 0) == exit.ends;
        if (!leaves_free || leaves_taken) continue;
        // A hash table probes the next slot.
        if (!stands_still(take->spot.indices) || !stands_still(e.args)) continue;
        if (written_here(take->spot, id)) continue;
        Event event;
        event.kind = Event::Kind::take;
        event.spot = take->spot;
        event.at = id;
        event.loop = loop;
        event.inner_function = take->inner_function;
        event.inner = take->inner;
        if (take->free != kExpected) event.value = take->free;
        add(std::move(event));
        continue;
      }
      std::optional<Spot> spot;
      if (is_atomic_load(f, e)) spot = pointed_spot(view, e.args[0]);
      if (e.op == Op::load && !e.args.empty()) {
        const ExprId place = e.args[0];
        // Of a pointer the type tells what it points to.
        const Expr& p = f.exprs[place];
        const kf::Type& type = f.type_of(place);
        const bool is_volatile = p.op == Op::local && p.var < f.vars.size()
                                     ? f.vars[p.var].is_volatile
                                     : type.is_volatile && type.kind != kf::TypeKind::pointer;
        if (is_volatile) spot = placed_spot(view, place);
      }
      if (!spot || !stands_still(spot->indices) || written_here(*spot, id)) continue;
      Event event;
      event.kind = Event::Kind::poll;
      event.spot = *spot;
      event.at = event.inner = id;
      event.loop = loop;
      event.inner_function = function;
      // What it is compared with must come from outside the loop, too.
      bool own_progress = false;
      for (const ExprId other : sources) {
        const Expr& o = f.exprs[other];
        if (o.op < Op::lt || o.op > Op::ne || o.args.size() != 2) continue;
        for (const std::size_t side : {0U, 1U}) {
          bool holds = false;
          walk(f, o.args[side], [&](ExprId below) { holds = holds || below == id; });
          if (!holds) continue;
          event.compared.push_back(o.args[1 - side]);
          own_progress = own_progress || !stands_still({o.args[1 - side]});
        }
      }
      if (!own_progress) add(std::move(event));
    }
  }
}

/// More than one lane of a wave can want it: not an array of locks with one for each lane.
bool Waits::is_contended(std::size_t function, const Spot& spot) {
  const Function& f = *flow_.functions()[function].f;
  if (spot.root == Spot::Root::variable && f.vars[spot.var].storage == kf::Storage::local
      && f.types[f.vars[spot.var].type].kind != kf::TypeKind::pointer)
    return false;
  Uniformity& u = uniformity(function);
  for (const ExprId index : spot.indices) {
    if (!u.is_exact(index)) continue;
    const Column& c = u.column(index);
    std::set<std::int64_t> seen;
    bool distinct = true;
    for (std::size_t t = 0; t < std::min<std::size_t>(c.size(), 64); ++t)
      distinct = seen.insert(*c[t]).second && distinct;
    if (distinct && c.size() > 1) return false;
  }
  return true;
}

namespace {

/// Most lanes together at a place, over all ways from a kernel. Nothing known of the callers: as
/// many as the guards here let through.
struct Company {
  int lanes64 = 0;
  int lanes32 = 0;
};

}  // namespace

void Waits::pair_lock(std::size_t function, const Event& take, const std::vector<Event>& all) {
  const FunctionView& view = flow_.functions()[function];
  const Function& f = *view.f;
  const std::vector<int> rank = ranks(f);
  const StmtId stmt = view.owner[take.at];
  const int from = rank[take.loop != kNone ? take.loop : stmt];
  const Event* release = nullptr;
  for (const Event& e : all) {
    if (e.kind != Event::Kind::write || !e.spot.same_as(take.spot)) continue;
    if (e.inner == take.inner && e.inner_function == take.inner_function) continue;
    if (e.value && take.value && *e.value != *take.value) continue;
    const StmtId at = view.owner[e.at];
    if (rank[at] <= from || (take.loop != kNone && inside(view, at, take.loop))) continue;
    if (take.loop == kNone && at == stmt) continue;
    if (!release || rank[at] < rank[view.owner[release->at]]) release = &e;
  }
  if (!release || !is_contended(function, take.spot)) return;

  // Up through the callers: a caller with one thread is no contention.
  std::set<std::size_t> seen;
  const std::function<Company(std::size_t, const std::vector<Guard>&)> company =
      [&](std::size_t at, const std::vector<Guard>& guards) -> Company {
    Uniformity& u = uniformity(at);
    Company here{u.together(guards, 64), u.together(guards, 32)};
    if (flow_.functions()[at].f->kind == kf::FunctionKind::kernel) return here;
    if (!seen.insert(at).second) return {};
    Company best{0, 0};
    bool called = false;
    for (const auto& [caller, call] : flow_.calls_of(at)) {
      const FunctionView& outer = flow_.functions()[caller];
      if (!outer.reached(call)) continue;
      called = true;
      const Company up = company(caller, outer.guards[outer.owner[call]]);
      best.lanes64 = std::max(best.lanes64, up.lanes64);
      best.lanes32 = std::max(best.lanes32, up.lanes32);
    }
    seen.erase(at);
    if (!called) return here;
    return {std::min(here.lanes64, best.lanes64), std::min(here.lanes32, best.lanes32)};
  };
  std::vector<Guard> guards = view.guards[stmt];
  // The loop's own condition tells nothing of who is there.
  if (take.loop != kNone)
    std::erase_if(guards, [&](const Guard& g) { return g.condition == f.stmts[take.loop].a; });
  Company c = company(function, guards);
  c.lanes64 = std::min(c.lanes64, take.together64);
  c.lanes32 = std::min(c.lanes32, take.together32);
  const bool wave64 = any_wave(context_.targets, 64);
  if ((wave64 ? c.lanes64 : c.lanes32) < 2) return;
  Wait found;
  found.function = function;
  found.wait = take;
  found.release = *release;
  found.grain = c.lanes32 < 2 ? Grain::warp : Grain::lane;
  found.together = wave64 ? c.lanes64 : c.lanes32;
  found.exact = uniformity(function).shape().known;
  locks_.push_back(std::move(found));
}

void Waits::pair_poll(std::size_t function, const Event& poll, const std::vector<Event>& all) {
  const FunctionView& view = flow_.functions()[function];
  const Function& f = *view.f;
  Uniformity& u = uniformity(function);
  const std::vector<int> rank = ranks(f);
  const StmtId waits_at = poll.loop != kNone ? poll.loop : view.owner[poll.at];
  const auto& waiting = view.guards[waits_at];
  const auto opposite = [&](const std::vector<Guard>& other) -> const Guard* {
    for (const Guard& a : waiting)
      for (const Guard& b : other)
        if (a.condition == b.condition && a.holds != b.holds) return &a;
    return nullptr;
  };
  const int wave = any_wave(context_.targets, 64) ? 64 : 32;
  for (const Event& set : all) {
    if (set.kind != Event::Kind::write || !set.spot.same_as(poll.spot)) continue;
    const StmtId sets_at = view.owner[set.at];
    if (poll.loop != kNone && inside(view, sets_at, poll.loop)) continue;
    if (poll.loop == kNone && sets_at == waits_at) continue;
    const auto& setting = view.guards[sets_at];
    Wait found;
    found.function = function;
    found.wait = poll;
    found.release = set;
    const Guard* split = opposite(setting);
    if (split) {
      const Grain grain = u.grain(split->condition);
      if (grain < Grain::warp) continue;  // other blocks, other waves
      found.exact = u.is_exact(split->condition) && u.shape().known;
    } else if (rank[sets_at] < rank[waits_at]) {
      continue;  // set before anyone waits
    }
    const std::vector<bool> left = u.reach(waiting);
    const std::vector<bool> right = u.reach(setting);
    const auto meet = [&](std::size_t group) {
      for (std::size_t first = 0; first < left.size(); first += group) {
        bool waits = false;
        bool sets = false;
        for (std::size_t t = first; t < std::min(first + group, left.size()); ++t) {
          waits = waits || left[t];
          sets = sets || right[t];
        }
        if (waits && sets) return true;
      }
      return false;
    };
    const bool apart = [&] {
      for (std::size_t t = 0; t < left.size(); ++t)
        if (left[t] && right[t]) return false;
      return true;
    }();
    if (split || apart) {
      if (!meet(static_cast<std::size_t>(wave))) continue;
      const bool halves = wave == 64 && !meet(32);
      const Grain grain = split ? u.grain(split->condition) : Grain::lane;
      found.grain = halves || (split && !u.is_exact(split->condition) && grain == Grain::warp)
                        ? Grain::warp
                        : Grain::lane;
    } else {
      // The same threads wait first and set later, each its own flag or in its own turn.
      const bool same_flag =
          std::ranges::equal(set.spot.indices, poll.spot.indices,
                             [&](ExprId a, ExprId b) { return same_value(view, a, b); });
      Grain own = Grain::block;
      for (const ExprId id : same_flag ? poll.compared : set.spot.indices)
        own = std::max(own, u.grain(id));
      if (own < Grain::warp || u.together(waiting, wave) < 2) continue;
      found.grain = own == Grain::warp || u.together(waiting, 32) < 2 ? Grain::warp : Grain::lane;
    }
    if (found.grain == Grain::warp && wave == 32) continue;
    polls_.push_back(std::move(found));
    return;
  }
}

}  // namespace hipaudit::match
