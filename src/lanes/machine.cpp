// SPDX-License-Identifier: Apache-2.0
// The machine. Every expression is evaluated for all lanes of the block at once, in lockstep, under
// a mask of active lanes: the order in which the hardware reconverges. Memory that others see is
// one map from address to value; what was never stored is made up from its address.
#include "lanes/machine.hpp"

#include <algorithm>

#include "lanes/interpreter.hpp"

namespace hipaudit::lanes {

Library::Library(const Facts& facts) {
  std::unordered_map<std::string_view, const Function*> by_key;
  for (const Function& f : facts.functions) by_key.emplace(f.key, &f);
  for (const Function& f : facts.functions)
    for (const Expr& e : f.exprs) {
      if (e.op != Op::call && e.callee.empty()) continue;
      Target target;
      if (const auto found = by_key.find(e.callee);
          found != by_key.end() && found->second->root != kNone)
        target.body = found->second;
      else if (e.op == Op::call)
        target.known = signature(e.text);
      if (target.body || target.known) targets_.emplace(&e, target);
    }
}

const Function* Library::body(const Expr& e) const {
  const auto found = targets_.find(&e);
  return found == targets_.end() ? nullptr : found->second.body;
}

const Signature* Library::known(const Expr& e) const {
  const auto found = targets_.find(&e);
  return found == targets_.end() ? nullptr : found->second.known;
}

bool spans_the_wave(const Expr& e) {
  if (e.op != Op::cross || e.tile != 0) return false;
  switch (e.cross) {
  case CrossKind::shfl:
  case CrossKind::shfl_up:
  case CrossKind::shfl_down:
  case CrossKind::shfl_xor: return e.args.size() == 4 && e.args[3] == kNone;
  case CrossKind::ballot:
  case CrossKind::any:
  case CrossKind::all:
  case CrossKind::active_mask:
  case CrossKind::match_any:
  case CrossKind::match_all:
  case CrossKind::reduce: return true;
  default: return false;
  }
}

const Where& site_of(const Function& f, const Expr& e) {
  return e.site != kNone ? f.sites[e.site].callee : e.where;
}

namespace {

constexpr int kMaxTurns = 1200;
/// Turns of a loop that data ends: one for each lane of two waves, and then some.
constexpr int kMaxDataTurns = 150;
constexpr int kMaxInnerDataTurns = 48;

/// The statements among which the labels stand.
const std::vector<StmtId>& switch_body(const Function& f, const Stmt& s) {
  if (s.body.size() == 1 && f.stmts[s.body[0]].kind == StmtKind::block)
    return f.stmts[s.body[0]].body;
  return s.body;
}

}  // namespace

Machine::Machine(const Library& library, const Shape& shape, const World& world, unsigned seed,
                 unsigned budget, bool small)
    : library_(library), shape_(shape), world_(world), budget_(budget), data_(seed, small) {
  lanes_.count = shape.lanes();
  for (int l = 0; l < lanes_.count; ++l) lanes_.on.set(Lanes::bit(l));
}

Trace Machine::run(const Function& root) {
  try {
    Frame frame(root, nullptr);
    kernel_ = root.kind == kf::FunctionKind::kernel;
    for (const VarId p : root.params) bind_unknown(frame, p);
    root_frame_ = &frame;
    stmt(frame, root.root);
    if (!kernel_ && frame.returned.any()) {
      trace_.returns = frame.returned;
      for (int l = 0; l < lanes_.count; ++l) {
        Value v = frame.returned[Lanes::bit(l)] ? frame.result[l] : Value{};
        if (lanes_.poisoned[Lanes::bit(l)]) v.taint |= kPoison;
        trace_.returned.push_back(v);
      }
      note_returned_record(root);
    }
  } catch (const GaveUp& g) {
    trace_.gave_up = g.why;
  }
  trace_.spent = spent_;
  return std::move(trace_);
}

std::uint64_t Machine::object_of(Frame& frame, VarId id) {
  if (frame.objects[id] != 0) return frame.objects[id];
  const kf::Var& var = frame.f->vars[id];
  switch (var.storage) {
  case kf::Storage::shared:
  case kf::Storage::dynamic_shared: {
    // All extern shared arrays begin at one address; each static one is its own.
    const std::string name = var.storage == kf::Storage::dynamic_shared
                                 ? std::string("extern shared")
                                 : var.name + "@" + std::to_string(var.where.best().begin);
    const auto [found, added] = shared_.try_emplace(name, 0);
    if (added) found->second = memory_.make(*frame.f, var, true);
    return frame.objects[id] = found->second;
  }
  case kf::Storage::constant:
  case kf::Storage::global: return frame.objects[id] = outside(mix(var.name));
  case kf::Storage::captured: capture(frame, id); return frame.objects[id];
  default: return frame.objects[id] = memory_.make(*frame.f, var, false);
  }
}

void Machine::capture(Frame& frame, VarId id) {
  const kf::Var& var = frame.f->vars[id];
  for (Frame* outer = frame.caller; outer; outer = outer->caller)
    for (VarId other = 0; other < outer->f->vars.size(); ++other) {
      if (outer->f->vars[other].where != var.where) continue;
      if (outer->references[other])
        frame.references[id] = outer->references[other];
      else
        frame.objects[id] = object_of(*outer, other);
      return;
    }
  // Host code made the lambda: the same value for all lanes.
  frame.objects[id] = outside(mix("captured " + var.name));
}

void Machine::bind_unknown(Frame& frame, VarId p) {
  const kf::Var& var = frame.f->vars[p];
  const kf::Type& type = frame.f->types[var.type];
  const std::uint64_t h = mix("param " + var.name);
  const bool integer = type.kind == TypeKind::integer && !type.is_reference;
  if (type.is_reference || type.kind == TypeKind::record || type.kind == TypeKind::vector) {
    // A kernel's structure is the same for all; what a function refers to is each lane's own.
    const Vec given =
        kernel_ ? Vec(Value{outside(h), 0})
                : lanes_.each([&](int l) { return Value{outside(h) + (Lanes::bit(l) << 16), 0}; });
    if (type.is_reference) {
      frame.references[p] = given;
      return;
    }
    // A structure that is given by value is the function's own to change.
    frame.objects[p] = memory_.make(*frame.f, var, false);
    memory_.copy({frame.f, kNone}, Vec(Value{frame.objects[p], 0}), given, type);
    return;
  }
  Vec value;
  if (type.kind == TypeKind::pointer) {
    value = Vec(Value{outside(h), 0});
  } else if (kernel_) {
    value = integer && type.bytes >= 2 ? Vec(Value{data_.count(var.name), kData})
                                       : Vec(data_.typed(mix(h, data_.seed()), type));
  } else if (integer && named_like(var.name)) {
    value = guessed(*named_like(var.name));
  } else {
    value = lanes_.each(
        [&](int l) { return data_.typed(mix(mix(h, data_.seed()), Lanes::bit(l)), type); });
  }
  frame.objects[p] = memory_.make(*frame.f, var, false);
  memory_.store({frame.f, kNone}, Vec(Value{frame.objects[p], 0}), value, type.bytes);
}

void Machine::body(Frame& frame, const std::vector<StmtId>& list) {
  for (const StmtId id : list) {
    if (lanes_.on.none()) {
      // Case labels make lanes active again.
      const StmtKind kind = frame.f->stmts[id].kind;
      if (kind != StmtKind::case_ && kind != StmtKind::default_) continue;
    }
    stmt(frame, id);
  }
}

void Machine::stmt(Frame& frame, StmtId id) {
  if (id == kNone) return;
  spend();
  const Stmt& s = frame.f->stmts[id];
  switch (s.kind) {
  case StmtKind::block: body(frame, s.body); break;
  case StmtKind::decl: declare(frame, s); break;
  case StmtKind::eval: value(frame, s.a); break;
  case StmtKind::if_: if_stmt(frame, s); break;
  case StmtKind::loop: loop(frame, s); break;
  case StmtKind::switch_: switch_stmt(frame, s); break;
  case StmtKind::case_:
  case StmtKind::default_: case_label(frame, s); break;
  case StmtKind::return_: return_stmt(frame, s); break;
  case StmtKind::break_:
    if (!loops_.empty()) loops_.back().broken |= lanes_.on;
    lanes_.on.reset();
    break;
  case StmtKind::continue_:
    for (auto at = loops_.rbegin(); at != loops_.rend(); ++at)
      if (!at->is_switch) {
        at->continued |= lanes_.on;
        break;
      }
    lanes_.on.reset();
    break;
  case StmtKind::asm_: assembly(frame, s); break;
  case StmtKind::opaque: throw GaveUp{"not modelled: " + s.text};
  }
}

void Machine::return_stmt(Frame& frame, const Stmt& s) {
  if (s.a != kNone) {
    const kf::Type& returned = frame.f->types[frame.f->return_type];
    const Vec v =
        returned.is_reference && is_place(*frame.f, s.a) ? place(frame, s.a) : value(frame, s.a);
    if (frame.returned.none()) {
      frame.result = convert(lanes_, v, returned);
    } else {
      for (int l = 0; l < lanes_.count; ++l)
        if (lanes_.active(l)) frame.result.lane(l, lanes_.count) = convert(v[l], returned);
    }
  }
  frame.returned |= lanes_.on;
  lanes_.on.reset();
}

void Machine::note_returned_record(const Function& root) {
  if (!is_vector_like(root.types[root.return_type])) return;
  for (int l = 0; l < lanes_.count; ++l)
    if (trace_.returns[Lanes::bit(l)]) {
      Value& v = trace_.returned[Lanes::bit(l)];
      v.bits = memory_.digest(v, l);
    }
}

void Machine::assembly(Frame& frame, const Stmt& s) {
  for (std::size_t i = 0; i < s.exprs.size(); ++i) {
    if (i >= s.constraints.size() || s.constraints[i].empty()
        || (s.constraints[i][0] != '=' && s.constraints[i][0] != '+')
        || !is_place(*frame.f, s.exprs[i]))
      continue;
    const Vec target = place(frame, s.exprs[i]);
    const kf::Type& type = frame.f->type_of(s.exprs[i]);
    const auto has = [&](const char* name) { return s.text.find(name) != std::string::npos; };
    const Vec v = lanes_.each([&](int l) {
      const auto lane = static_cast<std::uint64_t>(l % 32);
      if (has("%laneid")) return Value{lane, 0};
      if (has("%warpid")) return Value{static_cast<std::uint64_t>(l / 32), 0};
      if (has("%lanemask_lt")) return Value{(std::uint64_t{1} << lane) - 1, 0};
      if (has("%lanemask_le")) return Value{(std::uint64_t{2} << lane) - 1, 0};
      if (has("%lanemask_eq")) return Value{std::uint64_t{1} << lane, 0};
      Value made = data_.typed(mix(mix(s.text), mix(data_.seed(), Lanes::bit(l))), type);
      made.taint |= kUnmodelled;
      return made;
    });
    memory_.store({frame.f, s.exprs[i]}, target, v, type.bytes);
  }
}

void Machine::declare(Frame& frame, const Stmt& s) {
  const Function& f = *frame.f;
  const kf::Var& var = f.vars[s.var];
  const kf::Type& type = f.types[var.type];
  if (var.storage == kf::Storage::shared || var.storage == kf::Storage::dynamic_shared) {
    object_of(frame, s.var);
    return;
  }
  if (type.is_reference && s.a != kNone) {
    if (is_place(f, s.a)) {
      frame.references[s.var] = place(frame, s.a);
    } else {
      const Vec v = value(frame, s.a);
      frame.references[s.var] = is_vector_like(f.type_of(s.a)) || f.exprs[s.a].op == Op::call
                                    ? v
                                    : temporary(frame, v, type);
    }
    return;
  }
  frame.references[s.var].reset();
  if (frame.objects[s.var] == 0) {
    frame.objects[s.var] = memory_.make(f, var, false);
  } else if (Object* o = memory_.find(frame.objects[s.var])) {
    // A fresh variable each time the declaration is reached.
    for (Entry& e : o->entries) e.present &= ~lanes_.on;
  }
  if (s.a == kNone) return;
  const Vec at(Value{frame.objects[s.var], 0});
  const Expr& init = f.exprs[s.a];
  if (init.op == Op::init_list && (!var.extents.empty() || is_vector_like(type))) {
    std::int64_t bytes = type.bytes;
    for (const std::int64_t extent : var.extents) bytes *= std::max<std::int64_t>(extent, 0);
    if (bytes > 0 && bytes < (1 << 20))
      memory_.zero(frame.objects[s.var], static_cast<std::uint32_t>(bytes));
    fill(frame, init, frame.objects[s.var]);
    return;
  }
  if (is_vector_like(type) && construct(frame, init, at)) return;
  if (init.op == Op::opaque && init.args.empty() && init.text == "construct") return;
  if (init.op == Op::opaque && init.args.empty() && init.text == "constructor") {
    for (int l = 0; l < lanes_.count; ++l)
      if (lanes_.active(l)) memory_.forget(at[l], l, mix(init.text));
    return;
  }
  const Vec v = value(frame, s.a);
  if (is_vector_like(type)) {
    const kf::Type& given = f.type_of(s.a);
    if (is_vector_like(given) || given.kind == TypeKind::unknown)
      memory_.copy({frame.f, kNone}, at, v, type);
    else
      memory_.store({frame.f, kNone}, at, v, type.bytes);
    return;
  }
  memory_.store({frame.f, kNone}, at, convert(lanes_, v, type), type.bytes);
}

void Machine::if_stmt(Frame& frame, const Stmt& s) {
  const Vec condition = value(frame, s.a);
  const Mask saved = lanes_.on;
  const Mask holds = truth(condition);
  lanes_.on = holds;
  if (lanes_.on.any()) body(frame, s.body);
  const Mask after = lanes_.on;
  lanes_.on = saved & ~holds;
  if (lanes_.on.any()) body(frame, s.other);
  lanes_.on |= after;
}

bool Machine::depends_on_data(const Vec& condition) const {
  if (condition.uniform() && condition[0].taint == 0 && condition[0].bits != 0) return true;
  for (int l = 0; l < lanes_.count; ++l)
    if (lanes_.active(l) && (condition[l].taint & (kData | kUnmodelled))) return true;
  return false;
}

void Machine::loop(Frame& frame, const Stmt& s) {
  const int most = loops_.empty() ? kMaxDataTurns : kMaxInnerDataTurns;
  loops_.emplace_back();
  Mask done;
  bool data_decides = false;
  for (int turn = 0; lanes_.on.any(); ++turn) {
    if (turn > kMaxTurns) throw GaveUp{"a loop does not end"};
    if (turn > most && (data_decides || s.a == kNone)) {
      // Made-up data need not end a loop; a search that goes on says nothing more.
      trace_.cut_loops = true;
      done |= lanes_.on;
      lanes_.on.reset();
      break;
    }
    if (s.a != kNone && !(s.post_test && turn == 0)) {
      const Vec condition = value(frame, s.a);
      data_decides = depends_on_data(condition);
      const Mask holds = truth(condition);
      done |= lanes_.on & ~holds;
      lanes_.on = holds;
      if (lanes_.on.none()) break;
    }
    body(frame, s.body);
    lanes_.on |= loops_.back().continued;
    loops_.back().continued.reset();
    if (lanes_.on.any() && s.b != kNone) value(frame, s.b);
  }
  lanes_.on = done | loops_.back().broken;
  loops_.pop_back();
}

void Machine::switch_stmt(Frame& frame, const Stmt& s) {
  Vec selector = value(frame, s.a);
  test(selector);
  if (data_.has_coins() && !data_.searches()) selector = some_label(frame, s, selector);
  const Mask saved = lanes_.on;
  loops_.push_back({true, {}, {}});
  Switch sw;
  sw.value = selector;
  sw.entry = saved;
  // What some label takes, wherever `default` stands.
  const std::vector<StmtId>& list = switch_body(*frame.f, s);
  for (const StmtId id : list) {
    const Stmt& label = frame.f->stmts[id];
    if (label.kind == StmtKind::case_) sw.matched |= equal(frame, sw, label.a);
  }
  switches_.push_back(std::move(sw));
  lanes_.on.reset();
  bool has_default = false;
  for (const StmtId id : list)
    has_default = has_default || frame.f->stmts[id].kind == StmtKind::default_;
  body(frame, list);
  const Switch ended = std::move(switches_.back());
  switches_.pop_back();
  lanes_.on |= loops_.back().broken;
  if (!has_default) lanes_.on |= saved & ~ended.matched;
  loops_.pop_back();
}

Vec Machine::some_label(Frame& frame, const Stmt& s, const Vec& selector) {
  std::vector<Vec> labels;
  for (const StmtId id : switch_body(*frame.f, s))
    if (frame.f->stmts[id].kind == StmtKind::case_)
      labels.push_back(value(frame, frame.f->stmts[id].a));
  return lanes_.map(selector, [&](Value v) {
    if (!(v.taint & kData) || (v.taint & (kPoison | kVote))) return v;
    const auto found = labels_.find(v.bits);
    if (found != labels_.end()) return Value{found->second, v.taint};
    // Each label's turn comes within a few seeds.
    const std::size_t chosen = (mix(v.bits) + data_.seed()) % (labels.size() + 1);
    if (chosen == labels.size()) return v;
    labels_.emplace(v.bits, labels[chosen][0].bits);
    return Value{labels[chosen][0].bits, v.taint};
  });
}

bool Machine::coin(Value x, Value y) const {
  const auto [data, other] = x.taint & kData ? std::pair(x, y) : std::pair(y, x);
  const auto found = labels_.find(data.bits);
  return found != labels_.end() ? found->second == other.bits : data_.coin(x, y);
}

Mask Machine::equal(Frame& frame, const Switch& sw, ExprId label) {
  const Mask saved = lanes_.on;
  lanes_.on = sw.entry;
  const Vec v = value(frame, label);
  Mask out;
  for (int l = 0; l < lanes_.count; ++l)
    if (lanes_.active(l) && v[l].bits == sw.value[l].bits) out.set(Lanes::bit(l));
  lanes_.on = saved;
  return out;
}

void Machine::case_label(Frame& frame, const Stmt& s) {
  if (switches_.empty()) return;
  Switch& sw = switches_.back();
  lanes_.on |= s.kind == StmtKind::case_ ? equal(frame, sw, s.a) : sw.entry & ~sw.matched;
}

Trace run(const Library& library, const Function& root, const Shape& shape, const World& world,
          unsigned seed, unsigned budget) {
  Library::Counts& counts = library.counts_of(root, shape.block);
  const auto with = [&](bool small, unsigned most) {
    return Machine(library, shape, world, seed, most, small).run(root);
  };
  if (counts.small && !counts.large.count(seed)) return with(true, budget);
  // The first run as CUDA decides; what it needs more than three quarters for is run with small
  // counts.
  const bool decides = world.is_cuda() && !counts.large.count(seed);
  Trace trace = with(false, decides ? budget / 4 * 3 : budget);
  if (!decides) return trace;
  if (trace.gave_up != kTooLarge) {
    counts.large.insert(seed);
    return trace;
  }
  counts.small = true;
  const unsigned spent = trace.spent;
  trace = with(true, budget);
  trace.spent += spent;
  return trace;
}

}  // namespace hipaudit::lanes
