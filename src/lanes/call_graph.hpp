// SPDX-License-Identifier: Apache-2.0
// Who calls whom, and who gets to an operation that spans the wave.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "facts/facts.hpp"

namespace hipaudit::lanes {

/// By index of the facts' functions.
struct CallGraph {
  std::unordered_map<std::string, std::size_t> index;
  std::vector<std::vector<std::size_t>> callees;
  std::vector<char> called;
  std::vector<char> reaches;  ///< holds or calls something that spans the wave

  explicit CallGraph(const Facts& facts);
};

}  // namespace hipaudit::lanes
