// SPDX-License-Identifier: Apache-2.0
// Which remedy of which finding is applied. Decided per finding in the order given; a fix is taken
// whole or not at all, and every refusal has a reason that a user can act on.

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "fix/claims.hpp"
#include "fix/fix.hpp"
#include "fix/scan.hpp"

namespace hipaudit {
namespace {

using fix::Range;

/// Comments and macro definitions of one file.
struct Shape {
  std::string_view text;
  std::vector<Range> comments;
  std::vector<Range> defines;
};

bool overlap(const Range& a, const Span& b) { return a.begin < b.end && b.begin < a.end; }
bool touch(const Span& a, const Span& b) {
  return a.file == b.file && a.begin <= b.end && b.begin <= a.end;
}

/// A newline that would end a directive.
bool breaks_line(std::string_view text) {
  for (std::size_t at = text.find('\n'); at != std::string_view::npos;
       at = text.find('\n', at + 1)) {
    std::size_t before = at;
    if (before > 0 && text[before - 1] == '\r') --before;
    if (before == 0 || text[before - 1] != '\\') return true;
  }
  return false;
}

class Planner {
 public:
  Planner(const std::vector<Finding>& findings, const FileTable& files, const Sources& sources,
          Safety least)
      : findings_(findings), files_(files), sources_(sources), least_(least) {}

  Plan run() {
    for (const Finding& finding : findings_) candidates_.push_back(usable(finding));
    // Who replaces a whole algorithm goes first: what is wrong with its calls goes with them.
    for (const bool whole : {true, false})
      for (std::size_t i = 0; i < findings_.size(); ++i)
        if (replaces_idiom(i) == whole) choose(i);
    const auto by_finding = [](const auto& a, const auto& b) { return a.finding < b.finding; };
    std::sort(plan_.fixes.begin(), plan_.fixes.end(), by_finding);
    std::sort(plan_.skipped.begin(), plan_.skipped.end(), by_finding);
    return std::move(plan_);
  }

 private:
  struct Candidates {
    std::vector<Fix> fixes;  // usable by themselves, best first
    std::string reason;      // why the best one is not, when none is
  };

  [[nodiscard]] bool replaces_idiom(std::size_t index) const {
    const std::vector<Fix>& fixes = candidates_[index].fixes;
    return !fixes.empty() && fixes.front().whole_idiom;
  }

  const Shape& shape(FileId file) {
    std::unique_ptr<Shape>& known = shapes_[file];
    if (known) return *known;
    known = std::make_unique<Shape>();
    known->text = sources_.text(files_[file].path);
    fix::Scan scan = fix::scan(known->text);
    known->comments = std::move(scan.comments);
    for (const fix::Token& token : scan.tokens)
      if (token.kind == fix::Token::Kind::directive
          && known->text.substr(token.name.begin, token.name.end - token.name.begin) == "define")
        known->defines.push_back(token.range);
    return *known;
  }

  [[nodiscard]] std::string refuse_file(FileId file) const {
    if (file >= files_.size()) return "not in a file of the project";
    const FileInfo& info = files_[file];
    if (!info.project) return "outside the project: " + info.path;
    if (info.generated) return "in a generated file";
    return {};
  }

  /// The #define that the span lies in.
  const Range* define_of(const Span& span) {
    const std::vector<Range>& defines = shape(span.file).defines;
    const auto at = std::partition_point(defines.begin(), defines.end(),
                                         [&](const Range& d) { return d.end < span.end; });
    if (at != defines.end() && at->begin <= span.begin) return &*at;
    return nullptr;
  }

  /// Replaced text holds a comment that the new text does not keep.
  bool loses_comment(const Edit& edit) {
    const Shape& file = shape(edit.range.file);
    auto at = std::partition_point(file.comments.begin(), file.comments.end(),
                                   [&](const Range& c) { return c.end <= edit.range.begin; });
    for (; at != file.comments.end() && overlap(*at, edit.range); ++at)
      if (edit.text.find(file.text.substr(at->begin, at->end - at->begin)) == std::string::npos)
        return true;
    return false;
  }

  bool changes(const Edit& edit) {
    return shape(edit.range.file).text.substr(edit.range.begin, edit.range.end - edit.range.begin)
           != edit.text;
  }

  /// Why the fix cannot be applied, whatever else is; or nothing.
  std::string refuse(const Fix& fix) {
    if (fix.safety == Safety::manual) return "manual: shown only";
    if (fix.edits.empty() && fix.includes.empty()) return "manual: nothing to apply";
    Safety safety = fix.safety;
    for (const Edit& edit : fix.edits) {
      if (!edit.range.valid()) return "the text to change comes out of a macro in parts";
      if (std::string why = refuse_file(edit.range.file); !why.empty()) return why;
      if (edit.range.end > shape(edit.range.file).text.size())
        return "the file is shorter than when it was read";
      if (define_of(edit.range) != nullptr && breaks_line(edit.text))
        return "would end a macro definition";
      if (loses_comment(edit)) safety = std::min(safety, Safety::unsafe);
    }
    for (const IncludeRequest& include : fix.includes)
      if (std::string why = refuse_file(include.file); !why.empty()) return why;
    if (!fix.edits.empty()
        && std::none_of(fix.edits.begin(), fix.edits.end(),
                        [&](const Edit& edit) { return changes(edit); }))
      return "changes nothing";
    if (safety < least_)
      return fix.safety == safety ? "unsafe (use --unsafe-fixes)"
                                  : "unsafe: would drop a comment (use --unsafe-fixes)";
    return {};
  }

  Candidates usable(const Finding& finding) {
    Candidates out;
    if (finding.fixes.empty()) out.reason = "no fix";
    for (const Fix& fix : finding.fixes) {
      std::string why = refuse(fix);
      if (why.empty())
        out.fixes.push_back(fix);
      else if (out.reason.empty())
        out.reason = std::move(why);
    }
    return out;
  }

  [[nodiscard]] std::string describe(std::size_t index) const {
    const Finding& finding = findings_[index];
    const Span& span = finding.where.best();
    std::string out = finding.rule;
    if (span.valid() && span.file < files_.size()) {
      const std::string& path = files_[span.file].path;
      out += " at line " + std::to_string(sources_.position(path, span.begin).line);
    }
    return out;
  }

  // A macro body serves all its uses: its text changes only if every finding in it that touches
  // the same text asks for the same change. The same spelling found wrong in one use and not
  // mendable in another is left alone.
  std::optional<std::size_t> macro_disagrees(std::size_t index, const Fix& fix) {
    for (const Edit& edit : fix.edits) {
      if (define_of(edit.range) == nullptr) continue;
      const Finding& mine = findings_[index];
      for (std::size_t other = 0; other < findings_.size(); ++other) {
        if (other == index) continue;
        const Finding& theirs = findings_[other];
        const Candidates& wants = candidates_[other];
        const bool same_place = theirs.rule == mine.rule && theirs.where.spelling.valid()
                                && theirs.where.spelling == mine.where.spelling;
        const bool agrees =
            !wants.fixes.empty()
            && std::find(wants.fixes.front().edits.begin(), wants.fixes.front().edits.end(), edit)
                   != wants.fixes.front().edits.end();
        if (agrees) continue;
        if (same_place) return other;
        if (!wants.fixes.empty()
            && std::any_of(wants.fixes.front().edits.begin(), wants.fixes.front().edits.end(),
                           [&](const Edit& e) { return fix::collide(e, edit); }))
          return other;
        // What another use of the body makes of this text, without a way to mend it.
        if (wants.fixes.empty() && theirs.where.in_macro_body && theirs.rule == mine.rule
            && theirs.where.spelling.valid() && theirs.where.expansion != mine.where.expansion
            && theirs.where.spelling.file == edit.range.file
            && touch(theirs.where.spelling, edit.range))
          return other;
      }
    }
    return std::nullopt;
  }

  void choose(std::size_t index) {
    std::string reason = candidates_[index].reason;
    bool conflict = false;
    for (const Fix& fix : candidates_[index].fixes) {
      std::string why;
      if (const auto other = macro_disagrees(index, fix))
        why = "conflicts with another use of the macro (" + describe(*other) + ")";
      else if (const auto holder = claims_.claim(fix.edits, index))
        why = *holder == index ? "its own edits overlap" : "conflicts with " + describe(*holder);
      if (why.empty()) {
        plan_.fixes.push_back({index, fix});
        return;
      }
      if (!conflict) reason = std::move(why);
      conflict = true;
    }
    plan_.skipped.push_back({index, std::move(reason)});
  }

  const std::vector<Finding>& findings_;
  const FileTable& files_;
  const Sources& sources_;
  Safety least_;
  std::map<FileId, std::unique_ptr<Shape>> shapes_;
  std::vector<Candidates> candidates_;
  fix::Claims claims_;
  Plan plan_;
};

}  // namespace

Plan plan(const std::vector<Finding>& findings, const FileTable& files, const Sources& sources,
          Safety least) {
  return Planner(findings, files, sources, least).run();
}

}  // namespace hipaudit
