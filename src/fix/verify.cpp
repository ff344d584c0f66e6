// SPDX-License-Identifier: Apache-2.0
#include "fix/verify.hpp"

#include <algorithm>
#include <set>

#include "core/sources.hpp"

namespace hipaudit {

namespace {

constexpr int kMaxRounds = 3;
constexpr int kMaxRetries = 6;

using ErrorKey = std::tuple<std::string, int, std::string, std::uint32_t, std::string>;

/// Errors by unit, pass, target, diagnostic and token. Lines move with edits and do not count.
std::map<ErrorKey, std::vector<ParseError>> errors_of(const Facts& facts) {
  std::map<ErrorKey, std::vector<ParseError>> out;
  for (const UnitReport& unit : facts.units)
    for (const PassReport& pass : unit.passes) {
      if (pass.status == PassStatus::failed)
        out[{unit.file, static_cast<int>(pass.kind), pass.target, 0, "failed"}].emplace_back();
      for (const ParseError& e : pass.errors)
        out[{unit.file, static_cast<int>(pass.kind), pass.target, e.id, e.token}].push_back(e);
    }
  return out;
}

std::string place_of(const Finding& finding, const FileTable& files, const Sources& sources,
                     const std::string& root) {
  const Span& span = finding.where.best();
  const std::string& path = files[span.file].path;
  return shown_path(root, path) + ":" + std::to_string(sources.position(path, span.begin).line);
}

struct Round {
  const Facts* facts = nullptr;
  const std::vector<Finding>* findings = nullptr;
  Sources sources;
};

/// Files that a fix edits.
std::set<std::string> files_of(const Fix& fix, const FileTable& files) {
  std::set<std::string> out;
  for (const Edit& edit : fix.edits) out.insert(files[edit.range.file].path);
  return out;
}

/// Lines of the new text that the fix touched, by file: edits shift what comes after them.
bool near(const Fix& fix, const FileTable& files, const Sources& before,
          const std::string& shown_file, std::uint32_t line, const std::string& root,
          std::uint32_t slack) {
  for (const Edit& edit : fix.edits) {
    const std::string& path = files[edit.range.file].path;
    if (shown_path(root, path) != shown_file && path != shown_file) continue;
    const std::uint32_t at = before.position(path, edit.range.begin).line;
    // An include above moves everything down by a line or two.
    if (at <= line + slack && line <= at + slack + 2) return true;
  }
  return false;
}

/// One of the units reads one of the files.
bool read_by(const std::set<std::string>& units, const Facts& facts,
             const std::set<std::string>& files) {
  return std::any_of(facts.units.begin(), facts.units.end(), [&](const UnitReport& unit) {
    return units.count(unit.file) != 0
           && std::any_of(files.begin(), files.end(), [&](const std::string& file) {
                return std::binary_search(unit.project_files.begin(), unit.project_files.end(),
                                          file);
              });
  });
}

/// Rule and file, and the function where it is asked for.
using RulePlace = std::tuple<std::string, std::string, std::string>;

RulePlace in_file(const Finding& f, const FileTable& files) {
  return {f.rule, files[f.where.best().file].path, ""};
}
RulePlace in_function(const Finding& f, const FileTable& files) {
  return {f.rule, files[f.where.best().file].path, f.function};
}

/// How many findings of each rule lie in each file, or in each function.
template <class Key>
std::map<RulePlace, int> census(const std::vector<Finding>& findings, const FileTable& files,
                                Key key) {
  std::map<RulePlace, int> out;
  for (const Finding& f : findings) ++out[key(f, files)];
  return out;
}

/// Places with more findings left than there were less those of `fixed`.
template <class Key>
std::set<RulePlace> not_gone(const std::vector<Finding>& before, const FileTable& before_files,
                             const std::vector<Finding>& after, const FileTable& after_files,
                             const std::vector<Finding>& fixed, Key key) {
  const auto had = census(before, before_files, key);
  const auto has = census(after, after_files, key);
  std::set<RulePlace> out;
  for (const auto& [at, fixes] : census(fixed, before_files, key)) {
    const auto was = had.find(at);
    const auto left = has.find(at);
    if (was != had.end() && (left == has.end() ? 0 : left->second) > was->second - fixes)
      out.insert(at);
  }
  return out;
}

}  // namespace

FixOutcome run_fixes(const Facts& facts, const std::vector<Finding>& findings,
                     const std::string& root, Safety least, const FixHooks& hooks) {
  FixOutcome out;
  Facts current_facts;
  std::vector<Finding> current_findings = findings;
  const Facts* at_facts = &facts;
  std::set<std::tuple<std::string, std::string, std::uint32_t>> refused;  // rule, path, begin

  for (int round = 0; round < kMaxRounds; ++round) {
    Sources sources;
    for (const auto& [path, text] : out.text) sources.overlay(path, text);
    // A fix that was rolled back makes room for those that it was in the way of.
    for (Finding& f : current_findings) {
      const Span& span = f.where.best();
      if (refused.count({f.rule, at_facts->files[span.file].path, span.begin}) != 0)
        f.fixes.clear();
    }
    Plan planned = plan(current_findings, at_facts->files, sources, least);
    if (round == 0) out.skipped = planned.skipped;
    if (planned.fixes.empty()) break;
    out.rounds = round + 1;

    std::set<std::string> touched;
    for (const PlannedFix& p : planned.fixes)
      for (const std::string& file : files_of(p.fix, at_facts->files)) touched.insert(file);
    const std::vector<std::string> touched_list(touched.begin(), touched.end());
    const auto before = errors_of(hooks.parse(touched_list, out.text));

    std::vector<PlannedFix> kept = std::move(planned.fixes);
    bool accepted = false;
    bool makes_room = false;
    Facts after_facts;
    std::vector<Finding> after_findings;
    TextByPath text;
    for (int attempt = 0; attempt < kMaxRetries && !kept.empty(); ++attempt) {
      text = out.text;
      for (auto& [path, changed] : apply(kept, at_facts->files, sources))
        text[path] = std::move(changed);
      after_facts = hooks.parse(touched_list, text);
      const auto after = errors_of(after_facts);
      std::vector<ParseError> grown;
      std::set<std::string> worse;  // units
      std::string message;
      for (const auto& [key, list] : after)
        if (!before.count(key)) {
          grown.insert(grown.end(), list.begin(), list.end());
          worse.insert(std::get<0>(key));
          if (message.empty() && !list.empty()) message = list.front().message;
        }
      Sources changed_sources;
      for (const auto& [path, changed] : text) changed_sources.overlay(path, changed);
      after_findings = hooks.judge(after_facts, changed_sources);
      std::vector<std::size_t> guilty;
      std::vector<std::string> why(kept.size());
      const auto blame = [&](auto&& test, const std::string& reason) {
        for (std::size_t i = 0; i < kept.size(); ++i)
          if (why[i].empty() && test(kept[i])) {
            why[i] = reason;
            guilty.push_back(i);
          }
      };
      if (!grown.empty()) {
        const std::string reason = "it would add an error: " + message;
        for (const ParseError& e : grown) {
          const std::string file = e.token.substr(0, e.token.find('|'));
          blame(
              [&](const PlannedFix& p) {
                return near(p.fix, at_facts->files, sources, file, e.line, root,
                            attempt < 2 ? 3U : 40U);
              },
              reason);
        }
        // Far from every edit: whatever the unit reads may have done it.
        if (guilty.empty())
          blame(
              [&](const PlannedFix& p) {
                return read_by(worse, after_facts, files_of(p.fix, at_facts->files));
              },
              reason);
        if (guilty.empty()) blame([](const PlannedFix&) { return true; }, reason);
      } else {
        // The trap must be gone: fewer findings of the rule in the file, by the number of fixes.
        std::vector<Finding> fixed;
        for (const PlannedFix& p : kept) fixed.push_back(current_findings[p.finding]);
        const auto left = [&](auto key) {
          return not_gone(current_findings, at_facts->files, after_findings, after_facts.files,
                          fixed, key);
        };
        const char* const reason = "the finding would still be there";
        for (const RulePlace& file : left(in_file)) {
          const auto of_file = [&](const PlannedFix& p) {
            return in_file(current_findings[p.finding], at_facts->files) == file;
          };
          // In a function that still has as many, if there is one.
          const std::size_t before_them = guilty.size();
          const std::set<RulePlace> functions = left(in_function);
          blame(
              [&](const PlannedFix& p) {
                return of_file(p)
                       && functions.count(in_function(current_findings[p.finding], at_facts->files))
                              != 0;
              },
              reason);
          if (guilty.size() == before_them) blame(of_file, reason);
        }
      }
      if (guilty.empty()) {
        accepted = true;
        break;
      }
      std::vector<PlannedFix> rest;
      for (std::size_t i = 0; i < kept.size(); ++i) {
        if (why[i].empty()) {
          rest.push_back(std::move(kept[i]));
          continue;
        }
        makes_room = makes_room || kept[i].fix.whole_idiom;
        const Finding& f = current_findings[kept[i].finding];
        const Span& span = f.where.best();
        refused.insert({f.rule, at_facts->files[span.file].path, span.begin});
        out.rolled_back.push_back(f.rule + " at " + place_of(f, at_facts->files, sources, root)
                                  + ": " + why[i]);
      }
      kept = std::move(rest);
      if (makes_room) break;
    }
    if (makes_room) {
      --round;  // the same text, planned anew without what was refused
      continue;
    }
    if (!accepted) break;
    out.accepted += kept.size();
    out.text = std::move(text);
    // The next round works on the new text; refused places have moved and are looked at anew, which
    // the number of rounds bounds.
    current_facts = std::move(after_facts);
    at_facts = &current_facts;
    current_findings = std::move(after_findings);
  }
  if (out.accepted != 0) out.left = std::move(current_findings);
  return out;
}

}  // namespace hipaudit
