// SPDX-License-Identifier: Apache-2.0
// A rule: a typed record and one pure function from facts to findings.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/finding.hpp"
#include "core/sources.hpp"
#include "target/target.hpp"

namespace hipaudit {

struct Facts;
class Verdicts;

/// How rewrites are spelled.
/// logical_warp: CUDA's algorithm on 32 lanes, call by call. native: whole idioms become hipshim's
/// algorithms, where one is recognised.
enum class Strategy : std::uint8_t { logical_warp, native };

/// All that a rule may look at.
struct Context {
  const Facts& facts;
  const Sources& sources;
  const std::vector<Target>& targets;
  const Verdicts* wave64 = nullptr;  ///< lane verdicts at 64 lanes; null when no target has them
  const Verdicts* wave32 = nullptr;
  bool prefer_builtins = false;  ///< plain HIP spelling where it is exact on every target
  bool show_hidden = false;
  Strategy strategy = Strategy::logical_warp;
};

struct Rule {
  std::string_view id = {};     ///< kebab-case; names the pattern, so that "allow <id>" reads well
  std::string_view topic = {};  ///< waves masks lds atomics streams memory numerics porting tool
  std::string_view summary = {};  ///< one line
  Severity severity = Severity::warning;
  Safety fix = Safety::manual;  ///< the best remedy it may offer
  std::uint32_t needs = 0;      ///< FactKind bits
  bool hidden = false;          ///< reports only with --show-proofs
  std::string_view doc = {};    ///< Markdown, headed as CONTRIBUTING.md says
  void (*judge)(const Context&, std::vector<Finding>&) = nullptr;
};

/// Every rule, ordered by id. The table is generated from rules/*/*.cpp.
[[nodiscard]] const std::vector<const Rule*>& all_rules();
[[nodiscard]] const Rule* find_rule(std::string_view id);

}  // namespace hipaudit
