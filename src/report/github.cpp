// SPDX-License-Identifier: Apache-2.0
// GitHub workflow commands. GitHub shows ten of a kind per step and drops the rest in silence, so
// the most serious come first and a last notice says how many are missing.
#include <algorithm>
#include <numeric>

#include "report/place.hpp"
#include "report/report.hpp"

namespace hipaudit {
namespace {

constexpr std::size_t kPerKind = 10;

std::string escape(std::string_view text, bool property) {
  std::string out;
  for (const char c : report::valid_utf8(text)) {
    switch (c) {
    case '%': out += "%25"; break;
    case '\r': out += "%0D"; break;
    case '\n': out += "%0A"; break;
    case ':': out += property ? "%3A" : ":"; break;
    case ',': out += property ? "%2C" : ","; break;
    default: out += c;
    }
  }
  return out;
}

enum Kind : std::size_t { kError, kWarning, kNotice, kKinds };
constexpr const char* kNames[kKinds] = {"error", "warning", "notice"};

Kind kind_of(Severity severity) {
  switch (severity) {
  case Severity::error: return kError;
  case Severity::warning: return kWarning;
  case Severity::perf:
  case Severity::note: return kNotice;
  }
  return kNotice;
}

std::string annotation(const Audit& audit, const Finding& finding) {
  const report::Place place = report::place(audit, finding.where.best());
  std::string out =
      std::string("::") + kNames[kind_of(finding.severity)] + " file=" + escape(place.shown, true)
      + ",line=" + std::to_string(place.begin.line) + ",endLine=" + std::to_string(place.end.line);
  // Columns are refused for more than one line.
  if (place.begin.line == place.end.line) {
    out += ",col=" + std::to_string(report::utf16_column(audit, place.path, place.begin))
           + ",endColumn=" + std::to_string(report::utf16_column(audit, place.path, place.end));
  }
  out +=
      ",title=" + escape("hipaudit: " + finding.rule, true) + "::" + escape(finding.message, false);
  for (const std::string& detail : finding.details) out += "%0A" + escape(detail, false);
  return out + '\n';
}

}  // namespace

std::string render_github(const Audit& audit) {
  const report::Counts counts = report::count(audit);
  const std::size_t partial = counts.units[static_cast<std::size_t>(PassStatus::partial)];
  const std::size_t failed = counts.units[static_cast<std::size_t>(PassStatus::failed)];
  const bool incomplete = partial + failed > 0 || counts.analysed() == 0;

  std::size_t total[kKinds] = {0, 0, 0};
  for (const Finding& finding : audit.findings) ++total[kind_of(finding.severity)];
  // Our own lines take a place of their kind too.
  std::size_t room[kKinds] = {kPerKind, kPerKind, kPerKind};
  if (incomplete) --room[kWarning];
  const bool cut = total[kError] > room[kError] || total[kWarning] > room[kWarning]
                   || total[kNotice] > room[kNotice];
  if (cut) --room[kNotice];

  std::vector<std::size_t> ranked(audit.findings.size());
  std::iota(ranked.begin(), ranked.end(), std::size_t{0});
  std::sort(ranked.begin(), ranked.end(), [&](std::size_t a, std::size_t b) {
    const Finding& left = audit.findings[a];
    const Finding& right = audit.findings[b];
    if (left.severity != right.severity) return left.severity > right.severity;
    if (left.confidence != right.confidence) return left.confidence > right.confidence;
    return a < b;
  });

  std::string out;
  std::size_t missing = 0;
  for (const std::size_t i : ranked) {
    const Finding& finding = audit.findings[i];
    std::size_t& left = room[kind_of(finding.severity)];
    if (left == 0) {
      ++missing;
      continue;
    }
    --left;
    out += annotation(audit, finding);
  }
  if (incomplete) {
    const std::string text =
        counts.analysed() == 0
            ? "nothing was analysed"
            : std::to_string(partial) + " partial and " + std::to_string(failed) + " failed of "
                  + report::counted(audit.units.size(), "unit") + ": findings may be missing";
    out += "::warning title=hipaudit::" + escape(text, false) + '\n';
  }
  if (missing > 0) {
    out += "::notice title=hipaudit::" + std::to_string(missing)
           + " more, not shown as annotations; see the log, JSON or SARIF output\n";
  }
  return out;
}

}  // namespace hipaudit
