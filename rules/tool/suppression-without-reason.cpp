// SPDX-License-Identifier: Apache-2.0
#include "match/rule.hpp"

namespace hipaudit {
namespace {

constexpr std::string_view kDoc = R"md(## What it finds

A suppression comment with nothing behind its closing parenthesis.

## Why it is wrong on AMD

Whether a wave-size assumption is harmless depends on things that the line does not show: the block
sizes that are launched, the targets that are built, what the caller guarantees. Without the reason
nobody can tell later whether the comment still holds, for example when a target of the other wave
size is added.

## Example

```cpp
unsigned votes = __ballot(p);  // hipaudit: allow(narrow-lane-mask)
```

## Use instead

```cpp
unsigned votes = __ballot(p);  // hipaudit: allow(narrow-lane-mask) blocks have 32 threads
```

## Fix safety

Manual: only a person knows the reason.

## Not reported

- `end-allow`: the reason stands at its `begin-allow`.
- Malformed comments; those are `unused-suppression`.

## References

- Syntax: `// hipaudit: allow(rule-id) reason`.
)md";

// The engine reports these (src/engine/engine.cpp, MarkerJudge): it is the one that reads the
// comments, and comments are not facts.
void judge(const Context&, std::vector<Finding>&) {}

}  // namespace

HIPAUDIT_RULE(rule_suppression_without_reason) = {
    .id = "suppression-without-reason",
    .topic = "tool",
    .summary = "a suppression comment that does not say why",
    .severity = Severity::note,
    .fix = Safety::manual,
    .needs = 0,
    .doc = kDoc,
    .judge = judge,
};

}  // namespace hipaudit
