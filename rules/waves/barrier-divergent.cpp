// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "match/rule.hpp"
#include "match/uniformity.hpp"

namespace hipaudit {
namespace {

constexpr std::string_view kDoc = R"md(
## What it finds
`__syncthreads` (or `thread_block::sync`) on both ways of a branch that threads of one wave take
differently: in `if` and `else`, in two cases of a `switch`, in an `if` that returns and in what
follows it, in two `if`s one after the other that split the threads of a wave. The barrier may stand
in a function that is called there. And in a loop whose number of turns follows from data that
differs by thread. And a warp sync that a macro turns into `__syncthreads`
(`#define __syncwarp() __syncthreads()`), where not all threads of the block come by.

## Why it is wrong on AMD
`s_barrier` is a scalar instruction: one for the wave, whatever lanes are active, and the workgroup's
barrier counts waves. A wave with lanes on both ways runs both, one after the other, and arrives
twice where the other waves arrive once. From there on the barriers are off by one: what was written
before a barrier is read by waves that have not passed it, or the block waits for ever.

Roles by `threadIdx.x / 32` are what CUDA code does without harm, because there a warp of 32 takes
one way. On a wave of 64, warps 2k and 2k+1 are one wave, and a split between them runs through it.

A wave of which no lane takes a way jumps over it (`s_cbranch_execz`) and does not arrive.

## Example
```cpp
const int warp = threadIdx.x / 32;
if (warp < 3) {
  tile[threadIdx.x] = a[threadIdx.x];
  __syncthreads();                       // warps 0-2: waves 0 and 1
  b[threadIdx.x] = tile[threadIdx.x ^ 1];
} else {
  tile[threadIdx.x] = 0;
  __syncthreads();                       // warp 3 is in wave 1 too: it arrives twice
}
```

## Use instead
Split where waves of 64 end (`threadIdx.x / 64`, `warp < 4`), or take the barrier out of the branch:
```cpp
const bool loads = warp < 3;
tile[threadIdx.x] = loads ? a[threadIdx.x] : 0;
__syncthreads();
if (loads) b[threadIdx.x] = tile[threadIdx.x ^ 1];
```

## Fix safety
Manual: what stands between the barriers has to be put in an order that all threads share.

## Not reported
* Threads that have returned, lanes as well as whole waves: `if (i >= n) return;` before a barrier.
  A barrier waits for the waves that are left, and one active lane is enough for a wave to arrive.
* A barrier on one way only. A wave that jumps over it does not arrive, which is the same defect in
  CUDA, and none where those threads have nothing left to do.
* Loops over an index with a bound that is not known (`for (i = threadIdx.x; i < n; i += blockDim.x)`):
  where the stride divides `n` all threads make as many turns.
* Conditions that are equal in a whole wave: block indices, parameters, values loaded from one
  address, votes, `threadIdx.x / 64`, `threadIdx.x / warpSize`.

## References
* AMD CDNA3 ISA, `S_BARRIER`: synchronises waves of a threadgroup; where some have terminated, it
  waits for the surviving ones. AMD MI200 ISA, 4.3, says the same of waves that ended early.
* LLVM, "AMDGPU Execution Synchronization", `s_barrier`: it works at the granularity of waves and only
  in wave-uniform control flow; the expected count is the number of waves; a wave that ends drops out
  of it (https://llvm.org/docs/AMDGPUExecutionSynchronization.html).
* Measured: clang 22 compiles the example for gfx90a to two `s_barrier`, the second behind
  `s_andn2_saveexec_b64`, each jumped over by `s_cbranch_execz`; `if (i >= n) return;` to a jump to
  `s_endpgm` for waves without a lane left.
* CUDA C++ Programming Guide, "Synchronization Functions".
)md";

using namespace match;
using kf::kNone;
using kf::Op;
using kf::StmtId;
using kf::StmtKind;

void judge(const Context& context, std::vector<Finding>& out);

}  // namespace

HIPAUDIT_RULE(rule_barrier_divergent) = {
    .id = "barrier-divergent",
    .topic = "waves",
    .summary = "threads of one wave reach a __syncthreads in different places",
    .severity = Severity::error,
    .fix = Safety::manual,
    .needs = bit(FactKind::functions) | bit(FactKind::host_calls) | bit(FactKind::macros),
    .doc = kDoc,
    .judge = judge,
};

namespace {

bool returns(const Function& f, const std::vector<StmtId>& body) {
  if (body.empty()) return false;
  const kf::Stmt& last = f.stmts[body.back()];
  if (last.kind == StmtKind::block) return returns(f, last.body);
  if (last.kind == StmtKind::if_)
    return !last.other.empty() && returns(f, last.body) && returns(f, last.other);
  return last.kind == StmtKind::return_;
}

/// The first barrier below statements, in source order.
struct Barrier {
  Where where;
  std::string name;
};

/// A label of a switch with a barrier behind it.
struct Way {
  std::optional<std::int64_t> value;  ///< none: default
  bool waits = false;                 ///< a label came, and no barrier yet
  Barrier barrier;
};

/// Where a wave parts: what decides it, and a barrier on each way.
struct Split {
  std::size_t function = 0;
  ExprId condition = kNone;
  Where where;
  Barrier first;
  std::optional<Barrier> second;  ///< none for a loop
  Grain grain = Grain::lane;
  bool exact = false;
  std::string groups;  ///< "threads 64-95 take one way, 96-127 the other"
};

class Judge {
 public:
  explicit Judge(const Context& context)
      : context_(context), flow_(context.facts), wave_(any_wave(context.targets, 64) ? 64 : 32) {
    find_barriers();
  }

  void run(std::vector<Finding>& out) {
    for (std::size_t i = 0; i < flow_.functions().size(); ++i) {
      const Function& f = *flow_.functions()[i].f;
      if (!is_reportable(context_.facts, &f, f.where) || flow_.only_small_blocks(i)) continue;
      if (!calls_barrier_[i] || f.root == kNone) continue;
      uniformity_.emplace(flow_, i, block_shape(context_.facts, flow_, i), wave_);
      function_ = i;
      statements({f.root});
      stand_ins(out);
      uniformity_.reset();
    }
    for (const auto& [span, split] : found_) out.push_back(report(split));
  }

 private:
  [[nodiscard]] const Function& f() const { return *flow_.functions()[function_].f; }

  void find_barriers() {
    const auto& views = flow_.functions();
    calls_barrier_.assign(views.size(), 0);
    std::vector<std::size_t> work;
    for (std::size_t i = 0; i < views.size(); ++i)
      for (ExprId id = 0; id < views[i].f->exprs.size(); ++id)
        if (!calls_barrier_[i] && views[i].reached(id)
            && is_block_barrier(*views[i].f, views[i].f->exprs[id])) {
          calls_barrier_[i] = 1;
          work.push_back(i);
        }
    while (!work.empty()) {
      const std::size_t at = work.back();
      work.pop_back();
      for (const auto& [caller, call] : flow_.calls_of(at))
        if (!calls_barrier_[caller]) {
          calls_barrier_[caller] = 1;
          work.push_back(caller);
        }
    }
  }

  /// `#define __syncwarp() __syncthreads()`, used where a guard or a loop keeps some threads away.
  void stand_ins(std::vector<Finding>& out) {
    const FunctionView& view = uniformity_->view();
    for (ExprId id = 0; id < f().exprs.size(); ++id) {
      const Expr& e = f().exprs[id];
      if (!view.reached(id) || !is_block_barrier(f(), e) || !e.where.in_macro_body) continue;
      const auto macro = std::ranges::find_if(context_.facts.macros, [&](const MacroFact& m) {
        return m.kind == MacroFact::Kind::defined && names_a_warp_sync(m.name)
               && m.body_span.contains(e.where.spelling);
      });
      if (macro == context_.facts.macros.end()) continue;
      const auto& guards = view.guards[view.owner[id]];
      const auto guard = std::ranges::find_if(guards, [&](const Guard& g) {
        return g.condition != kNone && uniformity_->grain(g.condition) > Grain::block;
      });
      if (guard == guards.end()) continue;
      const Related use{e.where.expansion,
                        "reached only where `"
                            + shown_text(context_, f().exprs[guard->condition].where) + "` is "
                            + (guard->holds ? "true" : "false")};
      const auto known = std::ranges::find_if(
          out, [&](const Finding& other) { return other.where == macro->where; });
      if (known != out.end()) {
        if (std::ranges::find(known->related, use) == known->related.end())
          known->related.push_back(use);
        continue;
      }
      Finding finding = match::finding(
          rule_barrier_divergent, macro->where, nullptr,
          "`" + macro->name + "`, which is for the lanes of a warp, is defined as " + e.text
              + ", which waits for the whole block, and is used where not all threads "
                "of the block come by");
      if (f().tainted) finding.confidence = Confidence::likely;
      finding.details.push_back("a warp sync costs no instruction on AMD: hipshim::warp32::sync()");
      finding.related.push_back(use);
      out.push_back(std::move(finding));
    }
  }

  std::optional<Barrier> barrier_in(ExprId root) const {
    std::optional<Barrier> found;
    walk(f(), root, [&](ExprId id) {
      if (found) return;
      const Expr& e = f().exprs[id];
      const auto target = e.op == Op::call ? flow_.target(e) : std::nullopt;
      if (is_block_barrier(f(), e))
        found = Barrier{e.where, e.op == Op::call ? "sync()" : e.text};
      else if (target && calls_barrier_[*target])
        found = Barrier{e.where, "barrier in " + e.text};
    });
    return found;
  }

  std::optional<Barrier> barrier_in(const std::vector<StmtId>& body) const {
    for (const StmtId id : body) {
      const kf::Stmt& s = f().stmts[id];
      for (const ExprId root : {s.a, s.b})
        if (root != kNone)
          if (auto found = barrier_in(root)) return found;
      if (auto found = barrier_in(s.body)) return found;
      if (auto found = barrier_in(s.other)) return found;
    }
    return std::nullopt;
  }

  void statements(const std::vector<StmtId>& body) {
    for (std::size_t i = 0; i < body.size(); ++i) {
      const kf::Stmt& s = f().stmts[body[i]];
      const std::vector<StmtId> rest(body.begin() + static_cast<std::ptrdiff_t>(i) + 1, body.end());
      if (s.kind == StmtKind::if_ && branch(s, rest)) continue;
      if (s.kind == StmtKind::switch_) cases(s);
      if (s.kind == StmtKind::loop) loop(s);
      statements(s.body);
      statements(s.other);
    }
  }

  /// Threads of one wave take both ways of the condition here.
  std::optional<Split> split_by(ExprId condition, const kf::Stmt& s) {
    const Grain grain = uniformity_->grain(condition);
    if (grain != Grain::warp && grain != Grain::lane) return std::nullopt;
    if (s.tainted) return std::nullopt;
    Split out;
    out.function = function_;
    out.condition = condition;
    out.where = f().exprs[condition].where;
    out.grain = grain;
    out.exact = uniformity_->is_exact(condition);
    if (out.exact) {
      const auto id = static_cast<StmtId>(&s - f().stmts.data());
      out.groups = uniformity_->parted_wave(uniformity_->view().guards[id], condition);
      if (out.groups.empty()) return std::nullopt;
    }
    return out;
  }

  void add(Split split, const Barrier& first, const std::optional<Barrier>& second) {
    split.first = first;
    split.second = second;
    found_.emplace(split.where.best(), std::move(split));
  }

  /// `if (c) { ... __syncthreads(); ... } else { ... __syncthreads(); ... }`, and with a return in
  /// place of the else. True when reported: what is inside is part of the same defect.
  bool branch(const kf::Stmt& s, const std::vector<StmtId>& rest) {
    const auto first = barrier_in(s.body);
    if (!first || s.a == kNone) return false;
    auto second = barrier_in(s.other);
    if (!second && s.other.empty() && returns(f(), s.body)) second = barrier_in(rest);
    if (second) {
      const auto split = split_by(s.a, s);
      if (split) add(*split, *first, second);
      return split.has_value();
    }
    return sequence(s, *first, rest);
  }

  /// `if (warp < 3) { __syncthreads(); } if (warp >= 3) { __syncthreads(); }`
  bool sequence(const kf::Stmt& s, const Barrier& first, const std::vector<StmtId>& rest) {
    if (!s.other.empty() || !uniformity_->is_exact(s.a)) return false;
    auto split = split_by(s.a, s);
    if (!split) return false;
    Column left = uniformity_->column(s.a);
    for (const StmtId id : rest) {
      const kf::Stmt& next = f().stmts[id];
      // Another barrier for all threads before the other way: another story.
      if (next.kind != StmtKind::if_) {
        if (barrier_in(std::vector<StmtId>{id})) return false;
        continue;
      }
      const auto second = barrier_in(next.body);
      if (!second) continue;
      if (!next.other.empty() || !uniformity_->is_exact(next.a)) return false;
      const Column& right = uniformity_->column(next.a);
      bool complete = true;
      for (std::size_t t = 0; t < left.size(); ++t) {
        if (*left[t] != 0 && *right[t] != 0) return false;
        left[t] = *left[t] != 0 || *right[t] != 0;
        complete = complete && *left[t] != 0;
      }
      if (!complete) continue;
      add(*split, first, second);
      return true;
    }
    return false;
  }

  void cases(const kf::Stmt& s) {
    if (s.a == kNone || s.tainted) return;
    const Grain grain = uniformity_->grain(s.a);
    if (grain != Grain::warp && grain != Grain::lane) return;
    // Statements from one label to the next; what falls through counts for the first.
    std::vector<Way> ways;
    std::set<std::int64_t> labels;
    Way open;
    const auto part = [&](const auto& self, const std::vector<StmtId>& body) -> void {
      for (const StmtId id : body) {
        const kf::Stmt& inner = f().stmts[id];
        if (inner.kind == StmtKind::case_) {
          open.value = constant(f(), inner.a);
          if (open.value) labels.insert(*open.value);
          open.waits = true;
        } else if (inner.kind == StmtKind::default_) {
          open.value.reset();
          open.waits = true;
        } else if (const auto found = barrier_in(std::vector<StmtId>{id}); !found || !open.waits) {
          continue;
        } else if (inner.kind == StmtKind::block && id == body.front() && body.size() == 1) {
          self(self, inner.body);
        } else {
          open.barrier = *found;
          ways.push_back(open);
          open.waits = false;
        }
      }
    };
    const bool wrapped = s.body.size() == 1 && f().stmts[s.body[0]].kind == StmtKind::block;
    part(part, wrapped ? f().stmts[s.body[0]].body : s.body);
    if (ways.size() < 2) return;
    Split split;
    split.function = function_;
    split.condition = s.a;
    split.where = f().exprs[s.a].where;
    split.grain = grain;
    split.exact = uniformity_->is_exact(s.a);
    if (!split.exact) return add(split, ways[0].barrier, ways[1].barrier);
    // Two ways in one wave.
    const Column column = uniformity_->column(s.a);
    const auto way_of = [&](std::int64_t value) {
      return std::ranges::find_if(ways, [&](const Way& way) {
        return way.value ? *way.value == value : !labels.contains(value);
      });
    };
    const auto wave = static_cast<std::size_t>(wave_);
    for (std::size_t t = 0; t < column.size(); ++t) {
      const auto mine = way_of(*column[t]);
      const auto first = way_of(*column[t / wave * wave]);
      if (mine == ways.end() || first == ways.end() || mine == first) continue;
      return add(split, first->barrier, mine->barrier);
    }
  }

  /// Memory read at an address that differs by thread, or an atomic, decides.
  bool follows_data(ExprId id, std::set<ExprId>& seen) {
    if (id == kNone || !seen.insert(id).second) return false;
    const Expr& e = f().exprs[id];
    if (e.op == Op::atomic) return true;
    if (e.op == Op::load && !e.args.empty()) {
      const Expr& place = f().exprs[e.args[0]];
      if (place.op == Op::index || place.op == Op::deref)
        return uniformity_->grain(id) >= Grain::warp;
      if (place.op == Op::local && place.var < f().vars.size()) {
        for (const kf::Stmt& s : f().stmts)
          if (s.kind == StmtKind::decl && s.var == place.var && follows_data(s.a, seen))
            return true;
        for (const Expr& a : f().exprs)
          if (a.op == Op::assign && a.args.size() == 2 && f().exprs[a.args[0]].op == Op::local
              && f().exprs[a.args[0]].var == place.var && follows_data(a.args[1], seen))
            return true;
        return false;
      }
    }
    // What a vote or a barrier returns is the same for all.
    if (e.op == Op::cross) return false;
    return std::ranges::any_of(e.args, [&](ExprId arg) { return follows_data(arg, seen); });
  }

  void loop(const kf::Stmt& s) {
    if (s.a == kNone || s.tainted) return;
    const auto barrier = barrier_in(s.body);
    if (!barrier) return;
    const Grain grain = uniformity_->grain(s.a);
    std::set<ExprId> seen;
    if ((grain != Grain::warp && grain != Grain::lane) || !follows_data(s.a, seen)) return;
    Split split;
    split.function = function_;
    split.condition = s.a;
    split.where = f().exprs[s.a].where;
    split.grain = grain;
    add(split, *barrier, std::nullopt);
  }

  Finding report(const Split& split) const {
    const Function& in = *flow_.functions()[split.function].f;
    const std::string condition = "`" + shown_text(context_, split.where) + "`";
    const bool halves = split.grain == Grain::warp;
    const std::string who = halves ? "the two 32-thread halves of a wave" : "lanes of one wave";
    std::string message;
    if (!split.second)
      message = "the turns of this loop follow from " + condition
                + ", which differs by thread, and each turn holds a " + split.first.name;
    else if (halves)
      message = condition
                + " parts the two 32-thread halves of a 64-lane wave, and both ways hold a "
                + split.first.name + ": the wave arrives twice where others arrive once";
    else
      message = condition + " parts " + who + ", and both ways hold a " + split.first.name
                + ": the wave arrives twice where others arrive once";
    Finding out = finding(rule_barrier_divergent, split.where, &in, message);
    const BlockShape shape = block_shape(context_.facts, flow_, split.function);
    out.confidence =
        split.exact && shape.known && !in.tainted ? Confidence::certain : Confidence::likely;
    if (halves) out.targets = targets_with_wave(context_, 64);
    if (!split.groups.empty())
      out.details.push_back(split.groups
                            + (shape.known ? ""
                                           : " (taken for a block of "
                                                 + std::to_string(shape.threads()) + " threads)"));
    for (const kf::TemplateArg& arg : in.template_args)
      if (arg.value && shown_text(context_, split.where).find(arg.name) != std::string::npos)
        out.details.push_back("with " + arg.name + " = " + std::to_string(*arg.value));
    if (split.second) {
      out.details.push_back("s_barrier is one instruction for the whole wave, whatever lanes are "
                            "active, and counts waves");
      out.related.push_back({split.first.where.best(), "one way: " + split.first.name});
      out.related.push_back({split.second->where.best(), "the other way: " + split.second->name});
    } else {
      out.details.push_back("waves that leave the loop earlier meet the next barrier in its place; "
                            "on CUDA warps do");
      out.related.push_back({split.first.where.best(), split.first.name + " in each turn"});
    }
    return out;
  }

  const Context& context_;
  LaneMaskFlow flow_;
  int wave_;
  std::vector<char> calls_barrier_;
  std::optional<Uniformity> uniformity_;
  std::size_t function_ = 0;
  std::map<Span, Split> found_;
};

void judge(const Context& context, std::vector<Finding>& out) { Judge(context).run(out); }

}  // namespace
}  // namespace hipaudit
