// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "match/lane_masks.hpp"
#include "match/rule.hpp"
#include "match/wave_guard.hpp"

namespace hipaudit {

namespace {

constexpr std::string_view kDoc = R"md(## What it finds

A local or shared array whose index follows the wave (`threadIdx.x % warpSize`,
`threadIdx.x / warpSize`, `__lane_id()`) while its extent, or the loop that fills it, follows another
number: on one wave size an index is past the end, or slots are read that nothing wrote.

## Why it is wrong on AMD

`threadIdx.x % warpSize` runs to 63 on GFX9 and to 31 on RDNA and NVIDIA; `threadIdx.x / warpSize` has
half as many values on GFX9. An array of 32 slots overflows into its neighbour in LDS, silently; 32
rows of which 16 are initialised hold what was there before.

The kernel is run with waves of 32 and of 64 lanes, and each index and each first read of a shared
slot is watched.

## Example

```cpp
__shared__ float best[32];
best[threadIdx.x % warpSize] = v;  // 64 lanes, 32 slots
```

## Use instead

The same number for both: `best[threadIdx.x % 32]`, or 64 slots, the most that any wave has.

## Fix safety

Manual: which of the two numbers is meant is for the author to say.

## Not reported

Indices that data decides, arrays of unknown extent, arrays that are only larger than needed.

## References

HIP C++ language extensions, "warpSize"
(https://rocm.docs.amd.com/projects/HIP/en/latest/how-to/hip_cpp_language_extensions.html).
)md";

const Rule& self();

bool is_of_interest(const WaveFault& fault) {
  if (fault.kind == WaveFault::Kind::out_of_range) return true;
  return fault.kind == WaveFault::Kind::unwritten && fault.extent > 0;
}

/// mixed-lane-units reports the kernel, and its related places tell why the slot is empty.
bool is_explained(const KernelVerdict& kernel, const WaveFault& fault) {
  return fault.kind == WaveFault::Kind::unwritten && kernel.verdict.outcome == Outcome::wrong
         && kernel.culprits.empty() && !kernel.by_wave.empty() && !kernel.by_32.empty();
}

/// Wrong on one wave size only, or everywhere in code that counts in 64s.
bool follows_the_wave(const KernelVerdict& kernel, const WaveFault& fault) {
  if (fault.on_32 != fault.on_64) return !kernel.by_wave.empty() || !kernel.by_64.empty();
  return fault.kind == WaveFault::Kind::unwritten && !kernel.by_64.empty() && kernel.known_shape;
}

void judge(const Context& context, std::vector<Finding>& out) {
  if (!context.wave64) return;
  std::map<Span, bool> seen;
  // Slots that one write leaves empty are read in several places.
  std::map<std::pair<std::string, std::string>, std::size_t> empty;
  for (const kf::Function* f : match::judged_functions(context.facts)) {
    const KernelVerdict* kernel = context.wave64->kernel(f->key);
    if (!kernel) continue;
    for (const WaveFault& fault : kernel->faults) {
      if (!is_of_interest(fault) || !follows_the_wave(*kernel, fault)) continue;
      if (is_explained(*kernel, fault)) continue;
      const bool past = fault.kind == WaveFault::Kind::out_of_range;
      const kf::Expr& e = fault.function->exprs[fault.at];
      if (!match::is_reportable(context.facts, fault.function, e.where)) continue;
      const int wave = fault.on_64 ? 64 : 32;
      if (!match::compiled_for(context, *fault.function, wave)) continue;
      const auto targets = match::targets_with_wave(context, wave);
      if (targets.empty() || !seen.emplace(e.where.best(), true).second) continue;
      if (!past) {
        const auto [first, added] = empty.try_emplace({f->name, fault.name}, out.size());
        if (!added) {
          out[first->second].related.push_back({e.where.best(), "and here"});
          continue;
        }
      }
      const std::string slot = fault.name + "[" + std::to_string(fault.index) + "]";
      Finding finding = match::finding(
          self(), e.where, fault.function,
          past ? "waves of " + std::to_string(wave) + " lanes: " + kf::thread_range(fault.lanes)
                     + (fault.lanes.size() == 1 ? " reaches `" : " reach from `") + slot
                     + (fault.lanes.size() == 1 ? "`" : "` on") + "; the array has "
                     + std::to_string(fault.extent) + " elements"
               : "waves of " + std::to_string(wave) + " lanes: `" + slot
                     + "` is read and nothing has written it");
      finding.confidence = past && kernel->known_shape ? Confidence::certain : Confidence::likely;
      if (f->tainted || fault.function->tainted) finding.confidence = Confidence::likely;
      if (fault.on_32 != fault.on_64) finding.targets = targets;
      finding.details.push_back("run in " + f->name + " with " + std::to_string(kernel->threads)
                                + " threads");
      out.push_back(std::move(finding));
    }
  }
}

}  // namespace

HIPAUDIT_RULE(rule_wave_indexed_array) = {
    .id = "wave-indexed-array",
    .topic = "waves",
    .summary = "an array is indexed by the wave while its extent follows another number",
    .severity = Severity::error,
    .fix = Safety::manual,
    .needs = bit(FactKind::functions) | bit(FactKind::host_calls),
    .doc = kDoc,
    .judge = judge,
};

namespace {
const Rule& self() { return rule_wave_indexed_array; }
}  // namespace

}  // namespace hipaudit
