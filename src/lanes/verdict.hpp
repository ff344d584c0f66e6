// SPDX-License-Identifier: Apache-2.0
// What each cross-lane operation computes under CUDA (32 lanes) and on a wave of another size.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/finding.hpp"
#include "facts/facts.hpp"

namespace hipaudit {

enum class Outcome : std::uint8_t {
  right,    ///< every demanded lane gets what it gets on CUDA
  wrong,    ///< some demanded lane gets another value
  unknown,  ///< could not be decided; `effect` says why
};

struct LaneVerdict {
  Outcome outcome = Outcome::unknown;
  Confidence confidence = Confidence::certain;
  int wave = 64;
  std::string effect;                ///< e.g. "lanes 32-63 read lane 0 instead of lane 32"
  std::vector<std::string> details;  ///< the map, a line per group of lanes
  std::string context;               ///< kernel or function in which it was decided
};

/// Verdicts by site. A site is the spelling span of the operation's name (so that a pattern, its
/// instantiations and the kernels that inline it share one).
class Verdicts {
 public:
  void add(const Where& callee, LaneVerdict verdict);
  /// The worst verdict over all contexts: wrong before unknown before right.
  [[nodiscard]] const LaneVerdict* find(const Where& callee) const;

 private:
  std::map<Where, LaneVerdict> by_site_;
};

/// Evaluate every function of `facts` that holds a shuffle, as CUDA and at `wave` lanes.
[[nodiscard]] Verdicts evaluate_lanes(const Facts& facts, int wave);

}  // namespace hipaudit
