// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>

#include <nlohmann/json.hpp>

#include "options.hpp"

namespace hipaudit {

int run_list(bool json) {
  std::vector<const Rule*> rules = all_rules();
  std::stable_sort(rules.begin(), rules.end(),
                   [](const Rule* a, const Rule* b) { return a->topic < b->topic; });
  if (json) {
    nlohmann::ordered_json out = nlohmann::ordered_json::array();
    for (const Rule* rule : rules)
      out.push_back({{"id", rule->id},
                     {"topic", rule->topic},
                     {"severity", to_string(rule->severity)},
                     {"fix", to_string(rule->fix)},
                     {"hidden", rule->hidden},
                     {"summary", rule->summary}});
    std::printf("%s\n", out.dump(2).c_str());
    return kExitClean;
  }
  std::string_view topic;
  for (const Rule* rule : rules) {
    if (rule->topic != topic) {
      std::printf("%s%.*s\n", topic.empty() ? "" : "\n", static_cast<int>(rule->topic.size()),
                  rule->topic.data());
      topic = rule->topic;
    }
    std::printf("  %-32.*s %-8s %-7s %.*s\n", static_cast<int>(rule->id.size()), rule->id.data(),
                to_string(rule->severity), to_string(rule->fix),
                static_cast<int>(rule->summary.size()), rule->summary.data());
  }
  return kExitClean;
}

}  // namespace hipaudit
