// SPDX-License-Identifier: Apache-2.0
#include "session.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <set>

#include <unistd.h>

#include "facts/merge.hpp"

namespace hipaudit {

std::string suggestion(const std::string& name) {
  const auto distance = [](std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
      std::size_t diagonal = row[0];
      row[0] = i;
      for (std::size_t j = 1; j <= b.size(); ++j) {
        const std::size_t cost = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
        diagonal = row[j];
        row[j] = std::min({row[j] + 1, row[j - 1] + 1, cost});
      }
    }
    return row[b.size()];
  };
  std::string best;
  std::size_t least = name.size() / 2 + 1;
  for (const Rule* rule : all_rules())
    for (const std::string_view candidate : {rule->id, rule->topic})
      if (const std::size_t d = distance(name, candidate); d < least) {
        least = d;
        best = candidate;
      }
  return best.empty() ? "" : "; did you mean '" + best + "'?";
}

namespace {

std::optional<std::string> resolve(const std::vector<std::string>& names,
                                   std::set<const Rule*>& out) {
  for (const std::string& name : names) {
    bool found = name == "all";
    for (const Rule* rule : all_rules())
      if (name == "all" || rule->id == name || rule->topic == name) {
        out.insert(rule);
        found = true;
      }
    if (!found)
      return "unknown rule or topic '" + name + "'" + suggestion(name) + " (see hipaudit list)";
  }
  return std::nullopt;
}

bool below(const std::string& path, const std::string& root) {
  return path == root
         || (path.size() > root.size() && path.compare(0, root.size(), root) == 0
             && path[root.size()] == '/');
}

/// One line that is redrawn on a terminal, after a second of work; a line each 30 s elsewhere.
class Progress {
 public:
  explicit Progress(bool quiet) : quiet_(quiet), terminal_(::isatty(STDERR_FILENO) != 0) {}
  ~Progress() {
    if (drawn_) std::fputs("\r\033[K", stderr);
  }
  void operator()(std::size_t done, std::size_t total, const std::string& file) {
    if (quiet_ || !terminal_) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - start_ < std::chrono::seconds(1)) return;
    const auto slash = file.rfind('/');
    std::fprintf(stderr, "\r\033[K[%*zu/%zu] %s", static_cast<int>(std::to_string(total).size()),
                 done, total, file.substr(slash == std::string::npos ? 0 : slash + 1).c_str());
    std::fflush(stderr);
    drawn_ = true;
  }

 private:
  bool quiet_;
  bool terminal_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

Judged judge_facts(const Session& session, const Facts& facts, const Sources& sources) {
  Judged judged = judge(facts, sources, session.engine);
  const auto wanted = [&](const Finding& f) {
    if (session.units.only.empty()) return true;
    const std::string& path = facts.files[f.where.best().file].path;
    return std::any_of(session.units.only.begin(), session.units.only.end(),
                       [&](const std::string& p) { return below(path, p); });
  };
  std::erase_if(judged.findings, [&](const Finding& f) { return !wanted(f); });
  std::erase_if(judged.suppressed, [&](const Finding& f) { return !wanted(f); });
  return judged;
}

}  // namespace

std::optional<std::string> prepare(const Options& options, Session& session) {
  std::set<const Rule*> selected;
  std::set<const Rule*> ignored;
  if (options.select.empty()) selected.insert(all_rules().begin(), all_rules().end());
  if (auto problem = resolve(options.select, selected)) return problem;
  if (auto problem = resolve(options.ignore, ignored)) return problem;
  for (const Rule* rule : all_rules())
    if (selected.count(rule) && !ignored.count(rule)) session.engine.rules.push_back(rule);
  if (session.engine.rules.empty())
    return "no rule is left: --ignore removes all that --select names";

  UnitOptions unit_options;
  unit_options.database = options.database;
  unit_options.require_database = options.require_database;
  unit_options.root = options.root;
  unit_options.extra = options.extra;
  for (const std::string& name : options.targets) {
    const auto target = find_target(name);
    if (!target) return "unknown target '" + name + "'; give gfx names such as gfx90a,gfx1100";
    unit_options.targets.push_back(*target);
  }
  if (auto problem = plan_units(options.paths, unit_options, session.units))
    return problem->message;

  std::string error;
  session.parse.headers = find_hip(options.headers, options.rocm_path, error);
  if (!error.empty()) return error;
  session.parse.resource_dir = find_resource_dir();
  if (session.parse.resource_dir.empty())
    return "Clang's own headers (stddef.h ...) were not found; install libclang-common-22-dev";
  session.parse.root = session.units.root;
  session.parse.targets = session.units.targets;
  session.parse.all_passes = options.all_passes;
  session.parse.needs = needed_facts(session.engine.rules);

  session.engine.targets = session.units.targets;
  session.engine.min_confidence = options.min_confidence;
  session.engine.perf = options.perf;
  session.engine.show_hidden = options.show_proofs;
  session.engine.prefer_builtins = options.prefer_builtins;
  session.engine.strategy = options.strategy;
  session.run.jobs = options.jobs;
  session.run.unit_seconds = options.unit_timeout;
  return std::nullopt;
}

void parse_all(Session& session) {
  Progress progress(false);
  RunOptions run = session.run;
  run.progress = [&](std::size_t done, std::size_t total, const std::string& file) {
    progress(done, total, file);
  };
  session.facts = run_units(session.units.units, session.parse, run);
}

void judge_all(Session& session) {
  const std::clock_t start = std::clock();
  session.judged = judge_facts(session, session.facts, session.sources);
  session.judge_seconds += static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

std::string profile(const Session& session) {
  double parse = 0;
  double collect = 0;
  for (const UnitReport& unit : session.facts.units)
    for (const PassReport& pass : unit.passes) {
      parse += pass.parse_seconds;
      collect += pass.collect_seconds;
    }
  char text[160];
  std::snprintf(
      text, sizeof text,
      "profile: parsing %.3f s, collecting %.3f s, judging %.3f s of CPU time, %.3f s of it "
      "for lanes\n",
      parse, collect, session.judge_seconds, session.judged.lane_seconds);
  return text;
}

FixOutcome fix_all(Session& session, Safety least) {
  FixHooks hooks;
  hooks.parse = [&](const std::vector<std::string>& files, const TextByPath& overlay) {
    std::set<std::string> wanted;
    for (const UnitReport& unit : session.facts.units)
      for (const std::string& file : files)
        if (std::binary_search(unit.project_files.begin(), unit.project_files.end(), file))
          wanted.insert(unit.file);
    std::vector<UnitSpec> units;
    for (const UnitSpec& unit : session.units.units)
      if (wanted.count(unit.file)) units.push_back(unit);
    ParseOptions parse = session.parse;
    parse.all_passes = true;
    parse.overlay = overlay;
    return run_units(units, parse, session.run);
  };
  hooks.judge = [&](const Facts& facts, const Sources& sources) {
    return judge_facts(session, facts, sources).findings;
  };
  return run_fixes(session.facts, session.judged.findings, session.units.root, least, hooks);
}

Audit make_audit(const Session& session, const Options& options) {
  Audit audit;
  audit.root = session.units.root;
  audit.version = HIPAUDIT_VERSION;
  audit.arguments = options.arguments;
  audit.files = &session.facts.files;
  audit.sources = &session.sources;
  audit.units = session.facts.units;
  audit.targets = session.units.targets;
  audit.findings = session.judged.findings;
  audit.suppressed = session.judged.suppressed;
  audit.notices = session.units.notices;
  return audit;
}

bool use_colour(const Options& options, int fd) {
  if (options.colour == "always") return true;
  if (options.colour == "never") return false;
  if (const char* no = std::getenv("NO_COLOR"); no && *no) return false;
  if (const char* force = std::getenv("CLICOLOR_FORCE");
      force && *force && std::string(force) != "0")
    return true;
  return ::isatty(fd) != 0;
}

bool has_failure(const std::vector<Finding>& findings, const Options& options) {
  return std::ranges::any_of(findings, [&](const Finding& f) {
    switch (options.fail_on) {
    case FailOn::never: return false;
    case FailOn::error: return f.severity == Severity::error;
    case FailOn::warning: return f.severity == Severity::error || f.severity == Severity::warning;
    case FailOn::note: return f.severity != Severity::perf;
    }
    return false;
  });
}

int exit_code(const Session& session, const Options& options) {
  if (has_failure(session.judged.findings, options)) return kExitFindings;
  const auto& units = session.facts.units;
  const bool none = std::all_of(units.begin(), units.end(), [](const UnitReport& u) {
    return u.status() == PassStatus::failed;
  });
  if (none) return kExitUsage;
  const bool incomplete = std::any_of(units.begin(), units.end(), [](const UnitReport& u) {
    return u.status() == PassStatus::failed || u.status() == PassStatus::partial;
  });
  return incomplete && !options.allow_partial ? kExitIncomplete : kExitClean;
}

}  // namespace hipaudit
