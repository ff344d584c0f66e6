// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <string>

#include "match/lane_masks.hpp"
#include "match/rule.hpp"

namespace hipaudit {
namespace {

constexpr std::string_view kDoc = R"md(
## What it finds
HIP's `__lanemask_lt()`, `__lanemask_gt()` and `__lanemask_eq()` where CUDA's `%lanemask_lt` and its
siblings were meant: kept in 32 bits, met with a mask of 32 bits, counted by a 32-bit function; or,
under a condition that differs between threads, used without a vote, as a lane number or a set of
lanes that are not all active.

## Why it is wrong on AMD
They have 64 bits, one for each lane of the wave. In 32 bits `__lanemask_lt()` is all ones in lanes
32-63, and `__lanemask_eq()` is zero there. HIP also leaves the inactive lanes out of `lt` and `gt`,
PTX does not: in a branch, `__popcll(__lanemask_lt())` is the rank among the lanes of the branch and
no lane number.

## Example
```cpp
unsigned below = __lanemask_lt();
int rank = __popc(votes & below);
```

## Use instead
```cpp
unsigned below = hipshim::warp32::lanemask_lt();
int rank = __popc(votes & below);
```

## Fix safety
Safe for a use in 32 bits: `hipshim::warp32` has what PTX has. Unsafe where the code also speaks of
the real wave, and for the 64-bit form without the active lanes, `hipshim::wave::lanemask_lt()`.

## Not reported
* `__ballot(p) & __lanemask_lt()`: an inactive lane has no vote anyway.
* 64-bit uses that all lanes of the wave reach. Functions of the same name that the project defines.

## References
* hip/amd_detail/amd_device_functions.h: `__lanemask_lt`, "masked by active lanes"
* PTX ISA, "Special Registers: %lanemask_lt"
)md";

using namespace match;
using kf::kNone;
using kf::Op;

void judge(const Context& context, std::vector<Finding>& out);

}  // namespace

HIPAUDIT_RULE(rule_lanemask_builtin) = {
    .id = "lanemask-builtin",
    .topic = "masks",
    .summary = "HIP's __lanemask_lt is used as PTX's %lanemask_lt",
    .severity = Severity::warning,
    .fix = Safety::safe,
    .needs = bit(FactKind::functions) | bit(FactKind::host_calls),
    .doc = kDoc,
    .judge = judge,
};

namespace {

class Judge {
 public:
  explicit Judge(const Context& context) : context_(context), flow_(context.facts) {}

  void run(std::vector<Finding>& out) const {
    std::map<Span, Finding> found;
    for (std::size_t i = 0; i < flow_.functions().size(); ++i) {
      const FunctionView& v = flow_.functions()[i];
      const Function& f = *v.f;
      if (flow_.only_small_blocks(i)) continue;
      for (ExprId id = 0; id < f.exprs.size(); ++id) {
        const Expr& e = f.exprs[id];
        if (!v.reached(id)) continue;
        const bool cut_of_active = is_call(e, {"__lanemask_lt", "__lanemask_gt"});
        if (!cut_of_active && !is_call(e, {"__lanemask_eq"})) continue;
        if (flow_.target(e) || !is_reportable(context_.facts, &f, e.where)) continue;
        if (under_wave_test(v, id)) continue;
        if (is_kept_in_32(v, id) && !first_half_only(v, id))
          found.emplace(e.where.best(), narrow(v, id));
        else if (cut_of_active && is_divergent(v, id) && stands_alone(i, id))
          found.emplace(e.where.best(), of_active(v, id));
      }
    }
    for (auto& [span, finding] : found) out.push_back(std::move(finding));
  }

 private:
  /// The call, or reads of the local that holds it.
  static std::vector<ExprId> uses(const FunctionView& v, ExprId call) {
    std::vector<ExprId> out = {call};
    for (ExprId id = 0; id < v.f->exprs.size(); ++id)
      if (v.reached(id) && v.f->exprs[id].op == Op::load && v.resolve(id) == call)
        out.push_back(id);
    return out;
  }

  static bool is_kept_in_32(const FunctionView& v, ExprId call) {
    const auto all = uses(v, call);
    return std::any_of(all.begin(), all.end(), [&](ExprId use) { return is_used_in_32(v, use); });
  }

  static bool is_divergent(const FunctionView& v, ExprId id) {
    const auto& guards = v.guards[v.owner[id]];
    return std::any_of(guards.begin(), guards.end(), [&](const Guard& g) {
      return g.condition != kNone && depends_on_thread(*v.f, g.condition);
    });
  }

  /// No use meets it with a vote.
  bool stands_alone(std::size_t i, ExprId call) const {
    const FunctionView& v = flow_.functions()[i];
    const auto all = uses(v, call);
    return std::any_of(all.begin(), all.end(), [&](ExprId use) {
      const ExprId user = v.user(use);
      if (user == kNone) return false;
      const Expr& u = v.f->exprs[user];
      if (u.op == Op::eq || u.op == Op::ne || is_wide_bit_op(u)) return true;
      return false;
    });
  }

  Finding narrow(const FunctionView& v, ExprId id) const {
    const Function& f = *v.f;
    const Expr& e = f.exprs[id];
    Finding out = finding(rule_lanemask_builtin, e.where, &f,
                          e.text + " has 64 bits on HIP and is used in 32: in lanes 32-63 of "
                              + wave64_names(context_)
                              + (e.text == "__lanemask_lt"   ? " it names all of lanes 0-31"
                                 : e.text == "__lanemask_gt" ? " nothing is left of it"
                                                             : " it is zero"));
    out.targets = targets_with_wave(context_, 64);
    out.details.push_back("CUDA's mask has 32 bits, one for each lane of the caller's warp");
    bool waves = speaks_of_waves(v);
    for (const ExprId use : uses(v, id)) {
      const ExprId user = v.user(use);
      if (use != id) out.related.push_back({f.exprs[use].where.best(), "used here"});
      // In 64 bits beside it.
      waves = waves || (user != kNone && is_wide_bit_op(f.exprs[user]));
    }
    return with_fix(std::move(out), f, id, "hipshim::warp32",
                    waves ? Safety::unsafe : Safety::safe);
  }

  Finding of_active(const FunctionView& v, ExprId id) const {
    const Function& f = *v.f;
    const Expr& e = f.exprs[id];
    Finding out = finding(rule_lanemask_builtin, e.where, &f,
                          e.text + " leaves the inactive lanes out, which PTX's %"
                              + e.text.substr(2) + " does not: in a branch it is no lane number");
    out.confidence = Confidence::likely;
    out.details.push_back("HIP: the lanes on that side that are active; PTX: all of them");
    return with_fix(std::move(out), f, id, "hipshim::wave", Safety::unsafe);
  }

  Finding with_fix(Finding out, const Function& f, ExprId id, const std::string& space,
                   Safety safety) const {
    const Expr& e = f.exprs[id];
    if (f.tainted || e.tainted) {
      out.confidence = Confidence::likely;
      return out;
    }
    if (e.site == kNone || !can_edit(context_.facts, f.sites[e.site].callee)) return out;
    const std::string name = space + "::" + e.text.substr(2);
    const std::string header = space == "hipshim::wave" ? "hipshim/wave.hpp" : "hipshim/warp32.hpp";
    out.fixes.push_back({safety,
                         "use " + name,
                         {rename_callee(f.sites[e.site], name)},
                         {include_for(f.sites[e.site].callee, header)}});
    return out;
  }

  const Context& context_;
  LaneMaskFlow flow_;
};

void judge(const Context& context, std::vector<Finding>& out) {
  if (any_wave(context.targets, 64)) Judge(context).run(out);
}

}  // namespace
}  // namespace hipaudit
