// SPDX-License-Identifier: Apache-2.0
// A reduction whose result one lane per warp adds to memory atomically.
#include <algorithm>
#include <optional>
#include <vector>

#include "lanes/guards.hpp"
#include "lanes/idiom_search.hpp"

namespace hipaudit::lanes {

namespace {

/// A search for totals in one function.
class WaveTotal {
 public:
  WaveTotal(const Program& program, const Layout& layout)
      : program_(program), f_(layout.f), layout_(layout) {}

  std::optional<Idiom> behind(const std::vector<StmtId>& list, const Idiom& reduction) {
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
    if (!chooses_lane(program_, f_, s.a, 0) || !uniform(list[reduction.range.first]))
      return std::nullopt;
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

 private:
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

  /// The place that an assignment writes.
  [[nodiscard]] bool is_written_by(ExprId place) const {
    const ExprId up = layout_.parent[place];
    return up != kNone && f_.exprs[up].op == Op::assign && f_.exprs[up].args[0] == place;
  }

  const Program& program_;
  const Function& f_;
  const Layout& layout_;
};

}  // namespace

std::optional<Idiom> wave_total(const Program& program, const Layout& layout,
                                const std::vector<StmtId>& list, const Idiom& reduction) {
  return WaveTotal(program, layout).behind(list, reduction);
}

}  // namespace hipaudit::lanes
