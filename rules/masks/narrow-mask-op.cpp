// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "match/lane_masks.hpp"
#include "match/rule.hpp"

namespace hipaudit {
namespace {

constexpr std::string_view kDoc = R"md(
## What it finds
`__popc`, `__ffs`, `__clz`, `__brev` or `__fns` called on the 64-bit result of a vote, directly or
through a 64-bit local, parameter or helper.

## Why it is wrong on AMD
These functions take 32 bits. CUDA's votes have 32 bits, HIP's have 64: the argument loses lanes
32-63 in a silent conversion, and each lane of the upper half gets the count or position of the
lower half. `__ffs` has two overloads and does not compile at all ("call to '__ffs' is ambiguous").
`31 - __clz(m)` also names the wrong end of a 64-bit mask.

## Example
```cpp
int hits = __popc(__ballot(value > limit));  // counts lanes 0-31 only
```

## Use instead
```cpp
int hits = __popc(hipshim::warp32::ballot(value > limit));  // the caller's 32 lanes
```

## Fix safety
Safe where the surrounding code reckons with 32 lanes: the vote is replaced by the one of
`hipshim::warp32`, whose 32 bits fit the function. Unsafe where the code also speaks of the real wave
or keeps the vote elsewhere as 64 bits; `__popcll` and its siblings may then be meant. Not offered
where the vote is the mask of a shuffle whose lane or distance is computed from `warpSize`.

## Not reported
* `__popcll`, `__ffsll`, `__clzll`, `__brevll`, `__fns64` on a vote.
* Votes of a tile of at most 32 lanes, halves chosen with `>> (lane & 32)`, and the low half where
  the high half is counted too.
* A count that is compared with 32: see full-mask-compare. A vote that was cut before: see
  narrow-lane-mask.
* Code that only blocks of at most 32 threads, or threads 0-31 of a block, can reach.

## References
* HIP device functions, integer intrinsics:
  https://rocm.docs.amd.com/projects/HIP/en/latest/reference/math_api.html
* HIP C++ language extensions, "Warp cross-lane functions":
  https://rocm.docs.amd.com/projects/HIP/en/latest/how-to/hip_cpp_language_extensions.html
)md";

using namespace match;
using kf::kNone;
using kf::Op;

/// A call that reads 32 of a vote's 64 bits.
struct Use {
  std::size_t function = 0;
  ExprId call = kNone;
  Origins origins;
  std::vector<std::size_t> bodies;  ///< all functions in which this text is a use
};

std::string effect(const Expr& call) {
  if (call.text == "__popc" || call.text == "__builtin_popcount") return "counts lanes 0-31 only";
  if (call.text == "__ffs" || call.text == "__builtin_ffs" || call.text == "__builtin_ctz")
    return "finds no lane above 31";
  if (call.text == "__clz" || call.text == "__builtin_clz")
    return "finds the last of lanes 0-31 only";
  return "sees lanes 0-31 only";
}

class Judge {
 public:
  Judge(const Context& context, const Rule& rule)
      : context_(context), rule_(rule), flow_(context.facts) {}

  void run(std::vector<Finding>& out) {
    for (std::size_t i = 0; i < flow_.functions().size(); ++i)
      if (!flow_.only_small_blocks(i)) find(i);
    std::erase_if(uses_, [&](const Use& use) { return !in_every_variant(use.bodies); });
    // One finding per vote that is written once.
    std::map<Span, std::vector<std::size_t>> groups;
    std::vector<Span> order;
    for (std::size_t u = 0; u < uses_.size(); ++u) {
      const Span key = flow_.written_at(uses_[u].origins.front());
      if (groups[key].empty()) order.push_back(key);
      groups[key].push_back(u);
    }
    for (const Span& key : order) out.push_back(report(groups[key]));
  }

 private:
  [[nodiscard]] const FunctionView& view(std::size_t i) const { return flow_.functions()[i]; }
  [[nodiscard]] const Expr& call(const Use& use) const {
    return view(use.function).f->exprs[use.call];
  }

  void find(std::size_t i) {
    const FunctionView& v = view(i);
    const Function& f = *v.f;
    for (ExprId id = 0; id < f.exprs.size(); ++id) {
      const Expr& e = f.exprs[id];
      if (!v.reached(id)) continue;
      const ExprId argument = counted(f, id);
      if (argument == kNone) continue;
      Origins origins = flow_.carried(i, argument);
      if (origins.empty() || !is_reportable(context_.facts, &f, e.where)) continue;
      if (is_full_compare(i, id) || flow_.upper_half_used(i, origins)) continue;
      if (first_half_only(v, id) || under_wave_test(v, id)) continue;
      std::erase_if(origins, [&](std::uint32_t o) { return flow_.is_low(o); });
      if (origins.empty()) continue;
      const auto same = std::find_if(uses_.begin(), uses_.end(), [&](const Use& u) {
        return call(u).where.best() == e.where.best();
      });
      if (same != uses_.end()) {
        unite(same->origins, origins);
        same->bodies.push_back(i);
      } else {
        uses_.push_back({i, id, std::move(origins), {i}});
      }
    }
  }

  /// Some function among `bodies` has the use in each form that the passes saw.
  [[nodiscard]] bool in_every_variant(const std::vector<std::size_t>& bodies) const {
    return std::any_of(bodies.begin(), bodies.end(), [&](std::size_t i) {
      const auto& forms = flow_.variants(i);
      return std::all_of(forms.begin(), forms.end(), [&](std::size_t form) {
        return std::find(bodies.begin(), bodies.end(), form) != bodies.end();
      });
    });
  }

  /// The argument of the call, without implicit casts (an explicit one is narrow-lane-mask's).
  ExprId counted(const Function& f, ExprId id) const {
    const Expr& e = f.exprs[id];
    if (is_narrow_bit_op(e) && !e.args.empty() && e.args[0] != kNone)
      return skip_implicit(f, e.args[0]);
    if (is_ambiguous_ffs(f, id)) return skip_implicit(f, e.args.back());
    return kNone;
  }

  /// `__ffs(__ballot(p))`: no overload fits, so what Clang keeps is an error with its parts.
  bool is_ambiguous_ffs(const Function& f, ExprId id) const {
    const Expr& e = f.exprs[id];
    return e.op == Op::opaque && e.text == "error" && e.args.size() == 2
           && shown_text(context_, f.exprs[e.args[0]].where) == "__ffs";
  }

  bool is_full_compare(std::size_t i, ExprId count) const {
    const FunctionView& v = view(i);
    for (ExprId id = 0; id < v.f->exprs.size(); ++id) {
      if (!v.reached(id)) continue;
      const auto compare = full_compare(flow_, i, id);
      if (compare && compare->count == count) return true;
    }
    return false;
  }

  Finding report(const std::vector<std::size_t>& group) {
    const Use& use = uses_[group.front()];
    const Function& f = *view(use.function).f;
    const Expr& e = call(use);
    const std::uint32_t source = use.origins.front();
    const std::string vote =
        written_name(context_, *flow_.view_of(source).f, flow_.origins()[source].vote);
    const bool ambiguous = is_ambiguous_ffs(f, use.call) || (e.tainted && e.text == "__ffs");
    std::string message = e.text + " takes 32 of the 64 bits that " + vote + " returns on "
                          + wave64_names(context_) + ": it " + effect(e);
    if (ambiguous)
      message = "__ffs of the 64 bits that " + vote
                + " returns does not compile: its 32-bit overloads are ambiguous";
    Finding out = finding(rule_, e.where, &f, message);
    out.targets = targets_with_wave(context_, 64);
    out.details.push_back("lanes 32-63 get the answer for lanes 0-31");
    if (e.text == "__clz" || e.text == "__builtin_clz")
      out.details.push_back("in 64 bits the last lane would be 63 - __clzll(mask)");

    Origins origins;
    bool tainted = false;
    std::vector<Span> seen = {e.where.best()};
    for (const std::size_t u : group) {
      const Use& other = uses_[u];
      unite(origins, other.origins);
      tainted = tainted || call(other).tainted || view(other.function).f->tainted;
      const Span at = call(other).where.best();
      if (std::find(seen.begin(), seen.end(), at) == seen.end()) {
        seen.push_back(at);
        const Expr& o = call(other);
        out.related.push_back(
            {at, o.op == Op::call ? o.text + " " + effect(o) : "does not compile here"});
      }
      out.owns.push_back(at);
    }
    for (const std::uint32_t o : origins) {
      const Span at = flow_.written_at(o);
      const bool inside = std::any_of(group.begin(), group.end(), [&](std::size_t u) {
        return call(uses_[u]).where.best().contains(at);
      });
      if (!inside && std::find(seen.begin(), seen.end(), at) == seen.end()) {
        seen.push_back(at);
        out.related.push_back({at, "the vote of 64 lanes"});
      }
    }
    if (is_cut_by_constant(f, use.call)) out.confidence = Confidence::likely;
    if (tainted) {
      out.confidence = Confidence::likely;
      return out;
    }
    if (auto fix = warp32_fix(context_, flow_, origins)) {
      for (const std::size_t u : group)
        if (speaks_of_waves(view(uses_[u].function))) fix->safety = Safety::unsafe;
      out.fixes.push_back(std::move(*fix));
    }
    return out;
  }

  const Context& context_;
  const Rule& rule_;
  LaneMaskFlow flow_;
  std::vector<Use> uses_;
};

void judge(const Context& context, std::vector<Finding>& out);

}  // namespace

HIPAUDIT_RULE(rule_narrow_mask_op) = {
    .id = "narrow-mask-op",
    .topic = "masks",
    .summary = "a 32-bit bit function is called on a 64-bit vote",
    .severity = Severity::error,
    .fix = Safety::safe,
    .needs = bit(FactKind::functions) | bit(FactKind::host_calls),
    .doc = kDoc,
    .judge = judge,
};

namespace {

void judge(const Context& context, std::vector<Finding>& out) {
  if (!any_wave(context.targets, 64)) return;
  Judge(context, rule_narrow_mask_op).run(out);
}

}  // namespace
}  // namespace hipaudit
