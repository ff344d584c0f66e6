// SPDX-License-Identifier: Apache-2.0
// What the command line says, shared by the commands that audit.
#pragma once

#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "frontend/headers.hpp"

namespace hipaudit {

enum class FailOn { error, warning, note, never };

struct Options {
  // Input
  std::vector<std::string> paths;
  std::string database;
  bool require_database = false;
  std::string root;
  std::string rocm_path;
  HeaderMode headers = HeaderMode::automatic;
  std::vector<std::string> extra;  ///< after `--`
  std::vector<std::string> targets;
  bool all_passes = false;
  unsigned jobs = 0;
  unsigned unit_timeout = 300;
  // Selection
  std::vector<std::string> select;
  std::vector<std::string> ignore;
  Confidence min_confidence = Confidence::likely;
  bool perf = false;
  bool show_proofs = false;
  FailOn fail_on = FailOn::warning;
  bool allow_partial = false;
  // Output
  std::vector<std::string> formats;
  std::string colour = "auto";
  bool concise = false;
  bool quiet = false;
  bool profile = false;
  // Fixing
  bool unsafe_fixes = false;
  bool prefer_builtins = false;
  Strategy strategy = Strategy::logical_warp;
  std::string patch;
  bool diff = false;
  bool write = false;

  std::vector<std::string> arguments;  ///< as given, for reports
};

/// Exit codes, see README.
inline constexpr int kExitClean = 0;
inline constexpr int kExitFindings = 1;
inline constexpr int kExitUsage = 2;
inline constexpr int kExitIncomplete = 3;

int run_check(const Options& options);
int run_fix(const Options& options);
int run_facts(const Options& options);
int run_doctor(const Options& options);
int run_explain(const std::string& rule);
/// `place`: FILE:LINE.
int run_explain_lanes(const Options& options, const std::string& place);
int run_list(bool json);
int run_version(bool json);

/// Print "hipaudit: error: ..." to stderr; returns kExitUsage.
int usage_error(const std::string& message);

}  // namespace hipaudit
