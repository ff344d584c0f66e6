// SPDX-License-Identifier: Apache-2.0
#include "match/rule.hpp"

namespace hipaudit {
namespace {

constexpr std::string_view kDoc = R"md(## What it finds

A suppression comment that silences nothing: no selected rule that it names reports anything on the
lines that it covers. Also a comment that cannot work at all: an id that is no rule, no ids, `*`, an
unknown directive, `begin-allow` without `end-allow` or the reverse. In code that the preprocessor
skips nothing is seen, so a comment there counts as unused.

## Why it is wrong on AMD

The comment outlives the code that it excused. The next defect on that line would be silenced by a
reason that was given for another one. A misspelt id looks like a decision that someone took, and
silences nothing.

## Example

```cpp
// hipaudit: allow(narrow-lane-mask) only 32 threads are launched
int lane = threadIdx.x & 31;
```

## Use instead

Remove the comment, or correct its id. `hipaudit list` prints all ids.

```cpp
int lane = threadIdx.x & 31;
```

## Fix safety

Unsafe: the comment is removed, and a reader may want to keep what it says.

## Not reported

- Ids of rules that were not selected for this run, or that report only on request.
- All comments, when a unit was not analysed completely: the code that needs the comment may be in
  the part that was not seen.
- Rules about waves, masks and LDS, unless targets of both wave sizes are selected.

## References

- Syntax: `code();  // hipaudit: allow(rule-id) reason`, the same alone on the line before, and
  `// hipaudit: begin-allow(rule-id) reason` up to `// hipaudit: end-allow(rule-id)`.
)md";

// The engine reports these (src/engine/engine.cpp, MarkerJudge): what a comment silences is known
// only after every other rule has judged, and a rule sees facts, not findings.
void judge(const Context&, std::vector<Finding>&) {}

}  // namespace

HIPAUDIT_RULE(rule_unused_suppression) = {
    .id = "unused-suppression",
    .topic = "tool",
    .summary = "a suppression comment that silences nothing or cannot work",
    .severity = Severity::warning,
    .fix = Safety::unsafe,
    .needs = 0,
    .doc = kDoc,
    .judge = judge,
};

}  // namespace hipaudit
