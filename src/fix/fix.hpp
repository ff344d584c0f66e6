// SPDX-License-Identifier: Apache-2.0
// From remedies to text: choose whole fixes that do not collide, apply them in memory, insert the
// includes they ask for, and print the difference. Verification by parsing is in verify.hpp.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/finding.hpp"
#include "core/sources.hpp"
#include "core/span.hpp"

namespace hipaudit {

/// The remedy of one finding, chosen for application.
struct PlannedFix {
  std::size_t finding = 0;  ///< index into the findings given to plan()
  Fix fix;
};

struct SkippedFix {
  std::size_t finding = 0;
  std::string reason;  ///< "conflicts with ...", "unsafe (use --unsafe-fixes)", "manual", ...
};

struct Plan {
  std::vector<PlannedFix> fixes;
  std::vector<SkippedFix> skipped;
};

/// Choose the first applicable remedy of each finding: safety at least `least`, every edit inside a
/// project file that is not generated, no overlap with an earlier choice. Equal edits of several
/// findings are one. An edit whose replaced text holds a comment is at most unsafe. Two different
/// insertions at one offset conflict.
[[nodiscard]] Plan plan(const std::vector<Finding>& findings, const FileTable& files,
                        const Sources& sources, Safety least);

/// New text of each touched file, by path. Line ends, byte order mark and a missing final newline
/// are kept. Edits are given against the text in `sources`.
[[nodiscard]] std::map<std::string, std::string>
apply(const std::vector<PlannedFix>& fixes, const FileTable& files, const Sources& sources);

/// Where `#include <header>` goes in `text` (a byte offset and the text to insert there, with the
/// file's own line ends), or an empty text when it is already there. Below an include guard,
/// `#pragma once` and the leading comment; after the last top-level include that is not inside a
/// conditional or extern "C"; never inside a raw string or comment.
struct Insertion {
  std::uint32_t offset = 0;
  std::string text;
};
[[nodiscard]] Insertion place_include(std::string_view text, const std::string& header);

/// Unified diff that `git apply` takes, paths relative to `root`, files in path order. CRLF and a
/// missing final newline survive.
[[nodiscard]] std::string make_patch(const std::map<std::string, std::string>& before,
                                     const std::map<std::string, std::string>& after,
                                     const std::string& root);

/// Write each file whole or not at all (temporary file beside it, then rename; mode kept). Returns
/// an error text naming the file, or empty. Files outside `root` are refused.
[[nodiscard]] std::string write_files(const std::map<std::string, std::string>& files,
                                      const std::string& root);

}  // namespace hipaudit
