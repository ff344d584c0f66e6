// SPDX-License-Identifier: Apache-2.0
#include "lanes/idiom.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "lanes/idiom_search.hpp"
#include "lanes/mix.hpp"
#include "lanes/readers.hpp"
#include "lanes/symbolic_lanes.hpp"

namespace hipaudit::lanes {

namespace {

constexpr unsigned kMinWidth = 4;

/// Reductions and scans of one function, and what they are stages of.
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
      if (auto block = block_reduce(program_, layout_, known_, list, at, i)) {
        for (std::size_t k = i + 1; k <= block->range.last; ++k) at[k].reset();
        take_over(*block);
        at[i] = std::move(block);
      } else if (auto total = wave_total(program_, layout_, list, *at[i])) {
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

  std::optional<Idiom> reduction_at(const List& list, std::size_t first) {
    SymbolicLanes symbolic(program_, f_);
    std::optional<Idiom> best;
    std::set<ExprId> places;
    for (std::size_t i = first; i < list.size(); ++i) {
      if (i > first && best && !continues(list[i], *best)) break;
      if (symbolic.run(list[i]) != SymbolicLanes::Step::ok) break;
      if (auto idiom = complete(symbolic, list, first, i)) best = std::move(idiom);
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

  std::optional<Idiom> complete(const SymbolicLanes& symbolic, const List& list, std::size_t first,
                                std::size_t last) {
    Idiom idiom;
    idiom.f = &f_;
    idiom.range = {&list, first, last};
    idiom.shuffles = symbolic.shuffles;
    idiom.steps = symbolic.steps;
    idiom.by_mask = symbolic.by_mask;
    idiom.by_helper = symbolic.steps_in_call > 1;
    idiom.compares = symbolic.compares;
    idiom.orders_memory = symbolic.synchronises;
    idiom.deltas = symbolic.deltas;
    if (!symbolic.whole_mask) return std::nullopt;
    const std::uint32_t begin = layout_.position[list[first]];
    const std::uint32_t end = layout_.end[list[last]];
    // `int before = __shfl_up(v, 1);` is the result; v is not needed any more.
    VarId result = kNone;
    for (const VarId var : symbolic.declared) {
      if (!used_outside(var, begin, end)) continue;
      if (result != kNone || !declared_in(list, first, last, var)) return std::nullopt;
      result = var;
    }
    for (const VarId var : symbolic.counters)
      if (!set_elsewhere(var, begin, end)) return std::nullopt;
    std::optional<Pattern> pattern;
    for (const SymbolicLanes::Written& w : symbolic.written()) {
      const VarId var = local_of(f_, w.place);
      const bool own = var != kNone && !used_outside(var, begin, end);
      const Holding got = holding_of(w.mix);
      if (got.pattern == Pattern::exclusive && got.width >= 16 && w.mix.place != kNone
          && (result == kNone ? same(f_, w.mix.place, w.place) : var == result)) {
        if (pattern) return std::nullopt;
        pattern = got.pattern;
        idiom.values.push_back(
            {w.place, w.mix.op, w.mix.type, got.width, true, w.mix.place, result});
        continue;
      }
      // What the result was made of: read behind it by nobody.
      if (result != kNone && var != kNone && var != result && !read_behind(var, end)) continue;
      const bool holds = w.mix.place != kNone && same(f_, w.mix.place, w.place)
                         && (got.pattern == Pattern::reduce || got.pattern == Pattern::scan)
                         && got.width >= kMinWidth;
      if (!holds) {
        if (own) continue;  // a temporary
        return std::nullopt;
      }
      if (result != kNone || (pattern && *pattern != got.pattern)) return std::nullopt;
      pattern = got.pattern;
      Combined c;
      c.place = w.place;
      c.op = w.mix.op;
      c.type = w.mix.type;
      c.width = got.width;
      c.every_lane = got.every_lane;
      idiom.values.push_back(std::move(c));
    }
    if (!pattern || idiom.steps < 2) return std::nullopt;
    if (*pattern == Pattern::exclusive) {
      idiom.kind = IdiomKind::exclusive_scan;
      return idiom;
    }
    if (result != kNone) return std::nullopt;
    idiom.kind = *pattern == Pattern::scan ? IdiomKind::inclusive_scan : IdiomKind::reduce;
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
