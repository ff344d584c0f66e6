// SPDX-License-Identifier: Apache-2.0
// One audit: plan the units, parse them, judge. What check, fix and facts have in common.
#pragma once

#include <optional>
#include <string>

#include "engine/engine.hpp"
#include "fix/verify.hpp"
#include "frontend/run.hpp"
#include "options.hpp"
#include "report/report.hpp"

namespace hipaudit {

struct Session {
  UnitPlan units;
  ParseOptions parse;
  EngineOptions engine;
  RunOptions run;
  Facts facts;
  Sources sources;
  Judged judged;
  double judge_seconds = 0;  ///< CPU time of lanes, rules and engine
};

/// Work out units, headers, rules and targets. Returns the error text, or nothing.
[[nodiscard]] std::optional<std::string> prepare(const Options& options, Session& session);

/// Parse all units into session.facts.
void parse_all(Session& session);

/// Judge session.facts into session.judged, restricted to the paths that were asked for.
void judge_all(Session& session);

/// Plan, apply and verify fixes of the session's findings.
[[nodiscard]] FixOutcome fix_all(Session& session, Safety least);

/// The Audit that reports render; refers to `session`.
[[nodiscard]] Audit make_audit(const Session& session, const Options& options);

/// Whether output to `fd` is coloured: --color, NO_COLOR, CLICOLOR_FORCE, terminal.
[[nodiscard]] bool use_colour(const Options& options, int fd);

/// Where the CPU time went, one line.
[[nodiscard]] std::string profile(const Session& session);

/// "; did you mean '...'?" with the rule or topic nearest to a mistyped name, or nothing.
[[nodiscard]] std::string suggestion(const std::string& name);

/// Whether a finding is as severe as --fail-on asks.
[[nodiscard]] bool has_failure(const std::vector<Finding>& findings, const Options& options);
/// The exit code for what was found and seen.
[[nodiscard]] int exit_code(const Session& session, const Options& options);

}  // namespace hipaudit
