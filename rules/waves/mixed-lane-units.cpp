// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include "match/lane_masks.hpp"
#include "match/rule.hpp"

namespace hipaudit {

namespace {

constexpr std::string_view kDoc = R"md(## What it finds

A kernel that reckons with the wave size in one place (`warpSize`, `__lane_id()`) and with 32 in
another (`threadIdx.x % 32`, a tree of shuffles that starts at 16, a second stage of
`blockDim.x / 32` values), and computes something else on a 64-lane wave for it.

## Why it is wrong on AMD

Two ways of counting are right: CUDA's warps of 32 lanes, whatever the wave (every shuffle of width
32), or real waves (every lane, stride, mask and loop from `warpSize`). A mixture is right only where
both are the same, on waves of 32. With 64 lanes a reduction from 16 whose result is read where
`threadIdx.x % warpSize == 0` leaves out lanes 32-63; a scan guarded by the lane of the wave lacks its
last step; half of the slots of the second stage are never written.

The kernel is run on the same data as CUDA runs it and with waves of 64 lanes: it is reported when
what others see differs, and neither a single operation nor another layout of the same results
explains it.

## Example

```cpp
for (int d = 16; d > 0; d >>= 1) v += __shfl_down(v, d);  // sums 32 lanes
if (threadIdx.x % warpSize == 0) atomicAdd(sum, v);       // once per 64
```

## Use instead

One unit throughout: `hipshim::warp32::shfl_down` and `threadIdx.x % 32`, or start at
`warpSize / 2`.

## Fix safety

Counting in 32s is what CUDA computes, on every wave size. The fix is safe where all places lie in
one kernel that writes to the same addresses either way; where the layout of its results follows
`warpSize`, or a helper is shared, it is unsafe: the host or another kernel may count on the wave.

## Not reported

Code that uses one unit, and mixtures that come to the same: `threadIdx.x / warpSize * warpSize +
threadIdx.x % warpSize`.

## References

HIP porting guide, "warpSize"
(https://rocm.docs.amd.com/projects/HIP/en/latest/how-to/hip_porting_guide.html).
)md";

const Rule& self();

std::string text_of(const Context& context, const KernelVerdict::Place& at) {
  return match::shown_text(context, at.first->exprs[at.second].where, 48);
}

/// Every operation on 32 lanes and every warpSize a 32; nothing where some text cannot be edited.
std::optional<Fix> count_in_32s(const Context& context, const kf::Function& kernel,
                                const KernelVerdict& verdict) {
  Fix fix;
  fix.title = "count in warps of 32 lanes throughout";
  fix.safety = verdict.same_layout ? Safety::safe : Safety::unsafe;
  const auto add = [&](const kf::Function& f, const Where& where, Edit edit, bool needs_shim) {
    if (&f != &kernel) fix.safety = Safety::unsafe;
    if (std::ranges::find(fix.edits, edit) != fix.edits.end()) return;
    fix.edits.push_back(std::move(edit));
    if (!needs_shim) return;
    const IncludeRequest include = match::include_for(where, "hipshim/warp32.hpp");
    if (std::ranges::find(fix.includes, include) == fix.includes.end())
      fix.includes.push_back(include);
  };
  for (const auto& [f, id] : verdict.operations) {
    const auto edit = match::to_warp32(context.facts, *f, id);
    if (!edit) return std::nullopt;
    add(*f, f->sites[f->exprs[id].site].callee, *edit, true);
  }
  for (const auto& [f, id] : verdict.by_wave) {
    const kf::Expr& e = f->exprs[id];
    if (f->tainted || e.tainted || e.where.in_macro_body
        || !match::can_edit(context.facts, e.where))
      return std::nullopt;
    const bool lane = e.op == kf::Op::lane_id;
    if (!lane && e.op != kf::Op::warp_size) return std::nullopt;
    add(*f, e.where, {e.where.best(), lane ? "hipshim::warp32::lane_id()" : "32"}, lane);
  }
  return fix;
}

/// An array is too small for one of the wave sizes: wave-indexed-array reports that.
bool overflows(const KernelVerdict& kernel) {
  return std::ranges::any_of(kernel.faults, [](const WaveFault& f) {
    return f.kind == WaveFault::Kind::out_of_range && f.on_32 != f.on_64;
  });
}

void judge(const Context& context, std::vector<Finding>& out) {
  if (!context.wave64) return;
  std::map<Span, std::size_t> by_place;
  for (const kf::Function* f : match::judged_functions(context.facts, 64)) {
    const KernelVerdict* kernel = context.wave64->kernel(f->key);
    if (!kernel || kernel->verdict.outcome != Outcome::wrong || !kernel->culprits.empty()) continue;
    if (kernel->by_wave.empty() || kernel->by_32.empty()) continue;
    if (overflows(*kernel)) continue;
    const auto& [owner, id] = kernel->by_32.front();
    const kf::Expr& e = owner->exprs[id];
    if (!match::is_reportable(context.facts, owner, e.where)) continue;
    const auto [found, added] = by_place.try_emplace(e.where.best(), out.size());
    if (!added) continue;
    Finding finding =
        match::finding(self(), e.where, owner,
                       "`" + text_of(context, kernel->by_32.front()) + "` counts in 32s and `"
                           + text_of(context, kernel->by_wave.front())
                           + "` in waves of 64: " + kernel->verdict.effect);
    finding.confidence = kernel->verdict.confidence;
    if (f->tainted || owner->tainted)
      finding.confidence = std::min(finding.confidence, Confidence::likely);
    finding.targets = match::targets_with_wave(context, 64);
    finding.details.push_back("run in " + f->name + " with " + std::to_string(kernel->threads)
                              + " threads, on the same data over 32 and over 64 lanes");
    std::set<Span> said{e.where.best()};
    const auto relate = [&](const KernelVerdict::Place& at, const char* unit) {
      const Where& where = at.first->exprs[at.second].where;
      if (said.insert(where.best()).second && where.best().valid())
        finding.related.push_back({where.best(), std::string("counts in ") + unit});
    };
    for (const auto& at : kernel->by_wave) relate(at, "waves");
    for (const auto& at : kernel->by_32) relate(at, "32s");
    for (const WaveFault& fault : kernel->faults)
      if (fault.kind == WaveFault::Kind::unwritten && fault.on_64 && !fault.on_32)
        finding.related.push_back({fault.function->exprs[fault.at].where.best(),
                                   "reads `" + fault.name + "[" + std::to_string(fault.index)
                                       + "]`, which nothing has written with waves of 64"});
    if (auto fix = count_in_32s(context, *f, *kernel)) finding.fixes.push_back(std::move(*fix));
    out.push_back(std::move(finding));
  }
}

}  // namespace

HIPAUDIT_RULE(rule_mixed_lane_units) = {
    .id = "mixed-lane-units",
    .topic = "waves",
    .summary = "one computation counts in warps of 32 lanes here and in real waves there",
    .severity = Severity::error,
    .fix = Safety::safe,
    .needs = bit(FactKind::functions) | bit(FactKind::host_calls),
    .doc = kDoc,
    .judge = judge,
};

namespace {
const Rule& self() { return rule_mixed_lane_units; }
}  // namespace

}  // namespace hipaudit
