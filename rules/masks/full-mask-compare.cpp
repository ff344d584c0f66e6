// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "match/lane_masks.hpp"
#include "match/rule.hpp"

namespace hipaudit {
namespace {

constexpr std::string_view kDoc = R"md(
## What it finds
A whole-wave vote that is compared with 32 ones, in any spelling (`0xffffffff`, `~0u`, `FULL_MASK`,
`UINT_MAX`), or whose count is compared with 32: a test for "all lanes agree" that knows 32 lanes.

## Why it is wrong on AMD
On gfx8 and gfx9 the vote of a full wave has 64 bits set. `__ballot(p) == 0xffffffff` is then false
just when every lane agrees, and true when lanes 0-31 agree and lanes 32-63 do not. As data, or to
choose what is done, the result is wrong. A loop whose only way out is such a test never ends. Where
a loop has another way out, it merely ends late: reported as a matter of speed.

## Example
```cpp
if (__ballot(converged) == 0xffffffff) result[warp] = 1;  // never with 64 lanes
```

## Use instead
```cpp
if (hipshim::warp32::ballot(converged) == 0xffffffff) result[warp] = 1;
```

## Fix safety
Safe where the surrounding code reckons with 32 lanes: the vote becomes the caller's 32 lanes, as on
CUDA. Unsafe where the code also speaks of the real wave; `__all(p)` may then be meant. Not offered
where the vote is the mask of a shuffle whose lane or distance is computed from `warpSize`.

## Not reported
* Comparison with all 64 ones (`-1`, `~0ull`), with zero, or with another mask.
* Votes of a tile of at most 32 lanes, and votes that were cut to a half on purpose.
* A vote kept in 32 bits before the comparison: see narrow-lane-mask.
* Code that only blocks of at most 32 threads, or threads 0-31 of a block, can reach: there the test
  holds.

## References
* HIP C++ language extensions, "Warp cross-lane functions":
  https://rocm.docs.amd.com/projects/HIP/en/latest/how-to/hip_cpp_language_extensions.html
* CUDA C++ Programming Guide, "Warp Vote Functions"
)md";

using namespace match;
using kf::kNone;
using kf::Op;
using kf::StmtId;
using kf::StmtKind;

/// What depends on the comparison.
enum class Role {
  data,     ///< a value, or what is done
  late,     ///< a way out of a loop that has another
  endless,  ///< the only way out of a loop
};

bool is_true(const Function& f, ExprId condition) {
  if (condition == kNone) return true;
  const auto value = constant(f, condition);
  return value && *value != 0;
}

/// `if (...) break;`, perhaps in braces.
bool only_leaves(const Function& f, const std::vector<StmtId>& body) {
  if (body.size() != 1) return false;
  const kf::Stmt& s = f.stmts[body.front()];
  if (s.kind == StmtKind::block) return only_leaves(f, s.body);
  return s.kind == StmtKind::break_ || (s.kind == StmtKind::return_ && s.a == kNone);
}

/// Ways out of the loop body other than the statement `except`.
bool has_other_exit(const Function& f, const std::vector<StmtId>& body, StmtId except,
                    bool inner_loop) {
  for (const StmtId id : body) {
    if (id == except) continue;
    const kf::Stmt& s = f.stmts[id];
    if (s.kind == StmtKind::return_ || s.kind == StmtKind::opaque) return true;
    if (s.kind == StmtKind::break_ && !inner_loop) return true;
    const bool inner = inner_loop || s.kind == StmtKind::loop || s.kind == StmtKind::switch_;
    if (has_other_exit(f, s.body, except, inner) || has_other_exit(f, s.other, except, inner))
      return true;
  }
  return false;
}

Role role_of(const FunctionView& v, ExprId compare, bool when_full) {
  const Function& f = *v.f;
  const StmtId at = v.owner[compare];
  const kf::Stmt& s = f.stmts[at];
  // The comparison must be the condition itself, perhaps joined to others or negated.
  bool alone = true;
  bool truth = when_full;
  for (ExprId up = v.parent[compare]; up != kNone; up = v.parent[up]) {
    const Op op = f.exprs[up].op;
    if (op == Op::logical_and || op == Op::logical_or)
      alone = false;
    else if (op == Op::logical_not)
      truth = !truth;
    else if (op != Op::cast)
      return Role::data;
  }
  if (s.kind == StmtKind::loop) {
    ExprId root = compare;
    while (v.parent[root] != kNone) root = v.parent[root];
    // `while (vote == full)` is work done while all agree.
    if (root != s.a || truth) return Role::data;
    return alone && !has_other_exit(f, s.body, kNone, false) ? Role::endless : Role::late;
  }
  if (s.kind != StmtKind::if_) return Role::data;
  const std::vector<StmtId>& taken = truth ? s.body : s.other;
  if (!only_leaves(f, taken)) return Role::data;
  const auto& around = v.around[at];
  const auto loop = std::find_if(around.rbegin(), around.rend(),
                                 [&](StmtId id) { return f.stmts[id].kind == StmtKind::loop; });
  if (loop == around.rend()) return Role::data;
  const kf::Stmt& l = f.stmts[*loop];
  return is_true(f, l.a) && alone && !has_other_exit(f, l.body, at, false) ? Role::endless
                                                                           : Role::late;
}

class Judge {
 public:
  Judge(const Context& context, const Rule& rule)
      : context_(context), rule_(rule), flow_(context.facts) {}

  void run(std::vector<Finding>& out) {
    std::map<Span, std::size_t> by_vote;
    for (std::size_t i = 0; i < flow_.functions().size(); ++i) {
      const FunctionView& v = flow_.functions()[i];
      if (flow_.only_small_blocks(i)) continue;
      for (ExprId id = 0; id < v.f->exprs.size(); ++id) {
        const auto compare = wrong_compare(i, id);
        if (!compare || !in_every_variant(i, id)) continue;
        const Origins origins = votes_of(i, *compare);
        const Span at = v.f->exprs[id].where.best();
        const auto [it, fresh] = by_vote.emplace(flow_.written_at(origins.front()), out.size());
        if (fresh) {
          out.push_back(report(i, id, *compare, origins));
        } else if (Finding& first = out[it->second]; at != first.where.best()) {
          const bool known = std::any_of(first.related.begin(), first.related.end(),
                                         [&](const Related& r) { return r.span == at; });
          if (!known) first.related.push_back({at, "compared with 32 ones here too"});
          first.owns.push_back(at);
        }
      }
    }
  }

 private:
  [[nodiscard]] Origins votes_of(std::size_t i, const FullCompare& compare) const {
    Origins origins = flow_.carried(i, compare.vote);
    std::erase_if(origins, [&](std::uint32_t o) { return flow_.is_low(o); });
    return origins;
  }

  [[nodiscard]] std::optional<FullCompare> wrong_compare(std::size_t i, ExprId id) const {
    const FunctionView& v = flow_.functions()[i];
    if (!v.reached(id)) return std::nullopt;
    const auto compare = full_compare(flow_, i, id);
    if (!compare || !is_reportable(context_.facts, v.f, v.f->exprs[id].where)) return std::nullopt;
    if (first_half_only(v, id) || under_wave_test(v, id)) return std::nullopt;
    const Origins origins = votes_of(i, *compare);
    if (origins.empty() || flow_.upper_half_used(i, origins)) return std::nullopt;
    return compare;
  }

  /// The text is a wrong comparison in each form of the function that the passes saw.
  [[nodiscard]] bool in_every_variant(std::size_t i, ExprId id) const {
    const Span at = flow_.functions()[i].f->exprs[id].where.best();
    const auto& forms = flow_.variants(i);
    return std::all_of(forms.begin(), forms.end(), [&](std::size_t form) {
      if (form == i) return true;
      const Function& f = *flow_.functions()[form].f;
      for (ExprId other = 0; other < f.exprs.size(); ++other)
        if (f.exprs[other].where.best() == at && wrong_compare(form, other)) return true;
      return false;
    });
  }

  Finding report(std::size_t i, ExprId id, const FullCompare& compare, const Origins& origins) {
    const FunctionView& v = flow_.functions()[i];
    const Function& f = *v.f;
    const Expr& e = f.exprs[id];
    const std::uint32_t source = origins.front();
    const std::string vote =
        written_name(context_, *flow_.view_of(source).f, flow_.origins()[source].vote);
    const std::string names = wave64_names(context_);
    const Role role = role_of(v, id, compare.when_full);
    const std::string wrong = compare.when_full ? "false" : "true";
    std::string message;
    const bool narrow_count = compare.count != kNone && is_narrow_bit_op(f.exprs[compare.count]);
    if (narrow_count)
      message = f.exprs[compare.count].text + " of the 64 bits that " + vote + " returns on "
                + names + " counts lanes 0-31 only, so 32 does not mean that all lanes agree";
    else if (compare.count != kNone)
      message = "the count is 64 when all lanes of a wave of " + names + " agree in " + vote
                + ", so the comparison with 32 is " + wrong + " just then";
    else
      message = vote + " has 64 bits set when all lanes of a wave of " + names
                + " agree, so the comparison with 0xffffffff is " + wrong + " just then";
    if (role == Role::endless) message += ", and the loop has no other way out";
    if (role == Role::late) message += "; the loop ends late";

    Finding out = finding(rule_, e.where, &f, message);
    if (role == Role::late && !narrow_count) out.severity = Severity::perf;
    out.targets = targets_with_wave(context_, 64);
    out.details.push_back("all 64 lanes: 0xffffffffffffffff; 0xffffffff means that lanes 0-31 vote "
                          "yes and lanes 32-63 no");
    out.owns.push_back(e.where.best());
    if (compare.count != kNone) out.owns.push_back(f.exprs[compare.count].where.best());
    for (const std::uint32_t o : origins) {
      const Span at = flow_.written_at(o);
      if (!e.where.best().contains(at)) out.related.push_back({at, "the vote of 64 lanes"});
    }
    if (e.tainted || f.tainted) {
      out.confidence = Confidence::likely;
      return out;
    }
    if (auto fix = warp32_fix(context_, flow_, origins)) {
      if (speaks_of_waves(v)) fix->safety = Safety::unsafe;
      out.fixes.push_back(std::move(*fix));
    }
    return out;
  }

  const Context& context_;
  const Rule& rule_;
  LaneMaskFlow flow_;
};

void judge(const Context& context, std::vector<Finding>& out);

}  // namespace

HIPAUDIT_RULE(rule_full_mask_compare) = {
    .id = "full-mask-compare",
    .topic = "masks",
    .summary = "a 64-lane vote is compared with 32 ones",
    .severity = Severity::error,
    .fix = Safety::safe,
    .needs = bit(FactKind::functions) | bit(FactKind::host_calls),
    .doc = kDoc,
    .judge = judge,
};

namespace {

void judge(const Context& context, std::vector<Finding>& out) {
  if (!any_wave(context.targets, 64)) return;
  Judge(context, rule_full_mask_compare).run(out);
}

}  // namespace
}  // namespace hipaudit
