// SPDX-License-Identifier: Apache-2.0
// The shape of a source text as far as edits need it: comments, directives, and coarse tokens.
// Knows line continuations, raw strings and digit separators; evaluates nothing.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace hipaudit::fix {

struct Range {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

struct Token {
  enum class Kind : std::uint8_t { word, literal, sign, directive };
  Kind kind = Kind::sign;
  Range range;                  ///< of a directive: from `#` to before the end of its logical line
  Range name;                   ///< directives: include, define, if ...; empty for a lone `#`
  Range operand;                ///< directives: from behind the name; comments are still in it
  std::uint32_t next_line = 0;  ///< directives: start of the following line, or the end of the text
};

struct Scan {
  std::vector<Token> tokens;
  std::vector<Range> comments;  ///< those inside directives too
};

[[nodiscard]] Scan scan(std::string_view text);

/// The line end that the text uses: "\r\n" when its first line ends so, else "\n".
[[nodiscard]] std::string_view line_end(std::string_view text);

/// Whether the text starts with a UTF-8 byte order mark, as its length: 3 or 0.
[[nodiscard]] std::uint32_t mark_size(std::string_view text);

}  // namespace hipaudit::fix
