// SPDX-License-Identifier: Apache-2.0
// One pass over the bytes. Unterminated literals end with their line, so that text inside `#if 0`
// cannot swallow the rest of the file.

#include "fix/scan.hpp"

#include <string>

namespace hipaudit::fix {
namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'
         || static_cast<unsigned char>(c) >= 0x80;
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text), at_(mark_size(text)) {}

  Scan run() {
    while (at_ < text_.size()) step();
    if (in_directive_) end_directive(at_);
    return std::move(out_);
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  [[nodiscard]] static std::uint32_t u32(std::size_t v) { return static_cast<std::uint32_t>(v); }

  /// Length of a backslash and line end at `at`, or 0.
  [[nodiscard]] std::size_t continuation(std::size_t at) const {
    if (at >= text_.size() || text_[at] != '\\') return 0;
    if (text_.substr(at + 1, 1) == "\n") return 2;
    if (text_.substr(at + 1, 2) == "\r\n") return 3;
    return 0;
  }

  void add(Token::Kind kind, std::size_t begin) {
    if (in_directive_) return;
    Token token;
    token.kind = kind;
    token.range = {u32(begin), u32(at_)};
    out_.tokens.push_back(token);
  }

  void end_directive(std::size_t end) {
    Token& token = out_.tokens.back();
    while (end > token.range.begin && (text_[end - 1] == '\r' || is_blank(text_[end - 1]))) --end;
    token.range.end = u32(end);
    token.operand.end = u32(std::max<std::size_t>(end, token.operand.begin));
    token.next_line = u32(at_);
    in_directive_ = false;
  }

  void step() {
    const char c = peek();
    if (const std::size_t skip = continuation(at_)) {
      at_ += skip;
    } else if (c == '\n') {
      const std::size_t end = at_++;
      if (in_directive_) end_directive(end);
      line_start_ = true;
    } else if (is_blank(c) || c == '\r') {
      ++at_;
    } else if (c == '/' && peek(1) == '/') {
      line_comment();
    } else if (c == '/' && peek(1) == '*') {
      block_comment();
    } else if (c == '#' && line_start_ && !in_directive_) {
      directive();
    } else {
      line_start_ = false;
      if (c == '"')
        quoted(at_, '"');
      else if (c == '\'')
        quoted(at_, '\'');
      else if (is_digit(c) || (c == '.' && is_digit(peek(1))))
        number();
      else if (is_word(c))
        word();
      else {
        const std::size_t begin = at_++;
        add(Token::Kind::sign, begin);
      }
    }
  }

  void line_comment() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != '\n') {
      const std::size_t skip = continuation(at_);
      at_ += skip != 0 ? skip : 1;
    }
    std::size_t end = at_;
    if (end > begin && text_[end - 1] == '\r') --end;
    out_.comments.push_back({u32(begin), u32(end)});
  }

  void block_comment() {
    const std::size_t begin = at_;
    const std::size_t end = text_.find("*/", at_ + 2);
    at_ = end == std::string_view::npos ? text_.size() : end + 2;
    out_.comments.push_back({u32(begin), u32(at_)});
  }

  void quoted(std::size_t begin, char quote) {
    ++at_;
    while (at_ < text_.size() && text_[at_] != '\n') {
      if (const std::size_t skip = continuation(at_)) {
        at_ += skip;
        continue;
      }
      const char c = text_[at_++];
      if (c == quote) break;
      if (c == '\\' && at_ < text_.size() && text_[at_] != '\n') ++at_;
    }
    add(Token::Kind::literal, begin);
  }

  // R"x( ... )x"
  bool raw(std::size_t begin) {
    const std::size_t open = text_.find_first_of("( )\\\n\"", at_ + 1);
    if (open == std::string_view::npos || text_[open] != '(' || open - at_ > 17) return false;
    const std::string close = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
    const std::size_t end = text_.find(close, open);
    at_ = end == std::string_view::npos ? text_.size() : end + close.size();
    add(Token::Kind::literal, begin);
    return true;
  }

  void word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (peek() == '"') {
      if (word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R") {
        if (raw(begin)) return;
      }
      if (word == "L" || word == "u" || word == "U" || word == "u8") return quoted(begin, '"');
    }
    if (peek() == '\'' && (word == "L" || word == "u" || word == "U" || word == "u8"))
      return quoted(begin, '\'');
    add(Token::Kind::word, begin);
  }

  // 1'000'000u, 0x1p-3, 1e+5
  void number() {
    const std::size_t begin = at_;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      const char before = at_ > begin ? text_[at_ - 1] : '\0';
      const bool exponent = before == 'e' || before == 'E' || before == 'p' || before == 'P';
      const bool separator = c == '\'' && at_ > begin && is_word(peek(1));
      if (is_word(c) || c == '.' || separator || ((c == '+' || c == '-') && exponent))
        ++at_;
      else
        break;
    }
    add(Token::Kind::literal, begin);
  }

  void directive() {
    line_start_ = false;
    Token token;
    token.kind = Token::Kind::directive;
    token.range.begin = u32(at_++);
    skip_blanks();
    token.name.begin = u32(at_);
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    token.name.end = u32(at_);
    token.operand = {u32(at_), u32(at_)};
    const std::string_view name = text_.substr(token.name.begin, token.name.end - token.name.begin);
    out_.tokens.push_back(token);
    in_directive_ = true;
    // A header name is no place for comments: <sys//types.h>.
    if (name == "include" || name == "include_next" || name == "import") {
      skip_blanks();
      if (peek() == '<') {
        const std::size_t close = text_.find_first_of(">\n", at_);
        at_ = close == std::string_view::npos ? text_.size() : close;
        if (peek() == '>') ++at_;
      }
    }
    // Free text, where an apostrophe opens nothing.
    if (name == "error" || name == "warning") {
      while (at_ < text_.size() && text_[at_] != '\n') {
        const std::size_t skip = continuation(at_);
        at_ += skip != 0 ? skip : 1;
      }
    }
  }

  void skip_blanks() {
    for (;;) {
      if (is_blank(peek()) && at_ < text_.size())
        ++at_;
      else if (const std::size_t skip = continuation(at_))
        at_ += skip;
      else if (peek() == '/' && peek(1) == '*')
        block_comment();
      else
        return;
    }
  }

  std::string_view text_;
  std::size_t at_;
  bool line_start_ = true;
  bool in_directive_ = false;
  Scan out_;
};

}  // namespace

Scan scan(std::string_view text) { return Scanner(text).run(); }

std::string_view line_end(std::string_view text) {
  const std::size_t at = text.find('\n');
  return at != std::string_view::npos && at > 0 && text[at - 1] == '\r' ? "\r\n" : "\n";
}

std::uint32_t mark_size(std::string_view text) { return text.starts_with("\xef\xbb\xbf") ? 3 : 0; }

}  // namespace hipaudit::fix
