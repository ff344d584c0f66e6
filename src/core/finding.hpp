// SPDX-License-Identifier: Apache-2.0
// What a rule says: a finding, with preference-ordered remedies. Plain values, no Clang.
#pragma once

#include <string>
#include <vector>

#include "core/span.hpp"

namespace hipaudit {

/// What happens on the selected targets. `perf` never fails a gate.
enum class Severity : std::uint8_t { note, perf, warning, error };
/// How sure the rule is. `possible` is shown only on request.
enum class Confidence : std::uint8_t { possible, likely, certain };
/// safe: same results on CUDA, wave32 and wave64. unsafe: needs a look (may change overloads,
/// layout, rounding, timing). manual: shown only, never applied.
enum class Safety : std::uint8_t { manual, unsafe, safe };

[[nodiscard]] const char* to_string(Severity);
[[nodiscard]] const char* to_string(Confidence);
[[nodiscard]] const char* to_string(Safety);

/// Replace the bytes of `range` by `text`; an empty range inserts.
struct Edit {
  Span range;
  std::string text;
  auto operator<=>(const Edit&) const = default;
};

/// Ask for `#include <header>` in `file`; several fixes may ask for the same one.
struct IncludeRequest {
  FileId file = kNoFile;
  std::string header;  ///< as written between the brackets, e.g. hipshim/warp32.hpp
  auto operator<=>(const IncludeRequest&) const = default;
};

/// One whole remedy: applied entirely or not at all.
struct Fix {
  Safety safety = Safety::manual;
  std::string title;  ///< imperative, e.g. "give the shuffle width 32"
  std::vector<Edit> edits;
  std::vector<IncludeRequest> includes;
  bool whole_idiom = false;  ///< replaces a whole algorithm: goes before fixes of calls inside it
  bool operator==(const Fix&) const = default;
};

/// Another place that belongs to the same defect.
struct Related {
  Span span;
  std::string message;
  bool operator==(const Related&) const = default;
};

struct Finding {
  std::string rule;
  Severity severity = Severity::warning;
  Confidence confidence = Confidence::certain;
  Where where;
  std::string message;               ///< one sentence; what is wrong, on which lanes or bytes
  std::vector<std::string> details;  ///< the arithmetic, one line each
  std::vector<std::string> targets;  ///< gfx names on which it goes wrong; empty: all selected
  std::string function;              ///< qualified name of the enclosing declaration, or empty
  std::vector<Related> related;
  std::vector<Fix> fixes;  ///< best first
  std::vector<Span> owns;  ///< constructs that this defect explains: no other rule reports them
  bool operator==(const Finding&) const = default;
};

}  // namespace hipaudit
