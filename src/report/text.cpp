// SPDX-License-Identifier: Apache-2.0
// For people: compiler-like lines with the source and a caret, and a summary that says what was not
// seen as clearly as what was found.
#include <algorithm>

#include "llvm/Support/Unicode.h"

#include "report/place.hpp"
#include "report/report.hpp"

namespace hipaudit {
namespace {

using report::counted;
using report::Place;
using report::printable;

constexpr std::size_t kTabStop = 8;
constexpr std::size_t kMaxWidth = 160;  // of a source line, in columns; longer ones are cut
constexpr std::size_t kMaxReasons = 5;
constexpr std::size_t kMaxFailed = 10;

class Paint {
 public:
  explicit Paint(bool on) : on_(on) {}
  std::string operator()(std::string_view code, std::string_view text) const {
    if (!on_) return std::string(text);
    return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
  }

 private:
  bool on_;
};

const char* colour_of(Severity severity) {
  switch (severity) {
  case Severity::error: return "1;31";
  case Severity::warning: return "1;35";
  case Severity::perf: return "1;34";
  case Severity::note: return "1;36";
  }
  return "1";
}

// A source line as shown: tabs expanded, one entry per terminal cell (a wide character has an empty
// second one). `cell_of[byte]` is the cell at which the byte is shown.
struct ShownLine {
  std::vector<std::string> cells;
  std::vector<std::size_t> cell_of;
};

ShownLine show(std::string_view line) {
  ShownLine out;
  for (std::size_t at = 0; at < line.size();) {
    std::size_t length = 1;
    while (at + length < line.size()
           && (static_cast<unsigned char>(line[at + length]) & 0xc0U) == 0x80 && length < 4) {
      ++length;
    }
    const std::string text = printable(line.substr(at, length));
    const int width = llvm::sys::unicode::columnWidthUTF8(text);
    if (width == 0 && !out.cells.empty()) {
      // A combining mark is drawn on the character before it.
      out.cell_of.insert(out.cell_of.end(), length, out.cells.size() - 1);
      out.cells.back() += text;
    } else {
      out.cell_of.insert(out.cell_of.end(), length, out.cells.size());
      if (line[at] == '\t') {
        do out.cells.emplace_back(" ");
        while (out.cells.size() % kTabStop != 0);
      } else {
        out.cells.push_back(text);
        if (width == 2) out.cells.emplace_back();
      }
    }
    at += length;
  }
  out.cell_of.push_back(out.cells.size());
  return out;
}

//    12 |   unsigned votes = __ballot(p);
//       |                    ^~~~~~~~~~~
void append_snippet(std::string& out, const Audit& audit, const Place& place, const Paint& paint) {
  const std::string_view line = audit.sources->line(place.path, place.begin.line);
  if (line.empty()) return;
  const ShownLine shown = show(line);
  const auto cell = [&](std::size_t column) {
    return shown.cell_of[std::min(column - 1, shown.cell_of.size() - 1)];
  };
  const std::size_t begin = cell(place.begin.column);
  std::size_t end =
      place.end.line == place.begin.line ? cell(place.end.column) : shown.cells.size();
  end = std::max(end, begin + 1);

  // A very long line is cut to a window that starts a little before the caret.
  std::size_t from = 0;
  if (shown.cells.size() > kMaxWidth && begin > kMaxWidth / 2) from = begin - kMaxWidth / 2;
  const std::size_t to = std::min(shown.cells.size(), from + kMaxWidth);

  std::string text = from > 0 ? "..." : "";
  for (std::size_t i = from; i < to; ++i) text += shown.cells[i];
  if (to < shown.cells.size()) text += "...";
  while (!text.empty() && text.back() == ' ') text.pop_back();

  std::string number = std::to_string(place.begin.line);
  number.insert(0, number.size() < 5 ? 5 - number.size() : 0, ' ');
  out += number + " | " + text + '\n';
  std::string mark = "^";
  mark.append(std::min(end, std::max(to, begin + 1)) - begin - 1, '~');
  out += std::string(number.size(), ' ') + " | "
         + std::string(begin - from + (from > 0 ? 3 : 0), ' ') + paint("1;32", mark) + '\n';
}

void append_line(std::string& out, const Place& place, std::string_view kind,
                 std::string_view colour, std::string_view message, std::string_view rule,
                 const Paint& paint) {
  std::string position = printable(place.shown) + ':' + std::to_string(place.begin.line) + ':'
                         + std::to_string(place.begin.column) + ':';
  out += paint("1", position) + ' ' + paint(colour, std::string(kind) + ':') + ' ';
  std::string text = printable(message);
  std::replace(text.begin(), text.end(), '\t', ' ');
  if (rule.empty()) {
    out += text;
  } else {
    out += paint("1", text) + " [" + std::string(rule) + ']';
  }
  out += '\n';
}

void append_finding(std::string& out, const Audit& audit, const Finding& finding,
                    const TextOptions& options, const Paint& paint) {
  const Place place = report::place(audit, finding.where.best());
  append_line(out, place, to_string(finding.severity), colour_of(finding.severity), finding.message,
              finding.rule, paint);
  if (options.concise) return;
  append_snippet(out, audit, place, paint);

  const auto detail = [&](const std::string& text) { out += "        " + printable(text) + '\n'; };
  for (const std::string& line : finding.details) detail(line);
  std::string scope;
  if (finding.confidence != Confidence::certain) scope = to_string(finding.confidence);
  if (!finding.targets.empty() && finding.targets.size() < audit.targets.size()) {
    scope += scope.empty() ? "on" : ", on";
    for (const std::string& target : finding.targets) scope += ' ' + target;
  }
  if (!scope.empty()) detail(scope);

  const auto note = [&](const Span& span, std::string_view message) {
    if (!span.valid()) return;
    const Place at = report::place(audit, span);
    append_line(out, at, "note", "1;36", message, "", paint);
    append_snippet(out, audit, at, paint);
  };
  if (report::has_expansion(finding)) note(finding.where.expansion, "expanded here");
  for (const Related& related : finding.related) note(related.span, related.message);
  for (const Fix& fix : finding.fixes) {
    out +=
        "        "
        + paint("32", std::string("fix (") + to_string(fix.safety) + "): " + printable(fix.title))
        + '\n';
  }
}

// "8 complete, 1 with skeleton headers, 1 partial, 0 failed"
std::string coverage(const report::Counts& counts) {
  return std::to_string(counts.units[0]) + " complete, " + std::to_string(counts.units[1])
         + " with skeleton headers, " + std::to_string(counts.units[2]) + " partial, "
         + std::to_string(counts.units[3]) + " failed";
}

}  // namespace

std::string render_text(const Audit& audit, const TextOptions& options) {
  const Paint paint(options.colour);
  std::string out;
  for (const Finding& finding : audit.findings) {
    append_finding(out, audit, finding, options, paint);
  }
  return out;
}

std::string render_summary(const Audit& audit, bool colour) {
  const Paint paint(colour);
  const report::Counts counts = report::count(audit);
  std::string out;
  for (const std::string& notice : audit.notices) out += "hipaudit: " + printable(notice) + '\n';

  out += "hipaudit: " + counted(audit.units.size(), "unit") + ": " + coverage(counts) + '\n';
  if (counts.analysed() == 0) {
    out += "hipaudit: " + paint("1;31", "nothing was analysed") + '\n';
  }
  if (counts.tainted + counts.lost > 0) {
    out += "hipaudit: of " + counted(counts.functions, "device function") + ", "
           + std::to_string(counts.tainted)
           + " touched by parse errors (judged with care, not "
             "fixed); "
           + std::to_string(counts.lost) + " lost\n";
  }

  std::size_t shown = 0;
  for (const UnitReport& unit : audit.units) {
    if (unit.status() != PassStatus::failed) continue;
    if (++shown > kMaxFailed) continue;
    std::string reason = "no pass was run";
    for (const PassReport& pass : unit.passes) {
      if (pass.status != PassStatus::failed) continue;
      reason = pass.reasons.empty() ? std::string("the ") + to_string(pass.kind) + " pass failed"
                                    : pass.reasons.front();
      break;
    }
    out += "  " + paint("1;31", "failed") + ' ' + printable(shown_path(audit.root, unit.file))
           + ": " + printable(reason) + '\n';
  }
  if (shown > kMaxFailed) {
    out += "  ... and " + std::to_string(shown - kMaxFailed) + " more failed\n";
  }

  const std::vector<report::Reason> reasons = report::reasons(audit);
  if (!reasons.empty()) {
    out += "  most frequent reasons for what was not seen:\n";
    for (std::size_t i = 0; i < std::min(reasons.size(), kMaxReasons); ++i) {
      out += "    " + counted(reasons[i].units, "unit") + ": " + printable(reasons[i].text) + '\n';
    }
    if (reasons.size() > kMaxReasons) {
      out += "    ... and " + std::to_string(reasons.size() - kMaxReasons) + " more\n";
    }
  }

  if (audit.findings.empty()) {
    out += "hipaudit: no findings";
  } else {
    const auto of = [&](Severity s) { return counts.findings[static_cast<std::size_t>(s)]; };
    out += "hipaudit: " + counted(audit.findings.size(), "finding") + " in "
           + counted(counts.files, "file") + ": " + counted(of(Severity::error), "error") + ", "
           + counted(of(Severity::warning), "warning") + ", " + std::to_string(of(Severity::perf))
           + " perf, " + counted(of(Severity::note), "note");
    const auto fixable = [&](Safety s) { return counts.fixable[static_cast<std::size_t>(s)]; };
    out += "; " + std::to_string(fixable(Safety::safe)) + " with a safe fix, "
           + std::to_string(fixable(Safety::unsafe)) + " with an unsafe fix";
  }
  if (!audit.suppressed.empty()) {
    out += "; " + std::to_string(audit.suppressed.size()) + " suppressed";
  }
  out += '\n';
  return out;
}

}  // namespace hipaudit
