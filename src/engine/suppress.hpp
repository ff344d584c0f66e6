// SPDX-License-Identifier: Apache-2.0
// Suppression comments:
//   code();  // hipaudit: allow(rule-id, other-id) reason      this line
//   // hipaudit: allow(rule-id) reason                          alone on its line: the next code
//   line
//   // hipaudit: begin-allow(rule-id) reason ... // hipaudit: end-allow(rule-id)
// `/* ... */` comments work alike. `*` or an empty list is refused: name the rules.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hipaudit {

struct Suppression {
  std::vector<std::string> rules;
  std::string reason;
  std::uint32_t comment_begin = 0;  ///< byte offset of the comment
  std::uint32_t comment_end = 0;
  std::uint32_t first_line = 0;  ///< first and last line it covers, 1-based
  std::uint32_t last_line = 0;
  bool malformed = false;
  std::string problem;  ///< what is wrong with it, when malformed
};

/// All suppressions in one file's text, in order. Comments inside string literals do not count;
/// line continuations in macro definitions do not hide them.
[[nodiscard]] std::vector<Suppression> find_suppressions(std::string_view text);

}  // namespace hipaudit
