// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "session.hpp"

namespace hipaudit {

int run_explain(const std::string& name) {
  if (name.empty()) return usage_error("explain: name a rule, or give --lanes FILE:LINE");
  const Rule* rule = find_rule(name);
  if (!rule)
    return usage_error("unknown rule '" + name + "'" + suggestion(name) + " (see hipaudit list)");
  std::printf("%.*s (%.*s, %s; fix: %s%s)\n\n%.*s\n\n", static_cast<int>(rule->id.size()),
              rule->id.data(), static_cast<int>(rule->topic.size()), rule->topic.data(),
              to_string(rule->severity), to_string(rule->fix),
              rule->hidden ? "; shown only with --show-proofs" : "",
              static_cast<int>(rule->summary.size()), rule->summary.data());
  std::string_view doc = rule->doc;
  while (!doc.empty() && doc.front() == '\n') doc.remove_prefix(1);
  std::printf("%.*s", static_cast<int>(doc.size()), doc.data());
  return kExitClean;
}

}  // namespace hipaudit
