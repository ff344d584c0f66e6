// SPDX-License-Identifier: Apache-2.0
// Decides whether the code itself refuses a wave of another size than the one it was written for.
#include <algorithm>

#include "match/rule.hpp"

namespace hipaudit {

extern const Rule rule_warp_size_guard;

namespace {

constexpr std::string_view kDoc = R"md(
## What it finds

Host code that asks the device for its wave size and gives up (throws, exits, returns an error) unless it is
one number, and `static_assert(warpSize == 32)`.

## Why it is wrong on AMD

It is honest: the author knew that the code depends on the width. On a target of the other width it does not
run, or does not compile: `warpSize` is no constant expression from ROCm 7 on. The guard marks what has to
be ported before the guard may go.

## Example

```cpp
void check(const hipDeviceProp_t& prop) {
  if (prop.warpSize != 32) throw std::runtime_error("needs warps of 32 threads");
}
```

## Use instead

Port the kernels behind it (`hipshim::warp32` keeps 32-lane algorithms right on every wave), and then
remove it.

## Fix safety

Manual.

## Not reported

- a test that chooses between kernels: `if (prop.warpSize == 64) launch<64>(); else launch<32>();`
- a test for more than one size

## References

- HIP documentation, "HIP C++ language extensions", warpSize
)md";

void judge(const Context& context, std::vector<Finding>& out) {
  for (const WaveSizeUse& use : context.facts.wave_size_uses) {
    const bool assertion = use.kind == WaveSizeUse::Kind::assertion;
    if (!assertion && use.kind != WaveSizeUse::Kind::refusal) continue;
    if (!use.expected || (*use.expected != 32 && *use.expected != 64)) continue;
    if (!assertion && use.side != CodeSide::host) continue;
    const auto refused = match::targets_with_wave(context, *use.expected == 32 ? 64 : 32);
    if (refused.empty() && !assertion) continue;
    const std::string lanes = std::to_string(*use.expected);
    std::string message =
        assertion ? "the assertion needs warpSize as a constant, which it is not from ROCm 7 on"
                  : "gives up unless waves have " + lanes + " lanes";
    if (!refused.empty())
      message += (assertion ? ", and refuses " : ": refuses ") + refused.front() + " with its "
                 + (*use.expected == 32 ? "64" : "32");
    Finding finding = match::finding(rule_warp_size_guard, use.where, nullptr, std::move(message));
    finding.function = use.function;
    finding.targets = refused;
    finding.details.push_back("the size comes from " + use.source);
    finding.fixes.push_back(
        {Safety::manual, "port the code that it guards, then remove it", {}, {}});
    out.push_back(std::move(finding));
  }
}

}  // namespace

HIPAUDIT_RULE(rule_warp_size_guard) = {
    .id = "warp-size-guard",
    .topic = "waves",
    .summary = "code that refuses every wave size but one",
    .severity = Severity::note,
    .fix = Safety::manual,
    .needs = bit(FactKind::constants),
    .doc = kDoc,
    .judge = judge,
};

}  // namespace hipaudit
