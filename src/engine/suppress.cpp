// SPDX-License-Identifier: Apache-2.0
// Finds comments with a small lexer of its own (strings, raw strings, character literals and digit
// separators are passed over), reads those that start with `hipaudit:`, and works out which lines
// each one covers. It never looks at code beyond that, so it works on any text.
#include "engine/suppress.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

namespace hipaudit {
namespace {

constexpr std::string_view kPrefix = "hipaudit:";

struct Comment {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;  // past the closing delimiter; before the end of line for `//`
};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<Comment> comments() {
    while (at_ < text_.size()) step();
    return std::move(comments_);
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  // Length of a line continuation that starts at `at`, or 0.
  std::size_t splice(std::size_t at) const {
    if (at >= text_.size() || text_[at] != '\\') return 0;
    if (at + 1 < text_.size() && text_[at + 1] == '\n') return 2;
    if (at + 2 < text_.size() && text_[at + 1] == '\r' && text_[at + 2] == '\n') return 3;
    return 0;
  }

  void step() {
    const char c = peek();
    if (c == '/' && peek(1) == '/') {
      line_comment();
    } else if (c == '/' && peek(1) == '*') {
      block_comment();
    } else if (c == '"' || c == '\'') {
      quoted(c);
    } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
      number();
    } else if (is_word(c)) {
      identifier();
    } else {
      ++at_;
    }
  }

  void line_comment() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != '\n') at_ += std::max<std::size_t>(splice(at_), 1);
    std::size_t end = at_;
    if (end > begin && text_[end - 1] == '\r') --end;
    comments_.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
  }

  void block_comment() {
    const std::size_t begin = at_;
    const std::size_t close = text_.find("*/", begin + 2);
    at_ = close == std::string_view::npos ? text_.size() : close + 2;
    comments_.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)});
  }

  // An unterminated literal ends with its line: `don't` in an #error or in assembly.
  void quoted(char quote) {
    ++at_;
    while (at_ < text_.size() && text_[at_] != '\n') {
      if (const std::size_t skip = splice(at_)) {
        at_ += skip;
      } else if (text_[at_] == '\\') {
        at_ += 2;
      } else if (text_[at_++] == quote) {
        return;
      }
    }
  }

  // 1'000'000: the quotes do not open a character literal.
  void number() {
    ++at_;
    while (is_word(peek()) || peek() == '.' || (peek() == '\'' && is_word(peek(1)))) ++at_;
  }

  void identifier() {
    const std::size_t begin = at_;
    while (is_word(peek())) ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    const bool raw = word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R";
    if (raw && peek() == '"') raw_string();
  }

  void raw_string() {
    const std::size_t open = text_.find('(', at_);
    if (open == std::string_view::npos) {
      ++at_;
      return;
    }
    std::string close = ")";
    close += text_.substr(at_ + 1, open - at_ - 1);
    close += '"';
    const std::size_t end = text_.find(close, open);
    at_ = end == std::string_view::npos ? text_.size() : end + close.size();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Comment> comments_;
};

// What stands between the delimiters; continuations, ends of line and runs of blanks are one blank.
std::string inner_text(std::string_view comment) {
  const bool block = comment.substr(0, 2) == "/*";
  comment.remove_prefix(2);
  if (block && comment.size() >= 2 && comment.substr(comment.size() - 2) == "*/") {
    comment.remove_suffix(2);
  }
  std::string out;
  for (std::size_t i = 0; i < comment.size(); ++i) {
    const char next = i + 1 < comment.size() ? comment[i + 1] : '\n';
    const bool continued = comment[i] == '\\' && (next == '\n' || next == '\r');
    if (!continued && !is_blank(comment[i]) && comment[i] != '\n') {
      out += comment[i];
    } else if (out.empty() || out.back() != ' ') {
      out += ' ';
    }
  }
  // `///`, `//!`, `/**` and `/*!` are comments like any other.
  std::size_t begin = 0;
  while (begin < out.size() && (out[begin] == '/' || out[begin] == '!' || out[begin] == '*')) {
    ++begin;
  }
  return out.substr(begin);
}

std::string_view trim(std::string_view s) {
  while (!s.empty() && is_blank(s.front())) s.remove_prefix(1);
  while (!s.empty() && is_blank(s.back())) s.remove_suffix(1);
  return s;
}

enum class Directive { allow, begin, end, malformed };

struct Parsed {
  Directive directive = Directive::malformed;
  std::vector<std::string> rules;
  std::string reason;
  std::string problem;
};

// Nothing when the comment does not address hipaudit at all.
std::optional<Parsed> parse(const std::string& inner) {
  std::string_view rest = trim(inner);
  if (rest.substr(0, kPrefix.size()) != kPrefix) return std::nullopt;
  rest = trim(rest.substr(kPrefix.size()));

  Parsed parsed;
  std::size_t length = 0;
  while (length < rest.size() && (is_word(rest[length]) || rest[length] == '-')) ++length;
  const std::string_view word = rest.substr(0, length);
  rest = trim(rest.substr(length));
  Directive directive = Directive::malformed;
  if (word == "allow") {
    directive = Directive::allow;
  } else if (word == "begin-allow") {
    directive = Directive::begin;
  } else if (word == "end-allow") {
    directive = Directive::end;
  } else {
    parsed.problem = "`" + std::string(word)
                     + "` is not a directive; write allow(rule-id), begin-allow(rule-id) or "
                       "end-allow(rule-id)";
    return parsed;
  }

  const std::size_t close = rest.find(')');
  if (rest.empty() || rest.front() != '(' || close == std::string_view::npos) {
    parsed.problem = "the rule ids are missing; write " + std::string(word) + "(rule-id)";
    return parsed;
  }
  std::string_view list = rest.substr(1, close - 1);
  parsed.reason = trim(rest.substr(close + 1));
  while (true) {
    const std::size_t comma = list.find(',');
    const std::string_view id = trim(list.substr(0, comma));
    const bool plain = !id.empty() && std::all_of(id.begin(), id.end(), [](char c) {
      return is_word(c) || c == '-';
    });
    if (!plain) {
      parsed.rules.clear();
      parsed.problem =
          id.empty() ? "an empty rule id; name the rules, e.g. allow(narrow-lane-mask)"
                     : "`" + std::string(id) + "` is not a rule id; name the rules one by one";
      return parsed;
    }
    if (std::find(parsed.rules.begin(), parsed.rules.end(), id) == parsed.rules.end()) {
      parsed.rules.emplace_back(id);
    }
    if (comma == std::string_view::npos) break;
    list.remove_prefix(comma + 1);
  }
  parsed.directive = directive;
  return parsed;
}

// Lines of a text, and which of their bytes are comment.
class Lines {
 public:
  Lines(std::string_view text, const std::vector<Comment>& comments)
      : text_(text), comments_(comments) {
    starts_.push_back(0);
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\n') starts_.push_back(static_cast<std::uint32_t>(i + 1));
    }
  }

  std::uint32_t count() const { return static_cast<std::uint32_t>(starts_.size()); }

  std::uint32_t of(std::uint32_t offset) const {
    return static_cast<std::uint32_t>(std::upper_bound(starts_.begin(), starts_.end(), offset)
                                      - starts_.begin());
  }

  bool continued(std::uint32_t line) const {
    std::uint32_t end = end_of(line);
    while (end > begin_of(line) && (text_[end - 1] == '\n' || text_[end - 1] == '\r')) --end;
    return end > begin_of(line) && text_[end - 1] == '\\';
  }

  // Whether bytes of the line in [from, to) hold anything but blanks, comments and a continuation.
  bool has_code(std::uint32_t line, std::uint32_t from, std::uint32_t to) const {
    const std::uint32_t end = std::min(end_of(line), to);
    for (std::uint32_t at = std::max(begin_of(line), from); at < end; ++at) {
      const char c = text_[at];
      if (is_blank(c) || c == '\n') continue;
      if (c == '\\' && rest_is_blank(at + 1, end_of(line))) continue;
      if (const Comment* comment = comment_at(at)) {
        at = comment->end - 1;
        continue;
      }
      return true;
    }
    return false;
  }
  bool has_code(std::uint32_t line) const { return has_code(line, 0, end_of(line)); }

 private:
  std::uint32_t begin_of(std::uint32_t line) const { return starts_[line - 1]; }
  std::uint32_t end_of(std::uint32_t line) const {
    return line < count() ? starts_[line] : static_cast<std::uint32_t>(text_.size());
  }
  bool rest_is_blank(std::uint32_t at, std::uint32_t end) const {
    while (at < end && (is_blank(text_[at]) || text_[at] == '\n')) ++at;
    return at == end;
  }
  const Comment* comment_at(std::uint32_t offset) const {
    auto next = std::upper_bound(
        comments_.begin(), comments_.end(), offset,
        [](std::uint32_t value, const Comment& comment) { return value < comment.begin; });
    if (next == comments_.begin()) return nullptr;
    --next;
    return offset < next->end ? &*next : nullptr;
  }

  std::string_view text_;
  const std::vector<Comment>& comments_;
  std::vector<std::uint32_t> starts_;
};

// Beside code: the lines of the comment. Alone: the next line with code; when that opens a logical
// line (a macro definition with continuations), all of it.
void cover(Suppression& s, const Lines& lines) {
  const std::uint32_t first = lines.of(s.comment_begin);
  const std::uint32_t last =
      lines.of(s.comment_end > s.comment_begin ? s.comment_end - 1 : s.comment_end);
  const bool code_before = lines.has_code(first, 0, s.comment_begin);
  const bool code_after = lines.has_code(last, s.comment_end, UINT32_MAX);
  if (code_before || code_after) {
    s.first_line = code_before ? first : last;
    s.last_line = code_after ? last : first;
    return;
  }
  std::uint32_t line = last + 1;
  while (line <= lines.count() && !lines.has_code(line)) ++line;
  if (line > lines.count()) {
    s.first_line = s.last_line = last;
    return;
  }
  s.first_line = s.last_line = line;
  if (lines.continued(line - 1)) return;
  while (s.last_line < lines.count() && lines.continued(s.last_line)) ++s.last_line;
}

}  // namespace

std::vector<Suppression> find_suppressions(std::string_view text) {
  std::vector<Suppression> found;
  if (text.find(kPrefix) == std::string_view::npos) return found;

  const std::vector<Comment> comments = Lexer(text).comments();
  const Lines lines(text, comments);
  std::vector<std::size_t> open;  // begin-allow entries of `found` still without their end
  for (const Comment& comment : comments) {
    const std::string_view whole = text.substr(comment.begin, comment.end - comment.begin);
    if (whole.size() < 2) continue;
    std::optional<Parsed> parsed = parse(inner_text(whole));
    if (!parsed) continue;

    Suppression s;
    s.rules = std::move(parsed->rules);
    s.reason = std::move(parsed->reason);
    s.comment_begin = comment.begin;
    s.comment_end = comment.end;
    s.problem = std::move(parsed->problem);
    switch (parsed->directive) {
    case Directive::malformed: s.malformed = true; break;
    case Directive::allow: cover(s, lines); break;
    case Directive::begin:
      s.first_line = lines.of(comment.begin);
      // Until its end is seen it covers nothing: a forgotten end must not silence the rest.
      s.malformed = true;
      s.problem = "begin-allow without its end-allow";
      open.push_back(found.size());
      break;
    case Directive::end: {
      const auto begin = std::find_if(open.rbegin(), open.rend(), [&](std::size_t i) {
        return std::is_permutation(found[i].rules.begin(), found[i].rules.end(), s.rules.begin(),
                                   s.rules.end());
      });
      if (begin != open.rend()) {
        Suppression& block = found[*begin];
        block.malformed = false;
        block.problem.clear();
        block.last_line = lines.of(comment.begin);
        open.erase(std::next(begin).base());
        continue;
      }
      s.malformed = true;
      s.problem = "end-allow without a begin-allow of the same rules";
      break;
    }
    }
    if (s.malformed && s.first_line == 0) s.first_line = lines.of(comment.begin);
    if (s.malformed) s.last_line = s.first_line;
    found.push_back(std::move(s));
  }
  return found;
}

}  // namespace hipaudit
