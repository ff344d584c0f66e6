// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "match/rule.hpp"
#include "match/sync_masks.hpp"

namespace hipaudit {
namespace {

constexpr std::string_view kDoc = R"md(
## What it finds
A `*_sync` call (`__shfl_sync` and its siblings, `__ballot_sync`, `__any_sync`, `__all_sync`,
`__match_*_sync`, `__reduce_*_sync`, `__syncwarp`) whose mask is an integer of 32 bits: `0xffffffff`,
`~0u`, `-1`, a `FULL_MASK` macro, an `unsigned` variable. One finding for each definition of a mask,
with the calls as related places.

## Why it is wrong on AMD
HIP's `_sync` functions accept 64-bit masks only and stop the build with "The mask must be a 64-bit
integer". They exist since ROCm 6.2 (behind `HIP_ENABLE_WARP_SYNC_BUILTINS`) and are on by default
since ROCm 7.0; older releases do not have them at all. A cast to 64 bits compiles and is worse: it
names lanes 0-31 only, see sync-mask-half.

## Example
```cpp
#define FULL_MASK 0xffffffff
value += __shfl_down_sync(FULL_MASK, value, 8);  // does not compile with ROCm 7
```

## Use instead
```cpp
#define FULL_MASK 0xffffffff
value += hipshim::warp32::shfl_down_sync(FULL_MASK, value, 8);
```

## Fix safety
Safe: `hipshim::warp32` takes a mask of any integer type, gives it to NVIDIA unchanged, and has
CUDA's 32-lane meaning on waves of 32 and 64. Unsafe where the code also speaks of the real wave
(`warpSize`, `__lane_id()`) or uses a vote's 64 bits; a full 64-bit mask is then offered as well.
Where a shuffle's lane or distance is computed from `warpSize`, or a loop over it ends there, the code
follows the real wave and would be wrong on 32 of its lanes: only the full mask is offered, unsafe for
a constant and manual for a variable.

## Not reported
* 64-bit masks.
* `_sync` names that the project defines itself, as macros or functions.
* Masks whose type depends on a template parameter, until an instantiation settles it.
* Builds for gfx1250 alone, whose headers accept 32 bits.

## References
* HIP C++ language extensions, "Warp cross-lane functions":
  https://rocm.docs.amd.com/projects/HIP/en/latest/how-to/hip_cpp_language_extensions.html
* hip/amd_detail/amd_warp_sync_functions.h
* HIP 7 changes: https://rocm.docs.amd.com/projects/HIP/en/latest/hip-7-changes.html
)md";

using namespace match;
using kf::kNone;

void judge(const Context& context, std::vector<Finding>& out);

}  // namespace

HIPAUDIT_RULE(rule_sync_mask_width) = {
    .id = "sync-mask-width",
    .topic = "masks",
    .summary = "a *_sync call is given a 32-bit mask, which HIP refuses",
    .severity = Severity::error,
    .fix = Safety::safe,
    .needs = bit(FactKind::functions) | bit(FactKind::host_calls),
    .doc = kDoc,
    .judge = judge,
};

namespace {

std::string callee_name(const Context& context, const LaneMaskFlow& flow, const SyncCall& call) {
  return written_name(context, *flow.functions()[call.function].f, call.cross);
}

void judge(const Context& context, std::vector<Finding>& out) {
  const bool accepted =
      !context.targets.empty()
      && std::all_of(context.targets.begin(), context.targets.end(),
                     [](const Target& t) { return t.name.rfind("gfx125", 0) == 0; });
  if (accepted) return;
  const LaneMaskFlow flow(context.facts);
  const auto masks = sync_masks(context, flow, [&](const FunctionView& view, const SyncCall& call) {
    return is_narrow_integer(view.f->type_of(call.mask))
           && !project_defines(context.facts, *view.f, call.cross);
  });
  for (const SyncMask& mask : masks) {
    const SyncCall& first = mask.calls.front();
    const FunctionView& view = flow.functions()[first.function];
    const kf::Type& type = view.f->type_of(first.mask);
    const std::string name = callee_name(context, flow, first);
    std::string message = "`" + mask.name + "` is a mask of " + std::to_string(type.bits())
                          + " bits (`" + type.text + "`); " + name
                          + " takes 64 bits since ROCm 6.2 and does not compile with less";
    if (mask.calls.size() > 1)
      message += "; " + std::to_string(mask.calls.size()) + " calls use it";
    Finding finding = match::finding(rule_sync_mask_width, mask.where, view.f, message);
    finding.details.push_back("a cast to 64 bits would name lanes 0-31 of 64: see sync-mask-half");
    bool tainted = false;
    for (const SyncCall& call : mask.calls) {
      const Function& f = *flow.functions()[call.function].f;
      const kf::Expr& e = f.exprs[call.cross];
      tainted = tainted || f.tainted || e.tainted;
      const Where at = e.site == kNone ? e.where : f.sites[e.site].callee;
      if (!at.best().contains(mask.where.best())
          && !(&call == &first && mask.from == SyncMask::From::literal))
        finding.related.push_back({at.best(), "given to " + callee_name(context, flow, call)});
    }
    std::sort(finding.related.begin(), finding.related.end(),
              [](const Related& a, const Related& b) { return a.span < b.span; });
    finding.related.erase(std::unique(finding.related.begin(), finding.related.end()),
                          finding.related.end());
    if (tainted) {
      finding.confidence = Confidence::likely;
    } else if (mask.editable) {
      finding.fixes = mask_remedies(context, flow, mask);
    }
    out.push_back(std::move(finding));
  }
}

}  // namespace
}  // namespace hipaudit
