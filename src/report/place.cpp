// SPDX-License-Identifier: Apache-2.0
#include "report/place.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace hipaudit::report {
namespace {

// Bytes of the UTF-8 sequence at the start of `text`; 0 when it is not valid.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  std::size_t length = 0;
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) length = 2;
  if (first >= 0xe0 && first <= 0xef) length = 3;
  if (first >= 0xf0 && first <= 0xf4) length = 4;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return 0;
  }
  // Overlong forms, surrogates, and beyond U+10FFFF.
  if (first == 0xe0 && byte(1) < 0xa0) return 0;
  if (first == 0xed && byte(1) > 0x9f) return 0;
  if (first == 0xf0 && byte(1) < 0x90) return 0;
  if (first == 0xf4 && byte(1) > 0x8f) return 0;
  return length;
}

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

bool is_control(std::string_view sequence) {
  const auto first = static_cast<unsigned char>(sequence[0]);
  if (first < 0x20 || first == 0x7f) return true;
  if (sequence.size() == 2 && first == 0xc2) {
    return static_cast<unsigned char>(sequence[1]) < 0xa0;  // C1 controls
  }
  // Bidirectional overrides and isolates reorder what a terminal shows: U+202A-202E, U+2066-2069.
  if (sequence.size() != 3 || first != 0xe2) return false;
  const auto second = static_cast<unsigned char>(sequence[1]);
  const auto third = static_cast<unsigned char>(sequence[2]);
  return (second == 0x80 && third >= 0xaa && third <= 0xae)
         || (second == 0x81 && third >= 0xa6 && third <= 0xa9);
}

}  // namespace

Place place(const Audit& audit, const Span& span) {
  Place p;
  if (!span.valid() || span.file >= audit.files->size()) return p;
  p.path = (*audit.files)[span.file].path;
  p.shown = shown_path(audit.root, p.path);
  p.begin = audit.sources->position(p.path, span.begin);
  p.end = audit.sources->position(p.path, span.end);
  return p;
}

std::uint32_t utf16_column(std::string_view line, std::uint32_t byte_column) {
  // A byte order mark is no character of the line.
  std::size_t at = line.substr(0, 3) == "\xef\xbb\xbf" ? 3 : 0;
  const std::size_t stop = byte_column - 1;
  std::uint32_t units = 1;
  while (at < stop && at < line.size()) {
    const std::size_t length = std::max<std::size_t>(sequence_length(line.substr(at)), 1);
    units += length == 4 ? 2 : 1;
    at += length;
  }
  // Past the end of the line (its end-of-line bytes): keep the distance.
  return at < stop ? units + static_cast<std::uint32_t>(stop - at) : units;
}

std::uint32_t utf16_column(const Audit& audit, const std::string& path, Position position) {
  if (position.line == 0) return 1;
  return utf16_column(audit.sources->line(path, position.line), position.column);
}

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    const std::string_view sequence = text.substr(0, std::max<std::size_t>(length, 1));
    if (length == 0) {
      out += kReplacement;
    } else if (sequence != "\t" && is_control(sequence)) {
      out += '?';
    } else {
      out += sequence;
    }
    text.remove_prefix(sequence.size());
  }
  return out;
}

std::string valid_utf8(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    if (length == 0) {
      out += kReplacement;
      text.remove_prefix(1);
    } else {
      out += text.substr(0, length);
      text.remove_prefix(length);
    }
  }
  return out;
}

std::string uri_path(std::string_view path) {
  static constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
                       || std::string_view("-._~/!$&'()*+,;=@").find(c) != std::string_view::npos;
    if (plain) {
      out += c;
    } else {
      out += '%';
      out += kHex[byte >> 4U];
      out += kHex[byte & 15U];
    }
  }
  return out;
}

std::vector<std::string> affected_targets(const Audit& audit, const Finding& finding) {
  if (!finding.targets.empty()) return finding.targets;
  std::vector<std::string> all;
  for (const Target& target : audit.targets) all.push_back(target.name);
  return all;
}

bool has_expansion(const Finding& finding) {
  return finding.where.in_macro_body && finding.where.spelling.valid()
         && finding.where.expansion.valid() && finding.where.expansion != finding.where.spelling;
}

bool applicable(const Fix& fix) { return fix.safety != Safety::manual && !fix.edits.empty(); }

Counts count(const Audit& audit) {
  Counts counts;
  for (const UnitReport& unit : audit.units) {
    ++counts.units[static_cast<std::size_t>(unit.status())];
    std::uint32_t functions = 0;
    std::uint32_t tainted = 0;
    std::uint32_t lost = 0;
    for (const PassReport& pass : unit.passes) {
      functions = std::max(functions, pass.functions);
      tainted = std::max(tainted, pass.functions_tainted);
      lost = std::max(lost, pass.functions_lost);
    }
    counts.functions += functions;
    counts.tainted += tainted;
    counts.lost += lost;
  }
  std::set<FileId> files;
  for (const Finding& finding : audit.findings) {
    ++counts.findings[static_cast<std::size_t>(finding.severity)];
    files.insert(finding.where.best().file);
    Safety best = Safety::manual;
    for (const Fix& fix : finding.fixes) {
      if (applicable(fix)) best = std::max(best, fix.safety);
    }
    ++counts.fixable[static_cast<std::size_t>(best)];
  }
  counts.files = files.size();
  return counts;
}

std::vector<Reason> reasons(const Audit& audit) {
  std::map<std::string, std::size_t> units;
  for (const UnitReport& unit : audit.units) {
    std::set<std::string> own;
    for (const PassReport& pass : unit.passes) {
      if (pass.status != PassStatus::partial && pass.status != PassStatus::failed) continue;
      own.insert(pass.reasons.begin(), pass.reasons.end());
    }
    if (unit.passes.empty()) own.insert("no pass was run");
    for (const std::string& reason : own) ++units[reason];
  }
  std::vector<Reason> sorted;
  for (const auto& [text, n] : units) sorted.push_back({text, n});
  std::sort(sorted.begin(), sorted.end(), [](const Reason& a, const Reason& b) {
    return a.units != b.units ? a.units > b.units : a.text < b.text;
  });
  return sorted;
}

std::string counted(std::size_t n, std::string_view noun) {
  return std::to_string(n) + ' ' + std::string(noun) + (n == 1 ? "" : "s");
}

}  // namespace hipaudit::report
