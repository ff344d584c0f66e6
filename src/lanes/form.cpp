// SPDX-License-Identifier: Apache-2.0
#include "lanes/form.hpp"

#include <algorithm>

namespace hipaudit::lanes {

bool contains_side_effect(const Function& f, ExprId id) {
  bool found = false;
  kf::walk(f, id, [&](ExprId at) {
    const Op op = f.exprs[at].op;
    found = found || op == Op::assign || op == Op::call || op == Op::cross || op == Op::atomic
            || op == Op::opaque || op == Op::lambda;
  });
  return found;
}

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

Layout::Layout(const Function& function)
    : f(function), parent(kf::parents(function)), owner(function.exprs.size(), kNone),
      above(function.stmts.size(), kNone), in_other(function.stmts.size(), false),
      position(function.stmts.size(), 0), end(function.stmts.size(), 0) {
  if (f.root < f.stmts.size()) visit(f.root);
}

bool Layout::in_loop_of(VarId var, StmtId id) const {
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

std::uint32_t Layout::overwritten_behind(StmtId id, VarId var) const {
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

bool Layout::overwritten_before(StmtId id, VarId var, std::uint32_t from) const {
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

bool Layout::overwrites(StmtId id, VarId var) const {
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

std::uint32_t Layout::position_of(ExprId id) const {
  return id < owner.size() && owner[id] != kNone ? position[owner[id]] : 0;
}

void Layout::own(StmtId s, ExprId id) {
  kf::walk(f, id, [&](ExprId at) { owner[at] = s; });
}

void Layout::visit(StmtId id) {
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

}  // namespace hipaudit::lanes
