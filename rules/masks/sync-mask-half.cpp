// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "match/rule.hpp"
#include "match/sync_masks.hpp"

namespace hipaudit {
namespace {

constexpr std::string_view kDoc = R"md(
## What it finds
A `*_sync` call whose mask has 64 bits but names lanes 0-31 only: `0xffffffffULL`,
`(1ull << 32) - 1`, `uint64_t m = 0xffffffff`, a macro or constant of that value. It is what a cast
leaves that was written to silence the error of sync-mask-width. One finding for each definition of
a mask, with the calls as related places.

## Why it is wrong on AMD
With a wave of 64 lanes the mask must name the lanes that make the call. HIP checks it and traps,
unless the build defines `NDEBUG`. With `NDEBUG`:

| call | result on 64 lanes |
| --- | --- |
| `__shfl*_sync` | the mask is ignored: a shuffle of 64 lanes, or of the width that is given |
| `__ballot_sync` | lanes 32-63 have no vote, and get the votes of lanes 0-31 |
| `__any_sync`, `__all_sync` | lanes 32-63 are not asked, and get the answer for lanes 0-31 |
| `__match_any_sync`, `__match_all_sync` | lanes 32-63 see matches among lanes 0-31 only |
| `__reduce_*_sync` | all 64 lanes are reduced when optimised, lanes 0-31 otherwise |

## Example
```cpp
unsigned long long votes = __ballot_sync(0xffffffffULL, keep);
```

## Use instead
```cpp
unsigned long long votes = hipshim::warp32::ballot_sync(0xffffffffULL, keep);
```

## Fix safety
Safe: `hipshim::warp32` has CUDA's meaning for a warp of 32 lanes, on waves of 32 and of 64, and
counts the low 32 bits of a mask. Unsafe where the code also speaks of the real wave or uses a
vote's upper bits; a full 64-bit mask is then offered as well. Where a shuffle's lane or distance is
computed from `warpSize`, or a loop over it ends there, the code follows the real wave: only the full
mask is offered, unsafe for a constant and manual for a variable.

## Not reported
* `0xffffffffULL << (lane & 32)`, which names the caller's half.
* Code that only threads 0-31 of a block reach (`if (threadIdx.x < 32)`), or only blocks of at most
  32 threads: there the mask is right.
* Masks of other values, and `_sync` names that the project defines itself.

## References
* HIP C++ language extensions, "Warp cross-lane functions":
  https://rocm.docs.amd.com/projects/HIP/en/latest/how-to/hip_cpp_language_extensions.html
* hip/amd_detail/amd_warp_sync_functions.h
)md";

using namespace match;
using kf::CrossKind;
using kf::kNone;

void judge(const Context& context, std::vector<Finding>& out);

}  // namespace

HIPAUDIT_RULE(rule_sync_mask_half) = {
    .id = "sync-mask-half",
    .topic = "masks",
    .summary = "a 64-bit mask of a *_sync call names lanes 0-31 only",
    .severity = Severity::error,
    .fix = Safety::safe,
    .needs = bit(FactKind::functions) | bit(FactKind::host_calls),
    .doc = kDoc,
    .judge = judge,
};

namespace {

std::string effect(const Function& f, const kf::Expr& cross) {
  switch (cross.cross) {
  case CrossKind::ballot: return "lanes 32-63 have no vote and get the votes of lanes 0-31";
  case CrossKind::any:
  case CrossKind::all: return "lanes 32-63 are not asked and get the answer for lanes 0-31";
  case CrossKind::match_any:
  case CrossKind::match_all: return "lanes 32-63 see matches among lanes 0-31 only";
  case CrossKind::reduce:
    return "the reduction takes 64 lanes when optimised and lanes 0-31 otherwise";
  case CrossKind::sync_warp: return "it is ignored";
  default: break;
  }
  // A shuffle of 32 lanes and fewer stays in its half.
  const ExprId width = cross.args.size() == 4 ? cross.args[3] : kNone;
  const auto lanes = width == kNone ? std::nullopt : match::constant(f, width);
  if (lanes && *lanes <= 32)
    return "it is ignored and the shuffle keeps to " + std::to_string(*lanes) + " lanes";
  if (width != kNone) return "it is ignored";
  return "it is ignored and the shuffle takes 64 lanes";
}

void judge(const Context& context, std::vector<Finding>& out) {
  if (!any_wave(context.targets, 64)) return;
  const LaneMaskFlow flow(context.facts);
  const auto is_half = [&](std::size_t i, ExprId cross, ExprId mask) {
    const FunctionView& view = flow.functions()[i];
    const Function& f = *view.f;
    return !is_narrow_integer(f.type_of(mask)) && mask_bits(f, mask) == 0xffffffffULL
           && !flow.only_small_blocks(i) && !first_half_only(view, cross)
           && !under_wave_test(view, cross);
  };
  const auto masks = sync_masks(context, flow, [&](const FunctionView& view, const SyncCall& call) {
    if (!is_half(call.function, call.cross, call.mask)) return false;
    const Function& f = *view.f;
    if (project_defines(context.facts, f, call.cross)) return false;
    // Another pass may have seen another mask.
    const Span at = f.exprs[call.cross].where.best();
    const auto& forms = flow.variants(call.function);
    return std::all_of(forms.begin(), forms.end(), [&](std::size_t form) {
      const Function& other = *flow.functions()[form].f;
      for (ExprId id = 0; id < other.exprs.size(); ++id) {
        const Expr& e = other.exprs[id];
        if (e.op == kf::Op::cross && e.sync_form && e.where.best() == at && !e.args.empty()
            && e.args[0] != kNone && is_half(form, id, skip_implicit(other, e.args[0])))
          return true;
      }
      return false;
    });
  });
  for (const SyncMask& mask : masks) {
    const SyncCall& first = mask.calls.front();
    const FunctionView& view = flow.functions()[first.function];
    const auto name = [&](const SyncCall& call) {
      return written_name(context, *flow.functions()[call.function].f, call.cross);
    };
    Finding finding = match::finding(rule_sync_mask_half, mask.where, view.f,
                                     "`" + mask.name + "` names lanes 0-31 of the 64 lanes of "
                                         + wave64_names(context) + ": " + name(first)
                                         + " traps without NDEBUG, and with it "
                                         + effect(*view.f, view.f->exprs[first.cross]));
    finding.targets = targets_with_wave(context, 64);
    finding.details.push_back(
        "64 active lanes: 0xffffffffffffffff; the mask is 0x00000000ffffffff");
    if (mask.calls.size() > 1)
      finding.details.push_back(std::to_string(mask.calls.size()) + " calls use this mask");
    bool tainted = false;
    for (const SyncCall& call : mask.calls) {
      const Function& f = *flow.functions()[call.function].f;
      const kf::Expr& e = f.exprs[call.cross];
      tainted = tainted || f.tainted || e.tainted;
      const Where at = e.site == kNone ? e.where : f.sites[e.site].callee;
      if (&call == &first && mask.from == SyncMask::From::literal) continue;
      finding.related.push_back({at.best(), "given to " + name(call) + ": " + effect(f, e)});
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
