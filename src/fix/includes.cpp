// SPDX-License-Identifier: Apache-2.0
// Where an #include goes. Only directives that always take effect count: not those in a
// conditional (an include guard around the whole file is none) and not those inside braces.
//
// The line goes behind the last such #include above the first code, because what asks for it is in
// that code; an #include further down (`#include "impl.inl"`) is no anchor.

#include <algorithm>
#include <optional>
#include <string>

#include "fix/fix.hpp"
#include "fix/scan.hpp"

namespace hipaudit {
namespace {

using fix::Range;
using fix::Scan;
using fix::Token;
using Kind = fix::Token::Kind;

class Layout {
 public:
  explicit Layout(std::string_view text)
      : text_(text), scan_(fix::scan(text)), tokens_(scan_.tokens) {
    find_guard();
    read();
  }

  [[nodiscard]] bool includes(const std::string& header) const {
    return std::any_of(names_.begin(), names_.end(), [&](std::string_view name) {
      return name == header
             || (name.size() > header.size() && name.ends_with(header)
                 && name[name.size() - header.size() - 1] == '/');
    });
  }

  [[nodiscard]] Insertion insertion(const std::string& header) const {
    const std::string_view eol = fix::line_end(text_);
    Insertion out;
    if (anchor_) {
      const Token& anchor = tokens_[*anchor_];
      out.offset = anchor.next_line;
      // `#  include` keeps its looks.
      const std::uint32_t start = line_start(anchor.range.begin);
      std::string prefix(view({start, anchor.name.begin}));
      if (prefix.find_first_not_of(" \t#") != std::string::npos) prefix = "#";
      const std::string line = prefix + "include <" + header + ">";
      out.text = ends_line(out.offset) ? line + std::string(eol) : std::string(eol) + line;
      return out;
    }
    out.offset = top();
    const std::string line = "#include <" + header + ">";
    if (!ends_line(out.offset)) {
      out.text = std::string(eol) + std::string(eol) + line;
      return out;
    }
    const bool first = out.offset == fix::mark_size(text_);
    if (!first && !blank_line_before(out.offset)) out.text += eol;
    out.text += line;
    out.text += eol;
    if (out.offset < text_.size() && !blank_line_at(out.offset)) out.text += eol;
    return out;
  }

 private:
  [[nodiscard]] std::string_view view(Range range) const {
    return text_.substr(range.begin, range.end - range.begin);
  }
  [[nodiscard]] std::string_view name(const Token& token) const { return view(token.name); }
  [[nodiscard]] bool is(const Token& token, std::string_view directive) const {
    return token.kind == Kind::directive && name(token) == directive;
  }
  [[nodiscard]] bool is_sign(std::size_t i, char sign) const {
    return i < tokens_.size() && tokens_[i].kind == Kind::sign
           && text_[tokens_[i].range.begin] == sign;
  }

  /// Operand without comments and blanks.
  [[nodiscard]] std::string squeezed(const Token& token) const {
    std::string out;
    for (std::uint32_t at = token.operand.begin; at < token.operand.end;) {
      const auto comment =
          std::find_if(scan_.comments.begin(), scan_.comments.end(),
                       [&](const Range& c) { return c.begin <= at && at < c.end; });
      if (comment != scan_.comments.end()) {
        at = comment->end;
        continue;
      }
      const char c = text_[at++];
      if (c != ' ' && c != '\t' && c != '\r' && c != '\n' && c != '\\') out += c;
    }
    return out;
  }

  /// X of `#ifndef X`, `#if !defined(X)`, `#if !defined X`.
  [[nodiscard]] std::string guard_name(const Token& token) const {
    std::string operand = squeezed(token);
    if (is(token, "ifndef")) return operand;
    if (!is(token, "if")) return {};
    constexpr std::string_view kDefined = "!defined";
    if (!operand.starts_with(kDefined)) return {};
    operand.erase(0, kDefined.size());
    if (operand.size() > 2 && operand.front() == '(' && operand.back() == ')')
      operand = operand.substr(1, operand.size() - 2);
    const bool plain = operand.find_first_of("()&|!") == std::string::npos;
    return plain ? operand : std::string();
  }

  static bool opens(std::string_view directive) {
    return directive == "if" || directive == "ifdef" || directive == "ifndef";
  }

  // The guard is the first thing but for `#pragma once`, defines its own name next, and closes
  // behind everything else.
  void find_guard() {
    std::size_t i = 0;
    while (i < tokens_.size() && is(tokens_[i], "pragma")) ++i;
    if (i + 1 >= tokens_.size()) return;
    const std::string wanted = guard_name(tokens_[i]);
    if (wanted.empty()) return;
    std::size_t define = i + 1;
    while (define < tokens_.size() && is(tokens_[define], "pragma")) ++define;
    if (define >= tokens_.size() || !is(tokens_[define], "define")) return;
    std::string_view defined = view(tokens_[define].operand);
    defined.remove_prefix(std::min(defined.find_first_not_of(" \t"), defined.size()));
    if (!defined.starts_with(wanted)) return;
    defined.remove_prefix(wanted.size());
    if (!defined.empty() && defined.front() != ' ' && defined.front() != '\t'
        && defined.front() != '\r' && defined.front() != '/')
      return;
    int depth = 0;
    for (std::size_t at = i; at < tokens_.size(); ++at) {
      if (tokens_[at].kind != Kind::directive) continue;
      if (opens(name(tokens_[at]))) ++depth;
      if (depth == 1 && at > i && name(tokens_[at]).starts_with("el")) return;
      if (is(tokens_[at], "endif") && --depth == 0) {
        if (at + 1 != tokens_.size()) return;
        guard_open_ = i;
        guard_define_ = define;
        guard_close_ = at;
        return;
      }
    }
  }

  /// `extern "C" {` with nothing but directives in it: index of its `}`.
  [[nodiscard]] std::optional<std::size_t> empty_linkage_block(std::size_t i) const {
    if (i + 2 >= tokens_.size() || tokens_[i].kind != Kind::word
        || view(tokens_[i].range) != "extern" || tokens_[i + 1].kind != Kind::literal
        || !is_sign(i + 2, '{'))
      return std::nullopt;
    for (std::size_t at = i + 3; at < tokens_.size(); ++at) {
      if (is_sign(at, '}')) return at;
      if (tokens_[at].kind != Kind::directive) return std::nullopt;
    }
    return std::nullopt;
  }

  void read() {
    struct Open {
      int braces;
      bool dead;
    };
    std::vector<Open> conditionals;
    int braces = 0;
    bool code = false;
    const auto dead = [&] {
      return std::any_of(conditionals.begin(), conditionals.end(),
                         [](const Open& c) { return c.dead; });
    };
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const Token& token = tokens_[i];
      if (token.kind != Kind::directive) {
        if (dead()) continue;
        if (!code) {
          if (const auto close = empty_linkage_block(i)) {
            i = *close;
            continue;
          }
        }
        code = true;
        if (is_sign(i, '{')) ++braces;
        if (is_sign(i, '}')) --braces;
        continue;
      }
      if (i == guard_open_ || i == guard_close_) continue;
      const std::string_view directive = name(token);
      if (opens(directive)) {
        conditionals.push_back({braces, is(token, "if") && squeezed(token) == "0"});
      } else if (directive.starts_with("el") && !conditionals.empty()) {
        braces = conditionals.back().braces;
        conditionals.back().dead = false;
      } else if (directive == "endif" && !conditionals.empty()) {
        conditionals.pop_back();
      } else if (conditionals.empty() && braces == 0
                 && (directive == "include" || directive == "include_next"
                     || directive == "import")) {
        const std::string operand = squeezed(token);
        if (operand.size() > 2) names_.push_back(operand.substr(1, operand.size() - 2));
        if (!code) anchor_ = i;
      }
      if (!code && conditionals.empty() && directive == "pragma" && squeezed(token) == "once")
        once_ = i;
    }
  }

  [[nodiscard]] std::uint32_t line_start(std::uint32_t at) const {
    const std::size_t before = at == 0 ? std::string_view::npos : text_.rfind('\n', at - 1);
    return before == std::string_view::npos ? fix::mark_size(text_)
                                            : static_cast<std::uint32_t>(before + 1);
  }
  [[nodiscard]] bool ends_line(std::uint32_t at) const {
    return at == fix::mark_size(text_) || (at > 0 && text_[at - 1] == '\n');
  }
  [[nodiscard]] bool blank_line_at(std::size_t at) const {
    while (at < text_.size() && (text_[at] == ' ' || text_[at] == '\t' || text_[at] == '\r')) ++at;
    return at < text_.size() && text_[at] == '\n';
  }
  [[nodiscard]] bool blank_line_before(std::uint32_t at) const {
    return at > 0 && blank_line_at(line_start(at - 1));
  }

  /// Start of the line behind the comment that starts at the first non-blank of `from`, over
  /// further comments on adjacent lines; `from` when there is none.
  [[nodiscard]] std::uint32_t behind_comments(std::uint32_t from, bool& detached) const {
    std::size_t at = from;
    std::uint32_t out = from;
    detached = false;
    bool any = false;
    for (;;) {
      std::size_t lines = 0;
      while (at < text_.size()
             && (text_[at] == ' ' || text_[at] == '\t' || text_[at] == '\r' || text_[at] == '\n')) {
        lines += text_[at] == '\n' ? 1 : 0;
        ++at;
      }
      // A blank line ends the group; before the first comment it does not matter.
      if (any && (lines > 1 || at >= text_.size())) {
        detached = true;
        return out;
      }
      const auto comment = std::find_if(scan_.comments.begin(), scan_.comments.end(),
                                        [&](const Range& c) { return c.begin == at; });
      if (comment == scan_.comments.end()) {
        detached = any && at < text_.size() && text_[at] == '#';
        return out;
      }
      // `/* x */ int y;`: the line is code.
      const std::size_t behind = text_.find_first_not_of(" \t\r", comment->end);
      if (behind != std::string_view::npos && text_[behind] != '\n' && text_[behind] != '/')
        return out;
      any = true;
      at = comment->end;
      const std::size_t newline = text_.find('\n', at);
      out = newline == std::string_view::npos ? static_cast<std::uint32_t>(text_.size())
                                              : static_cast<std::uint32_t>(newline + 1);
    }
  }

  // Without an #include to follow: below the leading comment, the guard and `#pragma once`. A
  // comment that touches the code below it belongs to that code, unless it is the very first.
  [[nodiscard]] std::uint32_t top() const {
    std::uint32_t at = fix::mark_size(text_);
    bool detached = false;
    std::uint32_t next = behind_comments(at, detached);
    bool first = true;
    while (next != at && (first || detached)) {
      at = next;
      first = false;
      if (!detached) break;
      next = behind_comments(at, detached);
    }
    std::uint32_t fixed = 0;
    if (guard_define_ != kNone) fixed = std::max(fixed, tokens_[guard_define_].next_line);
    if (once_ != kNone) fixed = std::max(fixed, tokens_[once_].next_line);
    if (fixed > at) {
      at = fixed;
      next = behind_comments(at, detached);
      if (next != at && detached) at = next;
    }
    return at;
  }

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  std::string_view text_;
  Scan scan_;
  const std::vector<Token>& tokens_;
  std::size_t guard_open_ = kNone;
  std::size_t guard_define_ = kNone;
  std::size_t guard_close_ = kNone;
  std::size_t once_ = kNone;
  std::optional<std::size_t> anchor_;
  std::vector<std::string> names_;
};

}  // namespace

Insertion place_include(std::string_view text, const std::string& header) {
  const Layout layout(text);
  if (layout.includes(header)) return {};
  return layout.insertion(header);
}

}  // namespace hipaudit
