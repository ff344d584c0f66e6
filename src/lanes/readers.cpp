// SPDX-License-Identifier: Apache-2.0
#include "lanes/readers.hpp"

#include <algorithm>
#include <vector>

#include "lanes/guards.hpp"

namespace hipaudit::lanes {

Reader Readers::of_variable(const Layout& layout, VarId var, std::uint32_t from, std::uint32_t skip,
                            std::uint32_t skip_end, bool from_start, std::uint32_t until) {
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

Reader Readers::of_use(const Layout& layout, ExprId id, bool is_place) {
  const Function& f = layout.f;
  if (++budget_ > 400) return Reader::unknown;
  const StmtId owner = layout.owner[id];
  const Activation activation{&f};
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
  if (guarded(program_, activation, guards, whole_)) return Reader::leaders;

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
        return reads_leader(activation, p) ? Reader::leaders : Reader::others;
      return Reader::others;
    case Op::atomic: return Reader::others;
    case Op::call: {
      if (!loaded && !f.is_pattern) return Reader::unknown;  // by reference
      if (const Function* callee = program_.function(p.callee)) return of_argument(*callee, p, at);
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
  case StmtKind::decl: return s.var == kNone ? Reader::unknown : of_assigned(layout, s.var, owner);
  case StmtKind::return_: return of_result(f);
  case StmtKind::eval: return Reader::leaders;  // discarded
  default: return Reader::others;
  }
}

Reader Readers::of_assigned(const Layout& layout, VarId var, StmtId by) {
  const bool loops = layout.in_loop_of(var, by);
  return of_variable(layout, var, layout.position[by] + 1, layout.position[by],
                     layout.position[by] + 1, loops, layout.overwritten_behind(by, var));
}

Reader Readers::of_argument(const Function& callee, const Expr& call, ExprId argument) {
  const auto at = std::find(call.args.begin(), call.args.end(), argument);
  const auto index = static_cast<std::size_t>(at - call.args.begin()) - (call.compound ? 1 : 0);
  if (callee.is_pattern || index >= callee.params.size()) return Reader::unknown;
  return of_variable(Layout(callee), callee.params[index], 0, 0, 0, true);
}

bool Readers::reads_leader(const Activation& activation, const Expr& shuffle) {
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const SampleThread t{{128, 1, 32}, lane, 0};
    const auto source = evaluate(program_, activation, shuffle.args[2], t);
    if (!source || source->floating || source->i % static_cast<std::int64_t>(width_) != 0)
      return false;
    SampleThread from = t;
    from.x = static_cast<unsigned>(source->i) & 31U;
    if (!whole_(from)) return false;
  }
  return true;
}

Reader Readers::of_result(const Function& f) {
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

}  // namespace hipaudit::lanes
