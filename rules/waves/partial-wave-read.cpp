// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "match/lane_masks.hpp"
#include "match/rule.hpp"

namespace hipaudit {

namespace {

constexpr std::string_view kDoc = R"md(## What it finds

A shuffle over the real wave in a block whose last wave is not whole, or in a branch that half of
the wave takes, where what the missing lanes give reaches memory: a minimum over 64 lanes in a block
of 96 threads.

## Why it is wrong on AMD

A shuffle that reads a lane which is not active gets 0 on AMD hardware. A sum does not notice; a
minimum, a product or an exclusive scan does. With warps of 32 the same block was made of whole
warps.

## Example

```cpp
for (int d = warpSize / 2; d > 0; d >>= 1) v = min(v, __shfl_down(v, d));  // 96 threads: min with 0
```

## Use instead

Launch whole waves (a multiple of 64 threads), or reduce in warps of 32:
`hipshim::warp32::reduce_min`.

## Fix safety

Manual: which of the two is meant is for the author to say.

## Not reported

Blocks of unknown size, sums (0 adds nothing), reads whose result nobody sees, and operations that
are wrong by themselves (shuffle-crosses-logical-warps).

## References

AMD Instinct MI200 instruction set architecture, `DS_BPERMUTE_B32`: "reading from disabled lanes
returns 0"; CUDA C++ Programming Guide, "Warp shuffle functions" (undefined there).
)md";

const Rule& self();

void judge(const Context& context, std::vector<Finding>& out) {
  if (!context.wave64) return;
  std::set<Span> seen;
  for (const kf::Function* f : match::judged_functions(context.facts, 64)) {
    const KernelVerdict* kernel = context.wave64->kernel(f->key);
    if (!kernel || kernel->verdict.outcome != Outcome::wrong || !kernel->culprits.empty()) continue;
    if (!kernel->known_shape || kernel->by_wave.empty() || !kernel->by_32.empty()) continue;
    for (const WaveFault& fault : kernel->faults) {
      if (fault.kind != WaveFault::Kind::inactive_source || fault.on_32 || !fault.on_64) continue;
      const kf::Expr& e = fault.function->exprs[fault.at];
      if (!match::is_reportable(context.facts, fault.function, e.where)) continue;
      if (!seen.insert(e.where.best()).second) continue;
      Finding finding = match::finding(
          self(), e.where, fault.function,
          match::written_name(context, *fault.function, fault.at)
              + " over a wave of 64 reads lanes that are not active and gets 0, in a block of "
              + std::to_string(kernel->threads) + " threads: " + kernel->verdict.effect);
      finding.confidence = kernel->verdict.confidence;
      finding.targets = match::targets_with_wave(context, 64);
      const int left = kernel->threads % 64;
      if (left != 0)
        finding.details.push_back(std::to_string(kernel->threads) + " = "
                                  + std::to_string(kernel->threads / 64) + " * 64 + "
                                  + std::to_string(left) + ": the last wave has "
                                  + std::to_string(left) + " lanes");
      finding.details.push_back("run in " + f->name);
      out.push_back(std::move(finding));
    }
  }
}

}  // namespace

HIPAUDIT_RULE(rule_partial_wave_read) = {
    .id = "partial-wave-read",
    .topic = "waves",
    .summary = "a shuffle over 64 lanes in a wave of which fewer lanes are active",
    .severity = Severity::error,
    .fix = Safety::manual,
    .needs = bit(FactKind::functions) | bit(FactKind::host_calls),
    .doc = kDoc,
    .judge = judge,
};

namespace {
const Rule& self() { return rule_partial_wave_read; }
}  // namespace

}  // namespace hipaudit
