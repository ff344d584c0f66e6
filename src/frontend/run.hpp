// SPDX-License-Identifier: Apache-2.0
// Parse many units in worker processes. A crash, a runaway or an out-of-memory parse costs its unit
// only: the worker dies, the unit is reported as failed with the reason, a new worker goes on.
#pragma once

#include <functional>

#include "frontend/parse.hpp"

namespace hipaudit {

struct RunOptions {
  unsigned jobs = 0;            ///< 0: one per core
  unsigned unit_seconds = 300;  ///< a unit that takes longer is stopped
  /// Called as units end: done, total, file.
  std::function<void(std::size_t, std::size_t, const std::string&)> progress;
};

/// Facts of all units, merged in the order of `units` whatever the number of jobs.
[[nodiscard]] Facts run_units(const std::vector<UnitSpec>& units, const ParseOptions& options,
                              const RunOptions& run);

}  // namespace hipaudit
