// SPDX-License-Identifier: Apache-2.0
#include "lanes/idiom.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace hipaudit::lanes {

using kf::CrossKind;
using kf::Expr;
using kf::ExprId;
using kf::Function;
using kf::kNone;
using kf::Op;
using kf::Stmt;
using kf::StmtId;
using kf::StmtKind;
using kf::TypeKind;
using kf::VarId;

namespace {

constexpr unsigned kLanes = 32;
constexpr int kMaxTurns = 64;
constexpr int kMaxDepth = 8;
constexpr unsigned kMinWidth = 4;

// ---- small questions about kernel form ----

bool contains_side_effect(const Function& f, ExprId id) {
  bool found = false;
  kf::walk(f, id, [&](ExprId at) {
    const Op op = f.exprs[at].op;
    found = found || op == Op::assign || op == Op::call || op == Op::cross || op == Op::atomic
            || op == Op::opaque || op == Op::lambda;
  });
  return found;
}

/// Structural equality of two expressions without side effects, loads and casts left out.
bool same(const Function& f, ExprId a, ExprId b) {
  const auto strip = [&](ExprId id) {
    while (id < f.exprs.size() && (f.exprs[id].op == Op::cast || f.exprs[id].op == Op::load)
           && !f.exprs[id].args.empty())
      id = f.exprs[id].args[0];
    return id;
  };
  a = strip(a);
  b = strip(b);
  if (a >= f.exprs.size() || b >= f.exprs.size()) return false;
  const Expr& x = f.exprs[a];
  const Expr& y = f.exprs[b];
  if (x.op != y.op || x.value != y.value || x.var != y.var || x.text != y.text
      || x.args.size() != y.args.size())
    return false;
  for (std::size_t i = 0; i < x.args.size(); ++i)
    if (!same(f, x.args[i], y.args[i])) return false;
  return true;
}

ExprId strip_load(const Function& f, ExprId id) {
  id = kf::skip_implicit(f, id);
  while (id < f.exprs.size() && f.exprs[id].op == Op::load && !f.exprs[id].args.empty())
    id = kf::skip_implicit(f, f.exprs[id].args[0]);
  return id;
}

VarId local_of(const Function& f, ExprId place) {
  return place < f.exprs.size() && f.exprs[place].op == Op::local ? f.exprs[place].var : kNone;
}

/// Order and surroundings of a function's statements and expressions.
struct Layout {
  const Function& f;
  std::vector<ExprId> parent;
  std::vector<StmtId> owner;            ///< of an expression: its statement
  std::vector<StmtId> above;            ///< of a statement: the one that holds it
  std::vector<bool> in_other;           ///< it stands in the `other` list of that one
  std::vector<std::uint32_t> position;  ///< in source order
  std::vector<std::uint32_t> end;       ///< one past the last position below it

  explicit Layout(const Function& function)
      : f(function), parent(kf::parents(function)), owner(function.exprs.size(), kNone),
        above(function.stmts.size(), kNone), in_other(function.stmts.size(), false),
        position(function.stmts.size(), 0), end(function.stmts.size(), 0) {
    if (f.root < f.stmts.size()) visit(f.root);
  }

  /// Whether the statement stands in a loop beyond which the variable lives.
  [[nodiscard]] bool in_loop_of(VarId var, StmtId id) const {
    StmtId declared = kNone;
    for (StmtId s = 0; s < f.stmts.size(); ++s)
      if (f.stmts[s].kind == StmtKind::decl && f.stmts[s].var == var) declared = s;
    for (StmtId up = above[id]; up != kNone; up = above[up]) {
      if (f.stmts[up].kind != StmtKind::loop) continue;
      const bool inside =
          declared != kNone && position[declared] > position[up] && position[declared] < end[up];
      if (!inside) return true;
    }
    return false;
  }

  /// Position of the first statement behind `id`, in its list, that gives the variable another
  /// value without looking at the old one.
  [[nodiscard]] std::uint32_t overwritten_behind(StmtId id, VarId var) const {
    if (above[id] == kNone) return ~0U;
    const Stmt& up = f.stmts[above[id]];
    const std::vector<StmtId>& list = in_other[id] ? up.other : up.body;
    for (auto at = std::find(list.begin(), list.end(), id); at != list.end(); ++at) {
      const Stmt& s = f.stmts[*at];
      if (*at == id || s.kind != StmtKind::eval || s.a == kNone) continue;
      const Expr& e = f.exprs[s.a];
      if (e.op != Op::assign || e.args.size() != 2 || local_of(f, e.args[0]) != var) continue;
      bool reads = false;
      kf::walk(f, e.args[1], [&](ExprId expr) {
        reads = reads || (f.exprs[expr].op == Op::local && f.exprs[expr].var == var);
      });
      if (!reads) return position[*at];
      // `v = __shfl(v, 0)`: what is read is judged by itself, and the lanes then hold another
      // value.
      if (kf::is_shuffle(f.exprs[kf::skip_casts(f, e.args[1])])) return position[*at] + 1;
    }
    return ~0U;
  }

  /// Before the statement, and at position `from` or later, something on the way to it gives the
  /// variable another value without looking at the old one.
  [[nodiscard]] bool overwritten_before(StmtId id, VarId var, std::uint32_t from) const {
    for (StmtId at = id; at != kNone && above[at] != kNone; at = above[at]) {
      const Stmt& up = f.stmts[above[at]];
      const std::vector<StmtId>& list = in_other[at] ? up.other : up.body;
      for (const StmtId before : list) {
        if (before == at) break;
        if (position[before] >= from && overwrites(before, var)) return true;
      }
    }
    return false;
  }

  /// `v = ...`, which does not read v.
  [[nodiscard]] bool overwrites(StmtId id, VarId var) const {
    const Stmt& s = f.stmts[id];
    if (s.kind != StmtKind::eval || s.a == kNone) return false;
    const Expr& e = f.exprs[s.a];
    if (e.op != Op::assign || e.args.size() != 2 || local_of(f, e.args[0]) != var) return false;
    bool reads = false;
    kf::walk(f, e.args[1], [&](ExprId expr) {
      reads = reads || (f.exprs[expr].op == Op::local && f.exprs[expr].var == var);
    });
    return !reads;
  }

  [[nodiscard]] std::uint32_t position_of(ExprId id) const {
    return id < owner.size() && owner[id] != kNone ? position[owner[id]] : 0;
  }

 private:
  void own(StmtId s, ExprId id) {
    kf::walk(f, id, [&](ExprId at) { owner[at] = s; });
  }
  void visit(StmtId id) {
    position[id] = next_++;
    const Stmt& s = f.stmts[id];
    if (s.a != kNone) own(id, s.a);
    if (s.b != kNone) own(id, s.b);
    for (const ExprId e : s.exprs) own(id, e);
    for (const StmtId child : s.body) {
      above[child] = id;
      visit(child);
    }
    for (const StmtId child : s.other) {
      above[child] = id;
      in_other[child] = true;
      visit(child);
    }
    end[id] = next_;
  }
  std::uint32_t next_ = 0;
};

/// A condition under which something runs.
struct Guard {
  ExprId condition = kNone;
  bool holds = true;
};

/// `if (...) return;`
bool only_returns(const Function& f, const std::vector<StmtId>& body) {
  if (body.size() != 1) return false;
  const Stmt& s = f.stmts[body.front()];
  if (s.kind == StmtKind::block) return only_returns(f, s.body);
  return s.kind == StmtKind::return_ || s.kind == StmtKind::continue_;
}

std::vector<Guard> guards_of(const Layout& layout, StmtId id) {
  std::vector<Guard> out;
  const Function& f = layout.f;
  for (StmtId at = id; at != kNone; at = layout.above[at]) {
    const StmtId up = layout.above[at];
    if (up == kNone) break;
    const Stmt& s = f.stmts[up];
    if (s.kind == StmtKind::if_) out.push_back({s.a, !layout.in_other[at]});
    if (s.kind == StmtKind::loop && !s.post_test && s.a != kNone) out.push_back({s.a, true});
    const std::vector<StmtId>& list = layout.in_other[at] ? s.other : s.body;
    for (const StmtId before : list) {
      if (before == at) break;
      const Stmt& b = f.stmts[before];
      if (b.kind == StmtKind::if_ && b.other.empty() && only_returns(f, b.body))
        out.push_back({b.a, false});
    }
  }
  return out;
}

/// Blocks that stand for all: whole warps in one dimension and in two, both wave sizes.
const std::vector<SampleBlock>& sample_blocks() {
  static const std::vector<SampleBlock> blocks = {
      {128, 1, 32}, {128, 1, 64}, {1024, 1, 32}, {64, 2, 64}};
  return blocks;
}

/// Every thread for which the guards may hold satisfies `wanted`.
template <class Predicate>
bool guarded(const Program& program, const Frame& frame, const std::vector<Guard>& guards,
             Predicate wanted) {
  for (const SampleBlock& block : sample_blocks())
    for (const SampleThread& t : threads_of(block)) {
      if (wanted(t)) continue;
      const bool stopped = std::any_of(guards.begin(), guards.end(), [&](const Guard& g) {
        const auto v = evaluate(program, frame, g.condition, t);
        return v && v->truth() != g.holds;
      });
      if (!stopped) return false;
    }
  return true;
}

// ---- 32 symbolic lanes ----

using Sources = std::array<std::uint8_t, kLanes>;

/// A value in 32 lanes: what each was combined from.
struct Mix {
  std::string base;  ///< the place that held the lanes' first values
  ExprId place = kNone;
  kf::Type type;
  Operator op = Operator::none;
  std::array<Sources, kLanes> lanes{};
};

bool is_idempotent(Operator op) {
  return op == Operator::min || op == Operator::max || op == Operator::bit_and
         || op == Operator::bit_or;
}

enum class Shape : std::uint8_t { none, reduce, scan, exclusive, spread };

/// What the lanes hold, over groups of `width`.
struct Outcome {
  Shape shape = Shape::none;
  unsigned width = 0;
  bool every_lane = false;
};

Outcome outcome_of(const Mix& mix) {
  const auto equals = [&](unsigned lane, unsigned first, unsigned count) {
    for (unsigned s = 0; s < kLanes; ++s)
      if (mix.lanes[lane][s] != (s >= first && s < first + count ? 1 : 0)) return false;
    return true;
  };
  for (unsigned width = kLanes; width >= 2; width /= 2) {
    bool all = true;
    bool first = true;
    bool scan = true;
    bool exclusive = mix.op == Operator::add && mix.type.kind == TypeKind::integer
                     && mix.type.bytes >= 4;  // a narrow sum wraps before it is widened
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const unsigned group = lane & ~(width - 1);
      const bool whole = equals(lane, group, width);
      all = all && whole;
      if (lane == group) first = first && whole;
      scan = scan && equals(lane, group, lane - group + 1);
      exclusive = exclusive && equals(lane, group, lane - group);
    }
    if (mix.op != Operator::none && (all || first)) return {Shape::reduce, width, all};
    if (mix.op != Operator::none && scan) return {Shape::scan, width, true};
    if (exclusive) return {Shape::exclusive, width, true};
    bool spread = mix.op == Operator::none && width == kLanes;
    for (unsigned lane = 1; lane < kLanes; ++lane)
      spread = spread && mix.lanes[lane] == mix.lanes[0];
    if (spread) return {Shape::spread, width, true};
  }
  return {};
}

bool may_be_combined(const kf::Type& type) {
  switch (type.kind) {
  case TypeKind::unknown:
  case TypeKind::half:
  case TypeKind::bfloat: return true;
  case TypeKind::integer:
  case TypeKind::floating: return type.bytes <= 8;
  default: return false;
  }
}

bool is_real(const kf::Type& type) {
  return type.kind == TypeKind::floating || type.kind == TypeKind::half
         || type.kind == TypeKind::bfloat;
}

/// A conversion on the way from the value to itself keeps it, and keeps its order where one is
/// asked for.
bool keeps(const kf::Type& value, const kf::Type& through) {
  if (value.kind == TypeKind::unknown || through.kind == TypeKind::unknown) return true;
  if (value.kind == through.kind && value.bytes == through.bytes
      && value.is_signed == through.is_signed)
    return true;
  if (value.kind == TypeKind::integer && through.kind == TypeKind::integer)
    return through.bytes > value.bytes;
  return is_real(value) && is_real(through) && through.bytes >= value.bytes;
}

/// Runs statements on the symbolic lanes.
class Machine {
 public:
  Machine(const Program& program, const Function& f) : program_(program), top_{&f} {}

  enum class Step : std::uint8_t { ok, returned, fail };

  struct Written {
    ExprId place = kNone;  ///< in the function that the run began in
    Mix mix;
  };

  Step run(StmtId id) { return statement(top_, id); }

  /// Places of the first function that hold another value than before, in order of first writing.
  [[nodiscard]] std::vector<Written> written() const {
    std::vector<Written> out;
    for (const std::string& key : order_) {
      const auto found = state_.find(key);
      const auto place = places_.find(key);
      if (found == state_.end() || place == places_.end()) continue;
      out.push_back({place->second, found->second});
    }
    return out;
  }
  [[nodiscard]] const std::optional<Mix>& result() const { return result_; }

  std::vector<ExprId> shuffles;  ///< in the first function
  std::vector<int> deltas;
  std::vector<VarId> declared;  ///< in the first function
  std::vector<VarId> counters;  ///< integers that were assigned
  unsigned steps = 0;
  unsigned steps_in_call = 0;  ///< the most that one call made
  bool by_mask = false;
  bool whole_mask = true;
  bool compares = false;
  bool synchronises = false;

 private:
  static SampleThread lane_thread(unsigned warp, unsigned lane) {
    return {{128, 1, 32}, warp * kLanes + lane, 0};
  }

  std::optional<std::int64_t> number(const Frame& frame, ExprId id) {
    const auto v = evaluate(program_, frame, id, lane_thread(0, 0));
    if (!v || v->floating) return std::nullopt;
    // The same in every lane, and for every wave and block size.
    for (unsigned lane = 1; lane <= kLanes + 2; ++lane) {
      SampleThread t = lane_thread(lane / kLanes, lane % kLanes);
      if (lane == kLanes + 1) t.block.wave = 64;
      if (lane == kLanes + 2) t.block.x = 1024;
      const auto w = evaluate(program_, frame, id, t);
      if (!w || w->floating || w->i != v->i) return std::nullopt;
    }
    return v->i;
  }

  /// A condition in each lane, the same in all warps; nothing if it is not known.
  std::optional<std::array<bool, kLanes>> condition(const Frame& frame, ExprId id) {
    std::array<bool, kLanes> out{};
    for (unsigned warp = 0; warp < 4; ++warp)
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        SampleThread t = lane_thread(warp, lane);
        const auto v = evaluate(program_, frame, id, t);
        t.block = {1024, 1, 64};
        const auto w = evaluate(program_, frame, id, t);
        if (!v || !w || v->truth() != w->truth()) return std::nullopt;
        if (warp != 0 && v->truth() != out[lane]) return std::nullopt;
        out[lane] = v->truth();
      }
    return out;
  }

  // ---- places ----

  std::string key_of(const Frame& frame, ExprId place) {
    const Function& f = *frame.f;
    if (place >= f.exprs.size()) return {};
    const Expr& e = f.exprs[place];
    switch (e.op) {
    case Op::load: return e.args.empty() ? std::string() : key_of(frame, e.args[0]);
    case Op::cast: return e.args.empty() ? std::string() : key_of(frame, e.args[0]);
    case Op::local: {
      if (e.var >= f.vars.size()) return {};
      const kf::Var& v = f.vars[e.var];
      const bool reference = f.types[v.type].is_reference;
      if (reference && v.storage == kf::Storage::param)
        if (const ExprId given = frame.argument(e.var); given != kNone)
          if (std::string key = key_of(*frame.caller, given); !key.empty()) return key;
      return std::to_string(depth_of(frame)) + ":" + std::to_string(e.var);
    }
    case Op::index: {
      if (e.args.size() != 2) return {};
      const std::string base = key_of(frame, e.args[0]);
      if (base.empty()) return {};
      if (const auto at = number(frame, e.args[1])) return base + "[" + std::to_string(*at) + "]";
      return contains_side_effect(f, e.args[1]) ? std::string()
                                                : base + "[#" + text_of(frame, e.args[1]) + "]";
    }
    case Op::deref: {
      const std::string base = e.args.empty() ? std::string() : key_of(frame, e.args[0]);
      return base.empty() ? base : "*" + base;
    }
    case Op::member: {
      const std::string base = e.args.empty() ? std::string() : key_of(frame, e.args[0]);
      return base.empty() ? base : base + "." + e.text;
    }
    default: return {};
    }
  }

  /// The expression spelled out, so that equal texts mean equal values.
  std::string text_of(const Frame& frame, ExprId id) {
    const Expr& e = frame.f->exprs[id];
    if (e.op == Op::local)
      return "v" + std::to_string(depth_of(frame)) + ":" + std::to_string(e.var);
    std::string out =
        std::to_string(static_cast<int>(e.op)) + e.text + std::to_string(e.value) + "(";
    for (const ExprId arg : e.args) out += text_of(frame, arg) + ",";
    return out + ")";
  }

  static int depth_of(const Frame& frame) {
    int depth = 0;
    for (const Frame* at = frame.caller; at != nullptr; at = at->caller) ++depth;
    return depth;
  }

  Mix fresh(const std::string& key, ExprId place, const kf::Type& type) {
    Mix mix;
    mix.base = key;
    mix.place = place;
    mix.type = type;
    for (unsigned lane = 0; lane < kLanes; ++lane) mix.lanes[lane][lane] = 1;
    return mix;
  }

  std::optional<Mix> read(const Frame& frame, ExprId place) {
    const std::string key = key_of(frame, place);
    if (key.empty() || lost_.count(key) != 0) return std::nullopt;
    const auto found = state_.find(key);
    if (found != state_.end()) return found->second;
    if (frame.caller != nullptr) {
      // A parameter that the callee does not change is what the caller gave.
      const VarId var = local_of(*frame.f, place);
      if (var == kNone) return std::nullopt;
      const ExprId given = frame.argument(var);
      return given == kNone ? std::nullopt : value(*frame.caller, given);
    }
    kf::Type type = frame.f->type_of(place);
    type.is_reference = false;
    if (!may_be_combined(type)) return std::nullopt;
    return fresh(key, place, type);
  }

  bool write(Frame& frame, ExprId place, Mix mix) {
    const std::string key = key_of(frame, place);
    if (key.empty()) return false;
    lost_.erase(key);
    if (frame.caller == nullptr && places_.emplace(key, place).second) order_.push_back(key);
    if (frame.caller == nullptr && places_.count(key) == 0) return false;
    state_[key] = std::move(mix);
    return true;
  }

  // ---- values ----

  static std::optional<Mix> combine(Mix a, const Mix& b, Operator op) {
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

  static std::optional<Mix> choose(const std::array<bool, kLanes>& when, Mix a, const Mix& b) {
    if (a.base != b.base) return std::nullopt;
    if (a.op != Operator::none && b.op != Operator::none && a.op != b.op) return std::nullopt;
    if (a.op == Operator::none) a.op = b.op;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      if (!when[lane]) a.lanes[lane] = b.lanes[lane];
    return a;
  }

  bool is_whole_mask(const Frame& frame, ExprId mask) {
    const auto bits = number(frame, mask);
    return bits && (static_cast<std::uint64_t>(*bits) & 0xffffffffULL) == 0xffffffffULL;
  }

  std::optional<Mix> shuffle(Frame& frame, ExprId id) {
    const Expr e = frame.f->exprs[id];
    if (!kf::is_shuffle(e) || e.args.size() != 4 || e.tainted) return std::nullopt;
    if (e.tile != 0 && e.tile != kLanes) return std::nullopt;
    auto given = value(frame, e.args[1]);
    if (!given) return std::nullopt;
    unsigned width = kLanes;
    if (e.args[3] != kNone) {
      const auto w = number(frame, e.args[3]);
      if (!w || *w < 2 || *w > 32 || (*w & (*w - 1)) != 0) return std::nullopt;
      width = static_cast<unsigned>(*w);
    }
    if (e.sync_form && e.args[0] != kNone) {
      by_mask = true;
      whole_mask = whole_mask && is_whole_mask(frame, e.args[0]);
    }
    if (e.tile == kLanes && !e.sync_form) by_mask = true;
    Mix out = *given;
    int delta = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const auto operand = evaluate(program_, frame, e.args[2], lane_thread(0, lane));
      const auto elsewhere = evaluate(program_, frame, e.args[2], lane_thread(1, lane));
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
    if (frame.caller == nullptr
        && std::find(shuffles.begin(), shuffles.end(), id) == shuffles.end())
      shuffles.push_back(id);
    return out;
  }

  /// max for `a > b`, min for `a < b`.
  static Operator extreme(Op op) {
    if (op == Op::gt || op == Op::ge) return Operator::max;
    if (op == Op::lt || op == Op::le) return Operator::min;
    return Operator::none;
  }
  static Operator opposite(Operator op) {
    return op == Operator::max ? Operator::min : op == Operator::min ? Operator::max : op;
  }

  static bool equal(const Mix& a, const Mix& b) {
    return a.base == b.base && a.op == b.op && a.lanes == b.lanes;
  }

  /// `a > b ? a : b`, and `if (b > a) a = b;` with `otherwise` the old a.
  std::optional<Mix> by_comparison(Frame& frame, ExprId condition, const Mix& then,
                                   const Mix& otherwise) {
    const Function& f = *frame.f;
    const Expr c = f.exprs[kf::skip_casts(f, condition)];
    const Operator op = extreme(c.op);
    if (op == Operator::none || c.args.size() != 2) return std::nullopt;
    const kf::Type& compared = f.type_of(c.args[0]);
    const auto a = value(frame, c.args[0]);
    const auto b = value(frame, c.args[1]);
    if (!a || !b || !keeps(a->type, compared)) return std::nullopt;
    compares = true;
    if (equal(*a, then) && equal(*b, otherwise)) return combine(then, otherwise, op);
    if (equal(*b, then) && equal(*a, otherwise)) return combine(then, otherwise, opposite(op));
    return std::nullopt;
  }

  static Operator operator_of(Op op) {
    switch (op) {
    case Op::add: return Operator::add;
    case Op::bit_and: return Operator::bit_and;
    case Op::bit_or: return Operator::bit_or;
    case Op::bit_xor: return Operator::bit_xor;
    default: return Operator::none;
    }
  }

  /// The built-in functions: their own text, for a project's function is looked into.
  Operator builtin_of(const Expr& e, const kf::Type& type, const Function& f) {
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

  std::optional<Mix> value(const Frame& outer, ExprId id) {
    // The frame is only changed by assignments inside the expression, to its own state.
    Frame& frame = const_cast<Frame&>(outer);
    const Function& f = *frame.f;
    if (id >= f.exprs.size()) return std::nullopt;
    const Expr e = f.exprs[id];
    if (e.tainted) return std::nullopt;
    switch (e.op) {
    case Op::load:
    case Op::local:
    case Op::index:
    case Op::deref:
    case Op::member: return read(frame, id);
    case Op::cast: {
      auto out = e.args.empty() ? std::nullopt : value(frame, e.args[0]);
      return out && keeps(out->type, f.type_of(id)) ? out : std::nullopt;
    }
    case Op::cross: return shuffle(frame, id);
    case Op::select: {
      if (e.args.size() != 3) return std::nullopt;
      // A shuffle that some lanes skip reads lanes that are not there.
      for (const std::size_t arm : {1U, 2U})
        if (kf::mentions(f, e.args[arm], Op::cross) || kf::mentions(f, e.args[arm], Op::call))
          return std::nullopt;
      auto then = value(frame, e.args[1]);
      auto other = value(frame, e.args[2]);
      if (!then || !other) return std::nullopt;
      if (const auto when = condition(frame, e.args[0])) return choose(*when, *then, *other);
      return by_comparison(frame, e.args[0], *then, *other);
    }
    case Op::init_list: return e.args.size() == 1 ? value(frame, e.args[0]) : std::nullopt;
    case Op::call: return call(frame, id);
    default: break;
    }
    const Operator op = operator_of(e.op);
    if (op == Operator::none || e.args.size() != 2) return std::nullopt;
    return operate(frame, e, op);
  }

  std::optional<Mix> operate(Frame& frame, const Expr& e, Operator op) {
    auto a = value(frame, e.args[0]);
    auto b = a ? value(frame, e.args[1]) : std::nullopt;
    return a && b ? combine(*a, *b, op) : std::nullopt;
  }

  std::optional<Mix> call(Frame& frame, ExprId id) {
    const Expr e = frame.f->exprs[id];
    if (const Operator op = builtin_of(e, frame.f->types[e.type], *frame.f); op != Operator::none)
      return operate(frame, e, op);
    const Function* callee = program_.function(e.callee);
    if (callee == nullptr || callee->tainted || callee->variadic_pack || depth_ >= kMaxDepth
        || callee->is_pattern || callee->root == kNone)
      return std::nullopt;
    Frame inner{callee, &frame, id};
    const std::string prefix = std::to_string(depth_of(inner)) + ":";
    // A frame of this depth that was left keeps nothing.
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
      if (reference && !key_of(frame, given).empty()) continue;
      if (const auto n = number(frame, given)) {
        inner.known[param] = *n;
      } else if (auto mix = value(frame, given)) {
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

  static const std::string& key_in(const std::pair<const std::string, Mix>& entry) {
    return entry.first;
  }
  static const std::string& key_in(const std::string& key) { return key; }

  // ---- statements ----

  Step list(Frame& frame, const std::vector<StmtId>& body) {
    for (const StmtId id : body)
      if (const Step step = statement(frame, id); step != Step::ok) return step;
    return Step::ok;
  }

  Step statement(Frame& frame, StmtId id) {
    const Function& f = *frame.f;
    if (++turns_ > 4000) return Step::fail;
    const Stmt& s = f.stmts[id];
    if (s.tainted) return Step::fail;
    switch (s.kind) {
    case StmtKind::block: return list(frame, s.body);
    case StmtKind::decl: return declare(frame, s);
    case StmtKind::eval: return evaluate_statement(frame, s.a);
    case StmtKind::if_: return branch(frame, s);
    case StmtKind::loop: return loop(frame, s);
    case StmtKind::return_: {
      result_ = s.a == kNone ? std::nullopt : value(frame, s.a);
      return result_ ? Step::returned : Step::fail;
    }
    default: return Step::fail;
    }
  }

  Step declare(Frame& frame, const Stmt& s) {
    const Function& f = *frame.f;
    if (s.var >= f.vars.size()) return Step::fail;
    const kf::Var& var = f.vars[s.var];
    if (frame.caller == nullptr) declared.push_back(s.var);
    if (var.storage != kf::Storage::local || !var.extents.empty() || f.types[var.type].is_reference)
      return frame.caller == nullptr ? Step::fail : Step::ok;
    const std::string key = std::to_string(depth_of(frame)) + ":" + std::to_string(s.var);
    lost_.erase(key);
    state_.erase(key);
    frame.known.erase(s.var);
    if (s.a == kNone) return Step::ok;
    if (f.types[var.type].kind == TypeKind::integer)
      if (const auto n = number(frame, s.a)) {
        frame.known[s.var] = *n;
        return Step::ok;
      }
    if (auto mix = value(frame, s.a); mix && keeps(mix->type, f.types[var.type])) {
      state_[key] = std::move(*mix);
      return Step::ok;
    }
    // Something else, perhaps the lane: guards read it from its initialiser.
    if (contains_side_effect(f, s.a)) return Step::fail;
    lost_.insert(key);
    return Step::ok;
  }

  Step evaluate_statement(Frame& frame, ExprId id) {
    const Function& f = *frame.f;
    if (id == kNone) return Step::ok;
    const Expr e = f.exprs[id];
    if (e.op == Op::comma && e.args.size() == 2) {
      const Step first = evaluate_statement(frame, e.args[0]);
      return first == Step::ok ? evaluate_statement(frame, e.args[1]) : first;
    }
    if (e.op == Op::cast && !e.args.empty()) return evaluate_statement(frame, e.args[0]);
    if (e.op == Op::cross && e.cross == CrossKind::sync_warp) {
      synchronises = true;
      return Step::ok;
    }
    if (e.op != Op::assign || e.args.size() != 2) return Step::fail;
    if (const auto none = nothing_of(frame, e)) return *none;
    if (const VarId var = local_of(f, e.args[0]);
        var != kNone && f.types[f.vars[var].type].kind == TypeKind::integer) {
      const bool counter = frame.known.count(var) != 0 || !kf::mentions(f, e.args[1], Op::cross);
      if (const auto n = counter ? number(frame, e.args[1]) : std::nullopt) {
        frame.known[var] = *n;
        if (frame.caller == nullptr) counters.push_back(var);
        return Step::ok;
      }
    }
    auto mix = value(frame, e.args[1]);
    if (!mix) return Step::fail;
    // What is stored must hold what was computed.
    kf::Type stored = f.type_of(e.args[0]);
    stored.is_reference = false;
    if (!keeps(mix->type, stored)) return Step::fail;
    return write(frame, e.args[0], std::move(*mix)) ? Step::ok : Step::fail;
  }

  /// `v = 0` where v holds a sum: the sum of no lanes.
  std::optional<Step> nothing_of(Frame& frame, const Expr& assign) {
    const std::string key = key_of(frame, assign.args[0]);
    const auto held = state_.find(key);
    if (key.empty() || held == state_.end() || held->second.op != Operator::add
        || held->second.type.kind != TypeKind::integer)
      return std::nullopt;
    if (number(frame, assign.args[1]) != 0) return std::nullopt;
    Mix nothing = held->second;
    for (Sources& lane : nothing.lanes) lane.fill(0);
    return write(frame, assign.args[0], std::move(nothing)) ? Step::ok : Step::fail;
  }

  Step branch(Frame& frame, const Stmt& s) {
    const Function& f = *frame.f;
    if (const auto n = number(frame, s.a)) return list(frame, *n != 0 ? s.body : s.other);
    const auto when = condition(frame, s.a);
    if (!when) return compare_and_store(frame, s);
    if (kf::mentions(f, s.a, Op::cross)) return Step::fail;
    // A shuffle that some lanes skip reads lanes that are not there.
    for (const StmtId id : s.body)
      if (holds_shuffle(f, id)) return Step::fail;
    for (const StmtId id : s.other)
      if (holds_shuffle(f, id)) return Step::fail;
    const std::map<std::string, Mix> before = state_;
    Step step = list(frame, s.body);
    if (step != Step::ok) return Step::fail;
    const std::map<std::string, Mix> then = std::move(state_);
    state_ = before;
    step = list(frame, s.other);
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

  /// `if (other > v) v = other;`
  Step compare_and_store(Frame& frame, const Stmt& s) {
    const Function& f = *frame.f;
    if (!s.other.empty() || s.body.size() != 1) return Step::fail;
    const Stmt* inner = &f.stmts[s.body.front()];
    if (inner->kind == StmtKind::block) {
      if (inner->body.size() != 1) return Step::fail;
      inner = &f.stmts[inner->body.front()];
    }
    if (inner->kind != StmtKind::eval || inner->a == kNone) return Step::fail;
    const Expr e = f.exprs[inner->a];
    if (e.op != Op::assign || e.compound || e.args.size() != 2
        || contains_side_effect(f, e.args[1]))
      return Step::fail;
    const auto then = value(frame, e.args[1]);
    const auto old = read(frame, e.args[0]);
    if (!then || !old) return Step::fail;
    auto mix = by_comparison(frame, s.a, *then, *old);
    return mix && write(frame, e.args[0], std::move(*mix)) ? Step::ok : Step::fail;
  }

  Step loop(Frame& frame, const Stmt& s) {
    if (s.text == "range" || s.a == kNone) return Step::fail;
    for (int turn = 0; turn < kMaxTurns; ++turn) {
      if (turn > 0 || !s.post_test) {
        const auto n = number(frame, s.a);
        if (!n) return Step::fail;
        if (*n == 0) return Step::ok;
      }
      if (const Step step = list(frame, s.body); step != Step::ok) return step;
      if (s.b != kNone)
        if (const Step step = evaluate_statement(frame, s.b); step != Step::ok) return step;
    }
    return Step::fail;
  }

  static bool holds_shuffle(const Function& f, StmtId id) {
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

  const Program& program_;
  Frame top_;
  std::map<std::string, Mix> state_;
  std::set<std::string> lost_;            ///< places that hold something else
  std::map<std::string, ExprId> places_;  ///< of the first function
  std::vector<std::string> order_;
  std::optional<Mix> result_;
  int depth_ = 0;
  int turns_ = 0;
};

// ---- who reads the result ----

/// Whether anyone reads a value outside the threads that `whole` names.
class Readers {
 public:
  using Whole = std::function<bool(const SampleThread&)>;

  Readers(const Program& program, Whole whole, unsigned width)
      : program_(program), whole_(std::move(whole)), width_(width) {}

  /// Reads of the variable after `from` (a position), except those at positions in [skip, end).
  Reader of_variable(const Layout& layout, VarId var, std::uint32_t from, std::uint32_t skip,
                     std::uint32_t skip_end, bool from_start, std::uint32_t until = ~0U) {
    const Function& f = layout.f;
    if (!seen_.insert({&f, var}).second) return Reader::leaders;
    if (var >= f.vars.size()) return Reader::unknown;
    const kf::Var& v = f.vars[var];
    if (f.types[v.type].is_reference || v.storage == kf::Storage::shared
        || v.storage == kf::Storage::dynamic_shared || v.storage == kf::Storage::captured)
      return Reader::unknown;
    Reader out = Reader::leaders;
    for (ExprId id = 0; id < f.exprs.size(); ++id) {
      if (f.exprs[id].op != Op::local || f.exprs[id].var != var) continue;
      if (layout.owner[id] == kNone) continue;
      const std::uint32_t at = layout.position_of(id);
      if (at >= skip && at < skip_end) continue;
      if (!from_start && (at < from || at >= until)) continue;
      if (!from_start && layout.overwritten_before(layout.owner[id], var, from)) continue;
      out = std::max(out, of_use(layout, id, true));
    }
    return out;
  }

  /// What a value that stands at `id` is used for.
  Reader of_use(const Layout& layout, ExprId id, bool is_place) {
    const Function& f = layout.f;
    if (++budget_ > 400) return Reader::unknown;
    const StmtId owner = layout.owner[id];
    const Frame frame{&f};
    std::vector<Guard> guards = guards_of(layout, owner);
    ExprId at = id;
    for (;;) {
      const ExprId up = layout.parent[at];
      if (up == kNone) break;
      const Expr& p = f.exprs[up];
      if (p.op == Op::select && p.args.size() == 3) {
        if (p.args[1] == at) guards.push_back({p.args[0], true});
        if (p.args[2] == at) guards.push_back({p.args[0], false});
      }
      if (p.op == Op::logical_and && p.args.size() == 2 && p.args[1] == at)
        guards.push_back({p.args[0], true});
      at = up;
    }
    if (guarded(program_, frame, guards, whole_)) return Reader::leaders;

    at = id;
    bool loaded = !is_place;
    for (;;) {
      const ExprId up = layout.parent[at];
      if (up == kNone) break;
      const Expr& p = f.exprs[up];
      switch (p.op) {
      case Op::load: loaded = true; break;
      case Op::assign:
        if (p.args[0] == at) return loaded ? Reader::others : Reader::leaders;  // a write
        if (const VarId to = local_of(f, p.args[0]); to != kNone && layout.parent[up] == kNone)
          return of_assigned(layout, to, owner);
        return Reader::others;
      case Op::addr: return Reader::unknown;
      case Op::cross:
        if (p.cross == CrossKind::shfl && p.args.size() == 4 && p.args[1] == at)
          return reads_leader(frame, p) ? Reader::leaders : Reader::others;
        return Reader::others;
      case Op::atomic: return Reader::others;
      case Op::call: {
        if (!loaded && !f.is_pattern) return Reader::unknown;  // by reference
        if (const Function* callee = program_.function(p.callee))
          return of_argument(*callee, p, at);
        if (p.compound) return Reader::unknown;
        break;
      }
      case Op::index: return Reader::others;
      case Op::member:
      case Op::opaque:
      case Op::lambda: return Reader::unknown;
      default: break;
      }
      at = up;
    }
    const Stmt& s = f.stmts[owner];
    switch (s.kind) {
    case StmtKind::decl:
      return s.var == kNone ? Reader::unknown : of_assigned(layout, s.var, owner);
    case StmtKind::return_: return of_result(f);
    case StmtKind::eval: return Reader::leaders;  // discarded
    default: return Reader::others;
    }
  }

 private:
  /// Reads of a variable that the statement gave its value.
  Reader of_assigned(const Layout& layout, VarId var, StmtId by) {
    const bool loops = layout.in_loop_of(var, by);
    return of_variable(layout, var, layout.position[by] + 1, layout.position[by],
                       layout.position[by] + 1, loops, layout.overwritten_behind(by, var));
  }

  Reader of_argument(const Function& callee, const Expr& call, ExprId argument) {
    const auto at = std::find(call.args.begin(), call.args.end(), argument);
    const auto index = static_cast<std::size_t>(at - call.args.begin()) - (call.compound ? 1 : 0);
    if (callee.is_pattern || index >= callee.params.size()) return Reader::unknown;
    return of_variable(Layout(callee), callee.params[index], 0, 0, 0, true);
  }

  /// A broadcast from a lane that holds the result.
  bool reads_leader(const Frame& frame, const Expr& shuffle) {
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const SampleThread t{{128, 1, 32}, lane, 0};
      const auto source = evaluate(program_, frame, shuffle.args[2], t);
      if (!source || source->floating || source->i % static_cast<std::int64_t>(width_) != 0)
        return false;
      SampleThread from = t;
      from.x = static_cast<unsigned>(source->i) & 31U;
      if (!whole_(from)) return false;
    }
    return true;
  }

  Reader of_result(const Function& f) {
    if (!results_.insert(&f).second) return Reader::leaders;
    const auto& calls = program_.calls_of(f.key);
    if (calls.empty()) return Reader::unknown;
    Reader out = Reader::leaders;
    for (const auto& [caller, call] : calls) {
      const Layout layout(*caller);
      if (layout.owner[call] == kNone) continue;
      out = std::max(out, of_use(layout, call, false));
    }
    return out;
  }

  const Program& program_;
  Whole whole_;
  unsigned width_;
  std::set<std::pair<const Function*, VarId>> seen_;
  std::set<const Function*> results_;
  int budget_ = 0;
};

// ---- the search ----

class Search {
 public:
  Search(const Program& program, const Function& f) : program_(program), f_(f), layout_(f) {}

  std::vector<Idiom> run() {
    if (f_.root != kNone && !f_.tainted) visit(f_.root);
    return std::move(found_);
  }

 private:
  using List = std::vector<StmtId>;

  bool holds_shuffle(StmtId id) const {
    const Stmt& s = f_.stmts[id];
    bool found = false;
    for (const ExprId root : {s.a, s.b})
      if (root != kNone)
        kf::walk(f_, root, [&](ExprId at) {
          const Expr& e = f_.exprs[at];
          found = found || kf::is_shuffle(e) || (e.op == Op::call && program_.shuffles(e.callee));
        });
    for (const StmtId child : s.body) found = found || holds_shuffle(child);
    for (const StmtId child : s.other) found = found || holds_shuffle(child);
    return found;
  }

  void visit(StmtId id) {
    const Stmt& s = f_.stmts[id];
    scan(s.body);
    scan(s.other);
  }

  void scan(const List& list) {
    std::vector<std::optional<Idiom>> at(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!holds_shuffle(list[i])) continue;
      const std::size_t before = known_.size();
      visit(list[i]);
      if (known_.size() != before) continue;
      if (auto idiom = reduction_at(list, i)) {
        const std::size_t last = idiom->range.last;
        at[i] = std::move(idiom);
        i = last;
      }
    }
    // Larger ones first: the stages of a block's reduction are reductions themselves.
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!at[i]) continue;
      if (auto block = block_at(list, at, i)) {
        for (std::size_t k = i + 1; k <= block->range.last; ++k) at[k].reset();
        take_over(*block);
        at[i] = std::move(block);
      } else if (auto total = total_at(list, *at[i])) {
        at[i] = std::move(total);
      }
    }
    for (std::optional<Idiom>& idiom : at)
      if (idiom) {
        known_.push_back(*idiom);
        if (!idiom->by_helper || idiom->kind == IdiomKind::block_reduce
            || idiom->kind == IdiomKind::wave_total)
          found_.push_back(std::move(*idiom));
      }
  }

  /// Idioms that a larger one holds are no longer idioms of their own.
  void take_over(const Idiom& block) {
    const auto holds = [&](const Range& outer, std::uint32_t at) {
      return outer.list != nullptr && at >= layout_.position[(*outer.list)[outer.first]]
             && at < layout_.end[(*outer.list)[outer.last]];
    };
    std::erase_if(found_, [&](const Idiom& inner) {
      const std::uint32_t at = layout_.position[(*inner.range.list)[inner.range.first]];
      return holds(block.range, at) || holds(block.second, at);
    });
  }

  // ---- reductions and scans ----

  std::optional<Idiom> reduction_at(const List& list, std::size_t first) {
    Machine machine(program_, f_);
    std::optional<Idiom> best;
    std::set<ExprId> places;
    for (std::size_t i = first; i < list.size(); ++i) {
      if (i > first && best && !continues(list[i], *best)) break;
      if (machine.run(list[i]) != Machine::Step::ok) break;
      if (auto idiom = complete(machine, list, first, i)) best = std::move(idiom);
    }
    if (best) best->reader = readers(*best);
    if (best && best->reader == Reader::others) return std::nullopt;
    return best;
  }

  /// The statement goes on with the same values: a further step, or a broadcast of the result.
  bool continues(StmtId id, const Idiom& idiom) const {
    const Stmt& s = f_.stmts[id];
    if (idiom.kind == IdiomKind::inclusive_scan && shifts_on(id, idiom)) return true;
    if (s.kind != StmtKind::eval || s.a == kNone) return false;
    const Expr& e = f_.exprs[s.a];
    if (e.op != Op::assign || e.args.size() != 2) return false;
    if (!kf::mentions(f_, e.args[1], Op::cross)) return false;
    return std::any_of(idiom.values.begin(), idiom.values.end(),
                       [&](const Combined& c) { return same(f_, c.place, e.args[0]); });
  }

  /// An inclusive scan goes on to an exclusive one: `int before = __shfl_up(v, 1);`,
  /// `if (lane == 0) before = 0;`
  [[nodiscard]] bool shifts_on(StmtId id, const Idiom& idiom) const {
    const Stmt& s = f_.stmts[id];
    if (idiom.values.size() != 1) return false;
    if (s.kind == StmtKind::decl && s.a != kNone) {
      const Expr& e = f_.exprs[kf::skip_casts(f_, s.a)];
      return kf::is_shuffle(e) && e.cross == CrossKind::shfl_up && e.args.size() == 4
             && same(f_, e.args[1], idiom.values.front().place);
    }
    if (s.kind != StmtKind::if_ || !s.other.empty() || s.body.size() != 1) return false;
    const Stmt* inner = &f_.stmts[s.body.front()];
    if (inner->kind == StmtKind::block && inner->body.size() == 1)
      inner = &f_.stmts[inner->body.front()];
    return inner->kind == StmtKind::eval && inner->a != kNone && f_.exprs[inner->a].op == Op::assign
           && !f_.exprs[inner->a].compound && kf::constant(f_, f_.exprs[inner->a].args[1]) == 0;
  }

  [[nodiscard]] bool used_outside(VarId var, std::uint32_t begin, std::uint32_t end) const {
    for (ExprId id = 0; id < f_.exprs.size(); ++id) {
      if (f_.exprs[id].op != Op::local || f_.exprs[id].var != var) continue;
      if (layout_.owner[id] == kNone) continue;
      const std::uint32_t at = layout_.position_of(id);
      if (at < begin || at >= end) return true;
    }
    return false;
  }

  [[nodiscard]] bool read_behind(VarId var, std::uint32_t end) const {
    for (ExprId id = 0; id < f_.exprs.size(); ++id)
      if (f_.exprs[id].op == Op::local && f_.exprs[id].var == var && layout_.owner[id] != kNone
          && layout_.position_of(id) >= end)
        return true;
    return false;
  }
  [[nodiscard]] bool declared_in(const List& list, std::size_t first, std::size_t last,
                                 VarId var) const {
    for (std::size_t i = first; i <= last; ++i)
      if (f_.stmts[list[i]].kind == StmtKind::decl && f_.stmts[list[i]].var == var) return true;
    return false;
  }

  /// A counter that is used elsewhere is set anew there: `for (i = 16; ...)`.
  [[nodiscard]] bool set_elsewhere(VarId var, std::uint32_t begin, std::uint32_t end) const {
    for (ExprId id = 0; id < f_.exprs.size(); ++id) {
      if (f_.exprs[id].op != Op::local || f_.exprs[id].var != var) continue;
      if (layout_.owner[id] == kNone) continue;
      const std::uint32_t at = layout_.position_of(id);
      if (at < end) continue;
      bool set = false;
      for (StmtId up = layout_.owner[id]; up != kNone && !set; up = layout_.above[up]) {
        const Stmt& s = f_.stmts[up];
        if (s.kind != StmtKind::block || s.body.size() != 2) continue;
        const Stmt& first = f_.stmts[s.body[0]];
        set = f_.stmts[s.body[1]].kind == StmtKind::loop && first.kind == StmtKind::eval
              && first.a != kNone && f_.exprs[first.a].op == Op::assign
              && local_of(f_, f_.exprs[first.a].args[0]) == var
              && layout_.position[s.body[0]] >= end;
      }
      if (!set) return false;
    }
    (void)begin;
    return true;
  }

  std::optional<Idiom> complete(const Machine& machine, const List& list, std::size_t first,
                                std::size_t last) {
    Idiom idiom;
    idiom.f = &f_;
    idiom.range = {&list, first, last};
    idiom.shuffles = machine.shuffles;
    idiom.steps = machine.steps;
    idiom.by_mask = machine.by_mask;
    idiom.by_helper = machine.steps_in_call > 1;
    idiom.compares = machine.compares;
    idiom.orders_memory = machine.synchronises;
    idiom.deltas = machine.deltas;
    if (!machine.whole_mask) return std::nullopt;
    const std::uint32_t begin = layout_.position[list[first]];
    const std::uint32_t end = layout_.end[list[last]];
    // `int before = __shfl_up(v, 1);` is the result; v is not needed any more.
    VarId result = kNone;
    for (const VarId var : machine.declared) {
      if (!used_outside(var, begin, end)) continue;
      if (result != kNone || !declared_in(list, first, last, var)) return std::nullopt;
      result = var;
    }
    for (const VarId var : machine.counters)
      if (!set_elsewhere(var, begin, end)) return std::nullopt;
    std::optional<Shape> shape;
    for (const Machine::Written& w : machine.written()) {
      const VarId var = local_of(f_, w.place);
      const bool own = var != kNone && !used_outside(var, begin, end);
      const Outcome got = outcome_of(w.mix);
      if (got.shape == Shape::exclusive && got.width >= 16 && w.mix.place != kNone
          && (result == kNone ? same(f_, w.mix.place, w.place) : var == result)) {
        if (shape) return std::nullopt;
        shape = got.shape;
        idiom.values.push_back(
            {w.place, w.mix.op, w.mix.type, got.width, true, w.mix.place, result});
        continue;
      }
      // What the result was made of: read behind it by nobody.
      if (result != kNone && var != kNone && var != result && !read_behind(var, end)) continue;
      const bool holds = w.mix.place != kNone && same(f_, w.mix.place, w.place)
                         && (got.shape == Shape::reduce || got.shape == Shape::scan)
                         && got.width >= kMinWidth;
      if (!holds) {
        if (own) continue;  // a temporary
        return std::nullopt;
      }
      if (result != kNone || (shape && *shape != got.shape)) return std::nullopt;
      shape = got.shape;
      Combined c;
      c.place = w.place;
      c.op = w.mix.op;
      c.type = w.mix.type;
      c.width = got.width;
      c.every_lane = got.every_lane;
      idiom.values.push_back(std::move(c));
    }
    if (!shape || idiom.steps < 2) return std::nullopt;
    if (*shape == Shape::exclusive) {
      idiom.kind = IdiomKind::exclusive_scan;
      return idiom;
    }
    if (result != kNone) return std::nullopt;
    idiom.kind = *shape == Shape::scan ? IdiomKind::inclusive_scan : IdiomKind::reduce;
    return idiom;
  }

  Reader readers(const Idiom& idiom) {
    Reader out = Reader::leaders;
    for (const Combined& c : idiom.values) {
      if (c.every_lane) continue;
      const VarId var = local_of(f_, c.place);
      if (var == kNone) {
        // `*v` and `v[i]` of a helper; elsewhere each lane's part lands in memory.
        const bool own = f_.kind != kf::FunctionKind::kernel || is_local_array(c.place);
        const bool apart = kf::depends_on_thread(f_, c.place);
        out = std::max(out, own && !apart ? Reader::unknown : Reader::others);
        continue;
      }
      const unsigned width = c.width;
      Readers r(
          program_, [width](const SampleThread& t) { return t.linear() % width == 0; }, width);
      const List& list = *idiom.range.list;
      const std::uint32_t begin = layout_.position[list[idiom.range.first]];
      const std::uint32_t end = layout_.end[list[idiom.range.last]];
      out = std::max(out, r.of_variable(layout_, var, end, begin, end,
                                        layout_.in_loop_of(var, list[idiom.range.first]),
                                        layout_.overwritten_behind(list[idiom.range.last], var)));
    }
    return out;
  }

  [[nodiscard]] bool is_local_array(ExprId place) const {
    while (f_.exprs[place].op == Op::index || f_.exprs[place].op == Op::member
           || f_.exprs[place].op == Op::cast)
      place = f_.exprs[place].args[0];
    const VarId var = local_of(f_, place);
    return var != kNone && f_.vars[var].storage == kf::Storage::local;
  }

  // ---- totals by atomics ----

  static Operator operator_of(kf::AtomicKind kind) {
    switch (kind) {
    case kf::AtomicKind::add: return Operator::add;
    case kf::AtomicKind::min: return Operator::min;
    case kf::AtomicKind::max: return Operator::max;
    case kf::AtomicKind::and_: return Operator::bit_and;
    case kf::AtomicKind::or_: return Operator::bit_or;
    case kf::AtomicKind::xor_: return Operator::bit_xor;
    default: return Operator::none;
    }
  }

  /// The whole block comes here, every thread of it equally often.
  [[nodiscard]] bool uniform(StmtId id) const {
    if (f_.kind != kf::FunctionKind::kernel) return false;
    for (const Guard& g : guards_of(layout_, id))
      if (!same_in_block(g.condition, id, 0)) return false;
    for (StmtId up = layout_.above[id]; up != kNone; up = layout_.above[up]) {
      const StmtKind kind = f_.stmts[up].kind;
      if (kind == StmtKind::switch_ || kind == StmtKind::opaque) return false;
      if (kind == StmtKind::loop && leaves(up)) return false;
    }
    // A thread that returned elsewhere is missing.
    for (StmtId s = 0; s < f_.stmts.size(); ++s)
      if ((f_.stmts[s].kind == StmtKind::return_ || f_.stmts[s].kind == StmtKind::opaque)
          && layout_.position[s] < layout_.position[id] && s != f_.root)
        return false;
    return true;
  }
  /// Made of parameters, block indices and constants, and counters of loops around `at`.
  [[nodiscard]] bool same_in_block(ExprId id, StmtId at, int depth) const {
    if (id >= f_.exprs.size() || depth > 16) return false;
    const Expr& e = f_.exprs[id];
    switch (e.op) {
    case Op::constant:
    case Op::floating:
    case Op::template_param:
    case Op::block_idx:
    case Op::block_dim:
    case Op::grid_dim: return true;
    case Op::local: {
      const kf::Var& v = f_.vars[e.var];
      if (v.storage == kf::Storage::param) return !program_.is_written(f_, e.var);
      if (v.storage != kf::Storage::local || !v.extents.empty()) return false;
      if (const ExprId initial = program_.settled(f_)[e.var]; initial != kNone)
        return same_in_block(initial, at, depth + 1);
      return counts_same(e.var, at, depth);
    }
    default: break;
    }
    const bool plain = e.op == Op::load || e.op == Op::cast || e.op == Op::select
                       || (e.op >= Op::neg && e.op <= Op::logical_or);
    if (!plain || (e.op == Op::load && !e.args.empty() && f_.exprs[e.args[0]].op != Op::local))
      return false;
    return std::all_of(e.args.begin(), e.args.end(),
                       [&](ExprId arg) { return same_in_block(arg, at, depth + 1); });
  }

  /// `for (int i = blockIdx.x; i < n; i += gridDim.x)` around `at`.
  [[nodiscard]] bool counts_same(VarId var, StmtId at, int depth) const {
    if (program_.is_written(f_, var) && f_.types[f_.vars[var].type].is_reference) return false;
    for (StmtId s = 0; s < f_.stmts.size(); ++s)
      if (f_.stmts[s].kind == StmtKind::decl && f_.stmts[s].var == var && f_.stmts[s].a != kNone
          && !same_in_block(f_.stmts[s].a, at, depth + 1))
        return false;
    for (ExprId id = 0; id < f_.exprs.size(); ++id) {
      const Expr& e = f_.exprs[id];
      if (e.op == Op::addr && !e.args.empty() && local_of(f_, e.args[0]) == var) return false;
      if (e.op != Op::assign || e.args.size() != 2 || local_of(f_, e.args[0]) != var) continue;
      const StmtId owner = layout_.owner[id];
      bool around = false;
      for (StmtId up = at; up != kNone; up = layout_.above[up])
        around = around || (up == owner && f_.stmts[up].kind == StmtKind::loop);
      const Expr& step = f_.exprs[e.args[1]];
      const bool counts =
          e.compound && step.args.size() == 2 && same_in_block(step.args[1], at, depth + 1);
      if (!around || !counts) return false;
    }
    return true;
  }

  [[nodiscard]] bool leaves(StmtId loop) const {
    for (StmtId s = 0; s < f_.stmts.size(); ++s) {
      const StmtKind kind = f_.stmts[s].kind;
      if ((kind == StmtKind::break_ || kind == StmtKind::continue_)
          && layout_.position[s] > layout_.position[loop]
          && layout_.position[s] < layout_.end[loop])
        return true;
    }
    return false;
  }

  std::optional<Idiom> total_at(const List& list, const Idiom& reduction) {
    if (reduction.kind != IdiomKind::reduce || reduction.values.size() != 1) return std::nullopt;
    const Combined& c = reduction.values.front();
    const VarId var = local_of(f_, c.place);
    const std::size_t next = reduction.range.last + 1;
    if (c.width != kLanes || var == kNone || next >= list.size()) return std::nullopt;
    // A narrow sum wraps before it is added.
    if (c.type.kind == TypeKind::integer && c.type.bytes < 4) return std::nullopt;
    const Stmt& s = f_.stmts[list[next]];
    if (s.kind != StmtKind::if_ || !s.other.empty() || s.body.size() != 1) return std::nullopt;
    const Stmt* inner = &f_.stmts[s.body.front()];
    if (inner->kind == StmtKind::block && inner->body.size() == 1)
      inner = &f_.stmts[inner->body.front()];
    if (inner->kind != StmtKind::eval || inner->a == kNone) return std::nullopt;
    const Expr& atomic = f_.exprs[inner->a];
    if (atomic.op != Op::atomic || operator_of(atomic.atomic) != c.op || atomic.args.size() != 2)
      return std::nullopt;
    if (local_of(f_, strip_load(f_, atomic.args[1])) != var) return std::nullopt;
    if (kf::depends_on_thread(f_, atomic.args[0]) || contains_side_effect(f_, atomic.args[0]))
      return std::nullopt;
    if (!chooses_lane(s.a, 0) || !uniform(list[reduction.range.first])) return std::nullopt;
    // Nobody else reads the sum.
    for (ExprId id = 0; id < f_.exprs.size(); ++id) {
      if (f_.exprs[id].op != Op::local || f_.exprs[id].var != var) continue;
      if (layout_.owner[id] == kNone) continue;
      const std::uint32_t at = layout_.position_of(id);
      if (at >= layout_.end[list[next]] && at < layout_.overwritten_behind(list[next], var)
          && !is_written_by(id))
        return std::nullopt;
    }
    if (layout_.in_loop_of(var, list[next])) return std::nullopt;
    Idiom out = reduction;
    out.kind = IdiomKind::wave_total;
    out.guard = s.a;
    out.atomic = inner->a;
    out.reader = Reader::leaders;
    out.second = {&list, next, next};
    return out;
  }

  // ---- reductions of the block ----

  /// A declaration of something else: `int lane = threadIdx.x & 31;`.
  [[nodiscard]] bool is_neutral(StmtId id) const {
    const Stmt& s = f_.stmts[id];
    return s.kind == StmtKind::decl && (s.a == kNone || !contains_side_effect(f_, s.a));
  }

  [[nodiscard]] const Stmt& only_statement(const Stmt& s) const {
    const Stmt* at = &s;
    while (at->kind == StmtKind::block && at->body.size() == 1) at = &f_.stmts[at->body.front()];
    return *at;
  }

  /// `partial[index]`, an array in shared memory of one dimension.
  struct Slot {
    VarId array = kNone;
    ExprId index = kNone;
  };
  [[nodiscard]] std::optional<Slot> slot_of(ExprId id) const {
    id = strip_load(f_, id);
    if (id >= f_.exprs.size() || f_.exprs[id].op != Op::index || f_.exprs[id].args.size() != 2)
      return std::nullopt;
    const ExprId array = strip_load(f_, f_.exprs[id].args[0]);
    const VarId var = local_of(f_, array);
    if (var == kNone || f_.vars[var].storage != kf::Storage::shared
        || f_.vars[var].extents.size() != 1)
      return std::nullopt;
    return Slot{var, f_.exprs[id].args[1]};
  }

  /// `if (lane == 0) partial[warp] = v;`: one value per warp, in the order of warps.
  struct Partial {
    VarId array = kNone;
    bool one_row = true;  ///< rows of the block are not told apart: it can have one only
  };
  [[nodiscard]] std::optional<Partial> stores_partial(StmtId id, VarId value) {
    const Stmt& s = f_.stmts[id];
    if (s.kind != StmtKind::if_ || !s.other.empty() || s.body.size() != 1) return std::nullopt;
    const Stmt& inner = only_statement(f_.stmts[s.body.front()]);
    if (inner.kind != StmtKind::eval || inner.a == kNone) return std::nullopt;
    const Expr& e = f_.exprs[inner.a];
    if (e.op != Op::assign || e.compound || e.args.size() != 2) return std::nullopt;
    const auto slot = slot_of(e.args[0]);
    if (!slot || local_of(f_, strip_load(f_, e.args[1])) != value || !chooses_lane(s.a, 0))
      return std::nullopt;
    const Frame frame{&f_};
    Partial out{slot->array, true};
    for (const SampleBlock& block :
         {SampleBlock{128, 1, 32}, SampleBlock{1024, 1, 32}, SampleBlock{64, 2, 32}})
      for (const SampleThread& t : threads_of(block)) {
        if (t.linear() % kLanes != 0) continue;
        // Rows of a block that are not told apart would overwrite one another.
        const auto index = evaluate(program_, frame, slot->index, t);
        const auto chosen = evaluate(program_, frame, s.a, t);
        if (!index || index->floating || !chosen || !chosen->truth()) return std::nullopt;
        if (index->i != t.linear() / kLanes && index->i != t.x / kLanes) return std::nullopt;
        if (t.y != 0) out.one_row = out.one_row && index->i == t.x / kLanes;
      }
    return out;
  }

  /// `q = tid < warps ? partial[lane] : 0`
  struct Load {
    ExprId place = kNone;  ///< of q; kNone where it is declared here
    VarId var = kNone;
    ExprId guard = kNone;
    Slot slot;
    ExprId filler = kNone;
  };
  [[nodiscard]] std::optional<Load> loads_partial(StmtId id, VarId array) const {
    const Stmt& s = f_.stmts[id];
    Load out;
    ExprId value = kNone;
    if (s.kind == StmtKind::decl && s.a != kNone) {
      out.var = s.var;
      value = s.a;
    } else if (s.kind == StmtKind::eval && s.a != kNone && f_.exprs[s.a].op == Op::assign
               && f_.exprs[s.a].args.size() == 2 && !f_.exprs[s.a].compound) {
      out.place = f_.exprs[s.a].args[0];
      out.var = local_of(f_, out.place);
      value = f_.exprs[s.a].args[1];
    }
    if (out.var == kNone) return std::nullopt;
    value = kf::skip_casts(f_, value);
    if (f_.exprs[value].op == Op::select && f_.exprs[value].args.size() == 3) {
      out.guard = f_.exprs[value].args[0];
      out.filler = f_.exprs[value].args[2];
      value = f_.exprs[value].args[1];
      if (contains_side_effect(f_, out.guard)) return std::nullopt;
    }
    const auto slot = slot_of(kf::skip_casts(f_, value));
    if (!slot || slot->array != array || contains_side_effect(f_, slot->index)) return std::nullopt;
    out.slot = *slot;
    return out;
  }

  /// Which warps end with the total in a block of `threads`, given the second stage.
  struct Whole {
    bool first = false;
    bool all = false;
  };
  [[nodiscard]] Whole whole_warps(const Load& load, ExprId condition, unsigned threads,
                                  unsigned width) const {
    const Frame frame{&f_};
    const unsigned warps = threads / kLanes;
    const auto holds = [&](unsigned warp) {
      std::vector<unsigned> seen(warps, 0);
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        const SampleThread t{{threads, 1, 32}, warp * kLanes + lane, 0};
        if (condition != kNone) {
          const auto runs = evaluate(program_, frame, condition, t);
          if (!runs || !runs->truth()) return false;
        }
        if (load.guard != kNone) {
          const auto reads = evaluate(program_, frame, load.guard, t);
          if (!reads) return false;
          if (!reads->truth()) continue;
        }
        const auto index = evaluate(program_, frame, load.slot.index, t);
        if (!index || index->floating || index->i < 0 || index->i >= warps || lane >= width)
          return false;
        ++seen[static_cast<std::size_t>(index->i)];
      }
      return std::all_of(seen.begin(), seen.end(), [](unsigned n) { return n == 1; });
    };
    Whole out;
    out.first = holds(0);
    out.all = out.first;
    for (unsigned warp = 1; warp < warps; ++warp) out.all = out.all && holds(warp);
    return out;
  }

  /// For every block size, or for the only one that the code is written for.
  [[nodiscard]] std::optional<Whole> whole_warps(const Load& load, ExprId condition,
                                                 unsigned width) const {
    Whole all{true, true};
    for (const unsigned threads : {64U, 128U, 256U, 1024U}) {
      const Whole w = whole_warps(load, condition, threads, width);
      all.first = all.first && (w.first || threads / kLanes > width);
      all.all = all.all && (w.all || threads / kLanes > width);
    }
    if (all.first) return all;
    // What asks for the size of the block is written for every size.
    if (load.guard != kNone)
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        const Frame frame{&f_};
        const auto small = evaluate(program_, frame, load.guard, {{64, 1, 32}, lane, 0});
        const auto large = evaluate(program_, frame, load.guard, {{1024, 1, 32}, lane, 0});
        if (!small || !large || small->truth() != large->truth()) return std::nullopt;
      }
    std::optional<Whole> only;
    for (unsigned threads = 64; threads <= 1024; threads += 32) {
      const Whole w = whole_warps(load, condition, threads, width);
      if (!w.first) continue;
      if (only) return std::nullopt;
      only = w;
    }
    return only;
  }

  [[nodiscard]] const Idiom* known_at(const List* list, std::size_t first) const {
    for (const Idiom& idiom : known_)
      if (idiom.range.list == list && idiom.range.first == first) return &idiom;
    return nullptr;
  }

  /// The list that a statement holds: of an `if`, without the braces.
  [[nodiscard]] const List* inner_list(const Stmt& s) const {
    if (s.kind != StmtKind::if_ || !s.other.empty()) return nullptr;
    if (s.body.size() == 1 && f_.stmts[s.body.front()].kind == StmtKind::block
        && known_at(&s.body, 0) == nullptr)
      return &f_.stmts[s.body.front()].body;
    return &s.body;
  }

  /// Other shared memory that the barrier between the stages may be for, here or in a caller.
  [[nodiscard]] bool shares_more(const Function& f, VarId array) const {
    std::set<const Function*> seen = {&f};
    std::vector<const Function*> work = {&f};
    while (!work.empty()) {
      const Function& at = *work.back();
      work.pop_back();
      for (VarId var = 0; var < at.vars.size(); ++var) {
        const kf::Storage storage = at.vars[var].storage;
        const bool shared =
            storage == kf::Storage::shared || storage == kf::Storage::dynamic_shared;
        if (shared && (&at != &f || var != array)) return true;
      }
      for (const auto& [caller, call] : program_.calls_of(at.key))
        if (seen.insert(caller).second) work.push_back(caller);
    }
    return false;
  }

  std::optional<Idiom> block_at(const List& list, const std::vector<std::optional<Idiom>>& at,
                                std::size_t first) {
    const Idiom& one = *at[first];
    if (one.kind != IdiomKind::reduce || one.values.size() != 1) return std::nullopt;
    const Combined& c = one.values.front();
    const VarId value = local_of(f_, c.place);
    if (c.width != kLanes || value == kNone) return std::nullopt;
    std::size_t i = one.range.last + 1;
    const auto skip = [&] {
      while (i < list.size() && is_neutral(list[i])) ++i;
      return i < list.size();
    };
    if (!skip()) return std::nullopt;
    const auto partial = stores_partial(list[i], value);
    if (!partial) return std::nullopt;
    const VarId array = partial->array;
    const StmtId store = list[i++];
    if (!skip()) return std::nullopt;
    const Stmt& barrier = f_.stmts[list[i]];
    if (barrier.kind != StmtKind::eval || barrier.a == kNone || f_.exprs[barrier.a].op != Op::cross
        || f_.exprs[barrier.a].cross != CrossKind::barrier || !f_.exprs[barrier.a].args.empty())
      return std::nullopt;
    const std::size_t barrier_at = i++;

    // The load, here or in an `if`; the second stage behind it, here or in an `if`.
    const List* load_list = &list;
    const List* stage_list = &list;
    ExprId condition = kNone;
    StmtId load_statement = kNone;
    std::size_t stage_at = 0;
    if (i >= list.size()) return std::nullopt;
    std::optional<Load> load;
    while (i < list.size() && !(load = loads_partial(list[i], array)) && is_neutral(list[i])) ++i;
    if (i >= list.size()) return std::nullopt;
    const Idiom* two = nullptr;
    if (load) {
      load_statement = list[i++];
      if (i >= list.size()) return std::nullopt;
      if (at[i]) {
        two = &*at[i];
        stage_at = i;
      } else if (const List* inner = inner_list(f_.stmts[list[i]])) {
        two = known_at(inner, 0);
        stage_list = inner;
        condition = f_.stmts[list[i]].a;
      }
    } else if (const List* inner = inner_list(f_.stmts[list[i]])) {
      std::size_t k = 0;
      while (k < inner->size() && !(load = loads_partial((*inner)[k], array))
             && is_neutral((*inner)[k]))
        ++k;
      if (!load) return std::nullopt;
      load_list = stage_list = inner;
      load_statement = (*inner)[k];
      condition = f_.stmts[list[i]].a;
      stage_at = k + 1;
      two = known_at(inner, stage_at);
    }
    if (two == nullptr || two->kind != IdiomKind::reduce || two->values.size() != 1)
      return std::nullopt;
    const Combined& d = two->values.front();
    if (d.op != c.op || local_of(f_, d.place) != load->var) return std::nullopt;
    const kf::Type& stored = f_.types[f_.vars[array].type];
    if (stored.text != c.type.text || d.type.text != c.type.text) return std::nullopt;
    for (ExprId id = 0; id < f_.exprs.size(); ++id)
      if (f_.exprs[id].op == Op::local && f_.exprs[id].var == array && layout_.owner[id] != kNone
          && layout_.owner[id] != load_statement
          && !(layout_.position_of(id) >= layout_.position[store]
               && layout_.position_of(id) < layout_.end[store]))
        return std::nullopt;
    const auto whole = whole_warps(*load, condition, d.width);
    if (!whole) return std::nullopt;

    Idiom out;
    out.kind = IdiomKind::block_reduce;
    out.f = &f_;
    out.values = {d};
    out.values.front().every_lane = true;
    out.input = c.place;
    out.shared = array;
    out.filler = load->filler;
    out.steps = one.steps + two->steps;
    out.deltas = one.deltas;
    out.shuffles = one.shuffles;
    out.shuffles.insert(out.shuffles.end(), two->shuffles.begin(), two->shuffles.end());
    out.by_mask = one.by_mask || two->by_mask;
    out.compares = one.compares || two->compares;
    out.range = {&list, first, barrier_at};
    if (load_list == &list) {
      out.range.last = stage_list == &list ? two->range.last : i - 1;
      // An `if` around nothing but the second stage belongs to it.
      const bool alone = two->range.first == 0 && two->range.last + 1 == stage_list->size();
      if (stage_list != &list && alone) out.range.last = i;
      if (stage_list != &list && !alone) out.second = two->range;
    } else {
      const auto at_load = std::find(load_list->begin(), load_list->end(), load_statement);
      out.second = {load_list, static_cast<std::size_t>(at_load - load_list->begin()),
                    two->range.last};
    }
    out.load = load_statement;
    out.orders_memory = one.orders_memory || two->orders_memory || shares_more(f_, array);
    // Who reads the result, or what the variable holds where there is none.
    const bool one_row = partial->one_row;
    const bool all = whole->all;
    const bool every = d.every_lane;
    const unsigned width = d.width;
    Readers readers(
        program_,
        [=](const SampleThread& t) {
          const unsigned lane = t.linear() % kLanes;
          if (one_row && t.block.y > 1) return true;
          return (all || t.linear() / kLanes == 0) && (every ? lane < width : lane == 0);
        },
        kLanes);
    const std::uint32_t end = layout_.end[(*two->range.list)[two->range.last]];
    const std::uint32_t begin = layout_.position[list[first]];
    out.reader = readers.of_variable(layout_, load->var, end, begin, end,
                                     layout_.in_loop_of(load->var, list[first]));
    // Between the stages the input holds a warp's result, which nobody else may want.
    if (value != load->var)
      for (ExprId id = 0; id < f_.exprs.size(); ++id) {
        if (f_.exprs[id].op != Op::local || f_.exprs[id].var != value) continue;
        if (layout_.owner[id] != kNone && layout_.position_of(id) >= end) return std::nullopt;
      }
    return out.reader == Reader::others ? std::nullopt : std::optional(std::move(out));
  }

  /// The place that an assignment writes.
  [[nodiscard]] bool is_written_by(ExprId place) const {
    const ExprId up = layout_.parent[place];
    return up != kNone && f_.exprs[up].op == Op::assign && f_.exprs[up].args[0] == place;
  }

  /// The condition holds for one lane of each warp, and for no other thread.
  bool chooses_lane(ExprId condition, unsigned lane) {
    const Frame frame{&f_};
    for (const SampleBlock& block : sample_blocks()) {
      if (block.wave != 32) continue;
      for (const SampleThread& t : threads_of(block)) {
        const auto v = evaluate(program_, frame, condition, t);
        if (!v || v->truth() != (t.linear() % kLanes == lane)) return false;
      }
    }
    return true;
  }

  const Program& program_;
  const Function& f_;
  const Layout layout_;
  std::vector<Idiom> found_;
  std::vector<Idiom> known_;  ///< also those that are calls of helpers
};

}  // namespace

std::vector<Idiom> find_idioms(const Program& program, const Function& f) {
  const bool may = std::any_of(f.exprs.begin(), f.exprs.end(), [&](const Expr& e) {
    return kf::is_shuffle(e) || (e.op == Op::call && program.shuffles(e.callee));
  });
  return may ? Search(program, f).run() : std::vector<Idiom>();
}

const char* name_of(Operator op) {
  switch (op) {
  case Operator::add: return "sum";
  case Operator::min: return "minimum";
  case Operator::max: return "maximum";
  case Operator::bit_and: return "and";
  case Operator::bit_or: return "or";
  case Operator::bit_xor: return "xor";
  default: return "value";
  }
}

}  // namespace hipaudit::lanes
