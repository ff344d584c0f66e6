// SPDX-License-Identifier: Apache-2.0
// One note at the top of each unit of which something was not seen.
#include <algorithm>

#include "match/rule.hpp"

namespace hipaudit {
namespace {

constexpr std::string_view kDoc = R"md(## What it finds

A unit (a source file with its compile command) that was analysed in part or not at all, with the
first reasons and the number of device functions that were lost.

## Why it is wrong on AMD

Nothing is wrong with the code. A clean result for such a unit means less than it seems to: a
defect in a function that the parser lost is not reported. The summary and the exit code say the
same for the whole run; this rule puts it where the unit is.

## Example

```cpp
#include "config_generated.h"  // made by the build, not found here
__global__ void k(float* p) { p[threadIdx.x] = MyScale(2); }
```

## Use instead

Analyse with the compile database of a configured build, so that generated headers exist and the
include paths are known.

```cpp
// cmake -S . -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON && hipaudit check -p build
#include "config_generated.h"
```

## Fix safety

Manual.

## Not reported

- Units in which only known third-party headers were replaced by bundled skeletons.
- Without `--show-proofs`: the rule is hidden, because the summary says it already.

## References

- `hipaudit doctor` explains which headers and commands are used.
)md";

std::string counted(std::uint32_t n, const char* what) {
  return std::to_string(n) + " device function" + (n == 1 ? " " : "s ") + what;
}

void judge(const Context& context, std::vector<Finding>& out);

}  // namespace

HIPAUDIT_RULE(rule_partial_analysis) = {
    .id = "partial-analysis",
    .topic = "tool",
    .summary = "a unit of which a part was not analysed",
    .severity = Severity::note,
    .fix = Safety::manual,
    .needs = 0,
    .hidden = true,
    .doc = kDoc,
    .judge = judge,
};

namespace {

void judge(const Context& context, std::vector<Finding>& out) {
  for (const UnitReport& unit : context.facts.units) {
    const PassStatus status = unit.status();
    if (status != PassStatus::partial && status != PassStatus::failed) continue;
    const FileId file = context.facts.files.find(unit.file);
    if (file == kNoFile) continue;

    std::uint32_t tainted = 0;
    std::uint32_t lost = 0;
    std::vector<std::string> reasons;
    for (const PassReport& pass : unit.passes) {
      tainted = std::max(tainted, pass.functions_tainted);
      lost = std::max(lost, pass.functions_lost);
      for (const std::string& reason : pass.reasons) {
        if (std::find(reasons.begin(), reasons.end(), reason) == reasons.end()) {
          reasons.push_back(reason);
        }
      }
    }
    const Span start{file, 0, 0};
    Finding f =
        match::finding(rule_partial_analysis, {start, start, false}, nullptr,
                       status == PassStatus::failed ? "this unit was not analysed"
                                                    : "this unit was analysed in part: "
                                                          + counted(tainted, "touched by errors, ")
                                                          + std::to_string(lost) + " lost");
    f.details = std::move(reasons);
    out.push_back(std::move(f));
  }
}

}  // namespace
}  // namespace hipaudit
