// SPDX-License-Identifier: Apache-2.0
// What became of each pass over each unit. Honest coverage is part of every report.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/span.hpp"

namespace hipaudit {

/// host: the x86 side, whose AST holds every device body too. wave64, wave32: a device pass for
/// the first selected target of that wave size.
enum class PassKind : std::uint8_t { host, wave64, wave32 };
[[nodiscard]] const char* to_string(PassKind);

enum class PassStatus : std::uint8_t { complete, skeleton, partial, failed };
[[nodiscard]] const char* to_string(PassStatus);

/// A compiler error seen during a pass. The set (id, file, token) must not grow by a fix.
struct ParseError {
  std::string message;
  std::string token;  ///< the text of the token at the location
  std::uint32_t id = 0;
  FileId file = kNoFile;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  auto operator<=>(const ParseError&) const = default;
};

struct PassReport {
  PassKind kind = PassKind::host;
  PassStatus status = PassStatus::failed;
  std::string target;                  ///< gfx name for device passes
  std::vector<std::string> reasons;    ///< first reasons why it is not complete
  std::vector<std::string> skeletons;  ///< third-party headers replaced by bundled skeletons
  std::vector<ParseError> errors;
  std::uint32_t functions = 0;          ///< device functions seen in project files
  std::uint32_t functions_tainted = 0;  ///< of them, touched by an error
  std::uint32_t functions_lost = 0;     ///< declarations that Clang marked invalid or dropped
  double parse_seconds = 0;
  double collect_seconds = 0;
};

struct UnitReport {
  std::string file;                ///< absolute path of the main file
  std::string command;             ///< how the command was found: "database", "inferred", "options"
  std::vector<std::string> notes;  ///< dropped plug-ins, unknown options, ...
  std::vector<PassReport> passes;
  std::vector<std::string> project_files;   ///< project files that it reads, sorted
  [[nodiscard]] PassStatus status() const;  ///< the worst of its passes; failed when there is none
};

}  // namespace hipaudit
