// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "match/lane_masks.hpp"
#include "match/rule.hpp"

namespace hipaudit {

namespace {

constexpr std::string_view kDoc = R"md(## What it finds

`__any`, `__all` and `__reduce_*_sync` over the whole wave whose result others see, where 32 lanes
were meant: a value that is stored, a branch that one logical warp takes for itself, a search that
ends because the other half of the wave has found something.

## Why it is wrong on AMD

On GFX9 (gfx90a, gfx942, gfx950 ...) a vote is taken over the 64 active lanes of the wave. Two
warps of the CUDA code share it, and each gets the other's votes too. Each vote is judged by running
the code twice on the same data, once over 32 lanes as CUDA does and once over 64: it counts only
when what others see differs.

## Example

```cpp
for (int i = lane; i < n; i += 32) {
  found |= keys[row * n + i] == key;
  if (__any(found)) break;  // the row of the other 32 lanes is given up as well
}
if (lane == 0) result[row] = __any(found);
```

## Use instead

```cpp
if (hipshim::warp32::any(found)) break;
```

## Fix safety

Safe. `hipshim::warp32::any`, `all` and `reduce_*` take the caller's 32 lanes on every wave size, and
are CUDA's own on CUDA.

## Not reported

A vote that only lets all lanes leave a loop together (they take more turns and change nothing in
them), values that are equal in both halves, blocks of at most 32 threads, code that reckons with
`warpSize` throughout, tiles of cooperative groups.

## References

HIP C++ language extensions, "Warp vote and ballot functions"
(https://rocm.docs.amd.com/projects/HIP/en/latest/how-to/hip_cpp_language_extensions.html).
)md";

const Rule& self();

/// A mask in the call decides by itself: too narrow to compile, or naming the lower half.
bool mask_decides(const kf::Function& f, const kf::Expr& e) {
  if (e.args.empty() || e.args[0] == kf::kNone) return false;
  if (match::is_narrow_integer(f.type_of(match::skip_implicit(f, e.args[0])))) return true;
  const auto bits = match::mask_bits(f, e.args[0]);
  return bits && *bits != ~std::uint64_t{0};
}

void judge(const Context& context, std::vector<Finding>& out) {
  if (!context.wave64) return;
  std::set<Span> seen;
  for (const kf::Function* f : match::judged_functions(context.facts, 64))
    for (kf::ExprId id = 0; id < f->exprs.size(); ++id) {
      const kf::Expr& e = f->exprs[id];
      if (e.op != kf::Op::cross || e.tile != 0 || e.site == kf::kNone) continue;
      const bool reduces = e.cross == kf::CrossKind::reduce;
      if (e.cross != kf::CrossKind::any && e.cross != kf::CrossKind::all && !reduces) continue;
      const kf::Site& site = f->sites[e.site];
      const LaneVerdict* verdict = context.wave64->find(site.callee);
      if (!verdict || verdict->outcome != Outcome::wrong || mask_decides(*f, e)) continue;
      if (!match::is_reportable(context.facts, f, e.where)) continue;
      if (!seen.insert(site.callee.best()).second) continue;
      Finding finding = match::finding(
          self(), e.where, f,
          match::written_name(context, *f, id) + (reduces ? " reduces" : " asks")
              + " the 64 lanes of a GFX9 wave, two warps of the CUDA code: " + verdict->effect);
      finding.confidence = verdict->confidence;
      if (e.tainted || f->tainted)
        finding.confidence = std::min(finding.confidence, Confidence::likely);
      finding.targets = match::targets_with_wave(context, 64);
      finding.details.push_back("run in " + verdict->context
                                + " on the same data over 32 and over 64 lanes: " + "what "
                                + kf::thread_range(verdict->lanes) + " store or return differs");
      if (const auto edit = match::to_warp32(context.facts, *f, id)) {
        Fix fix;
        fix.safety = Safety::safe;
        fix.title = "call " + match::warp32_name(e);
        fix.edits.push_back(*edit);
        fix.includes.push_back(match::include_for(site.callee, "hipshim/warp32.hpp"));
        finding.fixes.push_back(std::move(fix));
      }
      out.push_back(std::move(finding));
    }
}

}  // namespace

HIPAUDIT_RULE(rule_vote_as_data) = {
    .id = "vote-as-data",
    .topic = "masks",
    .summary = "a vote over 64 lanes decides what 32 lanes compute",
    .severity = Severity::error,
    .fix = Safety::safe,
    .needs = bit(FactKind::functions) | bit(FactKind::host_calls),
    .doc = kDoc,
    .judge = judge,
};

namespace {
const Rule& self() { return rule_vote_as_data; }
}  // namespace

}  // namespace hipaudit
