// SPDX-License-Identifier: Apache-2.0
// Walks a body as control does, with the conditions that are constant decided. An expression is
// dead when it is met on ways that are not taken, and on no other.
#include "match/live.hpp"

#include <algorithm>

namespace hipaudit::match {
namespace {

using kf::kNone;
using kf::Op;
using kf::Stmt;
using kf::StmtId;
using kf::StmtKind;

bool is_label(const Stmt& s) { return s.kind == StmtKind::case_ || s.kind == StmtKind::default_; }

class Liveness {
 public:
  explicit Liveness(const Function& f)
      : f_(f), reached_(f.exprs.size(), false), left_out_(f.exprs.size(), false) {}

  std::vector<bool> find() {
    std::vector<bool> live(f_.exprs.size(), true);
    if (f_.root >= f_.stmts.size() || !is_plain()) return live;
    run(f_.root);
    for (ExprId id = 0; id < live.size(); ++id) live[id] = reached_[id] || !left_out_[id];
    return live;
  }

 private:
  /// No jumps but those that `run` follows: labels stand right in the body of their switch.
  bool is_plain() const {
    std::ptrdiff_t labels = 0;
    const auto count = [&](const std::vector<StmtId>& list) {
      return std::count_if(list.begin(), list.end(), [&](StmtId id) {
        return id < f_.stmts.size() && is_label(f_.stmts[id]);
      });
    };
    for (const Stmt& s : f_.stmts) {
      if (s.kind == StmtKind::opaque) return false;
      if (is_label(s)) ++labels;
      if (s.kind == StmtKind::switch_) labels -= count(switch_body(s));
    }
    return labels == 0;
  }

  const std::vector<StmtId>& switch_body(const Stmt& s) const {
    const bool braces = s.body.size() == 1 && s.body[0] < f_.stmts.size()
                        && f_.stmts[s.body[0]].kind == StmtKind::block;
    return braces ? f_.stmts[s.body[0]].body : s.body;
  }

  /// The marks of an expression's parts, without those that its constants skip.
  void evaluate(ExprId id) {
    if (id >= f_.exprs.size() || reached_[id]) return;
    reached_[id] = true;
    const kf::Expr& e = f_.exprs[id];
    std::size_t skipped = e.args.size();
    const bool joined = e.op == Op::logical_and || e.op == Op::logical_or;
    if ((joined || e.op == Op::select) && e.args.size() >= 2) {
      if (const auto value = constant(f_, e.args[0])) {
        if (e.op == Op::select)
          skipped = *value != 0 ? 2 : 1;
        else if ((*value != 0) == (e.op == Op::logical_or))
          skipped = 1;
      }
    }
    for (std::size_t i = 0; i < e.args.size(); ++i)
      if (i == skipped)
        leave_out_expr(e.args[i]);
      else
        evaluate(e.args[i]);
  }

  void leave_out_expr(ExprId id) {
    walk(f_, id, [&](ExprId part) { left_out_[part] = true; });
  }

  void leave_out(StmtId id) {
    if (id >= f_.stmts.size()) return;
    const Stmt& s = f_.stmts[id];
    leave_out_expr(s.a);
    leave_out_expr(s.b);
    for (const ExprId e : s.exprs) leave_out_expr(e);
    leave_out(s.body);
    leave_out(s.other);
  }
  void leave_out(const std::vector<StmtId>& list) {
    for (const StmtId id : list) leave_out(id);
  }

  /// Both tell whether control can go on behind.
  bool run(const std::vector<StmtId>& list) {
    bool here = true;
    for (const StmtId id : list) {
      if (here)
        here = run(id);
      else
        leave_out(id);
    }
    return here;
  }

  bool run(StmtId id) {
    if (id >= f_.stmts.size()) return true;
    const Stmt& s = f_.stmts[id];
    evaluate(s.a);
    for (const ExprId e : s.exprs) evaluate(e);
    switch (s.kind) {
    case StmtKind::block: return run(s.body);
    case StmtKind::if_: {
      const auto taken = constant(f_, s.a);
      if (!taken) {
        const bool then = run(s.body);
        const bool other = run(s.other);
        return then || other;
      }
      leave_out(*taken != 0 ? s.other : s.body);
      return run(*taken != 0 ? s.body : s.other);
    }
    case StmtKind::loop: {
      const auto again = constant(f_, s.a);
      if (!s.post_test && again && *again == 0) {
        leave_out(s.body);
        leave_out_expr(s.b);
      } else {
        run(s.body);
        evaluate(s.b);
      }
      return true;
    }
    case StmtKind::switch_: run_switch(s); return true;
    case StmtKind::return_:
    case StmtKind::break_:
    case StmtKind::continue_: return false;
    default: return true;
    }
  }

  /// The label that a constant goes to; `body.size()` when none is meant for it, and nothing when
  /// it is not known.
  std::optional<std::size_t> target(const Stmt& s, const std::vector<StmtId>& body) const {
    const auto value = constant(f_, s.a);
    if (!value) return std::nullopt;
    std::size_t otherwise = body.size();
    for (std::size_t i = 0; i < body.size(); ++i) {
      const Stmt& label = f_.stmts[body[i]];
      if (label.kind == StmtKind::default_) otherwise = i;
      if (label.kind != StmtKind::case_) continue;
      const auto at = constant(f_, label.a);
      if (!at) return std::nullopt;
      if (*at == *value) return i;
    }
    return otherwise;
  }

  void run_switch(const Stmt& s) {
    const std::vector<StmtId>& body = switch_body(s);
    const auto only = target(s, body);
    bool here = false;
    for (std::size_t i = 0; i < body.size(); ++i) {
      if (is_label(f_.stmts[body[i]]) && (!only || *only == i)) here = true;
      if (here)
        here = run(body[i]);
      else
        leave_out(body[i]);
    }
  }

  const Function& f_;
  std::vector<bool> reached_;
  std::vector<bool> left_out_;
};

}  // namespace

std::vector<bool> live_expressions(const Function& f) { return Liveness(f).find(); }

}  // namespace hipaudit::match
