// SPDX-License-Identifier: Apache-2.0
// What the formats share: spans as lines and columns, text that is safe to print, and counts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "report/report.hpp"

namespace hipaudit::report {

/// A span, resolved. Lines and byte columns are 1-based, the end is exclusive.
struct Place {
  std::string path;   ///< absolute
  std::string shown;  ///< relative to the root
  Position begin;
  Position end;
};

[[nodiscard]] Place place(const Audit& audit, const Span& span);

/// 1-based column in UTF-16 code units of byte column `byte_column` in `line`.
[[nodiscard]] std::uint32_t utf16_column(std::string_view line, std::uint32_t byte_column);
/// The same, for a position in a file of the audit.
[[nodiscard]] std::uint32_t utf16_column(const Audit& audit, const std::string& path,
                                         Position position);

/// Valid UTF-8 without control characters (tabs stay), so that neither a terminal nor a parser is
/// misled by text that comes out of a source file.
[[nodiscard]] std::string printable(std::string_view text);

/// Valid UTF-8; what is not becomes U+FFFD. Control characters stay.
[[nodiscard]] std::string valid_utf8(std::string_view text);

/// `path` as the path of a URI reference, percent-encoded.
[[nodiscard]] std::string uri_path(std::string_view path);

/// gfx names on which the finding holds; all selected ones when it names none.
[[nodiscard]] std::vector<std::string> affected_targets(const Audit& audit, const Finding& finding);

/// The finding is spelled in a macro body and takes effect elsewhere.
[[nodiscard]] bool has_expansion(const Finding& finding);

/// Whether a tool can apply it.
[[nodiscard]] bool applicable(const Fix& fix);

struct Counts {
  std::size_t units[4] = {0, 0, 0, 0};     ///< by PassStatus
  std::size_t findings[4] = {0, 0, 0, 0};  ///< by Severity
  std::size_t fixable[3] = {0, 0, 0};      ///< by Safety of the best remedy
  std::size_t files = 0;                   ///< with findings
  std::size_t functions = 0;               ///< device functions, by the pass that saw most
  std::size_t tainted = 0;
  std::size_t lost = 0;

  [[nodiscard]] std::size_t analysed() const { return units[0] + units[1] + units[2]; }
};
[[nodiscard]] Counts count(const Audit& audit);

struct Reason {
  std::string text;
  std::size_t units = 0;
};
/// Why units are partial or failed, most frequent first; each counts once per unit.
[[nodiscard]] std::vector<Reason> reasons(const Audit& audit);

/// "1 error", "2 errors".
[[nodiscard]] std::string counted(std::size_t n, std::string_view noun);

}  // namespace hipaudit::report
