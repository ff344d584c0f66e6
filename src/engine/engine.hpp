// SPDX-License-Identifier: Apache-2.0
// From merged facts to the findings that are reported: rules, one owner per defect, suppressions,
// thresholds, and a stable order.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "core/finding.hpp"
#include "core/rule.hpp"
#include "facts/facts.hpp"

namespace hipaudit {

struct EngineOptions {
  std::vector<const Rule*> rules;  ///< selected ones
  std::vector<Target> targets;
  Confidence min_confidence = Confidence::likely;
  bool perf = false;         ///< report findings of severity perf
  bool show_hidden = false;  ///< rules marked hidden
  bool prefer_builtins = false;
  Strategy strategy = Strategy::logical_warp;
};

struct Judged {
  std::vector<Finding> findings;    ///< sorted by path, position, rule
  std::vector<Finding> suppressed;  ///< silenced by a comment; `message` kept, reason in details
  double lane_seconds = 0;          ///< CPU time of the lane verdicts
};

/// Needs of the selected rules, as FactKind bits.
[[nodiscard]] std::uint32_t needed_facts(const std::vector<const Rule*>& rules);

[[nodiscard]] Judged judge(const Facts& facts, const Sources& sources,
                           const EngineOptions& options);

}  // namespace hipaudit
