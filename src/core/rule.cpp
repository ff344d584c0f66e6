// SPDX-License-Identifier: Apache-2.0
#include "core/rule.hpp"

namespace hipaudit {

const Rule* find_rule(std::string_view id) {
  for (const Rule* rule : all_rules()) {
    if (rule->id == id) return rule;
  }
  return nullptr;
}

}  // namespace hipaudit
