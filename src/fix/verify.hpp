// SPDX-License-Identifier: Apache-2.0
// Fix rounds: plan, apply in memory, parse again, accept or roll back.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "facts/facts.hpp"
#include "fix/fix.hpp"

namespace hipaudit {

using TextByPath = std::map<std::string, std::string>;

/// What the rounds need from the rest of the tool. Both parse every pass.
struct FixHooks {
  /// Facts of the units that read one of `files`, with `overlay` in front of the disk.
  std::function<Facts(const std::vector<std::string>& files, const TextByPath& overlay)> parse;
  /// Findings in `facts`, whose text is in `sources`.
  std::function<std::vector<Finding>(const Facts& facts, const Sources& sources)> judge;
};

struct FixOutcome {
  TextByPath text;  ///< new text of every changed file
  std::size_t accepted = 0;
  std::vector<SkippedFix> skipped;       ///< of the first round; `finding` indexes its findings
  std::vector<std::string> rolled_back;  ///< one line each: rule, place, reason
  int rounds = 0;
  /// Findings in the units that read a changed file, as they are with the new text; empty when
  /// nothing changed.
  std::vector<Finding> left;
};

/// At most three rounds. A fix is accepted when the set of errors (id, file, token) of the units
/// that read its files does not grow in any pass, and its finding is gone.
[[nodiscard]] FixOutcome run_fixes(const Facts& facts, const std::vector<Finding>& findings,
                                   const std::string& root, Safety least, const FixHooks& hooks);

}  // namespace hipaudit
