// SPDX-License-Identifier: Apache-2.0
// One output format, one file, one function: from a finished audit to bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/finding.hpp"
#include "core/outcome.hpp"
#include "core/sources.hpp"
#include "facts/facts.hpp"
#include "target/target.hpp"

namespace hipaudit {

/// What every format sees.
struct Audit {
  std::string root;     ///< absolute; paths are shown relative to it
  std::string version;  ///< of hipaudit
  std::vector<std::string> arguments;
  const FileTable* files = nullptr;
  const Sources* sources = nullptr;
  std::vector<UnitReport> units;
  std::vector<Target> targets;
  std::vector<Finding> findings;  ///< sorted
  std::vector<Finding> suppressed;
  std::string patch;                 ///< unified diff of the accepted fixes, for the patch format
  std::vector<std::string> notices;  ///< said once per run, e.g. that no database was found
};

struct TextOptions {
  bool colour = false;
  bool concise = false;  ///< one line per finding
};

[[nodiscard]] std::string render_text(const Audit& audit, const TextOptions& options);
/// The summary line(s): units by status, findings by severity. Goes to stderr in text mode.
[[nodiscard]] std::string render_summary(const Audit& audit, bool colour);
/// Documented in tool/json-format.md; `schema_version` 1.
[[nodiscard]] std::string render_json(const Audit& audit);
/// SARIF 2.1.0 as GitHub code scanning wants it.
[[nodiscard]] std::string render_sarif(const Audit& audit);
/// GitHub workflow commands (::error file=...::message).
[[nodiscard]] std::string render_github(const Audit& audit);

/// Line-free identity of each finding, in order: hash of rule, file, function, the normalised text
/// of the flagged line, and an ordinal among equals. Unique within one audit.
[[nodiscard]] std::vector<std::string> fingerprints(const Audit& audit);

}  // namespace hipaudit
