// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "match/lane_masks.hpp"
#include "match/rule.hpp"

namespace hipaudit {

namespace {

constexpr std::string_view kDoc = R"md(## What it finds

Hidden; shown with `--show-proofs`. A shuffle without a width, written for 32 lanes, that is right on
a 64-lane wave as it stands, and why.

## Why it is wrong on AMD

It is not wrong: run on the same data over 32 and over 64 lanes, what others see is the same. An
exclusive-or with a distance below 32 stays in its half of the wave; a reduction downwards is read in
the first lane of each 32 only; a scan is guarded by the lane within 32; the value is the same in
both halves.

## Example

```cpp
for (int d = 16; d > 0; d >>= 1) v += __shfl_xor(v, d);  // lanes 0-31 and 32-63 apart
```

## Use instead

Nothing has to change. `--strategy=native` offers the tuned reductions of hipshim.

## Fix safety

No fix.

## Not reported

Shuffles with a width, in tiles, in code that reckons with `warpSize`, and in functions whose
callers are not seen.

## References

HIP C++ language extensions, "Warp shuffle functions"
(https://rocm.docs.amd.com/projects/HIP/en/latest/how-to/hip_cpp_language_extensions.html).
)md";

const Rule& self();

const char* reason(kf::CrossKind kind) {
  switch (kind) {
  case kf::CrossKind::shfl_xor: return "its distances stay within 32 lanes";
  case kf::CrossKind::shfl_down: return "lanes that read past their 32 are not looked at";
  case kf::CrossKind::shfl_up:
    return "lanes that read before their 32 are guarded or not looked at";
  default: return "the lanes that others look at read a lane of their own 32, or an equal value";
  }
}

void judge(const Context& context, std::vector<Finding>& out) {
  if (!context.wave64 || !context.show_hidden) return;
  std::set<Span> seen;
  for (const kf::Function* f : match::judged_functions(context.facts, 64))
    for (kf::ExprId id = 0; id < f->exprs.size(); ++id) {
      const kf::Expr& e = f->exprs[id];
      if (!match::is_shuffle(e) || e.tile != 0 || e.site == kf::kNone) continue;
      if (e.args.size() != 4 || e.args[3] != kf::kNone) continue;
      const kf::Site& site = f->sites[e.site];
      const LaneVerdict* verdict = context.wave64->find(site.callee);
      // Right under a condition is no proof.
      if (!verdict || verdict->outcome != Outcome::right || !verdict->effect.empty()) continue;
      if (!match::is_reportable(context.facts, f, e.where)) continue;
      if (!seen.insert(site.callee.best()).second) continue;
      Finding finding =
          match::finding(self(), e.where, f,
                         match::written_name(context, *f, id)
                             + " is right on waves of 64 lanes as it stands: " + reason(e.cross));
      finding.targets = match::targets_with_wave(context, 64);
      finding.details.push_back("run in " + verdict->context
                                + " on the same data over 32 and over 64 lanes: what others see is "
                                  "the same");
      out.push_back(std::move(finding));
    }
}

}  // namespace

HIPAUDIT_RULE(rule_shuffle_within_logical_warp) = {
    .id = "shuffle-within-logical-warp",
    .topic = "waves",
    .summary = "a 32-lane shuffle that is right as it is on a 64-lane wave",
    .severity = Severity::note,
    .fix = Safety::manual,
    .needs = bit(FactKind::functions) | bit(FactKind::host_calls),
    .hidden = true,
    .doc = kDoc,
    .judge = judge,
};

namespace {
const Rule& self() { return rule_shuffle_within_logical_warp; }
}  // namespace

}  // namespace hipaudit
