// SPDX-License-Identifier: Apache-2.0
// Identity of a finding that survives edits elsewhere in the file: no line, no column. Two findings
// that look alike are told apart by their order.
#include <map>

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/BLAKE3.h"

#include "report/place.hpp"
#include "report/report.hpp"

namespace hipaudit {
namespace {

// Blanks between words do not count, so that a reformatted line keeps its identity.
std::string squeeze(std::string_view line) {
  std::string out;
  bool blank = false;
  for (const char c : line) {
    if (c == ' ' || c == '\t' || c == '\r') {
      blank = !out.empty();
      continue;
    }
    if (blank) out += ' ';
    blank = false;
    out += c;
  }
  return out;
}

std::string hash(const std::string& key) {
  static constexpr char kHex[] = "0123456789abcdef";
  llvm::BLAKE3 hasher;
  hasher.update(llvm::StringRef(key));
  std::string out;
  for (const std::uint8_t byte : hasher.final<16>()) {
    out += kHex[byte >> 4U];
    out += kHex[byte & 15U];
  }
  return out;
}

}  // namespace

std::vector<std::string> fingerprints(const Audit& audit) {
  std::map<std::string, std::size_t> seen;
  std::vector<std::string> out;
  out.reserve(audit.findings.size());
  for (const Finding& finding : audit.findings) {
    const Span& span = finding.where.best();
    const report::Place place = report::place(audit, span);
    std::string key = finding.rule;
    key += '\0';
    key += place.shown;
    key += '\0';
    key += finding.function;
    key += '\0';
    key += squeeze(audit.sources->line(place.path, place.begin.line));
    const std::size_t ordinal = ++seen[key];
    out.push_back(hash(key) + ':' + std::to_string(ordinal));
  }
  return out;
}

}  // namespace hipaudit
