// SPDX-License-Identifier: Apache-2.0
#include "lanes/symbolic_lanes.hpp"

#include <algorithm>

namespace hipaudit::lanes {

namespace {

constexpr int kMaxTurns = 64;
constexpr int kMaxDepth = 8;

SampleThread lane_thread(unsigned warp, unsigned lane) {
  return {{128, 1, 32}, warp * kLanes + lane, 0};
}

int depth_of(const Activation& activation) {
  int depth = 0;
  for (const Activation* at = activation.caller; at != nullptr; at = at->caller) ++depth;
  return depth;
}

std::optional<Mix> combine(Mix a, const Mix& b, Operator op) {
  if (a.base != b.base) return std::nullopt;
  if (a.op != Operator::none && a.op != op) return std::nullopt;
  if (b.op != Operator::none && b.op != op) return std::nullopt;
  a.op = op;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    for (unsigned s = 0; s < kLanes; ++s) {
      const unsigned sum = a.lanes[lane][s] + b.lanes[lane][s];
      a.lanes[lane][s] =
          static_cast<std::uint8_t>(is_idempotent(op) ? std::min(sum, 1U) : std::min(sum, 255U));
    }
  return a;
}

std::optional<Mix> choose(const std::array<bool, kLanes>& when, Mix a, const Mix& b) {
  if (a.base != b.base) return std::nullopt;
  if (a.op != Operator::none && b.op != Operator::none && a.op != b.op) return std::nullopt;
  if (a.op == Operator::none) a.op = b.op;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (!when[lane]) a.lanes[lane] = b.lanes[lane];
  return a;
}

/// max for `a > b`, min for `a < b`.
Operator extreme(Op op) {
  if (op == Op::gt || op == Op::ge) return Operator::max;
  if (op == Op::lt || op == Op::le) return Operator::min;
  return Operator::none;
}

Operator opposite(Operator op) {
  return op == Operator::max ? Operator::min : op == Operator::min ? Operator::max : op;
}

bool equal(const Mix& a, const Mix& b) {
  return a.base == b.base && a.op == b.op && a.lanes == b.lanes;
}

Operator operator_of(Op op) {
  switch (op) {
  case Op::add: return Operator::add;
  case Op::bit_and: return Operator::bit_and;
  case Op::bit_or: return Operator::bit_or;
  case Op::bit_xor: return Operator::bit_xor;
  default: return Operator::none;
  }
}

const std::string& key_in(const std::pair<const std::string, Mix>& entry) { return entry.first; }

const std::string& key_in(const std::string& key) { return key; }

bool holds_shuffle(const Function& f, StmtId id) {
  const Stmt& s = f.stmts[id];
  bool found = false;
  for (const ExprId root : {s.a, s.b})
    if (root != kNone)
      kf::walk(f, root, [&](ExprId at) {
        found = found || f.exprs[at].op == Op::cross || f.exprs[at].op == Op::call;
      });
  for (const StmtId child : s.body) found = found || holds_shuffle(f, child);
  for (const StmtId child : s.other) found = found || holds_shuffle(f, child);
  return found;
}

}  // namespace

std::vector<SymbolicLanes::Written> SymbolicLanes::written() const {
  std::vector<Written> out;
  for (const std::string& key : order_) {
    const auto found = state_.find(key);
    const auto place = places_.find(key);
    if (found == state_.end() || place == places_.end()) continue;
    out.push_back({place->second, found->second});
  }
  return out;
}

std::optional<std::int64_t> SymbolicLanes::number(const Activation& activation, ExprId id) {
  const auto v = evaluate(program_, activation, id, lane_thread(0, 0));
  if (!v || v->floating) return std::nullopt;
  // The same in every lane, and for every wave and block size.
  for (unsigned lane = 1; lane <= kLanes + 2; ++lane) {
    SampleThread t = lane_thread(lane / kLanes, lane % kLanes);
    if (lane == kLanes + 1) t.block.wave = 64;
    if (lane == kLanes + 2) t.block.x = 1024;
    const auto w = evaluate(program_, activation, id, t);
    if (!w || w->floating || w->i != v->i) return std::nullopt;
  }
  return v->i;
}

std::optional<std::array<bool, kLanes>> SymbolicLanes::condition(const Activation& activation,
                                                                 ExprId id) {
  std::array<bool, kLanes> out{};
  for (unsigned warp = 0; warp < 4; ++warp)
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      SampleThread t = lane_thread(warp, lane);
      const auto v = evaluate(program_, activation, id, t);
      t.block = {1024, 1, 64};
      const auto w = evaluate(program_, activation, id, t);
      if (!v || !w || v->truth() != w->truth()) return std::nullopt;
      if (warp != 0 && v->truth() != out[lane]) return std::nullopt;
      out[lane] = v->truth();
    }
  return out;
}

// ---- places ----

std::string SymbolicLanes::key_of(const Activation& activation, ExprId place) {
  const Function& f = *activation.f;
  if (place >= f.exprs.size()) return {};
  const Expr& e = f.exprs[place];
  switch (e.op) {
  case Op::load: return e.args.empty() ? std::string() : key_of(activation, e.args[0]);
  case Op::cast: return e.args.empty() ? std::string() : key_of(activation, e.args[0]);
  case Op::local: {
    if (e.var >= f.vars.size()) return {};
    const kf::Var& v = f.vars[e.var];
    const bool reference = f.types[v.type].is_reference;
    if (reference && v.storage == kf::Storage::param)
      if (const ExprId given = activation.argument(e.var); given != kNone)
        if (std::string key = key_of(*activation.caller, given); !key.empty()) return key;
    return std::to_string(depth_of(activation)) + ":" + std::to_string(e.var);
  }
  case Op::index: {
    if (e.args.size() != 2) return {};
    const std::string base = key_of(activation, e.args[0]);
    if (base.empty()) return {};
    if (const auto at = number(activation, e.args[1]))
      return base + "[" + std::to_string(*at) + "]";
    return contains_side_effect(f, e.args[1]) ? std::string()
                                              : base + "[#" + text_of(activation, e.args[1]) + "]";
  }
  case Op::deref: {
    const std::string base = e.args.empty() ? std::string() : key_of(activation, e.args[0]);
    return base.empty() ? base : "*" + base;
  }
  case Op::member: {
    const std::string base = e.args.empty() ? std::string() : key_of(activation, e.args[0]);
    return base.empty() ? base : base + "." + e.text;
  }
  default: return {};
  }
}

std::string SymbolicLanes::text_of(const Activation& activation, ExprId id) {
  const Expr& e = activation.f->exprs[id];
  if (e.op == Op::local)
    return "v" + std::to_string(depth_of(activation)) + ":" + std::to_string(e.var);
  std::string out = std::to_string(static_cast<int>(e.op)) + e.text + std::to_string(e.value) + "(";
  for (const ExprId arg : e.args) out += text_of(activation, arg) + ",";
  return out + ")";
}

Mix SymbolicLanes::fresh(const std::string& key, ExprId place, const kf::Type& type) {
  Mix mix;
  mix.base = key;
  mix.place = place;
  mix.type = type;
  for (unsigned lane = 0; lane < kLanes; ++lane) mix.lanes[lane][lane] = 1;
  return mix;
}

std::optional<Mix> SymbolicLanes::read(const Activation& activation, ExprId place) {
  const std::string key = key_of(activation, place);
  if (key.empty() || lost_.count(key) != 0) return std::nullopt;
  const auto found = state_.find(key);
  if (found != state_.end()) return found->second;
  if (activation.caller != nullptr) {
    // A parameter that the callee does not change is what the caller gave.
    const VarId var = local_of(*activation.f, place);
    if (var == kNone) return std::nullopt;
    const ExprId given = activation.argument(var);
    return given == kNone ? std::nullopt : value(*activation.caller, given);
  }
  kf::Type type = activation.f->type_of(place);
  type.is_reference = false;
  if (!may_be_combined(type)) return std::nullopt;
  return fresh(key, place, type);
}

bool SymbolicLanes::write(Activation& activation, ExprId place, Mix mix) {
  const std::string key = key_of(activation, place);
  if (key.empty()) return false;
  lost_.erase(key);
  if (activation.caller == nullptr && places_.emplace(key, place).second) order_.push_back(key);
  if (activation.caller == nullptr && places_.count(key) == 0) return false;
  state_[key] = std::move(mix);
  return true;
}

// ---- values ----

bool SymbolicLanes::is_whole_mask(const Activation& activation, ExprId mask) {
  const auto bits = number(activation, mask);
  return bits && (static_cast<std::uint64_t>(*bits) & 0xffffffffULL) == 0xffffffffULL;
}

std::optional<Mix> SymbolicLanes::shuffle(Activation& activation, ExprId id) {
  const Expr e = activation.f->exprs[id];
  if (!kf::is_shuffle(e) || e.args.size() != 4 || e.tainted) return std::nullopt;
  if (e.tile != 0 && e.tile != kLanes) return std::nullopt;
  auto given = value(activation, e.args[1]);
  if (!given) return std::nullopt;
  unsigned width = kLanes;
  if (e.args[3] != kNone) {
    const auto w = number(activation, e.args[3]);
    if (!w || *w < 2 || *w > 32 || (*w & (*w - 1)) != 0) return std::nullopt;
    width = static_cast<unsigned>(*w);
  }
  if (e.sync_form && e.args[0] != kNone) {
    by_mask = true;
    whole_mask = whole_mask && is_whole_mask(activation, e.args[0]);
  }
  if (e.tile == kLanes && !e.sync_form) by_mask = true;
  Mix out = *given;
  int delta = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const auto operand = evaluate(program_, activation, e.args[2], lane_thread(0, lane));
    const auto elsewhere = evaluate(program_, activation, e.args[2], lane_thread(1, lane));
    if (!operand || operand->floating || !elsewhere) return std::nullopt;
    const auto by = static_cast<unsigned>(operand->i) & 31U;
    if ((static_cast<unsigned>(elsewhere->i) & 31U) != by) return std::nullopt;
    if (e.cross != CrossKind::shfl && (operand->i < 0 || operand->i > 31)) return std::nullopt;
    if (lane == 0) delta = static_cast<int>(by);
    const unsigned group = lane & ~(width - 1);
    const unsigned last = lane | (width - 1);
    unsigned source = lane;
    switch (e.cross) {
    case CrossKind::shfl: source = group | (by & (width - 1)); break;
    case CrossKind::shfl_up: source = lane - group >= by ? lane - by : lane; break;
    case CrossKind::shfl_down: source = lane + by <= last ? lane + by : lane; break;
    default: source = (lane ^ by) <= last ? lane ^ by : lane; break;
    }
    out.lanes[lane] = given->lanes[source];
  }
  ++steps;
  deltas.push_back(delta);
  if (activation.caller == nullptr
      && std::find(shuffles.begin(), shuffles.end(), id) == shuffles.end())
    shuffles.push_back(id);
  return out;
}

std::optional<Mix> SymbolicLanes::by_comparison(Activation& activation, ExprId condition,
                                                const Mix& then, const Mix& otherwise) {
  const Function& f = *activation.f;
  const Expr c = f.exprs[kf::skip_casts(f, condition)];
  const Operator op = extreme(c.op);
  if (op == Operator::none || c.args.size() != 2) return std::nullopt;
  const kf::Type& compared = f.type_of(c.args[0]);
  const auto a = value(activation, c.args[0]);
  const auto b = value(activation, c.args[1]);
  if (!a || !b || !keeps(a->type, compared)) return std::nullopt;
  compares = true;
  if (equal(*a, then) && equal(*b, otherwise)) return combine(then, otherwise, op);
  if (equal(*b, then) && equal(*a, otherwise)) return combine(then, otherwise, opposite(op));
  return std::nullopt;
}

Operator SymbolicLanes::builtin_of(const Expr& e, const kf::Type& type, const Function& f) {
  if (program_.function(e.callee) != nullptr || e.compound || e.args.size() != 2)
    return Operator::none;
  if (kf::is_call(e, {"__hadd"})) return Operator::add;
  Operator op = Operator::none;
  if (kf::is_call(e, {"max", "fmax", "fmaxf", "__hmax"})) op = Operator::max;
  if (kf::is_call(e, {"min", "fmin", "fminf", "__hmin"})) op = Operator::min;
  if (op == Operator::none) return op;
  // std::max compares.
  if (e.site != kNone && f.sites[e.site].qualified && is_real(type)) compares = true;
  return op;
}

std::optional<Mix> SymbolicLanes::value(const Activation& outer, ExprId id) {
  // The activation is only changed by assignments inside the expression, to its own state.
  Activation& activation = const_cast<Activation&>(outer);
  const Function& f = *activation.f;
  if (id >= f.exprs.size()) return std::nullopt;
  const Expr e = f.exprs[id];
  if (e.tainted) return std::nullopt;
  switch (e.op) {
  case Op::load:
  case Op::local:
  case Op::index:
  case Op::deref:
  case Op::member: return read(activation, id);
  case Op::cast: {
    auto out = e.args.empty() ? std::nullopt : value(activation, e.args[0]);
    return out && keeps(out->type, f.type_of(id)) ? out : std::nullopt;
  }
  case Op::cross: return shuffle(activation, id);
  case Op::select: {
    if (e.args.size() != 3) return std::nullopt;
    // A shuffle that some lanes skip reads lanes that are not there.
    for (const std::size_t arm : {1U, 2U})
      if (kf::mentions(f, e.args[arm], Op::cross) || kf::mentions(f, e.args[arm], Op::call))
        return std::nullopt;
    auto then = value(activation, e.args[1]);
    auto other = value(activation, e.args[2]);
    if (!then || !other) return std::nullopt;
    if (const auto when = condition(activation, e.args[0])) return choose(*when, *then, *other);
    return by_comparison(activation, e.args[0], *then, *other);
  }
  case Op::init_list: return e.args.size() == 1 ? value(activation, e.args[0]) : std::nullopt;
  case Op::call: return call(activation, id);
  default: break;
  }
  const Operator op = operator_of(e.op);
  if (op == Operator::none || e.args.size() != 2) return std::nullopt;
  return operate(activation, e, op);
}

std::optional<Mix> SymbolicLanes::operate(Activation& activation, const Expr& e, Operator op) {
  auto a = value(activation, e.args[0]);
  auto b = a ? value(activation, e.args[1]) : std::nullopt;
  return a && b ? combine(*a, *b, op) : std::nullopt;
}

std::optional<Mix> SymbolicLanes::call(Activation& activation, ExprId id) {
  const Expr e = activation.f->exprs[id];
  if (const Operator op = builtin_of(e, activation.f->types[e.type], *activation.f);
      op != Operator::none)
    return operate(activation, e, op);
  const Function* callee = program_.function(e.callee);
  if (callee == nullptr || callee->tainted || callee->variadic_pack || depth_ >= kMaxDepth
      || callee->is_pattern || callee->root == kNone)
    return std::nullopt;
  Activation inner{callee, &activation, id};
  const std::string prefix = std::to_string(depth_of(inner)) + ":";
  // An activation of this depth that was left keeps nothing.
  const auto forget = [&](auto& map) {
    for (auto at = map.begin(); at != map.end();)
      at = key_in(*at).rfind(prefix, 0) == 0 ? map.erase(at) : std::next(at);
  };
  forget(state_);
  forget(lost_);
  for (const VarId param : callee->params) {
    const ExprId given = inner.argument(param);
    if (given == kNone) return std::nullopt;
    const bool reference = callee->types[callee->vars[param].type].is_reference;
    if (reference && !key_of(activation, given).empty()) continue;
    if (const auto n = number(activation, given)) {
      inner.known[param] = *n;
    } else if (auto mix = value(activation, given)) {
      kf::Type type = callee->types[callee->vars[param].type];
      if (!keeps(mix->type, type)) return std::nullopt;
      state_[prefix + std::to_string(param)] = std::move(*mix);
    }
  }
  const unsigned before = steps;
  ++depth_;
  std::optional<Mix> kept = std::move(result_);
  result_.reset();
  const Step step = statement(inner, callee->root);
  --depth_;
  steps_in_call = std::max(steps_in_call, steps - before);
  std::optional<Mix> out = step == Step::returned ? std::move(result_) : std::nullopt;
  result_ = std::move(kept);
  return out && keeps(out->type, callee->types[callee->return_type]) ? out : std::nullopt;
}

// ---- statements ----

SymbolicLanes::Step SymbolicLanes::list(Activation& activation, const std::vector<StmtId>& body) {
  for (const StmtId id : body)
    if (const Step step = statement(activation, id); step != Step::ok) return step;
  return Step::ok;
}

SymbolicLanes::Step SymbolicLanes::statement(Activation& activation, StmtId id) {
  const Function& f = *activation.f;
  if (++turns_ > 4000) return Step::fail;
  const Stmt& s = f.stmts[id];
  if (s.tainted) return Step::fail;
  switch (s.kind) {
  case StmtKind::block: return list(activation, s.body);
  case StmtKind::decl: return declare(activation, s);
  case StmtKind::eval: return evaluate_statement(activation, s.a);
  case StmtKind::if_: return branch(activation, s);
  case StmtKind::loop: return loop(activation, s);
  case StmtKind::return_: {
    result_ = s.a == kNone ? std::nullopt : value(activation, s.a);
    return result_ ? Step::returned : Step::fail;
  }
  default: return Step::fail;
  }
}

SymbolicLanes::Step SymbolicLanes::declare(Activation& activation, const Stmt& s) {
  const Function& f = *activation.f;
  if (s.var >= f.vars.size()) return Step::fail;
  const kf::Var& var = f.vars[s.var];
  if (activation.caller == nullptr) declared.push_back(s.var);
  if (var.storage != kf::Storage::local || !var.extents.empty() || f.types[var.type].is_reference)
    return activation.caller == nullptr ? Step::fail : Step::ok;
  const std::string key = std::to_string(depth_of(activation)) + ":" + std::to_string(s.var);
  lost_.erase(key);
  state_.erase(key);
  activation.known.erase(s.var);
  if (s.a == kNone) return Step::ok;
  if (f.types[var.type].kind == TypeKind::integer)
    if (const auto n = number(activation, s.a)) {
      activation.known[s.var] = *n;
      return Step::ok;
    }
  if (auto mix = value(activation, s.a); mix && keeps(mix->type, f.types[var.type])) {
    state_[key] = std::move(*mix);
    return Step::ok;
  }
  // Something else, perhaps the lane: guards read it from its initialiser.
  if (contains_side_effect(f, s.a)) return Step::fail;
  lost_.insert(key);
  return Step::ok;
}

SymbolicLanes::Step SymbolicLanes::evaluate_statement(Activation& activation, ExprId id) {
  const Function& f = *activation.f;
  if (id == kNone) return Step::ok;
  const Expr e = f.exprs[id];
  if (e.op == Op::comma && e.args.size() == 2) {
    const Step first = evaluate_statement(activation, e.args[0]);
    return first == Step::ok ? evaluate_statement(activation, e.args[1]) : first;
  }
  if (e.op == Op::cast && !e.args.empty()) return evaluate_statement(activation, e.args[0]);
  if (e.op == Op::cross && e.cross == CrossKind::sync_warp) {
    synchronises = true;
    return Step::ok;
  }
  if (e.op != Op::assign || e.args.size() != 2) return Step::fail;
  if (const auto none = nothing_of(activation, e)) return *none;
  if (const VarId var = local_of(f, e.args[0]);
      var != kNone && f.types[f.vars[var].type].kind == TypeKind::integer) {
    const bool counter = activation.known.count(var) != 0 || !kf::mentions(f, e.args[1], Op::cross);
    if (const auto n = counter ? number(activation, e.args[1]) : std::nullopt) {
      activation.known[var] = *n;
      if (activation.caller == nullptr) counters.push_back(var);
      return Step::ok;
    }
  }
  auto mix = value(activation, e.args[1]);
  if (!mix) return Step::fail;
  // What is stored must hold what was computed.
  kf::Type stored = f.type_of(e.args[0]);
  stored.is_reference = false;
  if (!keeps(mix->type, stored)) return Step::fail;
  return write(activation, e.args[0], std::move(*mix)) ? Step::ok : Step::fail;
}

std::optional<SymbolicLanes::Step> SymbolicLanes::nothing_of(Activation& activation,
                                                             const Expr& assign) {
  const std::string key = key_of(activation, assign.args[0]);
  const auto held = state_.find(key);
  if (key.empty() || held == state_.end() || held->second.op != Operator::add
      || held->second.type.kind != TypeKind::integer)
    return std::nullopt;
  if (number(activation, assign.args[1]) != 0) return std::nullopt;
  Mix nothing = held->second;
  for (Sources& lane : nothing.lanes) lane.fill(0);
  return write(activation, assign.args[0], std::move(nothing)) ? Step::ok : Step::fail;
}

SymbolicLanes::Step SymbolicLanes::branch(Activation& activation, const Stmt& s) {
  const Function& f = *activation.f;
  if (const auto n = number(activation, s.a)) return list(activation, *n != 0 ? s.body : s.other);
  const auto when = condition(activation, s.a);
  if (!when) return compare_and_store(activation, s);
  if (kf::mentions(f, s.a, Op::cross)) return Step::fail;
  // A shuffle that some lanes skip reads lanes that are not there.
  for (const StmtId id : s.body)
    if (holds_shuffle(f, id)) return Step::fail;
  for (const StmtId id : s.other)
    if (holds_shuffle(f, id)) return Step::fail;
  const std::map<std::string, Mix> before = state_;
  Step step = list(activation, s.body);
  if (step != Step::ok) return Step::fail;
  const std::map<std::string, Mix> then = std::move(state_);
  state_ = before;
  step = list(activation, s.other);
  if (step != Step::ok) return Step::fail;
  for (const auto& [key, mix] : then) {
    const auto other = state_.find(key);
    std::optional<Mix> old;
    if (other != state_.end())
      old = other->second;
    else if (const auto place = places_.find(key); place != places_.end())
      old = fresh(key, place->second, mix.type);
    if (!old) continue;
    auto merged = choose(*when, mix, *old);
    if (!merged) return Step::fail;
    state_[key] = std::move(*merged);
  }
  return Step::ok;
}

SymbolicLanes::Step SymbolicLanes::compare_and_store(Activation& activation, const Stmt& s) {
  const Function& f = *activation.f;
  if (!s.other.empty() || s.body.size() != 1) return Step::fail;
  const Stmt* inner = &f.stmts[s.body.front()];
  if (inner->kind == StmtKind::block) {
    if (inner->body.size() != 1) return Step::fail;
    inner = &f.stmts[inner->body.front()];
  }
  if (inner->kind != StmtKind::eval || inner->a == kNone) return Step::fail;
  const Expr e = f.exprs[inner->a];
  if (e.op != Op::assign || e.compound || e.args.size() != 2 || contains_side_effect(f, e.args[1]))
    return Step::fail;
  const auto then = value(activation, e.args[1]);
  const auto old = read(activation, e.args[0]);
  if (!then || !old) return Step::fail;
  auto mix = by_comparison(activation, s.a, *then, *old);
  return mix && write(activation, e.args[0], std::move(*mix)) ? Step::ok : Step::fail;
}

SymbolicLanes::Step SymbolicLanes::loop(Activation& activation, const Stmt& s) {
  if (s.text == "range" || s.a == kNone) return Step::fail;
  for (int turn = 0; turn < kMaxTurns; ++turn) {
    if (turn > 0 || !s.post_test) {
      const auto n = number(activation, s.a);
      if (!n) return Step::fail;
      if (*n == 0) return Step::ok;
    }
    if (const Step step = list(activation, s.body); step != Step::ok) return step;
    if (s.b != kNone)
      if (const Step step = evaluate_statement(activation, s.b); step != Step::ok) return step;
  }
  return Step::fail;
}

}  // namespace hipaudit::lanes
