// SPDX-License-Identifier: Apache-2.0
// Planned fixes to new text, in memory. Edits first, then the includes on the edited text, each
// header once per file. Backslashes that stand in one column in a macro stay in it.

#include <algorithm>
#include <set>
#include <string>

#include "fix/claims.hpp"
#include "fix/fix.hpp"
#include "fix/scan.hpp"

namespace hipaudit {
namespace {

using fix::Range;

/// Edit text is written with "\n"; a file with CRLF gets its own.
std::string with_line_ends(const std::string& text, std::string_view eol) {
  if (eol == "\n") return text;
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n' && (i == 0 || text[i - 1] != '\r')) out += '\r';
    out += text[i];
  }
  return out;
}

/// The lines of a macro definition as far as their continuation is concerned.
class Continuations {
 public:
  explicit Continuations(std::string_view text) : text_(text) {
    for (const fix::Token& token : fix::scan(text).tokens)
      if (token.kind == fix::Token::Kind::directive
          && text.substr(token.name.begin, token.name.end - token.name.begin) == "define")
        defines_.push_back(token.range);
  }

  /// Offset of the backslash that ends the line of `at`, when it is aligned with the one of a
  /// neighbouring line of the same macro; else 0.
  [[nodiscard]] std::uint32_t aligned_backslash(std::uint32_t at) const {
    const auto define = std::find_if(defines_.begin(), defines_.end(),
                                     [&](const Range& d) { return d.begin <= at && at < d.end; });
    if (define == defines_.end()) return 0;
    const std::uint32_t mine = backslash(at);
    if (mine == 0) return 0;
    const std::uint32_t start = line_start(mine);
    // Blanks inside a string that runs over the line end are text.
    const std::string_view line = text_.substr(start, mine - start);
    if (std::count(line.begin(), line.end(), '"') % 2 != 0) return 0;
    const std::uint32_t column = mine - start;
    const auto same = [&](std::uint32_t other) {
      return other != 0 && other - line_start(other) == column;
    };
    const bool above = start > define->begin && same(backslash(start - 1));
    const std::size_t next = text_.find('\n', mine);
    const bool below = next != std::string_view::npos && next + 1 < define->end
                       && same(backslash(static_cast<std::uint32_t>(next + 1)));
    return above || below ? mine : 0;
  }

 private:
  [[nodiscard]] std::uint32_t line_start(std::uint32_t at) const {
    if (at == 0) return 0;
    const std::size_t before = text_.rfind('\n', at - 1);
    return before == std::string_view::npos ? 0 : static_cast<std::uint32_t>(before + 1);
  }
  /// Backslash that continues the line of `at`, or 0.
  [[nodiscard]] std::uint32_t backslash(std::uint32_t at) const {
    std::size_t end = text_.find('\n', at);
    if (end == std::string_view::npos || end == 0) return 0;
    if (text_[end - 1] == '\r') --end;
    return end > 0 && text_[end - 1] == '\\' ? static_cast<std::uint32_t>(end - 1) : 0;
  }

  std::string_view text_;
  std::vector<Range> defines_;
};

/// The edits, in order and not colliding, made in `text`.
std::string edited(std::string_view text, const std::set<Edit>& edits) {
  const std::string_view eol = fix::line_end(text);
  const Continuations continuations(text);
  std::string out;
  std::uint32_t at = 0;
  std::uint32_t backslash = 0;  // aligned one of the line at hand
  std::int64_t growth = 0;      // by how much the line before it has grown

  // Copy up to `end`; on the way past the backslash make up for what its line has grown.
  const auto copy = [&](std::uint32_t end) {
    if (backslash != 0 && at <= backslash && backslash < end) {
      out += text.substr(at, backslash - at);
      if (growth < 0) out.append(static_cast<std::size_t>(-growth), ' ');
      // One blank stays before the backslash.
      while (growth > 0 && out.size() > 1 && out[out.size() - 1] == ' '
             && out[out.size() - 2] == ' ') {
        out.pop_back();
        --growth;
      }
      at = backslash;
      backslash = 0;
    }
    out += text.substr(at, end - at);
    at = end;
  };

  for (const Edit& edit : edits) {
    const std::uint32_t aligned = continuations.aligned_backslash(edit.range.begin);
    copy(edit.range.begin);
    const std::string replacement = with_line_ends(edit.text, eol);
    const bool one_line = replacement.find('\n') == std::string::npos && edit.range.end <= aligned;
    if (!one_line || aligned != backslash) growth = 0;
    backslash = one_line ? aligned : 0;
    growth += static_cast<std::int64_t>(replacement.size())
              - static_cast<std::int64_t>(edit.range.end - edit.range.begin);
    out += replacement;
    at = edit.range.end;
  }
  copy(static_cast<std::uint32_t>(text.size()));
  return out;
}

}  // namespace

std::map<std::string, std::string> apply(const std::vector<PlannedFix>& fixes,
                                         const FileTable& files, const Sources& sources) {
  const auto editable = [&](const Edit& edit) {
    return edit.range.valid() && edit.range.file < files.size()
           && edit.range.end <= sources.text(files[edit.range.file].path).size();
  };
  // A plan holds no collisions; what does not come from plan() is still never torn apart.
  fix::Claims claims;
  std::map<FileId, std::set<std::string>> headers;
  for (std::size_t i = 0; i < fixes.size(); ++i) {
    const Fix& fix = fixes[i].fix;
    if (!std::all_of(fix.edits.begin(), fix.edits.end(), editable)) continue;
    if (claims.claim(fix.edits, i)) continue;
    for (const IncludeRequest& include : fix.includes)
      if (include.file < files.size()) headers[include.file].insert(include.header);
  }

  std::map<FileId, std::set<Edit>> edits = claims.edits();
  for (const auto& [file, wanted] : headers) edits[file];
  std::map<std::string, std::string> out;
  for (const auto& [file, wanted] : edits) {
    const std::string& path = files[file].path;
    const std::string_view before = sources.text(path);
    std::string after = edited(before, wanted);
    const auto requests = headers.find(file);
    if (requests != headers.end()) {
      for (const std::string& header : requests->second) {
        const Insertion insertion = place_include(after, header);
        after.insert(insertion.offset, insertion.text);
      }
    }
    if (after != before) out.emplace(path, std::move(after));
  }
  return out;
}

}  // namespace hipaudit
