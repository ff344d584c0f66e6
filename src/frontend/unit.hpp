// SPDX-License-Identifier: Apache-2.0
// What to parse: translation units, from a compile database or from plain paths. No Clang.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "facts/facts.hpp"
#include "target/target.hpp"

namespace hipaudit {

/// A translation unit and how to parse it.
struct UnitSpec {
  std::string file;                    ///< absolute path of the main file
  std::string directory;               ///< working directory of its command
  std::vector<std::string> arguments;  ///< adapted for Clang: no compiler, no input, no output
  bool hip = true;                     ///< parse as HIP; else as C++ (or C) host code
  bool c_language = false;
  std::string origin;  ///< "database" or "inferred"
  std::vector<std::string> notes;
  CommandFact command;
};

struct UnitOptions {
  std::string database;  ///< -p: a file or a folder; empty: look for one
  bool require_database = false;
  std::string root;                ///< --root; empty: worked out from the inputs
  std::vector<std::string> extra;  ///< arguments after `--`
  std::vector<Target> targets;     ///< --targets; empty: from the commands, else the defaults
};

struct UnitPlan {
  std::string root;
  std::vector<UnitSpec> units;  ///< ordered by file
  std::vector<Target> targets;
  std::vector<std::string> notices;  ///< for the user, once per run
  std::vector<std::string> only;     ///< report findings below these paths only; empty: all
  std::string database;              ///< the file used, if any
};

/// A usage error: the text names the file (and line) and the remedy.
struct UsageError {
  std::string message;
};

/// Find the units for `paths` (files or folders; empty: all of the database, else the working
/// directory).
[[nodiscard]] std::optional<UsageError> plan_units(const std::vector<std::string>& paths,
                                                   const UnitOptions& options, UnitPlan& out);

/// Turn a command line of hipcc, amdclang++, clang++, nvcc or g++ into arguments for Clang.
/// Launchers (ccache ...) are skipped, response files expanded, plug-ins dropped with a note; only
/// options that matter for parsing are kept. Nothing is executed.
void adapt_command(const std::vector<std::string>& command, UnitSpec& unit);

}  // namespace hipaudit
