// SPDX-License-Identifier: Apache-2.0
// Parse one unit, pass by pass, into facts.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "facts/facts.hpp"
#include "frontend/headers.hpp"
#include "frontend/unit.hpp"
#include "target/target.hpp"

namespace hipaudit {

struct ParseOptions {
  std::string root;
  HipHeaders headers;
  std::string resource_dir;
  std::vector<Target> targets;
  bool all_passes = false;  ///< device passes even where the project's text does not ask for them
  std::uint32_t needs = 0;  ///< FactKind bits
  std::map<std::string, std::string> overlay;  ///< text that is not on disk (yet), by absolute path
};

/// Host pass, then a device pass per wave class where one is needed. Never throws; a pass that
/// cannot be made is reported as failed with the reason.
[[nodiscard]] Facts parse_unit(const UnitSpec& unit, const ParseOptions& options);

}  // namespace hipaudit
