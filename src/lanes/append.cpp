// SPDX-License-Identifier: Apache-2.0
#include "lanes/append.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <optional>
#include <set>

#include "lanes/form.hpp"

namespace hipaudit::lanes {

namespace {

/// What the counter holds before: no number that code writes by itself.
constexpr std::int64_t kBase = 7340033;

bool is_operation(const Expr& e) { return e.op == Op::cross || e.op == Op::atomic; }

bool holds_operation(const Function& f, ExprId id) {
  return id != kNone && (kf::mentions(f, id, Op::cross) || kf::mentions(f, id, Op::atomic));
}

bool statement_operates(const Function& f, StmtId id) {
  const Stmt& s = f.stmts[id];
  if (holds_operation(f, s.a) || holds_operation(f, s.b)) return true;
  const auto any = [&](const std::vector<StmtId>& list) {
    return std::any_of(list.begin(), list.end(),
                       [&](StmtId child) { return statement_operates(f, child); });
  };
  return any(s.body) || any(s.other);
}

using Bits = std::uint32_t;

/// One run of the statements, for one outcome of the vote.
class Run {
 public:
  /// Without a predicate the voters are the lanes that are there.
  Run(const Program& program, const Function& f, Bits votes, ExprId predicate, unsigned warp)
      : program_(program), f_(f), warp_(warp), active_(predicate == kNone ? votes : ~Bits{0}) {
    for (unsigned lane = 0; lane < kLanes; ++lane) activations_[lane].f = &f;
    if (predicate == kNone) return;
    // Wherever the predicate is asked for again, the answer is the same.
    for (ExprId id = 0; id < f.exprs.size(); ++id)
      if (same(f, id, predicate))
        for (unsigned lane = 0; lane < kLanes; ++lane)
          activations_[lane].given[id] = (votes >> lane) & 1U;
  }

  bool run(StmtId id) { return statement(id, active_); }

  [[nodiscard]] Bits active() const { return active_; }
  [[nodiscard]] Bits adders() const { return adders_; }
  [[nodiscard]] std::int64_t added() const { return added_; }
  [[nodiscard]] ExprId atomic() const { return atomic_; }

  /// The value in one lane behind the statements.
  std::optional<std::int64_t> value(ExprId id, unsigned lane) {
    const auto v = evaluate(program_, activations_[lane], id, thread(lane));
    return v && !v->floating ? std::optional(v->i) : std::nullopt;
  }
  [[nodiscard]] std::optional<std::int64_t> held(VarId var, unsigned lane) const {
    const auto at = activations_[lane].known.find(var);
    return at == activations_[lane].known.end() ? std::nullopt : std::optional(at->second);
  }
  [[nodiscard]] const std::set<VarId>& written() const { return written_; }

 private:
  [[nodiscard]] SampleThread thread(unsigned lane) const {
    return {{128, 1, 32}, warp_ * kLanes + lane, 0};
  }

  /// Operations below `id`, innermost first, in the lanes that get there.
  bool operate(ExprId id, Bits lanes) {
    if (id == kNone || lanes == 0) return true;
    const Expr& e = f_.exprs[id];
    if (e.op == Op::select && e.args.size() == 3) {
      if (!operate(e.args[0], lanes)) return false;
      if (!holds_operation(f_, e.args[1]) && !holds_operation(f_, e.args[2])) return true;
      const auto taken = condition(e.args[0], lanes);
      return taken && operate(e.args[1], *taken) && operate(e.args[2], lanes & ~*taken);
    }
    if ((e.op == Op::logical_and || e.op == Op::logical_or || e.op == Op::lambda)
        && holds_operation(f_, id))
      return false;
    if (e.op == Op::call && program_.function(e.callee) != nullptr && program_.shuffles(e.callee))
      return false;
    for (const ExprId arg : e.args)
      if (arg != kNone && !operate(arg, lanes)) return false;
    if (e.op == Op::cross) return cross(id, lanes);
    if (e.op == Op::atomic) return add(id, lanes);
    return e.op != Op::assign && e.op != Op::opaque;
  }

  std::optional<Bits> condition(ExprId id, Bits lanes) {
    Bits out = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if (((lanes >> lane) & 1U) == 0) continue;
      const auto v = evaluate(program_, activations_[lane], id, thread(lane));
      if (!v) return std::nullopt;
      if (v->truth()) out |= Bits{1} << lane;
    }
    return out;
  }

  /// The mask that is given names all that are there.
  bool whole(ExprId mask, Bits lanes) {
    if (mask == kNone) return true;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if (((lanes >> lane) & 1U) == 0) continue;
      const auto v = value(mask, lane);
      if (!v || (static_cast<Bits>(*v) & lanes) != lanes) return false;
    }
    return true;
  }

  bool cross(ExprId id, Bits lanes) {
    const Expr& e = f_.exprs[id];
    if (e.tainted || e.tile != 0 || lanes != active_) return false;
    if (e.cross == CrossKind::active_mask) {
      for (unsigned lane = 0; lane < kLanes; ++lane) activations_[lane].given[id] = lanes;
      return true;
    }
    if (e.args.empty() || !whole(e.args[0], lanes)) return false;
    if (e.cross == CrossKind::ballot && e.args.size() == 2) {
      const auto votes = condition(e.args[1], lanes);
      if (!votes) return false;
      for (unsigned lane = 0; lane < kLanes; ++lane) activations_[lane].given[id] = *votes;
      return true;
    }
    if (e.cross == CrossKind::sync_warp) return true;
    if (e.cross != CrossKind::shfl || e.args.size() != 4) return false;
    if (e.args[3] != kNone && value(e.args[3], 0) != kLanes) return false;
    std::array<std::optional<std::int64_t>, kLanes> got{};
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if (((lanes >> lane) & 1U) == 0) continue;
      const auto source = value(e.args[2], lane);
      if (!source) return false;
      const auto from = static_cast<unsigned>(*source) & (kLanes - 1);
      // A lane that is not there gives nothing; nobody may need it.
      if (((lanes >> from) & 1U) != 0) got[lane] = value(e.args[1], from);
    }
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      activations_[lane].given.erase(id);
      if (got[lane]) activations_[lane].given[id] = *got[lane];
    }
    return true;
  }

  bool add(ExprId id, Bits lanes) {
    const Expr& e = f_.exprs[id];
    if (e.tainted || e.atomic != kf::AtomicKind::add || e.args.size() != 2) return false;
    if (atomic_ != kNone || !std::has_single_bit(lanes)) return false;
    atomic_ = id;
    adders_ = lanes;
    const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    const auto by = value(e.args[1], lane);
    if (!by) return false;
    added_ = *by;
    activations_[lane].given[id] = kBase;
    return true;
  }

  // ---- statements ----

  bool assign(VarId var, ExprId value_of, Bits lanes) {
    if (!operate(value_of, lanes)) return false;
    written_.insert(var);
    const kf::Type& type = f_.types[f_.vars[var].type];
    if (type.is_reference || !f_.vars[var].extents.empty()
        || (type.kind != TypeKind::integer && type.kind != TypeKind::boolean))
      return false;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if (((lanes >> lane) & 1U) == 0) continue;
      // The type cuts what it is given: as a conversion to it would.
      const auto v = value(value_of, lane);
      if (v)
        activations_[lane].known[var] = fit(type, *v);
      else
        activations_[lane].known.erase(var);
    }
    return true;
  }

  static std::int64_t fit(const kf::Type& type, std::int64_t value) {
    if (type.kind == TypeKind::boolean) return value != 0 ? 1 : 0;
    if (type.bytes == 0 || type.bytes >= 8) return value;
    const std::uint64_t mask = (std::uint64_t{1} << type.bits()) - 1;
    std::uint64_t cut = static_cast<std::uint64_t>(value) & mask;
    if (type.is_signed && ((cut >> (type.bits() - 1)) & 1) != 0) cut |= ~mask;
    return static_cast<std::int64_t>(cut);
  }

  bool list(const std::vector<StmtId>& body, Bits lanes) {
    return std::all_of(body.begin(), body.end(), [&](StmtId id) { return statement(id, lanes); });
  }

  bool statement(StmtId id, Bits lanes) {
    const Stmt& s = f_.stmts[id];
    if (s.tainted) return false;
    switch (s.kind) {
    case StmtKind::block: return list(s.body, lanes);
    case StmtKind::decl: {
      if (s.var == kNone || f_.vars[s.var].storage != kf::Storage::local) return false;
      for (Activation& activation : activations_) activation.known.erase(s.var);
      if (s.a == kNone) {
        written_.insert(s.var);
        return true;
      }
      return assign(s.var, s.a, lanes);
    }
    case StmtKind::if_: {
      if (!operate(s.a, lanes)) return false;
      const auto taken = condition(s.a, lanes);
      return taken && list(s.body, *taken) && list(s.other, lanes & ~*taken);
    }
    case StmtKind::eval: {
      if (s.a == kNone) return true;
      const ExprId at = kf::skip_casts(f_, s.a);
      const Expr& e = f_.exprs[at];
      if (e.op != Op::assign) return is_operation(e) && operate(at, lanes);
      if (e.args.size() != 2 || f_.exprs[e.args[0]].op != Op::local) return false;
      return lanes == 0 || assign(f_.exprs[e.args[0]].var, e.args[1], lanes);
    }
    default: return false;
    }
  }

  const Program& program_;
  const Function& f_;
  unsigned warp_;
  Bits active_;
  std::array<Activation, kLanes> activations_;
  std::set<VarId> written_;
  Bits adders_ = 0;
  std::int64_t added_ = 0;
  ExprId atomic_ = kNone;
};

/// Outcomes of a vote: none, all, single lanes, halves, and a spread of others.
const std::vector<Bits>& outcomes() {
  static const std::vector<Bits> all = [] {
    std::vector<Bits> out = {0,           ~Bits{0},    1,           2,
                             0x80000000U, 0xffffU,     0xffff0000U, 0x55555555U,
                             0xaaaaaaaaU, 0x7fffffffU, 0xfffffffeU};
    Bits seed = 0x9e3779b9U;
    for (int i = 0; i < 24; ++i) {
      seed = seed * 1664525U + 1013904223U;
      out.push_back(seed ^ (seed >> 13));
    }
    return out;
  }();
  return all;
}

class Search {
 public:
  Search(const Program& program, const Function& f)
      : program_(program), f_(f), parent_(kf::parents(f)), owner_(f.exprs.size(), kNone) {
    for (StmtId s = 0; s < f.stmts.size(); ++s)
      for (const ExprId root : {f.stmts[s].a, f.stmts[s].b})
        if (root != kNone) kf::walk(f, root, [&](ExprId at) { owner_[at] = s; });
  }

  std::vector<Append> run() {
    for (const Stmt& s : f_.stmts) {
      scan(s.body);
      scan(s.other);
    }
    return std::move(found_);
  }

 private:
  void scan(const std::vector<StmtId>& list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const auto vote = vote_in(list[i]);
      if (!vote) continue;
      // To the broadcast and what is made of it, or to the atomic alone.
      std::optional<Append> best;
      for (std::size_t last = i + 1; last < list.size() && last < i + 10; ++last) {
        if (f_.stmts[list[last]].kind == StmtKind::return_) break;
        if ((best = judge(list, i, last, *vote))) break;
      }
      if (!best) continue;
      i = best->last;
      found_.push_back(std::move(*best));
    }
  }

  /// The predicate of the ballot that a statement takes, kNone of an active mask.
  [[nodiscard]] std::optional<ExprId> vote_in(StmtId id) const {
    const Stmt& s = f_.stmts[id];
    if ((s.kind != StmtKind::decl && s.kind != StmtKind::eval) || s.a == kNone) return std::nullopt;
    std::optional<ExprId> out;
    kf::walk(f_, s.a, [&](ExprId at) {
      const Expr& e = f_.exprs[at];
      if (e.op != Op::cross || e.tile != 0) return;
      if (e.cross == CrossKind::active_mask && !out) out = ExprId{kNone};
      if (e.cross == CrossKind::ballot && e.args.size() == 2)
        out = kf::constant(f_, e.args[1]) == 1 ? ExprId{kNone} : e.args[1];
    });
    return out;
  }

  std::optional<Append> judge(const std::vector<StmtId>& list, std::size_t first, std::size_t last,
                              ExprId predicate) {
    Append out;
    out.f = &f_;
    out.list = &list;
    out.first = first;
    out.last = last;
    out.predicate = predicate;
    if (predicate != kNone
        && (holds_operation(f_, predicate) || kf::mentions(f_, predicate, Op::assign)))
      return std::nullopt;
    std::vector<Run> runs;
    for (const unsigned warp : {0U, 1U})
      for (const Bits votes : outcomes()) {
        if (predicate == kNone && votes == 0) continue;
        Run run(program_, f_, votes, predicate, warp);
        for (std::size_t i = first; i <= last; ++i)
          if (!run.run(list[i])) return std::nullopt;
        const bool adds = run.atomic() != kNone && run.added() == std::popcount(votes);
        if (votes != 0 && !adds) return std::nullopt;
        if (votes == 0 && run.atomic() != kNone && run.added() != 0) return std::nullopt;
        if (run.atomic() != kNone) out.atomic = run.atomic();
        runs.push_back(std::move(run));
      }
    const Expr& atomic = f_.exprs[out.atomic];
    out.counter = atomic.args[0];
    const kf::Type& sum = f_.types[atomic.type];
    if (sum.kind != TypeKind::integer || sum.bytes < 4) return std::nullopt;
    if (holds_operation(f_, out.counter) || kf::mentions(f_, out.counter, Op::assign)
        || kf::mentions(f_, out.counter, Op::call))
      return std::nullopt;
    const Same uniform = same_in_block(f_, out.counter, 0);
    out.one_counter = uniform == Same::yes;
    if (uniform == Same::no) return std::nullopt;
    return outside(list, out, runs) ? std::optional(std::move(out)) : std::nullopt;
  }

  /// All warps of a block have one counter; what a parameter is, the callers say.
  enum class Same : std::uint8_t { yes, unknown, no };
  Same same_in_block(const Function& f, ExprId id, int depth) const {
    if (kf::depends_on_thread(f, id)) return Same::no;
    if (depth > 4) return Same::unknown;
    Same out = Same::yes;
    std::set<VarId> seen;
    std::vector<ExprId> work = {id};
    while (!work.empty()) {
      const ExprId at = work.back();
      work.pop_back();
      kf::walk(f, at, [&](ExprId part) {
        const Expr& e = f.exprs[part];
        if (e.op != Op::local || !seen.insert(e.var).second) return;
        const kf::Storage storage = f.vars[e.var].storage;
        if (storage == kf::Storage::captured) out = std::max(out, Same::unknown);
        if (storage == kf::Storage::local) {
          const ExprId initial = program_.settled(f)[e.var];
          if (initial == kNone) out = std::max(out, Same::unknown);
          if (initial != kNone) work.push_back(initial);
        }
        if (storage == kf::Storage::param && f.kind != kf::FunctionKind::kernel)
          out = std::max(out, given_by_callers(f, e.var, depth));
      });
    }
    return out;
  }
  Same given_by_callers(const Function& f, VarId param, int depth) const {
    const auto& calls = program_.calls_of(f.key);
    if (calls.empty()) return Same::unknown;
    Same out = Same::yes;
    for (const auto& [caller, call] : calls) {
      const Activation outer{caller};
      const Activation inner{&f, &outer, call};
      const ExprId given = inner.argument(param);
      out =
          std::max(out, given == kNone ? Same::unknown : same_in_block(*caller, given, depth + 1));
    }
    return out;
  }

  /// The value is kBase plus `rank` voters below, in every voter of every run.
  bool is_number(std::vector<Run>& runs, ExprId id, bool with_rank) {
    std::size_t voters = 0;
    for (std::size_t r = 0; r < runs.size(); ++r) {
      const Bits votes = votes_of(runs, r);
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        if (((votes >> lane) & 1U) == 0) continue;
        ++voters;
        const int rank = with_rank ? std::popcount(votes & ((Bits{1} << lane) - 1)) : 0;
        if (runs[r].value(id, lane) != kBase + rank) return false;
      }
    }
    return voters != 0;
  }

  static Bits votes_of(const std::vector<Run>& runs, std::size_t r) {
    // The runs leave out the vote of nobody where the voters are the lanes that are there.
    const std::size_t outcomes_each = runs.size() / 2;
    const std::size_t skipped = outcomes().size() - outcomes_each;
    return outcomes()[skipped + r % outcomes_each];
  }

  /// What the statements leave behind is used as each voter's number, and for nothing else.
  bool outside(const std::vector<StmtId>& list, Append& out, std::vector<Run>& runs) {
    std::set<StmtId> inside;
    for (std::size_t i = out.first; i <= out.last; ++i) below(list[i], inside);
    std::set<VarId> written = runs.front().written();
    for (const Run& run : runs) written.insert(run.written().begin(), run.written().end());
    std::set<VarId> bases;
    std::set<VarId> kept;  // declarations of something else: `const int lane = threadIdx.x & 31;`
    for (const VarId var : written) {
      bool holds = true;
      for (std::size_t r = 0; r < runs.size() && holds; ++r)
        for (unsigned lane = 0; lane < kLanes; ++lane)
          if (((votes_of(runs, r) >> lane) & 1U) != 0 && runs[r].held(var, lane) != kBase)
            holds = false;
      if (holds) bases.insert(var);
    }
    for (std::size_t i = out.first; i <= out.last; ++i) {
      const Stmt& s = f_.stmts[list[i]];
      if (s.kind != StmtKind::decl || s.a == kNone || statement_operates(f_, list[i])) continue;
      bool own = false;
      kf::walk(f_, s.a, [&](ExprId at) {
        own = own || (f_.exprs[at].op == Op::local && written.count(f_.exprs[at].var) != 0);
      });
      const bool settled = program_.settled(f_)[s.var] != kNone;
      if (!own && settled && kf::depends_on_thread(f_, s.a)) kept.insert(s.var);
    }
    for (ExprId id = 0; id < f_.exprs.size(); ++id) {
      const Expr& e = f_.exprs[id];
      if (e.op != Op::local || written.count(e.var) == 0 || kept.count(e.var) != 0) continue;
      if (owner_[id] == kNone || inside.count(owner_[id]) != 0) continue;
      ExprId number = kNone;
      for (ExprId at = id; at != kNone; at = parent_[at])
        if (f_.exprs[at].op != Op::local && is_number(runs, at, true)) number = at;
      if (number == kNone || !for_voters(number, out.predicate)) return false;
      if (std::find(out.numbers.begin(), out.numbers.end(), number) == out.numbers.end())
        out.numbers.push_back(number);
    }
    for (std::size_t i = out.first; i <= out.last; ++i) {
      const Stmt& s = f_.stmts[list[i]];
      if (s.kind == StmtKind::decl && kept.count(s.var) != 0) continue;
      out.dropped.push_back(list[i]);
      if (statement_operates(f_, list[i])) out.at = list[i];
    }
    if (out.numbers.empty()) {
      // Only the sum is wanted: nothing is broadcast.
      return statement_adds(out.at, out.atomic);
    }
    if (!stays(out.predicate)) return false;
    // The base that the numbers are made of.
    for (const VarId var : bases)
      for (const ExprId number : out.numbers)
        kf::walk(f_, number, [&](ExprId at) {
          if (f_.exprs[at].op == Op::local && f_.exprs[at].var == var) out.base = var;
        });
    if (out.base == kNone) return false;
    for (const StmtId id : out.dropped)
      if (f_.stmts[id].kind == StmtKind::decl && f_.stmts[id].var == out.base) out.declares = id;
    return ends_with_base(out.at, out.base);
  }

  /// `base = __shfl(base, leader);`, in whatever words.
  [[nodiscard]] bool ends_with_base(StmtId id, VarId base) const {
    const Stmt& s = f_.stmts[id];
    if (s.kind == StmtKind::decl) return s.var == base;
    if (s.kind != StmtKind::eval || s.a == kNone) return false;
    const Expr& e = f_.exprs[s.a];
    return e.op == Op::assign && f_.exprs[e.args[0]].op == Op::local
           && f_.exprs[e.args[0]].var == base;
  }

  [[nodiscard]] bool statement_adds(StmtId id, ExprId atomic) const {
    std::set<StmtId> inside;
    below(id, inside);
    return owner_[atomic] != kNone && inside.count(owner_[atomic]) != 0
           && f_.stmts[owner_[atomic]].kind == StmtKind::eval
           && kf::skip_casts(f_, f_.stmts[owner_[atomic]].a) == atomic;
  }

  /// Asked for again, the predicate gives the same: nothing in it is written or lies in memory.
  [[nodiscard]] bool stays(ExprId predicate) const {
    if (predicate == kNone) return true;
    bool out = true;
    kf::walk(f_, predicate, [&](ExprId at) {
      const Expr& e = f_.exprs[at];
      const bool memory = e.op == Op::index || e.op == Op::deref || e.op == Op::member
                          || e.op == Op::global || e.op == Op::call;
      const bool own =
          e.op == Op::local
          && (f_.vars[e.var].storage == kf::Storage::param ? program_.is_written(f_, e.var)
                                                           : program_.settled(f_)[e.var] == kNone);
      out = out && !memory && !own;
    });
    return out;
  }

  /// Only lanes that voted get to where the number is used.
  [[nodiscard]] bool for_voters(ExprId number, ExprId predicate) const {
    if (predicate == kNone) return true;
    for (ExprId at = number, up = parent_[number]; up != kNone; at = up, up = parent_[up])
      if (f_.exprs[up].op == Op::select && f_.exprs[up].args[1] == at
          && same(f_, f_.exprs[up].args[0], predicate))
        return true;
    return voters_reach(f_.root, owner_[number], predicate, false);
  }
  [[nodiscard]] bool voters_reach(StmtId at, StmtId wanted, ExprId predicate, bool held) const {
    if (at == wanted) return held;
    const Stmt& s = f_.stmts[at];
    const bool asks = s.kind == StmtKind::if_ && s.a != kNone && implied(s.a, predicate);
    for (const StmtId child : s.body)
      if (voters_reach(child, wanted, predicate, held || asks)) return true;
    for (const StmtId child : s.other)
      if (voters_reach(child, wanted, predicate, held)) return true;
    return false;
  }
  /// `p`, `p && q`
  [[nodiscard]] bool implied(ExprId condition, ExprId predicate) const {
    if (same(f_, condition, predicate)) return true;
    const Expr& e = f_.exprs[kf::skip_casts(f_, condition)];
    return e.op == Op::logical_and && std::any_of(e.args.begin(), e.args.end(), [&](ExprId arg) {
             return implied(arg, predicate);
           });
  }

  void below(StmtId id, std::set<StmtId>& out) const {
    out.insert(id);
    for (const StmtId child : f_.stmts[id].body) below(child, out);
    for (const StmtId child : f_.stmts[id].other) below(child, out);
  }

  const Program& program_;
  const Function& f_;
  std::vector<ExprId> parent_;
  std::vector<StmtId> owner_;
  std::vector<Append> found_;
};

}  // namespace

std::vector<Append> find_appends(const Program& program, const Function& f) {
  const bool votes = std::any_of(f.exprs.begin(), f.exprs.end(), kf::is_lane_mask);
  const bool adds = std::any_of(f.exprs.begin(), f.exprs.end(), [](const Expr& e) {
    return e.op == Op::atomic && e.atomic == kf::AtomicKind::add;
  });
  return votes && adds && f.root != kNone && !f.tainted && !f.is_pattern ? Search(program, f).run()
                                                                         : std::vector<Append>();
}

}  // namespace hipaudit::lanes
