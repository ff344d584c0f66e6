// SPDX-License-Identifier: Apache-2.0
// Flow of whole-wave votes. Insensitive to order inside a function: a place carries a vote when any
// store to it does. That is enough for masks, which code keeps under one name per meaning.

#include "match/lane_masks.hpp"

#include <algorithm>
#include <functional>

namespace hipaudit::match {
namespace {

using kf::kNone;
using kf::Op;
using kf::StmtId;
using kf::StmtKind;
using kf::TypeKind;

constexpr int kRounds = 6;  // levels of helpers that a vote is followed through

bool leaves(const Function& f, const std::vector<StmtId>& body) {
  if (body.empty()) return false;
  const kf::Stmt& last = f.stmts[body.back()];
  if (last.kind == StmtKind::block) return leaves(f, last.body);
  return last.kind == StmtKind::return_ || last.kind == StmtKind::break_
         || last.kind == StmtKind::continue_;
}

struct Placer {
  FunctionView& view;
  std::vector<StmtId> around;
  std::vector<Guard> guards;

  void own(StmtId id, ExprId root) {
    if (root == kNone) return;
    walk(*view.f, root, [&](ExprId e) { view.owner[e] = id; });
  }

  void statements(const std::vector<StmtId>& body) {
    const std::size_t mark = guards.size();
    for (const StmtId id : body) {
      statement(id);
      // `if (tid >= 32) return;` guards the rest of its block.
      const kf::Stmt& s = view.f->stmts[id];
      if (s.kind == StmtKind::if_ && s.a != kNone) {
        if (leaves(*view.f, s.body) && s.other.empty()) guards.push_back({s.a, false});
        if (!s.other.empty() && leaves(*view.f, s.other)) guards.push_back({s.a, true});
      }
    }
    guards.resize(mark);
  }

  void statement(StmtId id) {
    const kf::Stmt& s = view.f->stmts[id];
    view.guards[id] = guards;
    view.around[id] = around;
    own(id, s.a);
    own(id, s.b);
    for (const ExprId e : s.exprs) own(id, e);
    around.push_back(id);
    if (s.kind == StmtKind::if_ || (s.kind == StmtKind::loop && !s.post_test && s.a != kNone)) {
      guards.push_back({s.a, true});
      statements(s.body);
      guards.back().holds = false;
      statements(s.other);
      guards.pop_back();
    } else {
      statements(s.body);
      statements(s.other);
    }
    around.pop_back();
  }
};

bool is_place(Op op) {
  return op == Op::local || op == Op::index || op == Op::deref || op == Op::member
         || op == Op::global;
}

/// The wave size itself, also through a local.
bool is_wave_size(const FunctionView& view, ExprId id) {
  return view.f->exprs[view.resolve(id)].op == Op::warp_size;
}

/// What a comparison of the wave size with a constant comes to where waves have 64 lanes.
std::optional<bool> holds_at_64_lanes(const FunctionView& view, ExprId condition) {
  const Function& f = *view.f;
  const Expr& e = f.exprs[skip_casts(f, condition)];
  if (e.op == Op::logical_not && e.args.size() == 1) {
    const auto inner = holds_at_64_lanes(view, e.args[0]);
    return inner ? std::optional(!*inner) : std::nullopt;
  }
  if (e.op < Op::lt || e.op > Op::ne || e.args.size() != 2) return std::nullopt;
  const bool left = is_wave_size(view, e.args[0]);
  const auto other = constant(f, e.args[left ? 1 : 0]);
  if (!other || (!left && !is_wave_size(view, e.args[1]))) return std::nullopt;
  const std::int64_t a = left ? 64 : *other;
  const std::int64_t b = left ? *other : 64;
  switch (e.op) {
  case Op::lt: return a < b;
  case Op::le: return a <= b;
  case Op::gt: return a > b;
  case Op::ge: return a >= b;
  case Op::eq: return a == b;
  default: return a != b;
  }
}

}  // namespace

FunctionView::FunctionView(const Function& function)
    : f(&function), parent(parents(function)), owner(function.exprs.size(), kNone),
      guards(function.stmts.size()), around(function.stmts.size()),
      once(single_initialisers(function)) {
  if (function.root == kNone) return;
  Placer placer{*this, {}, {}};
  placer.statement(function.root);
}

ExprId FunctionView::user(ExprId id) const {
  ExprId up = parent[id];
  while (up != kNone && f->exprs[up].op == Op::cast) up = parent[up];
  return up;
}

ExprId FunctionView::resolve(ExprId id) const {
  for (int hops = 0; hops < 8; ++hops) {
    id = skip_casts(*f, id);
    const Expr& e = f->exprs[id];
    if (e.op != Op::load || e.args.empty()) return id;
    const Expr& place = f->exprs[e.args[0]];
    if (place.op != Op::local || place.var >= once.size() || once[place.var] == kNone) return id;
    id = once[place.var];
  }
  return id;
}

bool intersects(const Origins& a, const Origins& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](std::uint32_t x) { return std::binary_search(b.begin(), b.end(), x); });
}

void unite(Origins& into, const Origins& more) {
  if (more.empty()) return;
  Origins all;
  std::set_union(into.begin(), into.end(), more.begin(), more.end(), std::back_inserter(all));
  into = std::move(all);
}

kf::VarId root_of(const Function& f, ExprId place) {
  for (int depth = 0; depth < 32 && place != kNone; ++depth) {
    const Expr& e = f.exprs[place];
    switch (e.op) {
    case Op::local: return e.var;
    case Op::index:
    case Op::deref:
    case Op::member:
    case Op::load:
    case Op::addr:
    case Op::cast:
    case Op::add:
    case Op::sub:
      if (e.args.empty()) return kNone;
      place = e.args[0];
      break;
    default: return kNone;
    }
  }
  return kNone;
}

bool is_narrow_integer(const kf::Type& type) {
  return type.kind == TypeKind::integer && type.bytes > 0 && type.bytes < 8;
}

std::optional<std::uint64_t> mask_bits(const Function& f, ExprId id) {
  const std::optional<std::int64_t> value = constant(f, id);
  if (!value) return std::nullopt;
  const kf::Type& type = f.type_of(id);
  auto bits = static_cast<std::uint64_t>(*value);
  if (is_narrow_integer(type) && !type.is_signed) bits &= (std::uint64_t{1} << type.bits()) - 1;
  return bits;
}

bool is_narrow_bit_op(const Expr& e) {
  return is_call(e, {"__popc", "__ffs", "__clz", "__brev", "__fns", "__fns32", "__builtin_popcount",
                     "__builtin_ffs", "__builtin_clz", "__builtin_ctz"});
}

bool is_wide_bit_op(const Expr& e) {
  return is_call(e,
                 {"__popcll", "__ffsll", "__clzll", "__brevll", "__fns64", "__builtin_popcountll",
                  "__builtin_popcountl", "__builtin_ffsll", "__builtin_ffsl", "__builtin_clzll",
                  "__builtin_clzl", "__builtin_ctzll", "__builtin_ctzl", "__builtin_popcountg"});
}

ShiftKind shift_kind(const FunctionView& view, ExprId amount) {
  const Function& f = *view.f;
  if (const auto value = constant(f, amount))
    return *value >= 32 ? ShiftKind::half : ShiftKind::within;
  const ExprId id = view.resolve(amount);
  const Expr& e = f.exprs[id];
  const auto right = e.args.size() > 1 ? constant(f, e.args[1]) : std::optional<std::int64_t>{};
  const auto left = !e.args.empty() ? constant(f, e.args[0]) : std::optional<std::int64_t>{};
  switch (e.op) {
  case Op::bit_and: {
    const auto c = right ? right : left;
    if (!c) return ShiftKind::unknown;
    if ((*c & 31) == 0) return ShiftKind::half;
    return *c >= 0 && *c < 32 ? ShiftKind::within : ShiftKind::unknown;
  }
  case Op::rem: return right && *right > 0 && *right <= 32 ? ShiftKind::within : ShiftKind::unknown;
  case Op::mul: {
    const auto c = right ? right : left;
    return c && *c != 0 && *c % 32 == 0 ? ShiftKind::half : ShiftKind::unknown;
  }
  case Op::shl: return right && *right >= 5 ? ShiftKind::half : ShiftKind::unknown;
  case Op::select: {
    if (e.args.size() != 3) return ShiftKind::unknown;
    const auto yes = constant(f, e.args[1]);
    const auto no = constant(f, e.args[2]);
    return yes && no && *yes % 32 == 0 && *no % 32 == 0 ? ShiftKind::half : ShiftKind::unknown;
  }
  default: return ShiftKind::unknown;
  }
}

// ---- flow ----

bool LaneMaskFlow::ends(const kf::Type& type) const {
  return follow_ == Follow::whole && is_narrow_integer(type);
}

LaneMaskFlow::LaneMaskFlow(const Facts& facts, Follow follow) : follow_(follow) {
  for (const Function* f : judged_functions(facts)) {
    by_key_.emplace(f->key, views_.size());
    by_key_.emplace(kf::base_key(f->key), views_.size());
    if (!f->pattern.empty()) by_pattern_.emplace(kf::base_key(f->pattern), views_.size());
    views_.emplace_back(*f);
  }
  std::map<std::string_view, std::vector<std::size_t>> same;
  for (std::size_t i = 0; i < views_.size(); ++i) same[kf::base_key(views_[i].f->key)].push_back(i);
  for (const FunctionView& v : views_) variants_.push_back(same[kf::base_key(v.f->key)]);
  states_.resize(views_.size());
  calls_.resize(views_.size());
  reached_from_.resize(views_.size());
  small_.assign(views_.size(), 0);
  for (std::size_t i = 0; i < views_.size(); ++i) {
    const Function& f = *views_[i].f;
    for (ExprId id = 0; id < f.exprs.size(); ++id) {
      if (!views_[i].reached(id)) continue;
      const Expr& e = f.exprs[id];
      if (is_lane_mask(e) && (e.tile == 0 || e.tile == 64)) {
        origin_index_[{i, id}] = static_cast<std::uint32_t>(origins_.size());
        origins_.push_back({i, id});
      } else if (e.op == Op::call) {
        if (const auto to = target(e)) {
          calls_[*to].emplace_back(i, id);
          reached_from_[*to].push_back(i);
        }
      } else if (e.op == Op::lambda) {
        if (const auto to = target(e)) reached_from_[*to].push_back(i);
      }
    }
  }
  bool changed = !origins_.empty();
  for (int round = 0; changed && round < kRounds; ++round) {
    changed = false;
    for (std::size_t i = 0; i < views_.size(); ++i)
      for (int inner = 0; inner < kRounds && flow_once(i); ++inner) changed = true;
  }
  find_small_blocks(facts);
}

const Expr& LaneMaskFlow::vote(std::uint32_t origin) const {
  const Origin& o = origins_[origin];
  return views_[o.function].f->exprs[o.vote];
}

const FunctionView& LaneMaskFlow::view_of(std::uint32_t origin) const {
  return views_[origins_[origin].function];
}

std::optional<std::size_t> LaneMaskFlow::target(const Expr& call) const {
  if (call.callee.empty()) return std::nullopt;
  if (const auto it = by_key_.find(call.callee); it != by_key_.end()) return it->second;
  const std::string base(kf::base_key(call.callee));
  if (const auto it = by_key_.find(base); it != by_key_.end()) return it->second;
  if (const auto it = by_pattern_.find(base); it != by_pattern_.end()) return it->second;
  // step<int, 4>(v) in a template that nothing instantiates: the pattern of step.
  if (const std::size_t args = base.find('<'); args != std::string::npos)
    if (const auto it = by_key_.find(base.substr(0, args)); it != by_key_.end()) return it->second;
  return std::nullopt;
}

LaneMaskFlow::PlaceKey LaneMaskFlow::key_of(const Function& f, ExprId place) const {
  std::string field;
  for (ExprId at = place; at != kNone;) {
    const Expr& e = f.exprs[at];
    if (e.op == Op::member && field.empty()) field = e.text;
    if (e.op == Op::global) return {kNone, "::" + e.text + "." + field};
    at = e.args.empty() ? kNone : e.args[0];
  }
  return {root_of(f, place), field};
}

std::string LaneMaskFlow::field_of(const Function& f, ExprId place) const {
  for (ExprId at = place; at != kNone;) {
    const Expr& e = f.exprs[at];
    if (e.args.empty()) return {};
    if (e.op != Op::member) {
      at = e.args[0];
      continue;
    }
    // `this->votes` may carry the pointer's type.
    const kf::Type& type = f.type_of(e.args[0]);
    std::string_view record = type.text;
    if (type.kind == TypeKind::pointer && record.size() > 2
        && record.substr(record.size() - 2) == " *")
      record.remove_suffix(2);
    else if (type.kind != TypeKind::record)
      return {};
    for (const std::string_view qualifier : {"const ", "volatile "})
      if (record.substr(0, qualifier.size()) == qualifier) record.remove_prefix(qualifier.size());
    // std::pair and float4 are everybody's.
    if (record.empty() || record.substr(0, 5) == "std::"
        || record.substr(0, 15) == "HIP_vector_type")
      return {};
    return std::string(record) + "." + e.text;
  }
  return {};
}

Origins LaneMaskFlow::carried(std::size_t function, ExprId id) const {
  if (id == kNone) return {};
  const FunctionView& view = views_[function];
  const Function& f = *view.f;
  const Expr& e = f.exprs[id];
  const auto arg = [&](std::size_t i) {
    return i < e.args.size() && e.args[i] != kNone ? carried(function, e.args[i]) : Origins{};
  };
  const kf::Type& type = f.type_of(id);
  if (e.op != Op::cross && (ends(type) || type.kind == TypeKind::boolean)) return {};
  switch (e.op) {
  case Op::cross: {
    if (const auto it = origin_index_.find({function, id}); it != origin_index_.end())
      return {it->second};
    return is_shuffle(e) ? arg(1) : Origins{};
  }
  case Op::local:
  case Op::index:
  case Op::deref:
  case Op::member:
  case Op::global: {
    Origins all;
    const State& state = states_[function];
    const PlaceKey key = key_of(f, id);
    const bool named = key.first != kNone || !key.second.empty();
    if (const auto it = state.places.find(key); named && it != state.places.end()) all = it->second;
    if (const auto it = fields_.find(field_of(f, id)); it != fields_.end()) unite(all, it->second);
    return all;
  }
  case Op::load:
  case Op::addr:
  case Op::bit_not:
  case Op::neg:
  case Op::shl: return arg(0);
  case Op::cast:
    if (type.kind != TypeKind::integer && type.kind != TypeKind::unknown
        && type.kind != TypeKind::pointer)
      return {};
    return arg(0);
  case Op::add:
  case Op::sub:
  case Op::mul:
  case Op::bit_or:
  case Op::bit_xor: {
    Origins all = arg(0);
    unite(all, arg(1));
    return all;
  }
  case Op::bit_and: {
    for (std::size_t i = 0; i < 2 && i < e.args.size(); ++i) {
      // `m & 0xffffffff`: cut on purpose. `m & 8`, `m & (1ull << lane)`: one lane's bit. Other
      // constants name lanes of a warp: 0x3fffffff is as blind to the upper half as a cast.
      const auto bits = mask_bits(f, e.args[i]);
      const bool cut = bits == 0xffffffffULL && follow_ == Follow::whole;
      if (cut || (bits && (*bits & (*bits - 1)) == 0)) return {};
      const Expr& other = f.exprs[view.resolve(e.args[i])];
      if (other.op == Op::shl && !other.args.empty() && constant(f, other.args[0]) == 1) return {};
    }
    Origins all = arg(0);
    unite(all, arg(1));
    return all;
  }
  case Op::shr:
    if (e.args.size() < 2) return {};
    switch (shift_kind(view, e.args[1])) {
    case ShiftKind::within: return arg(0);
    case ShiftKind::half: return {};
    case ShiftKind::unknown: return follow_ == Follow::parts ? arg(0) : Origins{};
    }
    return {};
  case Op::select: {
    // `warpSize == 64 ? votes >> (lane & 32) : votes`
    if (const auto holds = holds_at_64_lanes(view, e.args[0])) return arg(*holds ? 1 : 2);
    Origins all = arg(1);
    unite(all, arg(2));
    return all;
  }
  case Op::comma:
  case Op::assign: return arg(1);
  case Op::init_list: {
    Origins all;
    for (std::size_t i = 0; i < e.args.size(); ++i) unite(all, arg(i));
    return all;
  }
  case Op::call: {
    const auto to = target(e);
    return to ? states_[*to].result : Origins{};
  }
  default: return {};
  }
}

bool LaneMaskFlow::store(std::size_t function, ExprId place, const Origins& value) {
  if (value.empty()) return false;
  const Function& f = *views_[function].f;
  bool changed = false;
  const auto grow = [&](Origins& held) {
    const std::size_t before = held.size();
    unite(held, value);
    changed = changed || held.size() != before;
  };
  if (const std::string field = field_of(f, place); !field.empty()) grow(fields_[field]);
  const PlaceKey key = key_of(f, place);
  if (key.first == kNone && key.second.empty()) return changed;
  State& state = states_[function];
  grow(state.places[key]);
  if (key.first != kNone && key.first < f.vars.size()
      && f.vars[key.first].storage == kf::Storage::param) {
    // Through a reference or pointer parameter the caller's object is written.
    const kf::Type& type = f.types[f.vars[key.first].type];
    if (type.is_reference || type.kind == TypeKind::pointer) grow(state.out[key.first]);
  }
  return changed;
}

bool LaneMaskFlow::pass_arguments(std::size_t caller, const Expr& call, std::size_t callee) {
  const Function& to = *views_[callee].f;
  // A member call's object comes first among the arguments.
  if (call.args.size() < to.params.size()) return false;
  const std::size_t skip = call.args.size() - to.params.size();
  if (skip > 1) return false;
  bool changed = false;
  for (std::size_t i = 0; i < to.params.size(); ++i) {
    const ExprId argument = call.args[i + skip];
    if (argument == kNone) continue;
    const kf::VarId param = to.params[i];
    if (!ends(to.types[to.vars[param].type])) {
      const Origins value = carried(caller, argument);
      Origins& held = states_[callee].places[{param, ""}];
      const std::size_t before = held.size();
      unite(held, value);
      changed = changed || held.size() != before;
    }
    const auto out = states_[callee].out.find(param);
    if (out != states_[callee].out.end())
      changed = store(caller, skip_casts(*views_[caller].f, argument), out->second) || changed;
  }
  return changed;
}

bool LaneMaskFlow::flow_once(std::size_t function) {
  const FunctionView& view = views_[function];
  const Function& f = *view.f;
  bool changed = false;
  walk_stmts(f, [&](const kf::Stmt& s) {
    if (s.kind == StmtKind::decl && s.var != kNone && s.a != kNone
        && !ends(f.types[f.vars[s.var].type])) {
      Origins& held = states_[function].places[{s.var, ""}];
      const std::size_t before = held.size();
      unite(held, carried(function, s.a));
      changed = changed || held.size() != before;
    } else if (s.kind == StmtKind::return_ && s.a != kNone && !ends(f.types[f.return_type])
               && f.types[f.return_type].kind != TypeKind::boolean) {
      const std::size_t before = states_[function].result.size();
      unite(states_[function].result, carried(function, s.a));
      changed = changed || states_[function].result.size() != before;
    }
  });
  for (ExprId id = 0; id < f.exprs.size(); ++id) {
    if (!view.reached(id)) continue;
    const Expr& e = f.exprs[id];
    if (e.op == Op::assign && e.args.size() == 2 && is_place(f.exprs[e.args[0]].op)
        && !ends(f.type_of(e.args[0]))) {
      changed = store(function, e.args[0], carried(function, e.args[1])) || changed;
    } else if (e.op == Op::call) {
      if (const auto to = target(e)) changed = pass_arguments(function, e, *to) || changed;
    } else if (e.op == Op::lambda) {
      const auto to = target(e);
      if (!to) continue;
      // Captures keep their names.
      const Function& body = *views_[*to].f;
      for (kf::VarId inner = 0; inner < body.vars.size(); ++inner) {
        if (body.vars[inner].storage != kf::Storage::captured) continue;
        for (kf::VarId outer = 0; outer < f.vars.size(); ++outer) {
          if (f.vars[outer].name != body.vars[inner].name) continue;
          const auto held = states_[function].places.find({outer, ""});
          if (held == states_[function].places.end()) continue;
          Origins& taken = states_[*to].places[{inner, ""}];
          const std::size_t before = taken.size();
          unite(taken, held->second);
          changed = changed || taken.size() != before;
        }
      }
    }
  }
  return changed;
}

bool LaneMaskFlow::upper_half_used(std::size_t function, const Origins& origins) const {
  const FunctionView& view = views_[function];
  const Function& f = *view.f;
  for (ExprId id = 0; id < f.exprs.size(); ++id) {
    const Expr& e = f.exprs[id];
    if (!view.reached(id) || e.op != Op::shr || e.args.size() != 2) continue;
    const auto by = constant(f, e.args[1]);
    if (!by || *by < 32) continue;
    const Origins shifted = carried(function, e.args[0]);
    if (intersects(shifted, origins)) return true;
    // `(uint32_t)__ballot(p)` beside `(uint32_t)(__ballot(p) >> 32)`: two votes, one meaning.
    for (const std::uint32_t o : shifted)
      for (const std::uint32_t mine : origins)
        if (origins_[o].function == function && origins_[mine].function == function
            && print_expr(f, origins_[o].vote) == print_expr(f, origins_[mine].vote))
          return true;
  }
  return false;
}

Span LaneMaskFlow::written_at(std::uint32_t origin) const {
  const Function& f = *view_of(origin).f;
  const Expr& e = vote(origin);
  return e.site == kNone ? e.where.best() : f.sites[e.site].callee.best();
}

Origins LaneMaskFlow::written_alike(const Origins& origins) const {
  std::set<Span> places;
  for (const std::uint32_t o : origins) places.insert(written_at(o));
  Origins all;
  for (std::uint32_t o = 0; o < origins_.size(); ++o)
    if (places.count(written_at(o)) != 0) all.push_back(o);
  return all;
}

bool LaneMaskFlow::only_narrow_uses(const Origins& votes) const {
  for (std::size_t i = 0; i < views_.size(); ++i) {
    const FunctionView& v = views_[i];
    for (ExprId id = 0; id < v.f->exprs.size(); ++id) {
      if (!v.reached(id) || is_place(v.f->exprs[id].op)) continue;
      if (intersects(carried(i, id), votes) && !use_is_narrow(i, id, votes)) return false;
    }
  }
  return true;
}

bool LaneMaskFlow::use_is_narrow(std::size_t i, ExprId id, const Origins& votes) const {
  const FunctionView& v = views_[i];
  const Function& f = *v.f;
  const ExprId up = v.parent[id];
  if (up == kNone) {
    const kf::Stmt& s = v.statement(id);
    if (s.kind == kf::StmtKind::return_) return !calls_[i].empty();
    return s.kind != kf::StmtKind::opaque && s.kind != kf::StmtKind::asm_;
  }
  const Expr& u = f.exprs[up];
  const auto other = [&] { return u.args[0] == id ? u.args[1] : u.args[0]; };
  switch (u.op) {
  case Op::cast:
  case Op::logical_and:
  case Op::logical_or:
  case Op::logical_not:
  case Op::comma:
  case Op::select:
  case Op::bit_and:
  case Op::bit_or:
  case Op::bit_xor:
  case Op::add:
  case Op::sub:
  case Op::load:
  case Op::shl: return true;
  case Op::shr: return u.args[0] != id || shift_kind(v, u.args[1]) != ShiftKind::half;
  case Op::bit_not: {
    // `~m` has its upper half set; a cut or a 32-bit operation drops that again.
    const ExprId user = v.user(up);
    return user == kNone || is_narrow_bit_op(f.exprs[user]) || f.exprs[user].op == Op::bit_and
           || f.exprs[user].op == Op::assign;
  }
  case Op::eq:
  case Op::ne: {
    const auto bits = mask_bits(f, other());
    return (bits && (*bits == 0 || *bits == 0xffffffffULL))
           || intersects(carried(i, other()), votes);
  }
  case Op::assign: {
    const kf::VarId root = root_of(f, u.args[0]);
    if (root == kNone) return is_narrow_integer(f.type_of(u.args[0]));
    switch (f.vars[root].storage) {
    case kf::Storage::local:
    case kf::Storage::shared:
    case kf::Storage::captured: return true;
    case kf::Storage::param:
      return is_narrow_integer(f.type_of(u.args[0]))
             || (f.types[f.vars[root].type].is_reference && !calls_[i].empty());
    default: return is_narrow_integer(f.type_of(u.args[0]));
    }
  }
  case Op::call:
    if (is_narrow_bit_op(u)) return true;
    // __popcll(votes & ((1u << lane) - 1)) sees what __popc would.
    if (const Expr& part = f.exprs[v.resolve(id)]; is_wide_bit_op(u) && part.op == Op::bit_and)
      for (const ExprId arg : part.args)
        if (const auto prefix = prefix_mask(v, arg); prefix && is_warp_lane(v, prefix->lane))
          return true;
    if (const ExprId user = v.user(up); user != kNone && full_compare(*this, i, user)) return true;
    return !is_wide_bit_op(u) && target(u).has_value();
  case Op::cross: return is_shuffle(u) && !u.args.empty() && u.args[0] != id;
  default: return false;
  }
}

void LaneMaskFlow::find_small_blocks(const Facts& facts) {
  enum : char { unvisited, visiting, no, yes };
  std::vector<char> state(views_.size(), unvisited);
  const auto kernel = [&](const Function& f) {
    if (f.max_threads && *f.max_threads <= 32) return true;
    bool seen = false;
    for (const Launch& launch : facts.launches) {
      if (!is_launch_of(launch, f)) continue;
      seen = true;
      if (!launch.block_dims) return false;
      const auto& d = *launch.block_dims;
      if (d[0] * d[1] * d[2] > 32) return false;
    }
    return seen;
  };
  const std::function<bool(std::size_t)> visit = [&](std::size_t i) -> bool {
    if (state[i] == visiting || state[i] == yes) return true;
    if (state[i] == no) return false;
    state[i] = visiting;
    bool result = false;
    if (views_[i].f->kind == kf::FunctionKind::kernel) {
      result = kernel(*views_[i].f);
    } else {
      result = !reached_from_[i].empty();
      for (const std::size_t caller : reached_from_[i]) result = visit(caller) && result;
    }
    state[i] = result ? yes : no;
    return result;
  };
  for (std::size_t i = 0; i < views_.size(); ++i) small_[i] = visit(i) ? 1 : 0;
}

// ---- judging the surroundings ----

namespace {

bool tests_wave_size(const FunctionView& view, ExprId condition) {
  bool found = false;
  walk(*view.f, condition, [&](ExprId id) {
    const Expr& e = view.f->exprs[id];
    if (e.op < Op::lt || e.op > Op::ne || e.args.size() != 2) return;
    const bool left = is_wave_size(view, e.args[0]) && constant(*view.f, e.args[1]);
    const bool right = is_wave_size(view, e.args[1]) && constant(*view.f, e.args[0]);
    found = found || left || right;
  });
  return found;
}

/// `x % warpSize`, `x & (warpSize - 1)`, `x & 63`.
bool cuts_to_wave(const FunctionView& view, const Expr& e) {
  const Function& f = *view.f;
  if ((e.op != Op::rem && e.op != Op::bit_and) || e.args.size() != 2) return false;
  if (e.op == Op::rem) return is_wave_size(view, e.args[1]) || constant(f, e.args[1]) == 64;
  if (constant(f, e.args[1]) == 63) return true;
  const Expr& last = f.exprs[view.resolve(e.args[1])];
  return last.op == Op::sub && last.args.size() == 2 && is_wave_size(view, last.args[0])
         && constant(f, last.args[1]) == 1;
}

/// The thread index, or a sum of it with other terms that are not negative: threadIdx.x,
/// threadIdx.x + threadIdx.y * blockDim.x, the index in the grid.
bool is_thread_index(const FunctionView& view, ExprId id) {
  bool has_x = false;
  const Function& f = *view.f;
  const std::function<bool(ExprId)> sum = [&](ExprId at) -> bool {
    at = view.resolve(at);
    const Expr& e = f.exprs[at];
    if (e.op == Op::thread_idx) {
      if (e.value == 0) has_x = true;
      return true;
    }
    // A lane of the real wave: __lane_id(), threadIdx.x % warpSize, threadIdx.x & 63.
    if (e.op == Op::lane_id) return has_x = true;
    if (cuts_to_wave(view, e)) return sum(e.args[0]);
    if (e.op == Op::block_idx || e.op == Op::block_dim) return true;
    if (e.op == Op::constant) return e.value >= 0;
    if (e.op == Op::add && e.args.size() == 2) return sum(e.args[0]) && sum(e.args[1]);
    if (e.op == Op::mul && e.args.size() == 2) {
      const bool had = has_x;
      const bool both = sum(e.args[0]) && sum(e.args[1]);
      has_x = had;
      return both;
    }
    return false;
  };
  return sum(id) && has_x;
}

/// threadIdx.x / 32, threadIdx.x >> 5.
bool is_warp_index(const FunctionView& view, ExprId id) {
  const Function& f = *view.f;
  const Expr& e = f.exprs[view.resolve(id)];
  if (e.args.size() != 2) return false;
  const auto c = constant(f, e.args[1]);
  const bool divides =
      (e.op == Op::div && c && *c > 0 && *c <= 32) || (e.op == Op::shr && c && *c >= 0 && *c <= 5);
  return divides && is_thread_index(view, e.args[0]);
}

/// An upper bound of a value that is not negative, where a wave has 64 lanes.
std::optional<std::int64_t> most_at_64(const FunctionView& view, ExprId id) {
  const Function& f = *view.f;
  if (const auto c = constant(f, id)) return c;
  const Expr& e = f.exprs[view.resolve(id)];
  if (const auto c = constant(f, view.resolve(id))) return c;
  constexpr std::int64_t kMaxBlock = 1024;  // threads in a block, on CUDA and HIP alike
  const auto arg = [&](std::size_t i) { return most_at_64(view, e.args[i]); };
  switch (e.op) {
  case Op::warp_size: return 64;
  case Op::block_dim: return kMaxBlock;
  case Op::div: {
    const auto whole = arg(0);
    const auto by =
        is_wave_size(view, e.args[1]) ? std::optional<std::int64_t>(64) : constant(f, e.args[1]);
    if (!whole || !by || *by <= 0) return std::nullopt;
    return *whole / *by;
  }
  case Op::shr: {
    const auto whole = arg(0);
    const auto by = constant(f, e.args[1]);
    if (!whole || !by || *by < 0 || *by > 31) return std::nullopt;
    return *whole >> *by;
  }
  case Op::add:
  case Op::select: {
    const std::size_t first = e.op == Op::select ? 1 : 0;
    const auto a = arg(first);
    const auto b = arg(first + 1);
    if (!a || !b) return std::nullopt;
    return e.op == Op::add ? *a + *b : std::max(*a, *b);
  }
  default: return std::nullopt;
  }
}

/// Whether `condition` having the value `holds` leaves only threads 0-31 of the block.
bool implies_first_half(const FunctionView& view, ExprId condition, bool holds) {
  const Function& f = *view.f;
  condition = skip_casts(f, condition);
  const Expr& e = f.exprs[condition];
  if (e.op == Op::logical_not && !e.args.empty())
    return implies_first_half(view, e.args[0], !holds);
  if (e.args.size() == 2
      && ((e.op == Op::logical_and && holds) || (e.op == Op::logical_or && !holds)))
    return implies_first_half(view, e.args[0], holds) || implies_first_half(view, e.args[1], holds);
  if (e.op >= Op::lt && e.op <= Op::ne && e.args.size() == 2) {
    ExprId subject = e.args[0];
    auto bound = most_at_64(view, e.args[1]);
    Op op = e.op;
    if (!bound || is_thread_index(view, e.args[1])) {
      bound = most_at_64(view, e.args[0]);
      subject = e.args[1];
      op = op == Op::lt   ? Op::gt
           : op == Op::le ? Op::ge
           : op == Op::gt ? Op::lt
           : op == Op::ge ? Op::le
                          : op;
    }
    if (!bound) return false;
    // The largest value that the subject can have here.
    std::int64_t most = -1;
    if (holds && op == Op::lt)
      most = *bound - 1;
    else if (holds && op == Op::le)
      most = *bound;
    else if (!holds && op == Op::ge)
      most = *bound - 1;
    else if (!holds && op == Op::gt)
      most = *bound;
    else if ((holds && op == Op::eq) || (!holds && op == Op::ne))
      most = *bound;
    else
      return false;
    if (is_thread_index(view, subject)) return most < 32;
    return is_warp_index(view, subject) && most == 0;
  }
  // `if (!warp)`, `if (threadIdx.x) return;`
  return !holds && (is_thread_index(view, condition) || is_warp_index(view, condition));
}

}  // namespace

bool leaves_first_half(const FunctionView& view, ExprId condition) {
  return implies_first_half(view, condition, true);
}

bool is_wave_lane(const FunctionView& view, ExprId id) {
  const Expr& e = view.f->exprs[view.resolve(id)];
  if (e.op == Op::lane_id) return true;
  return cuts_to_wave(view, e) && is_thread_index(view, e.args[0]);
}

bool first_half_only(const FunctionView& view, ExprId id) {
  if (!view.reached(id)) return false;
  const auto& guards = view.guards[view.owner[id]];
  return std::any_of(guards.begin(), guards.end(), [&](const Guard& g) {
    return g.condition != kNone && implies_first_half(view, g.condition, g.holds);
  });
}

bool LaneMaskFlow::is_low(std::uint32_t origin) const {
  const FunctionView& v = view_of(origin);
  const Expr& e = vote(origin);
  if (v.f->name.rfind("hipshim::", 0) == 0) return true;
  if (e.sync_form && !e.args.empty() && e.args[0] != kNone) {
    const auto bits = mask_bits(*v.f, e.args[0]);
    if (bits && *bits <= 0xffffffffULL
        && !is_narrow_integer(v.f->type_of(skip_implicit(*v.f, e.args[0]))))
      return true;
  }
  // What lanes 32-63 would vote is no, whoever asks: __ballot(threadIdx.x < blockDim.x / warpSize).
  if (e.cross == kf::CrossKind::ballot && e.args.size() > 1
      && implies_first_half(v, e.args[1], true))
    return true;
  return first_half_only(v, origins_[origin].vote);
}

bool under_wave_test(const FunctionView& view, ExprId id) {
  for (ExprId up = view.parent[id]; up != kNone; up = view.parent[up]) {
    const Expr& e = view.f->exprs[up];
    if (e.op == Op::select && !e.args.empty() && tests_wave_size(view, e.args[0])) return true;
  }
  if (!view.reached(id)) return false;
  const auto& guards = view.guards[view.owner[id]];
  return std::any_of(guards.begin(), guards.end(), [&](const Guard& g) {
    return g.condition != kNone && tests_wave_size(view, g.condition);
  });
}

bool speaks_of_waves(const FunctionView& view) {
  const Function& f = *view.f;
  for (ExprId id = 0; id < f.exprs.size(); ++id) {
    if (!view.reached(id)) continue;
    const Expr& e = f.exprs[id];
    if (e.op == Op::warp_size) return true;
    if (e.op == Op::lane_id) {
      const ExprId up = view.user(id);
      const bool cut =
          up != kNone && f.exprs[up].args.size() == 2
          && ((f.exprs[up].op == Op::bit_and && constant(f, f.exprs[up].args[1]) == 31)
              || (f.exprs[up].op == Op::rem && constant(f, f.exprs[up].args[1]) == 32));
      if (!cut) return true;
    }
    if (is_call(e, {"__builtin_amdgcn_mbcnt_lo", "__builtin_amdgcn_mbcnt_hi",
                    "__builtin_amdgcn_wavefrontsize"}))
      return true;
    // In 32 bits it is CUDA's lane mask that is meant.
    if (is_call(e, {"__lanemask_lt", "__lanemask_gt"}) && !is_used_in_32(view, id)) return true;
    if (e.args.size() == 2) {
      const auto c = constant(f, e.args[1]);
      const bool by_64 = (e.op == Op::bit_and && c == 63) || (e.op == Op::rem && c == 64)
                         || (e.op == Op::div && c == 64) || (e.op == Op::shr && c == 6);
      if (by_64 && depends_on_thread(f, e.args[0])) return true;
    }
  }
  return false;
}

// ---- what a value is computed from ----

namespace {

class Sources {
 public:
  using Wanted = std::function<bool(std::size_t, ExprId)>;
  Sources(const LaneMaskFlow& flow, const Wanted& wanted) : flow_(flow), wanted_(wanted) {}

  bool hold(std::size_t function, ExprId id) {
    if (id == kNone) return false;
    if (wanted_(function, id)) return true;
    const Function& f = *flow_.functions()[function].f;
    const Expr& e = f.exprs[id];
    if (e.op == Op::local) return variable(function, e.var);
    // What an element holds is not computed from its index.
    if (e.op == Op::load && !e.args.empty() && f.exprs[e.args[0]].op != Op::local) return false;
    // `i & 31`, `i % 32`: whatever it was, a lane of 32.
    const auto by = e.args.size() == 2 ? constant(f, e.args[1]) : std::nullopt;
    if (by && ((e.op == Op::bit_and && *by <= 31) || (e.op == Op::rem && *by <= 32)))
      return cut_ && hold(function, e.args[0]);
    if (e.op == Op::call && returned(e)) return true;
    return std::ranges::any_of(e.args, [&](ExprId arg) { return hold(function, arg); });
  }

  [[nodiscard]] bool seen(std::size_t function, kf::VarId var) const {
    return seen_.contains({function, var});
  }
  /// Lanes that are cut to 32 do not count.
  Sources& without_cuts() {
    cut_ = false;
    return *this;
  }

 private:
  bool variable(std::size_t function, kf::VarId var) {
    if (var == kNone || !seen_.emplace(function, var).second) return false;
    const FunctionView& view = flow_.functions()[function];
    const Function& f = *view.f;
    for (const kf::Stmt& s : f.stmts)
      if (s.kind == StmtKind::decl && s.var == var && hold(function, s.a)) return true;
    for (ExprId id = 0; id < f.exprs.size(); ++id) {
      const Expr& e = f.exprs[id];
      if (e.op == Op::assign && view.reached(id) && f.exprs[e.args[0]].op == Op::local
          && f.exprs[e.args[0]].var == var && hold(function, e.args[1]))
        return true;
    }
    const auto param = std::ranges::find(f.params, var);
    if (param == f.params.end()) return false;
    const auto index = static_cast<std::size_t>(param - f.params.begin());
    for (const auto& [caller, call] : flow_.calls_of(function)) {
      const Expr& e = flow_.functions()[caller].f->exprs[call];
      // The object of a member call stands before the arguments.
      const std::size_t at = index + (e.compound ? 1 : 0);
      if (at < e.args.size() && hold(caller, e.args[at])) return true;
    }
    return false;
  }

  bool returned(const Expr& call) {
    const auto target = flow_.target(call);
    if (!target || !called_.insert(*target).second) return false;
    return std::ranges::any_of(flow_.functions()[*target].f->stmts, [&](const kf::Stmt& s) {
      return s.kind == StmtKind::return_ && hold(*target, s.a);
    });
  }

  const LaneMaskFlow& flow_;
  const Wanted& wanted_;
  bool cut_ = true;
  std::set<std::pair<std::size_t, kf::VarId>> seen_;
  std::set<std::size_t> called_;
};

}  // namespace

bool stems_from(const LaneMaskFlow& flow, std::size_t function, ExprId id,
                const std::function<bool(std::size_t, ExprId)>& wanted) {
  return Sources(flow, wanted).hold(function, id);
}

namespace {

bool shuffle_follows_wave(const LaneMaskFlow& flow, std::size_t function, ExprId shuffle) {
  const FunctionView& view = flow.functions()[function];
  const Function& f = *view.f;
  const Expr& e = f.exprs[shuffle];
  if (e.tile != 0 || e.args.size() < 3 || !view.reached(shuffle)) return false;
  const Sources::Wanted wave_size = [&](std::size_t at, ExprId id) {
    const Expr& value = flow.functions()[at].f->exprs[id];
    return value.op == Op::warp_size || is_call(value, {"__builtin_amdgcn_wavefrontsize"});
  };
  Sources lane(flow, wave_size);
  if (lane.without_cuts().hold(function, e.args[2])) return true;
  // for (int d = 1; d < warpSize; d *= 2) v += __shfl_up(v, d);
  return std::ranges::any_of(view.around[view.owner[shuffle]], [&](StmtId id) {
    const kf::Stmt& s = f.stmts[id];
    if (s.kind != StmtKind::loop || s.a == kNone) return false;
    bool counts = false;
    walk(f, s.a, [&](ExprId at) {
      const Expr& place = f.exprs[at];
      counts = counts || (place.op == Op::local && lane.seen(function, place.var));
    });
    return counts && Sources(flow, wave_size).without_cuts().hold(function, s.a);
  });
}

}  // namespace

bool follows_wave(const LaneMaskFlow& flow, std::size_t function, ExprId operation) {
  const Expr& e = flow.functions()[function].f->exprs[operation];
  if (is_shuffle(e)) return shuffle_follows_wave(flow, function, operation);
  if (!is_lane_mask(e)) return false;
  const auto is_vote = [&](std::size_t at, ExprId id) { return at == function && id == operation; };
  for (std::size_t i = 0; i < flow.functions().size(); ++i) {
    const Function& f = *flow.functions()[i].f;
    for (ExprId id = 0; id < f.exprs.size(); ++id) {
      const Expr& user = f.exprs[id];
      if (is_shuffle(user) && user.sync_form && !user.args.empty()
          && stems_from(flow, i, user.args[0], is_vote) && shuffle_follows_wave(flow, i, id))
        return true;
    }
  }
  return false;
}

// ---- names, text and edits ----

bool is_cut_by_constant(const Function& f, ExprId value) {
  bool found = false;
  walk(f, value, [&](ExprId id) {
    const Expr& e = f.exprs[id];
    if (e.op != Op::bit_and || e.args.size() != 2) return;
    for (const ExprId arg : e.args) {
      const auto bits = mask_bits(f, arg);
      found = found || (bits && *bits <= 0xffffffffULL);
    }
  });
  return found;
}

std::string warp32_name(const Expr& cross) {
  std::string name;
  switch (cross.cross) {
  case kf::CrossKind::shfl: name = "shfl"; break;
  case kf::CrossKind::shfl_up: name = "shfl_up"; break;
  case kf::CrossKind::shfl_down: name = "shfl_down"; break;
  case kf::CrossKind::shfl_xor: name = "shfl_xor"; break;
  case kf::CrossKind::ballot: name = "ballot"; break;
  case kf::CrossKind::any: name = "any"; break;
  case kf::CrossKind::all: name = "all"; break;
  case kf::CrossKind::match_any: name = "match_any"; break;
  case kf::CrossKind::match_all: name = "match_all"; break;
  case kf::CrossKind::active_mask: return "hipshim::warp32::active_mask";
  case kf::CrossKind::sync_warp: return "hipshim::warp32::sync";
  case kf::CrossKind::reduce: {
    // __reduce_add_sync
    std::string_view text = cross.text;
    for (const std::string_view op : {"add", "min", "max", "and", "or", "xor"})
      if (text.find("reduce_" + std::string(op)) != std::string_view::npos || text == op)
        return "hipshim::warp32::reduce_" + std::string(op) + "_sync";
    return {};
  }
  default: return {};
  }
  return "hipshim::warp32::" + name + (cross.sync_form ? "_sync" : "");
}

std::optional<Edit> to_warp32(const Facts& facts, const Function& f, ExprId cross) {
  const Expr& e = f.exprs[cross];
  const std::string name = warp32_name(e);
  if (name.empty() || e.tainted || f.tainted || e.site == kNone || e.tile != 0) return std::nullopt;
  const kf::Site& site = f.sites[e.site];
  if (!can_edit(facts, site.callee)) return std::nullopt;
  return rename_callee(site, name);
}

std::optional<Fix> warp32_fix(const Context& context, const LaneMaskFlow& flow,
                              const Origins& origins) {
  Fix fix;
  fix.safety = Safety::safe;
  fix.title = "take the caller's 32 lanes with hipshim::warp32";
  const Origins all = flow.written_alike(origins);
  for (const std::uint32_t o : all) {
    const Function& f = *flow.view_of(o).f;
    const Origin& origin = flow.origins()[o];
    const auto edit = to_warp32(context.facts, f, origin.vote);
    if (!edit || follows_wave(flow, origin.function, origin.vote)) return std::nullopt;
    if (speaks_of_waves(flow.view_of(o)) || flow.vote(o).text == "__ballot64")
      fix.safety = Safety::unsafe;
    if (std::find(fix.edits.begin(), fix.edits.end(), *edit) != fix.edits.end()) continue;
    fix.edits.push_back(*edit);
    const IncludeRequest include =
        include_for(f.sites[flow.vote(o).site].callee, "hipshim/warp32.hpp");
    if (std::find(fix.includes.begin(), fix.includes.end(), include) == fix.includes.end())
      fix.includes.push_back(include);
  }
  if (fix.edits.empty()) return std::nullopt;
  if (!flow.only_narrow_uses(all)) fix.safety = Safety::unsafe;
  return fix;
}

std::optional<FullCompare> full_compare(const LaneMaskFlow& flow, std::size_t function, ExprId id) {
  const FunctionView& view = flow.functions()[function];
  const Function& f = *view.f;
  const Expr& e = f.exprs[id];
  if (e.args.size() != 2) return std::nullopt;
  const bool equality = e.op == Op::eq || e.op == Op::ne;
  if (!equality && e.op != Op::lt && e.op != Op::ge) return std::nullopt;
  FullCompare out;
  out.when_full = e.op == Op::eq || e.op == Op::ge;
  for (int side = 0; side < (equality ? 2 : 1); ++side) {
    const ExprId subject = e.args[static_cast<std::size_t>(side)];
    const ExprId limit = e.args[static_cast<std::size_t>(1 - side)];
    if (equality && mask_bits(f, limit) == 0xffffffffULL
        && !flow.carried(function, subject).empty()) {
      out.vote = subject;
      return out;
    }
    const ExprId count = view.resolve(subject);
    const Expr& c = f.exprs[count];
    if (constant(f, limit) == 32 && !c.args.empty()
        && is_call(c, {"__popc", "__popcll", "__builtin_popcount", "__builtin_popcountl",
                       "__builtin_popcountll"})) {
      // An explicit cast under the count was a cut on purpose.
      const ExprId vote = skip_implicit(f, c.args[0]);
      if (flow.carried(function, vote).empty()) continue;
      out.vote = vote;
      out.count = count;
      return out;
    }
  }
  return std::nullopt;
}

namespace {

/// A term of an index that counts warps of 32: `i >> 5`, `threadIdx.x / 32`; `whole` is set for one
/// that counts waves.
bool counts_warps(const FunctionView& view, ExprId id, bool& whole, int depth) {
  if (id == kNone || depth == 0) return false;
  const Function& f = *view.f;
  id = view.resolve(id);
  const Expr& e = f.exprs[id];
  if ((e.op == Op::div || e.op == Op::shr) && e.args.size() == 2) {
    const auto by = constant(f, e.args[1]);
    const bool thread = depends_on_thread(f, e.args[0]);
    whole =
        whole || (thread && (is_wave_size(view, e.args[1]) || by == (e.op == Op::div ? 64 : 6)));
    return thread && by == (e.op == Op::div ? 32 : 5);
  }
  bool any = false;
  if (e.op == Op::add || e.op == Op::mul || e.op == Op::sub || e.op == Op::bit_or
      || e.op == Op::shl)
    for (const ExprId arg : e.args) any = counts_warps(view, arg, whole, depth - 1) || any;
  return any;
}

/// Indices and pointer sums on the way down to the object; false for a local or shared one.
bool index_terms(const FunctionView& view, ExprId place, std::vector<ExprId>& terms) {
  const Function& f = *view.f;
  for (int depth = 0; depth < 16 && place != kNone; ++depth) {
    const Expr& e = f.exprs[place];
    switch (e.op) {
    case Op::index:
    case Op::add:
      if (e.args.size() != 2) return false;
      terms.push_back(e.args[1]);
      place = e.args[0];
      break;
    case Op::deref:
    case Op::addr:
    case Op::cast:
    case Op::member:
      if (e.args.empty()) return false;
      place = e.args[0];
      break;
    case Op::load: {
      const ExprId next = view.resolve(place);
      place = next != place ? next : e.args.empty() ? kNone : e.args[0];
      break;
    }
    case Op::this_: return true;
    case Op::global: return true;
    case Op::local: {
      const kf::Var& var = f.vars[e.var];
      return f.types[var.type].kind == TypeKind::pointer
             || f.types[var.type].kind == TypeKind::record || var.storage == kf::Storage::global
             || (var.storage == kf::Storage::param && f.types[var.type].is_reference);
    }
    default: return false;
    }
  }
  return false;
}

}  // namespace

bool is_packed_store(const FunctionView& view, ExprId assign) {
  const Function& f = *view.f;
  const Expr& e = f.exprs[assign];
  if (e.op != Op::assign || e.args.size() != 2) return false;
  const kf::Type& type = f.type_of(e.args[0]);
  if (!type.is_integer(32) && !type.is_integer(64)) return false;
  std::vector<ExprId> terms;
  if (!index_terms(view, e.args[0], terms) || terms.empty()) return false;
  if (const kf::VarId root = root_of(f, e.args[0]); root != kNone) {
    const kf::Storage storage = f.vars[root].storage;
    const bool inside = storage == kf::Storage::shared || storage == kf::Storage::dynamic_shared
                        || !f.vars[root].extents.empty();
    if (inside) return false;
  }
  bool warps = false;
  bool whole = false;
  for (const ExprId term : terms) warps = counts_warps(view, term, whole, 8) || warps;
  return warps && !whole;
}

bool is_narrowed(const FunctionView& view, ExprId id) {
  const Function& f = *view.f;
  for (ExprId up = view.parent[id]; up != kNone; up = view.parent[up]) {
    const Expr& e = f.exprs[up];
    if (e.op == Op::cast) {
      if (is_narrow_integer(f.type_of(up))) return true;
      continue;
    }
    if (is_narrow_bit_op(e)) return true;
    if (e.op == Op::assign) return is_narrow_integer(f.type_of(e.args[0]));
    const bool same =
        e.op == Op::bit_and || e.op == Op::bit_or || e.op == Op::bit_xor || e.op == Op::bit_not;
    if (!same) return false;
  }
  const kf::Stmt& s = view.statement(id);
  if (s.kind == StmtKind::decl && s.var != kNone) {
    if (is_narrow_integer(f.types[f.vars[s.var].type])) return true;
    // Kept as it is: its uses decide.
    bool narrowed = false;
    for (ExprId use = 0; use < f.exprs.size(); ++use)
      if (view.reached(use) && f.exprs[use].op == Op::load && !f.exprs[use].args.empty()
          && f.exprs[f.exprs[use].args[0]].op == Op::local
          && f.exprs[f.exprs[use].args[0]].var == s.var && view.parent[use] != kNone)
        narrowed = narrowed || is_narrowed(view, use);
    return narrowed;
  }
  return s.kind == StmtKind::return_ && is_narrow_integer(f.types[f.return_type]);
}

bool is_used_in_32(const FunctionView& view, ExprId id) {
  if (is_narrowed(view, id)) return true;
  const Function& f = *view.f;
  const ExprId user = view.user(id);
  if (user == kNone || f.exprs[user].op != Op::bit_and) return false;
  return std::any_of(f.exprs[user].args.begin(), f.exprs[user].args.end(), [&](ExprId arg) {
    const ExprId bare = skip_implicit(f, arg);
    return is_narrow_integer(f.type_of(bare)) && !constant(f, bare);
  });
}

bool is_warp_lane(const FunctionView& view, ExprId id) {
  const Function& f = *view.f;
  const Expr& e = f.exprs[view.resolve(id)];
  if (e.args.size() != 2) return false;
  const auto by = constant(f, e.args[1]);
  return ((e.op == Op::bit_and && by == 31) || (e.op == Op::rem && by == 32))
         && depends_on_thread(f, e.args[0]);
}

std::optional<PrefixMask> prefix_mask(const FunctionView& view, ExprId id) {
  const Function& f = *view.f;
  using Kind = PrefixMask::Kind;
  id = view.resolve(id);
  const Expr& e = f.exprs[id];
  const auto opposite = [](Kind k) {
    return k == Kind::below   ? Kind::from
           : k == Kind::up_to ? Kind::above
           : k == Kind::from  ? Kind::below
                              : Kind::up_to;
  };
  /// `lane + 1` is one step further.
  const auto step = [&](ExprId amount, Kind plain, Kind further, ExprId shift) -> PrefixMask {
    const Expr& a = f.exprs[view.resolve(amount)];
    if (a.op == Op::add && a.args.size() == 2)
      for (std::size_t i = 0; i < 2; ++i)
        if (constant(f, a.args[i]) == 1) return {further, shift, a.args[1 - i]};
    return {plain, shift, amount};
  };
  const auto ones = [&](ExprId value) {
    const auto c = constant(f, value);
    return c && (*c == -1 || *c == 0xffffffffLL);
  };
  if (e.op == Op::bit_not && !e.args.empty()) {
    auto inner = prefix_mask(view, e.args[0]);
    if (inner) inner->kind = opposite(inner->kind);
    return inner;
  }
  if (e.args.size() != 2) return std::nullopt;
  // (1u << lane) - 1, (2u << lane) - 1, (1u << lane) + ~0u
  const bool minus_one =
      (e.op == Op::sub && constant(f, e.args[1]) == 1) || (e.op == Op::add && ones(e.args[1]));
  if (minus_one) {
    const ExprId shift = view.resolve(e.args[0]);
    const Expr& s = f.exprs[shift];
    if (s.op != Op::shl || s.args.size() != 2) return std::nullopt;
    const auto bit = constant(f, s.args[0]);
    if (bit == 1) return step(s.args[1], Kind::below, Kind::up_to, shift);
    if (bit == 2) return PrefixMask{Kind::up_to, shift, s.args[1]};
    return std::nullopt;
  }
  // ~0u << lane, -1 << lane, 0xfffffffe << lane
  if (e.op == Op::shl) {
    if (ones(e.args[0])) return step(e.args[1], Kind::from, Kind::above, id);
    const auto c = constant(f, e.args[0]);
    if (c == -2 || c == 0xfffffffeLL) return PrefixMask{Kind::above, id, e.args[1]};
    return std::nullopt;
  }
  // 0xffffffff >> (31 - lane), >> (32 - lane)
  if (e.op == Op::shr && ones(e.args[0])) {
    const Expr& a = f.exprs[view.resolve(e.args[1])];
    if (a.op != Op::sub || a.args.size() != 2) return std::nullopt;
    const auto from = constant(f, a.args[0]);
    if (from == 31 || from == 63) return PrefixMask{Kind::up_to, id, a.args[1]};
    if (from == 32 || from == 64) return PrefixMask{Kind::below, id, a.args[1]};
  }
  return std::nullopt;
}

bool is_reportable(const Facts& facts, const Function* f, const Where& where) {
  const Span& at = where.best();
  if (!at.valid() || at.file >= facts.files.size() || !facts.files[at.file].project) return false;
  return f == nullptr || f->name.rfind("hipshim::", 0) != 0;
}

std::string shown_text(const Context& context, const Where& where, std::size_t limit) {
  const Span& at = where.best();
  if (!at.valid() || at.file >= context.facts.files.size()) return {};
  const std::string_view raw =
      context.sources.text(context.facts.files[at.file].path, at.begin, at.end);
  std::string text;
  for (const char c : raw) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\\';
    if (!blank)
      text += c;
    else if (!text.empty() && text.back() != ' ')
      text += ' ';
  }
  if (text.size() > limit) text = text.substr(0, limit - 3) + "...";
  return text;
}

std::string written_name(const Context& context, const Function& f, ExprId cross) {
  const Expr& e = f.exprs[cross];
  if (e.site != kNone) {
    std::string text = shown_text(context, f.sites[e.site].callee, 60);
    if (!text.empty() && text.find('(') == std::string::npos) return text;
  }
  switch (e.cross) {
  case kf::CrossKind::active_mask: return "__activemask";
  case kf::CrossKind::match_any: return e.sync_form ? "__match_any_sync" : "__match_any";
  case kf::CrossKind::match_all: return e.sync_form ? "__match_all_sync" : "__match_all";
  default: return e.sync_form ? "__ballot_sync" : "__ballot";
  }
}

std::string wave64_names(const Context& context) {
  const std::vector<std::string> names = targets_with_wave(context, 64);
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += names[i];
  }
  return text;
}

}  // namespace hipaudit::match
