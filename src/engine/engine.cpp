// SPDX-License-Identifier: Apache-2.0
// Decides which findings are reported. In this order:
//   1. every selected rule judges; findings outside project files are dropped;
//   2. suppression comments are applied;
//   3. findings of one rule at one place become one (instantiations, passes, macro expansions);
//   4. findings below the asked confidence, and perf unless asked for, are dropped;
//   5. a finding inside a construct that another rule's finding `owns` is a consequence of that
//      defect and is dropped;
//   6. the suppression comments themselves are judged;
//   7. what is left is sorted by path, position and rule.
#include "engine/engine.hpp"

#include <algorithm>
#include <ctime>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "engine/suppress.hpp"
#include "lanes/verdict.hpp"

namespace hipaudit {
namespace {

constexpr std::string_view kUnused = "unused-suppression";
constexpr std::string_view kNoReason = "suppression-without-reason";

template <typename T>
void append_new(std::vector<T>& into, const std::vector<T>& from) {
  for (const T& item : from) {
    if (std::find(into.begin(), into.end(), item) == into.end()) into.push_back(item);
  }
}

// Sorting by absolute path gives the order of relative paths: all project files share the root.
class Order {
 public:
  explicit Order(const FileTable& files) : files_(files) {}

  bool operator()(const Finding& a, const Finding& b) const {
    const Span& left = a.where.best();
    const Span& right = b.where.best();
    if (left.file != right.file) {
      const int paths = files_[left.file].path.compare(files_[right.file].path);
      if (paths != 0) return paths < 0;
    }
    return std::tie(left.begin, a.rule, left.end, a.where.expansion.begin, a.message)
           < std::tie(right.begin, b.rule, right.end, b.where.expansion.begin, b.message);
  }

 private:
  const FileTable& files_;
};

void append(std::vector<Finding>& into, std::vector<Finding> from) {
  into.insert(into.end(), std::make_move_iterator(from.begin()),
              std::make_move_iterator(from.end()));
}

bool in_project(const FileTable& files, const Span& span) {
  return span.valid() && span.file < files.size() && files[span.file].project;
}

bool same_edits(const Fix& a, const Fix& b) {
  return a.edits == b.edits && a.includes == b.includes;
}

// A remedy survives when every duplicate offers the same edits; it is then as safe as the least
// sure of them says.
std::vector<Fix> agreed_fixes(const std::vector<const Finding*>& group) {
  std::vector<Fix> agreed = group.front()->fixes;
  for (const Finding* other : group) {
    std::vector<Fix> kept;
    for (Fix& fix : agreed) {
      const auto match =
          std::find_if(other->fixes.begin(), other->fixes.end(),
                       [&](const Fix& candidate) { return same_edits(fix, candidate); });
      if (match == other->fixes.end()) continue;
      fix.safety = std::min(fix.safety, match->safety);
      kept.push_back(std::move(fix));
    }
    agreed = std::move(kept);
  }
  return agreed;
}

Finding merge_group(std::vector<const Finding*> group) {
  // The words of the most serious and surest one are kept.
  std::sort(group.begin(), group.end(), [](const Finding* a, const Finding* b) {
    if (a->severity != b->severity) return a->severity > b->severity;
    if (a->confidence != b->confidence) return a->confidence > b->confidence;
    return std::tie(a->message, a->function, a->where)
           < std::tie(b->message, b->function, b->where);
  });
  Finding merged = *group.front();
  if (group.size() == 1) return merged;

  bool everywhere = false;
  bool had_fix = false;
  std::vector<Span> expansions;
  for (const Finding* f : group) {
    merged.confidence = std::max(merged.confidence, f->confidence);
    append_new(merged.related, f->related);
    append_new(merged.owns, f->owns);
    append_new(merged.targets, f->targets);
    everywhere |= f->targets.empty();
    had_fix |= std::any_of(f->fixes.begin(), f->fixes.end(),
                           [](const Fix& fix) { return !fix.edits.empty(); });
    merged.where = std::min(merged.where, f->where);
    expansions.push_back(f->where.expansion);
  }
  if (everywhere) merged.targets.clear();
  std::sort(merged.targets.begin(), merged.targets.end());
  merged.fixes = agreed_fixes(group);
  if (had_fix && merged.fixes.empty()) {
    merged.details.emplace_back("no automatic fix: the uses of this code ask for different edits");
  }
  // #define STEP(v) v += __shfl_down(v, 16), used three times: one finding, two more places.
  if (merged.where.in_macro_body) {
    std::sort(expansions.begin(), expansions.end());
    for (const Span& span : expansions) {
      const bool known =
          span == merged.where.expansion
          || std::any_of(merged.related.begin(), merged.related.end(),
                         [&](const Related& related) { return related.span == span; });
      if (!known && span.valid()) merged.related.push_back({span, "also expanded here"});
    }
  }
  return merged;
}

std::vector<Finding> merge_duplicates(const std::vector<Finding>& findings) {
  std::map<std::pair<Span, std::string_view>, std::vector<const Finding*>> groups;
  for (const Finding& f : findings) groups[{f.where.best(), f.rule}].push_back(&f);
  std::vector<Finding> merged;
  merged.reserve(groups.size());
  for (const auto& [key, group] : groups) merged.push_back(merge_group(group));
  return merged;
}

// A merged finding, and whether a comment silences it. A silenced one still owns: its consequences
// are accepted with it.
struct Candidate {
  Finding finding;
  bool quiet = false;
};

// Whether each finding is a consequence of another one. A finding that nobody owns stays, and takes
// with it all that it owns, directly or through others. In a ring the first in order stays.
std::vector<bool> consequences(const std::vector<Candidate>& findings) {
  std::vector<std::vector<std::size_t>> owned(findings.size());
  std::vector<bool> has_owner(findings.size(), false);
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const Finding& owner = findings[i].finding;
    for (std::size_t k = 0; k < findings.size() && !owner.owns.empty(); ++k) {
      const Finding& other = findings[k].finding;
      if (owner.rule == other.rule) continue;
      const Span& span = other.where.best();
      const bool owns = std::any_of(owner.owns.begin(), owner.owns.end(),
                                    [&](const Span& s) { return s.valid() && s.contains(span); });
      if (!owns) continue;
      owned[i].push_back(k);
      has_owner[k] = true;
    }
  }

  std::vector<bool> settled(findings.size(), false);
  std::vector<bool> dropped(findings.size(), false);
  const auto keep = [&](std::size_t root) {
    settled[root] = true;
    std::vector<std::size_t> work = {root};
    while (!work.empty()) {
      const std::size_t at = work.back();
      work.pop_back();
      for (const std::size_t k : owned[at]) {
        if (settled[k]) continue;
        settled[k] = true;
        dropped[k] = true;
        work.push_back(k);
      }
    }
  };
  for (std::size_t i = 0; i < findings.size(); ++i) {
    if (!has_owner[i]) keep(i);
  }
  for (std::size_t i = 0; i < findings.size(); ++i) {
    if (!settled[i]) keep(i);
  }
  return dropped;
}

struct LineRange {
  FileId file = kNoFile;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

// The lines at which a marker silences a finding: where it is written, where it takes effect, and
// the statement around it.
class Reach {
 public:
  Reach(const Facts& facts, const Sources& sources) : facts_(facts), sources_(sources) {
    for (const kf::Function& f : facts.functions) {
      for (const kf::Stmt& s : f.stmts) {
        const bool whole = s.kind == kf::StmtKind::eval || s.kind == kf::StmtKind::decl
                           || s.kind == kf::StmtKind::return_ || s.kind == kf::StmtKind::asm_;
        if (s.kind == kf::StmtKind::block) continue;
        add(s.where.spelling, whole);
        add(s.where.expansion, whole);
      }
    }
    for (const HostCall& call : facts.host_calls) add(call.where.expansion, true);
    for (const Launch& launch : facts.launches) add(launch.where.expansion, true);
    for (auto& [file, statements] : statements_) std::sort(statements.begin(), statements.end());
  }

  std::vector<LineRange> of(const Where& where) const {
    std::vector<LineRange> reach;
    for (const Span* span : {&where.spelling, &where.expansion}) {
      if (!span->valid() || span->file >= facts_.files.size()) continue;
      reach.push_back(lines(*span));
      if (const auto statement = enclosing(*span)) {
        LineRange around = lines(statement->span);
        // A marker inside an `if` is not one for its condition: only its first line counts.
        if (!statement->whole) around.last = around.first;
        reach.push_back(around);
      }
    }
    return reach;
  }

 private:
  struct Statement {
    Span span;
    bool whole = false;  // every line of it counts, not only the first
    auto operator<=>(const Statement&) const = default;
  };

  void add(const Span& span, bool whole) {
    if (span.valid()) statements_[span.file].push_back({span, whole});
  }

  std::optional<Statement> enclosing(const Span& span) const {
    const auto file = statements_.find(span.file);
    if (file == statements_.end()) return std::nullopt;
    std::optional<Statement> best;
    for (const Statement& s : file->second) {
      if (s.span.begin > span.begin) break;
      if (!s.span.contains(span)) continue;
      if (!best || s.span.end - s.span.begin < best->span.end - best->span.begin) best = s;
    }
    return best;
  }

  LineRange lines(const Span& span) const {
    const std::string& path = facts_.files[span.file].path;
    const std::uint32_t last = span.end > span.begin ? span.end - 1 : span.end;
    return {span.file, sources_.position(path, span.begin).line,
            sources_.position(path, last).line};
  }

  const Facts& facts_;
  const Sources& sources_;
  std::map<FileId, std::vector<Statement>> statements_;
};

struct Marker {
  FileId file = kNoFile;
  Suppression comment;
  std::vector<bool> used;  // per rule id of the comment
};

class Markers {
 public:
  Markers(const Facts& facts, const Sources& sources) {
    for (FileId id = 0; id < facts.files.size(); ++id) {
      if (!facts.files[id].project) continue;
      for (Suppression& s : find_suppressions(sources.text(facts.files[id].path))) {
        std::vector<bool> unused(s.rules.size(), false);
        by_file_[id].push_back(all_.size());
        all_.push_back({id, std::move(s), std::move(unused)});
      }
    }
    if (!all_.empty()) reach_.emplace(facts, sources);
  }

  // The marker that silences this finding; every marker that would is counted as used.
  const Suppression* silences(const Finding& finding) {
    if (all_.empty()) return nullptr;
    const Suppression* first = nullptr;
    for (const LineRange& range : reach_->of(finding.where)) {
      const auto file = by_file_.find(range.file);
      if (file == by_file_.end()) continue;
      for (const std::size_t i : file->second) {
        Marker& marker = all_[i];
        const Suppression& s = marker.comment;
        if (s.malformed || range.last < s.first_line || range.first > s.last_line) continue;
        const auto id = std::find(s.rules.begin(), s.rules.end(), finding.rule);
        if (id == s.rules.end()) continue;
        marker.used[static_cast<std::size_t>(id - s.rules.begin())] = true;
        if (first == nullptr) first = &s;
      }
    }
    return first;
  }

  const std::vector<Marker>& all() const { return all_; }

 private:
  std::optional<Reach> reach_;  // only where there is a marker
  std::vector<Marker> all_;
  std::map<FileId, std::vector<std::size_t>> by_file_;
};

const Rule* selected(const std::vector<const Rule*>& rules, std::string_view id) {
  const auto rule = std::find_if(rules.begin(), rules.end(),
                                 [&](const Rule* candidate) { return candidate->id == id; });
  return rule == rules.end() ? nullptr : *rule;
}

// Judges the comments themselves, after every other finding has had its chance to need them.
class MarkerJudge {
 public:
  MarkerJudge(const Facts& facts, const Sources& sources, const EngineOptions& options)
      : facts_(facts), sources_(sources), options_(options) {
    // A unit that failed may read any file; one that was read in part, the files that it lists.
    for (const UnitReport& unit : facts.units) {
      if (unit.status() == PassStatus::failed) all_seen_ = false;
      if (unit.status() == PassStatus::partial)
        partly_seen_.insert(unit.project_files.begin(), unit.project_files.end());
    }
  }

  void judge(const Marker& marker, std::vector<Finding>& out) const {
    const Suppression& s = marker.comment;
    if (const Rule* rule = selected(options_.rules, kUnused)) judge_use(*rule, marker, out);
    const Rule* reason = selected(options_.rules, kNoReason);
    if (reason != nullptr && !s.malformed && s.reason.empty()) {
      out.push_back(at(*reason, marker, "this suppression does not say why"));
      out.back().details.push_back("write the reason behind the closing parenthesis");
    }
  }

 private:
  static Finding at(const Rule& rule, const Marker& marker, std::string message) {
    Finding f;
    f.rule = rule.id;
    f.severity = rule.severity;
    const Span comment{marker.file, marker.comment.comment_begin, marker.comment.comment_end};
    f.where = {comment, comment, false};
    f.message = std::move(message);
    return f;
  }

  // Whether silence of `rule` here means that there is nothing to silence.
  bool conclusive(const Rule& rule, FileId file) const {
    if (!all_seen_ || partly_seen_.contains(facts_.files[file].path)) return false;
    if (rule.topic == "tool") return false;
    if (rule.hidden && !options_.show_hidden) return false;
    // What a rule on waves says depends on the targets: with one wave size only, silence proves
    // nothing about the other.
    const bool by_wave = rule.topic == "waves" || rule.topic == "masks" || rule.topic == "lds";
    return !by_wave || (any_wave(options_.targets, 64) && any_wave(options_.targets, 32));
  }

  void judge_use(const Rule& rule, const Marker& marker, std::vector<Finding>& out) const {
    const Suppression& s = marker.comment;
    if (s.malformed) {
      out.push_back(at(rule, marker, "this suppression has no effect: " + s.problem));
      return;
    }
    std::vector<std::string> unused;
    for (std::size_t i = 0; i < s.rules.size(); ++i) {
      const std::string& id = s.rules[i];
      const Rule* named = selected(options_.rules, id);
      if (named == nullptr && find_rule(id) == nullptr) {
        out.push_back(
            at(rule, marker, "there is no rule `" + id + "`; this suppression has no effect"));
        return;
      }
      if (named != nullptr && !marker.used[i] && conclusive(*named, marker.file))
        unused.push_back(id);
    }
    if (unused.empty()) return;
    std::string names;
    for (const std::string& id : unused) names += (names.empty() ? "`" : ", `") + id + "`";
    out.push_back(
        at(rule, marker,
           "nothing here is reported by " + names + "; this suppression silences nothing"));
    const bool block =
        s.last_line != s.first_line && s.first_line == line_of(marker.file, s.comment_begin);
    if (unused.size() == s.rules.size() && !block) out.back().fixes.push_back(removal(marker));
  }

  std::uint32_t line_of(FileId file, std::uint32_t offset) const {
    return sources_.position(facts_.files[file].path, offset).line;
  }

  // The comment with the blanks before it, or its whole line when it stands alone.
  Fix removal(const Marker& marker) const {
    const std::string_view text = sources_.text(facts_.files[marker.file].path);
    std::uint32_t begin = marker.comment.comment_begin;
    std::uint32_t end = marker.comment.comment_end;
    while (begin > 0 && (text[begin - 1] == ' ' || text[begin - 1] == '\t')) --begin;
    const bool starts_line = begin == 0 || text[begin - 1] == '\n';
    std::uint32_t next = end;
    if (next < text.size() && text[next] == '\r') ++next;
    if (starts_line && next < text.size() && text[next] == '\n') {
      end = next + 1;
    } else if (starts_line) {
      begin = marker.comment.comment_begin;
    }
    return {Safety::unsafe, "remove the suppression", {{{marker.file, begin, end}, ""}}, {}};
  }

  const Facts& facts_;
  const Sources& sources_;
  const EngineOptions& options_;
  bool all_seen_ = true;
  std::set<std::string> partly_seen_;
};

std::vector<Finding> run_rules(const Facts& facts, const Sources& sources,
                               const EngineOptions& options, double& lane_seconds) {
  std::optional<Verdicts> wave64;
  std::optional<Verdicts> wave32;
  const std::clock_t start = std::clock();
  if ((needed_facts(options.rules) & bit(FactKind::functions)) != 0) {
    if (any_wave(options.targets, 64)) wave64 = evaluate_lanes(facts, 64);
    if (any_wave(options.targets, 32)) wave32 = evaluate_lanes(facts, 32);
  }
  lane_seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  const Context context{facts,
                        sources,
                        options.targets,
                        wave64 ? &*wave64 : nullptr,
                        wave32 ? &*wave32 : nullptr,
                        options.prefer_builtins,
                        options.show_hidden,
                        options.strategy};
  std::vector<Finding> findings;
  for (const Rule* rule : options.rules) {
    if (rule->judge == nullptr || (rule->hidden && !options.show_hidden)) continue;
    rule->judge(context, findings);
  }
  std::erase_if(findings,
                [&](const Finding& f) { return !in_project(facts.files, f.where.best()); });
  return findings;
}

}  // namespace

std::uint32_t needed_facts(const std::vector<const Rule*>& rules) {
  std::uint32_t needs = 0;
  for (const Rule* rule : rules) needs |= rule->needs;
  return needs;
}

Judged judge(const Facts& facts, const Sources& sources, const EngineOptions& options) {
  std::vector<Finding> loud;
  std::vector<Finding> quiet;
  // Before anything is merged or filtered: a marker at one of several expansions silences that one
  // only, and a marker is in use even where its finding is not shown this time.
  Markers markers(facts, sources);
  const auto take = [&](Finding f) {
    const Suppression* s = markers.silences(f);
    if (s != nullptr) {
      f.details.push_back(s->reason.empty() ? "suppressed without a reason"
                                            : "suppressed: " + s->reason);
    }
    (s == nullptr ? loud : quiet).push_back(std::move(f));
  };
  Judged judged;
  for (Finding& f : run_rules(facts, sources, options, judged.lane_seconds)) take(std::move(f));

  std::vector<Candidate> candidates;
  for (Finding& f : merge_duplicates(loud)) candidates.push_back({std::move(f), false});
  for (Finding& f : merge_duplicates(quiet)) candidates.push_back({std::move(f), true});
  // Who asks for whole idioms wants to hear of them.
  const auto asked_for = [&](const Finding& f) {
    return options.strategy == Strategy::native
           && std::any_of(f.fixes.begin(), f.fixes.end(),
                          [](const Fix& fix) { return fix.whole_idiom; });
  };
  std::erase_if(candidates, [&](const Candidate& c) {
    return c.finding.confidence < options.min_confidence
           || (c.finding.severity == Severity::perf && !options.perf && !asked_for(c.finding));
  });
  const Order order(facts.files);
  std::sort(candidates.begin(), candidates.end(), [&](const Candidate& a, const Candidate& b) {
    if (order(a.finding, b.finding)) return true;
    return !order(b.finding, a.finding) && a.quiet < b.quiet;
  });
  const std::vector<bool> dropped = consequences(candidates);

  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (dropped[i]) continue;
    (candidates[i].quiet ? judged.suppressed : judged.findings)
        .push_back(std::move(candidates[i].finding));
  }

  loud.clear();
  quiet.clear();
  const MarkerJudge marker_judge(facts, sources, options);
  std::vector<Finding> about_markers;
  for (const Marker& marker : markers.all()) marker_judge.judge(marker, about_markers);
  for (Finding& f : about_markers) take(std::move(f));
  append(judged.findings, std::move(loud));
  append(judged.suppressed, std::move(quiet));

  std::sort(judged.findings.begin(), judged.findings.end(), order);
  std::sort(judged.suppressed.begin(), judged.suppressed.end(), order);
  return judged;
}

}  // namespace hipaudit
