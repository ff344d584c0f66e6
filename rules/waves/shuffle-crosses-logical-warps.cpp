// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include "match/rule.hpp"

namespace hipaudit {

namespace {

constexpr std::string_view kDoc = R"md(## What it finds

A shuffle without a width whose result reaches memory, an atomic, a branch or a return value, and
which gives some lane that matters another lane's value on a 64-lane wave than on CUDA.

## Why it is wrong on AMD

The default width of `__shfl*` is the wave size: 64 lanes on GFX9 (gfx90a, gfx942, gfx950 ...). Code
written for CUDA means 32. `__shfl(v, 0)` then hands lane 0 to lanes 32-63 as well, which belong to
another logical warp; a rotation by `(lane + 1) & 31` reads the lower half from the upper half; an
unguarded `__shfl_up(v, 1)` makes lane 32 read lane 31. The compiler says nothing.

Each site is judged by evaluating the code lane by lane, once with 32 lanes as CUDA does and once
with 64: only lanes whose value somebody sees count.

## Example

```cpp
__global__ void normalise(float* row, const float* scale) {
  float s = scale[blockIdx.x * blockDim.x + threadIdx.x];
  s = __shfl(s, 0);  // lanes 32-63 read lane 0, not lane 32
  row[blockIdx.x * blockDim.x + threadIdx.x] *= s;
}
```

## Use instead

```cpp
s = hipshim::warp32::shfl(s, 0);  // or __shfl(s, 0, 32)
```

## Fix safety

Safe. With width 32 the shuffle does on every wave size what it does on CUDA, and nothing changes on
CUDA itself. `--prefer-builtins` writes the width instead of the hipshim call.

## Not reported

Reductions by `__shfl_xor` with masks below 32, reductions by `__shfl_down` of which only lane 0 of
each 32 is used, scans guarded by the 32-lane index, values that are equal in both halves of the
wave, shuffles with a width, tiles of cooperative groups, code that computes with `warpSize` or with
64 throughout, and blocks of at most 32 threads.

## References

HIP C++ language extensions, "Warp shuffle functions"
(https://rocm.docs.amd.com/projects/HIP/en/latest/how-to/hip_cpp_language_extensions.html);
CUDA C++ Programming Guide, "Warp shuffle functions".
)md";

const Rule& self();

/// hipshim spelling of a shuffle, e.g. hipshim::warp32::shfl_down_sync.
std::string shim_name(const kf::Expr& e) {
  std::string name = e.text;
  if (name.rfind("__", 0) == 0) name.erase(0, 2);
  return "hipshim::warp32::" + name;
}

void judge(const Context& context, std::vector<Finding>& out) {
  if (!context.wave64) return;
  // One finding for a shuffle in a macro body, however often the macro is used.
  std::map<Span, std::size_t> by_body;
  std::set<Span> seen;
  for (const kf::Function* f : match::judged_functions(context.facts, 64)) {
    for (const kf::Expr& e : f->exprs) {
      if (!match::is_shuffle(e) || e.tile != 0 || e.site == kf::kNone) continue;
      if (e.args.size() != 4 || e.args[3] != kf::kNone) continue;
      const kf::Site& site = f->sites[e.site];
      const LaneVerdict* verdict = context.wave64->find(site.callee);
      if (!verdict || verdict->outcome != Outcome::wrong) continue;
      if (!site.callee.expansion.valid()) continue;
      if (site.callee.in_macro_body && site.callee.spelling.valid()) {
        const auto [found, added] = by_body.try_emplace(site.callee.spelling, out.size());
        if (!added) {
          Finding& first = out[found->second];
          const Related use{e.where.expansion, "used here"};
          if (use.span != first.where.expansion
              && std::find(first.related.begin(), first.related.end(), use) == first.related.end())
            first.related.push_back(use);
          continue;
        }
      } else if (!seen.insert(site.callee.best()).second) {
        continue;
      }
      Finding finding = match::finding(
          self(), e.where, f,
          e.text + " without a width exchanges over 64 lanes on GFX9: " + verdict->effect);
      finding.confidence = verdict->confidence;
      if (e.tainted || f->tainted)
        finding.confidence = std::min(finding.confidence, Confidence::likely);
      finding.targets = match::targets_with_wave(context, 64);
      for (const std::string& line : verdict->details) finding.details.push_back(line);
      finding.details.push_back("evaluated in " + verdict->context
                                + ": the value of these lanes reaches memory or a return value");
      const bool editable = !e.tainted && match::can_edit(context.facts, site.callee);
      if (editable) {
        Fix fix;
        fix.safety = Safety::safe;
        if (context.prefer_builtins && site.rparen.valid()) {
          fix.title = "give the shuffle width 32";
          fix.edits.push_back(match::insert_last_argument(site, ", 32"));
        } else {
          fix.title = "call " + shim_name(e);
          fix.edits.push_back(match::rename_callee(site, shim_name(e)));
          fix.includes.push_back(match::include_for(site.callee, "hipshim/warp32.hpp"));
        }
        finding.fixes.push_back(std::move(fix));
      }
      out.push_back(std::move(finding));
    }
  }
}

}  // namespace

HIPAUDIT_RULE(rule_shuffle_crosses_logical_warps) = {
    .id = "shuffle-crosses-logical-warps",
    .topic = "waves",
    .summary =
        "a shuffle of default width gives lanes another value on a 64-lane wave than on CUDA",
    .severity = Severity::error,
    .fix = Safety::safe,
    .needs = bit(FactKind::functions) | bit(FactKind::host_calls),
    .doc = kDoc,
    .judge = judge,
};

namespace {
const Rule& self() { return rule_shuffle_crosses_logical_warps; }
}  // namespace

}  // namespace hipaudit
