// SPDX-License-Identifier: Apache-2.0
// Executes the corpus on hipshim's CPU back end. test-corpus/<rule-id>/run-bad.hip and run-good.hip
// launch the kernels of bad.hip and good.hip (run.hpp says how), and each case is held to this:
//   bad.hip    at 32 lanes it does what CUDA does: the reference; at 64 it gives something else
//   fixed.hip  gives the reference at 32 and at 64 lanes, and so does what `fix` makes of bad.hip
//              with each other strategy; misuse that the reference is free of is a difference too
//   good.hip   gives the same at 32 and at 64 lanes: rightly silent
// A case that is otherwise says so by a mark, with a reason. Each kernel of the file must be run,
// or skipped with a reason.
//
// test-corpus/_projects/<name>/src/main.hip is a program that compares its kernels with a reference
// of its own, a line `<check>: right` or `<check>: WRONG` for each, and exits with 1 if one is
// wrong. As it is, all are right at 32 lanes and all wrong at 64, and its findings are its marks;
// fixed, all are right at both.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "support.hpp"

namespace {

using namespace corpus;
using nlohmann::json;

constexpr const char* kUsage =
    "usage: hipaudit-corpus-run HIPAUDIT HIPSHIM-CPU-RUN [options]\n"
    "  --root DIR        the corpus (default: test-corpus)\n"
    "  --only ID         this folder, or this folder of _projects, only\n"
    "  --include DIR     where run.hpp is (default: tests/corpus)\n"
    "  --at-least N      fail when fewer cases were run\n"
    "  --list            print each case and how it was judged\n"
    "  --help            print this\n"
    "Runs bad.hip, fixed.hip, what other strategies of `fix` give, and good.hip of each folder "
    "that\n"
    "has run-bad.hip or run-good.hip, and the programs in _projects, at 32 and at 64 lanes.\n"
    "Exit status: 0 all as it should be, 1 not so, 2 could not run.\n"
    "One program by hand, with the reports of misuse:\n"
    "  HIPAUDIT_CORPUS_REPORTS=1 hipshim-cpu-run test-corpus/ID/run-bad.hip --wave 64 -w\n"
    "    -I tests/corpus -DHIPAUDIT_CASE='\"'$PWD/test-corpus/ID/bad.hip'\"'\n";

struct Options {
  fs::path hipaudit;
  fs::path cpu_run;
  fs::path root = "test-corpus";
  fs::path include = "tests/corpus";
  std::string only;
  std::size_t at_least = 0;
  bool list = false;
};

// ---- what a program printed ----

struct Outcome {
  std::map<std::string, std::string> marks;
  std::map<std::string, std::vector<std::string>> values;
  std::map<std::string, std::vector<std::string>> expected;  // by the name of the value
  std::map<std::string, std::string> reports;                // kind to the first of its texts

  bool has(const char* mark) const { return marks.count(mark) > 0; }
};

struct Outcomes {
  std::string failure;  // the program was not built or broke off
  std::vector<std::string> order;
  std::map<std::string, Outcome> by_name;
};

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream in(text);
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

Outcomes parse_outcomes(const Run& run) {
  static const std::set<std::string> marks = {"reverse",    "everywhere", "same", "unfixed",
                                              "unsafe-fix", "unordered",  "skip", "follows-wave"};
  Outcomes all;
  for (const std::string& line : lines_of(run.output)) {
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;  // of the program
    const std::string name = line.substr(0, first);
    const std::string key = line.substr(first + 1, second - first - 1);
    const std::string text = line.substr(second + 1);
    if (all.by_name.count(name) == 0) all.order.push_back(name);
    Outcome& outcome = all.by_name[name];
    if (marks.count(key) > 0) {
      outcome.marks[key] = text;
    } else if (key == "report") {
      outcome.reports.emplace(text.substr(0, text.find(' ')), text);
    } else if (key.starts_with("expect")) {
      outcome.expected["arg" + key.substr(6)] = words_of(text);
    } else {
      outcome.values[key] = words_of(text);
    }
  }
  if (run.code != 0)
    all.failure = "ended with " + std::to_string(run.code) + ": " + run.output.substr(0, 2000);
  return all;
}

// In what `outcome` is not what it should be; nothing where it is. `tolerated` is a kind of report.
std::optional<std::string> difference(const Outcome& reference, const Outcome& outcome,
                                      const std::string& tolerated = "") {
  std::string found;
  const auto add = [&](const std::string& what) { found += (found.empty() ? "" : "; ") + what; };
  for (const auto& [key, wanted] : reference.values) {
    std::vector<std::string> want = wanted;
    const auto stated = outcome.expected.find(key);
    if (stated != outcome.expected.end()) want = stated->second;
    const auto at = outcome.values.find(key);
    if (at == outcome.values.end()) {
      add(key + " is missing");
      continue;
    }
    std::vector<std::string> have = at->second;
    if (outcome.has("unordered")) {
      std::sort(want.begin(), want.end());
      std::sort(have.begin(), have.end());
    }
    std::size_t wrong = 0, where = 0;
    for (std::size_t i = 0; i < std::max(want.size(), have.size()); ++i) {
      if (i < want.size() && i < have.size() && want[i] == have[i]) continue;
      if (wrong++ == 0) where = i;
    }
    if (wrong == 0) continue;
    const auto text = [&](const std::vector<std::string>& of) {
      return where < of.size() ? of[where] : std::string("nothing");
    };
    add(key + '[' + std::to_string(where) + "] is " + text(have) + " instead of " + text(want)
        + (wrong > 1 ? " (" + std::to_string(wrong) + " differ)" : ""));
  }
  for (const auto& [kind, text] : outcome.reports)
    if (kind != tolerated && reference.reports.count(kind) == 0) add(text);
  if (found.empty()) return std::nullopt;
  return found;
}

// ---- the kernels of a file ----

std::string without_comments(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 2, "//") == 0) {
      i = std::min(text.find('\n', i), text.size() - 1);
      out += '\n';
    } else if (text.compare(i, 2, "/*") == 0) {
      const std::size_t end = text.find("*/", i + 2);
      if (end == std::string::npos) break;
      i = end + 1;
      out += ' ';
    } else {
      out += text[i];
    }
  }
  return out;
}

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Names of what is defined with __global__, instantiations apart.
std::set<std::string> kernels_of(const fs::path& file) {
  const std::string text = without_comments(read(file));
  const std::string key = "__global__";
  std::set<std::string> names;
  for (std::size_t at = text.find(key); at != std::string::npos; at = text.find(key, at + 1)) {
    std::size_t before = text.find_last_not_of(" \n", at == 0 ? 0 : at - 1);
    if (before != std::string::npos && before >= 7 && text.compare(before - 7, 8, "template") == 0)
      continue;
    std::string name;
    for (std::size_t i = at + key.size(); i < text.size() && text[i] != ';';) {
      if (in_word(text[i])) {
        const std::size_t begin = i;
        while (i < text.size() && in_word(text[i])) ++i;
        name = text.substr(begin, i - begin);
      } else if (text[i] == '(' && (name == "__launch_bounds__" || name == "__attribute__")) {
        int depth = 0;
        do {
          depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
          ++i;
        } while (depth > 0 && i < text.size());
      } else if (text[i] == '(') {
        names.insert(name);
        break;
      } else {
        ++i;
      }
    }
  }
  return names;
}

// `port::own_constant` and `fill<float, 4>` are the kernels own_constant and fill.
std::string plain_name(std::string name) {
  name = name.substr(0, name.find('<'));
  const std::size_t scope = name.rfind("::");
  return scope == std::string::npos ? name : name.substr(scope + 2);
}

// ---- folders ----

struct Strategy {
  const char* name;
  std::vector<std::string> flags;
  bool unsafe;
};

const std::vector<Strategy>& strategies() {
  static const std::vector<Strategy> all = {
      {"prefer-builtins", {"--prefer-builtins"}, false},
      {"native", {"--strategy", "native"}, false},
      {"unsafe-fixes", {"--unsafe-fixes"}, true},
      {"native-unsafe", {"--strategy", "native", "--unsafe-fixes"}, true}};
  return all;
}

struct Program {
  std::string what;  // bad, fixed, good, or the name of a strategy
  fs::path driver;
  fs::path file;
  bool unsafe = false;
  Outcomes at32, at64;
};

struct Folder {
  std::string id;
  fs::path path;
  std::vector<Program> programs;
  std::vector<std::string> problems;
  std::vector<std::string> notes;
  std::size_t cases = 0;
  std::size_t skipped = 0;
  std::size_t fixes = 0;  // programs made by fix

  void fail(const std::string& what) { problems.push_back(what); }
};

std::vector<Folder> load(const Options& options) {
  std::vector<Folder> folders;
  for (const fs::directory_entry& entry : fs::directory_iterator(options.root)) {
    const std::string id = entry.path().filename().string();
    if (!entry.is_directory() || id.front() == '_' || id.front() == '.') continue;
    if (!options.only.empty() && id != options.only) continue;
    Folder folder;
    folder.id = id;
    folder.path = fs::absolute(entry.path());
    const auto add = [&](const char* what, const char* driver, const std::string& file) {
      if (fs::exists(folder.path / driver) && fs::exists(folder.path / file))
        folder.programs.push_back({what, folder.path / driver, folder.path / file, false, {}, {}});
    };
    add("bad", "run-bad.hip", "bad.hip");
    add("fixed", "run-bad.hip", "fixed.hip");
    add("good", "run-good.hip", "good.hip");
    folders.push_back(std::move(folder));
  }
  std::sort(folders.begin(), folders.end(),
            [](const Folder& a, const Folder& b) { return a.id < b.id; });
  return folders;
}

Run fix(const Options& options, const fs::path& in, const std::vector<std::string>& files,
        const std::vector<std::string>& flags) {
  std::vector<std::string> command = {options.hipaudit.string(), "fix"};
  command.insert(command.end(), files.begin(), files.end());
  command.insert(command.end(),
                 {"--write", "--quiet", "--perf", "--all-passes", "--targets", "gfx90a,gfx1100",
                  "--hip-headers", "bundled", "--root", in.string()});
  command.insert(command.end(), flags.begin(), flags.end());
  Run result = run(in, command);
  if (result.code != 0 && result.code != 1 && result.code != 3)
    die("fix ended with " + std::to_string(result.code) + ":\n" + result.output);
  return result;
}

// Those that this hipaudit has.
std::vector<Strategy> known_strategies(const Options& options) {
  const std::string help =
      run(fs::current_path(), {options.hipaudit.string(), "fix", "--help"}).output;
  std::vector<Strategy> known;
  for (const Strategy& strategy : strategies())
    if (help.find(strategy.flags.front()) != std::string::npos) known.push_back(strategy);
  return known;
}

// One program more for each text that a strategy gives and none before it gave.
void add_strategies(const Options& options, std::vector<Folder>& folders, const fs::path& work) {
  for (const Strategy& strategy : known_strategies(options)) {
    const fs::path in = work / strategy.name;
    std::vector<std::string> files;
    for (const Folder& folder : folders) {
      if (folder.programs.empty() || folder.programs.front().what != "bad") continue;
      fs::create_directories(in / folder.id);
      fs::copy_file(folder.path / "bad.hip", in / folder.id / "bad.hip");
      for (const fs::directory_entry& file : fs::directory_iterator(folder.path))
        if (file.is_regular_file() && file.path().extension() != ".hip")
          fs::copy_file(file.path(), in / folder.id / file.path().filename());
      files.push_back(folder.id + "/bad.hip");
    }
    if (files.empty()) return;
    fix(options, in, files, strategy.flags);
    for (Folder& folder : folders) {
      const fs::path file = in / folder.id / "bad.hip";
      if (!fs::exists(file)) continue;
      const std::string text = read(file);
      const bool seen =
          std::any_of(folder.programs.begin(), folder.programs.end(),
                      [&](const Program& program) { return read(program.file) == text; });
      if (!seen)
        folder.programs.push_back(
            {strategy.name, folder.path / "run-bad.hip", file, strategy.unsafe, {}, {}});
    }
  }
}

std::vector<std::string> build_command(const Options& options, const fs::path& file,
                                       const fs::path& program) {
  return {options.cpu_run.string(),
          file.string(),
          "-w",
          "-o",
          program.string(),
          "-I",
          fs::absolute(options.include).string()};
}

Run run_at(const fs::path& program, int wave) {
  return run(program.parent_path(),
             {"env", "HIPSHIM_CPU_WAVE=" + std::to_string(wave), program.string()});
}

void execute(const Options& options, const Folder& folder, Program& program, const fs::path& to) {
  std::vector<std::string> command = build_command(options, program.driver, to);
  command.insert(command.end(), {"-I", folder.path.string()});
  command.push_back("-DHIPAUDIT_CASE=\"" + program.file.string() + '"');
  if (program.what == "bad") command.emplace_back("-DHIPAUDIT_BAD");
  const Run built = run(folder.path, command);
  if (built.code != 0) {
    program.at32.failure = "does not compile:\n" + built.output.substr(0, 2000);
    return;
  }
  program.at32 = parse_outcomes(run_at(to, 32));
  program.at64 = parse_outcomes(run_at(to, 64));
}

// ---- verdicts ----

const Program* find(const Folder& folder, const char* what) {
  for (const Program& program : folder.programs)
    if (program.what == what) return &program;
  return nullptr;
}

const Outcome* outcome_of(Folder& folder, const Program& program, const Outcomes& outcomes,
                          const std::string& name) {
  const auto at = outcomes.by_name.find(name);
  if (at != outcomes.by_name.end()) return &at->second;
  if (outcomes.failure.empty()) folder.fail(program.what + ": " + name + " is missing");
  return nullptr;
}

void judge_fix(Folder& folder, const Program& program, const std::string& name,
               const Outcome& reference) {
  for (const auto& [lanes, outcomes] :
       {std::pair{32, &program.at32}, std::pair{64, &program.at64}}) {
    const Outcome* outcome = outcome_of(folder, program, *outcomes, name);
    if (outcome == nullptr) continue;
    // What followed 64 lanes may follow the wave once it is fixed.
    const bool follows = lanes == 32 && program.unsafe && outcome->has("follows-wave");
    Outcome own = follows ? *outcome : reference;
    if (follows) own.reports.clear();
    const auto wrong = difference(own, *outcome, outcome->has("same") ? "inactive-lane" : "");
    const bool may_be_wrong =
        outcome->has("unfixed") || (outcome->has("unsafe-fix") && !program.unsafe);
    if (wrong && !may_be_wrong)
      folder.fail(program.what + ": " + name + " at " + std::to_string(lanes) + ": " + *wrong);
    const bool reverse = outcome->has("reverse");
    if (!wrong && may_be_wrong && lanes == (reverse ? 32 : 64) && program.what == "fixed")
      folder.fail("fixed: " + name + " is right at " + std::to_string(lanes)
                  + ": the mark that it is not fixed has had its day");
  }
}

void judge_bad(Folder& folder, const Options& options) {
  const Program* bad = find(folder, "bad");
  if (bad == nullptr) return;
  const Program* fixed = find(folder, "fixed");
  for (const std::string& name : bad->at32.order) {
    const Outcome& at32 = bad->at32.by_name.at(name);
    if (at32.has("skip")) {
      ++folder.skipped;
      continue;
    }
    const Outcome* at64 = outcome_of(folder, *bad, bad->at64, name);
    if (at64 == nullptr) continue;
    ++folder.cases;
    const Outcome* reference = at32.has("reverse") ? at64 : &at32;
    Outcome stated;
    if (at32.has("everywhere")) {
      if (fixed == nullptr && at32.expected.empty()) {
        folder.fail("bad: " + name + " is wrong everywhere, and nothing says what is right");
        continue;
      }
      stated.values = at32.expected;
      stated.values["error"] = {"none"};
      reference = fixed == nullptr ? &stated : outcome_of(folder, *fixed, fixed->at32, name);
      if (reference == nullptr) continue;
      if (!difference(*reference, at32))
        folder.fail("bad: " + name + " is right at 32: it is not wrong everywhere");
    }
    const Outcome& suspect = at32.has("reverse") ? at32 : *at64;
    // A lane that is read for a value that nobody uses makes nothing wrong.
    const auto wrong = difference(*reference, suspect, at32.has("same") ? "inactive-lane" : "");
    const std::string lanes = at32.has("reverse") ? "32" : "64";
    if (at32.has("same") && wrong)
      folder.fail("bad: " + name + " is said to be right at " + lanes + ", but " + *wrong);
    if (!at32.has("same") && !wrong)
      folder.fail("bad: " + name + " is right at " + lanes
                  + ": it is no trap, or the inputs do not show it");
    // Where the driver says what is right, CUDA's results must be that.
    if (!at32.has("everywhere"))
      if (const auto unlike = difference(*reference, *reference))
        folder.fail("bad: " + name + ", the reference: " + *unlike);
    if (options.list)
      folder.notes.push_back(name + ": " + (wrong ? "wrong at " + lanes + ": " + *wrong : "same"));
    for (const Program& program : folder.programs)
      if (program.what != "bad" && program.what != "good")
        judge_fix(folder, program, name, *reference);
  }
}

void judge_good(Folder& folder, const Options& options) {
  const Program* good = find(folder, "good");
  if (good == nullptr) return;
  for (const std::string& name : good->at32.order) {
    const Outcome& at32 = good->at32.by_name.at(name);
    if (at32.has("skip")) {
      ++folder.skipped;
      continue;
    }
    const Outcome* at64 = outcome_of(folder, *good, good->at64, name);
    if (at64 == nullptr) continue;
    ++folder.cases;
    // A lane that is read for a value that nobody uses is no fault of the code.
    const auto unlike = difference(at32, *at64, "inactive-lane");
    const bool differs_by_right = at32.has("follows-wave");
    if (unlike && !differs_by_right) folder.fail("good: " + name + " at 64: " + *unlike);
    if (!unlike && differs_by_right)
      folder.fail("good: " + name + " gives the same at 64: it does not follow the wave");
    if (!at32.expected.empty())
      if (const auto wrong = difference(at32, at32))
        folder.fail("good: " + name + " at 32: " + *wrong);
    if (options.list)
      folder.notes.push_back(name + ": " + (unlike ? "follows the wave" : "same at both"));
  }
}

// Each kernel of a file is a case or skipped.
void check_complete(Folder& folder) {
  for (const Program& program : folder.programs) {
    if (program.what != "bad" && program.what != "good") continue;
    std::set<std::string> seen;
    for (const std::string& name : program.at32.order) seen.insert(plain_name(name));
    if (!program.at32.failure.empty()) continue;
    for (const std::string& kernel : kernels_of(program.file))
      if (seen.count(kernel) == 0)
        folder.fail(program.what + ": the kernel " + kernel + " is neither run nor skipped");
  }
}

void judge(Folder& folder, const Options& options) {
  for (const Program& program : folder.programs) {
    for (const Outcomes* outcomes : {&program.at32, &program.at64})
      if (!outcomes->failure.empty()) folder.fail(program.what + " " + outcomes->failure);
    if (program.what != "bad" && program.what != "good") ++folder.fixes;
  }
  judge_bad(folder, options);
  judge_good(folder, options);
  check_complete(folder);
}

// ---- whole programs ----

struct Build {
  std::string what;
  fs::path folder;
  std::string failure;
  Run at32, at64;
};

std::vector<std::string> sources_of(const fs::path& folder) {
  std::vector<std::string> sources;
  for (const fs::directory_entry& file : fs::directory_iterator(folder / "src"))
    if (file.path().extension() == ".hip")
      sources.push_back("src/" + file.path().filename().string());
  std::sort(sources.begin(), sources.end());
  return sources;
}

// One translation unit: each source is compiled by itself when hipaudit checks it.
void execute(const Options& options, Build& build) {
  const fs::path program = build.folder / "program";
  std::string unit;
  for (const std::string& source : sources_of(build.folder))
    unit += "#include \"" + (build.folder / source).string() + "\"\n";
  write(build.folder / "program.hip", unit);
  std::vector<std::string> command = build_command(options, build.folder / "program.hip", program);
  command.insert(command.end(), {"-I", (build.folder / "include").string()});
  const Run built = run(build.folder, command);
  if (built.code != 0) {
    build.failure = "does not compile:\n" + built.output.substr(0, 2000);
    return;
  }
  build.at32 = run_at(program, 32);
  build.at64 = run_at(program, 64);
}

struct Checks {
  std::set<std::string> right, wrong;
};

Checks checks_of(const Run& run) {
  Checks checks;
  for (const std::string& line : lines_of(run.output)) {
    const std::size_t colon = line.find(": ");
    if (colon == std::string::npos) continue;
    if (line.compare(colon, 7, ": right") == 0) checks.right.insert(line.substr(0, colon));
    if (line.compare(colon, 7, ": WRONG") == 0) checks.wrong.insert(line.substr(0, colon));
  }
  return checks;
}

std::string list(const std::set<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "none" : text;
}

std::string tail(const Run& run) {
  return "ended with " + std::to_string(run.code) + ":\n"
         + run.output.substr(run.output.size() - std::min<std::size_t>(run.output.size(), 1500));
}

void judge_build(Folder& folder, const Build& build, const std::set<std::string>& all) {
  const std::string at = folder.id + " " + build.what;
  if (!build.failure.empty()) return folder.fail(at + " " + build.failure);
  const Checks at32 = checks_of(build.at32), at64 = checks_of(build.at64);
  if (build.at32.code != 0 || at32.right != all) folder.fail(at + " at 32 " + tail(build.at32));
  if (build.what != "as it is") {
    if (build.at64.code != 0 || at64.right != all) folder.fail(at + " at 64 " + tail(build.at64));
  } else if (build.at64.code == 0 || at64.wrong != all) {
    folder.fail(at + " at 64: right are " + list(at64.right) + "; it ended with "
                + std::to_string(build.at64.code));
  }
}

// Findings equal marks, both ways, over all files of a project.
void check_findings(const Options& options, Folder& folder, const fs::path& copy) {
  std::vector<std::string> command = {options.hipaudit.string(), "check"};
  for (const std::string& source : sources_of(copy)) command.push_back(source);
  command.insert(command.end(), {"--perf", "--targets", "gfx90a,gfx1100", "--hip-headers",
                                 "bundled", "--root", copy.string(), "--format", "json", "--",
                                 "-Iinclude", "-I" + fs::absolute(options.include).string()});
  const Run checked = run(copy, command);
  const std::size_t begin = checked.output.find('{');
  const json report =
      json::parse(begin == std::string::npos
                      ? ""
                      : checked.output.substr(begin, checked.output.rfind('}') - begin + 1),
                  nullptr, false);
  if (report.is_discarded()) return folder.fail("check " + tail(checked));
  for (const json& unit : report.at("units"))
    if (unit.at("status") != "complete")
      folder.fail(unit.at("file").get<std::string>()
                  + " is not seen completely: " + unit.at("passes").dump().substr(0, 400));
  std::multiset<std::string> found, wanted;
  for (const json& finding : report.at("findings"))
    found.insert(finding.at("file").get<std::string>() + ':'
                 + std::to_string(finding.at("line").get<unsigned>()) + ": "
                 + finding.at("rule").get<std::string>());
  for (const fs::directory_entry& file : fs::recursive_directory_iterator(copy)) {
    if (!file.is_regular_file()) continue;
    const std::string name = fs::relative(file.path(), copy).string();
    for (const Mark& mark : MarkParser(read(file.path())).take().list)
      wanted.insert(name + ':' + std::to_string(mark.line) + ": " + mark.rule);
  }
  for (const std::string& one : wanted)
    if (found.count(one) < wanted.count(one)) folder.fail("not found: " + one);
  for (const std::string& one : found)
    if (wanted.count(one) < found.count(one)) folder.fail("unexpected: " + one);
}

Folder run_project(const Options& options, const fs::path& path, const fs::path& work) {
  Folder folder;
  folder.id = "_projects/" + path.filename().string();
  folder.path = path;
  std::vector<Build> builds;
  const auto copy_to = [&](const std::string& what) {
    const fs::path copy = work / path.filename() / std::to_string(builds.size());
    fs::create_directories(copy.parent_path());
    fs::copy(path, copy, fs::copy_options::recursive);
    builds.push_back({what, copy, "", {}, {}});
    return copy;
  };
  check_findings(options, folder, copy_to("as it is"));
  std::vector<Strategy> all = {{"fixed", {}, false}};
  for (const Strategy& strategy : known_strategies(options))
    if (!strategy.unsafe) all.push_back(strategy);
  for (const Strategy& strategy : all) {
    const fs::path copy = copy_to(strategy.name);
    std::vector<std::string> flags = strategy.flags;
    flags.insert(flags.end(), {"--", "-Iinclude", "-I" + fs::absolute(options.include).string()});
    fix(options, copy, sources_of(copy), flags);
  }
  in_parallel(builds.size(), [&](std::size_t i) { execute(options, builds[i]); });
  const std::set<std::string> checks = checks_of(builds.front().at32).right;
  if (checks.empty()) folder.fail("the program checks nothing: " + tail(builds.front().at32));
  for (const Build& build : builds) judge_build(folder, build, checks);
  folder.cases = checks.size();
  folder.fixes = builds.size() - 1;
  if (options.list)
    for (const std::string& check : checks) folder.notes.push_back(check + ": wrong at 64");
  return folder;
}

// ---- the run ----

void print(const Folder& folder) {
  std::cout << folder.id << ": " << (folder.problems.empty() ? "ok" : "FAILED") << " ("
            << folder.cases << " cases, " << folder.fixes << " fixed programs";
  if (folder.skipped > 0) std::cout << ", " << folder.skipped << " not run";
  std::cout << ")\n";
  for (const std::string& note : folder.notes) std::cout << "    " << note << '\n';
  for (const std::string& problem : folder.problems) std::cout << "  " << problem << '\n';
}

int run_all(const Options& options) {
  const TempFolder work;
  std::vector<Folder> folders = load(options);
  add_strategies(options, folders, work.path());

  std::vector<std::pair<Folder*, Program*>> jobs;
  for (Folder& folder : folders)
    for (Program& program : folder.programs) jobs.emplace_back(&folder, &program);
  in_parallel(jobs.size(), [&](std::size_t i) {
    execute(options, *jobs[i].first, *jobs[i].second,
            work.path() / ("program-" + std::to_string(i)));
  });
  std::string without, excused;
  for (Folder& folder : folders) {
    if (!folder.programs.empty()) judge(folder, options);
    if (const std::string why = read(folder.path / "not-run.txt"); !why.empty())
      excused += folder.id + ": not run: " + why;
    else if (folder.programs.empty())
      without += ' ' + folder.id;
  }
  std::erase_if(folders, [](const Folder& folder) { return folder.programs.empty(); });

  std::error_code none;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(options.root / "_projects", none)) {
    const std::string name = entry.path().filename().string();
    if (!fs::exists(entry.path() / "src/main.hip")) continue;
    if (!options.only.empty() && options.only != name) continue;
    folders.push_back(run_project(options, fs::absolute(entry.path()), work.path()));
  }
  std::sort(folders.begin(), folders.end(),
            [](const Folder& a, const Folder& b) { return a.id < b.id; });

  std::size_t cases = 0, failed = 0;
  for (const Folder& folder : folders) {
    print(folder);
    cases += folder.cases;
    failed += folder.problems.empty() ? 0 : 1;
  }
  std::cout << excused;
  if (!without.empty()) std::cout << "no driver:" << without << '\n';
  std::cout << cases << " cases in " << folders.size() << " folders, " << failed
            << " folders failed\n";
  if (cases < options.at_least) {
    std::cout << "fewer than the " << options.at_least << " cases that there must be\n";
    return 1;
  }
  return failed == 0 && (cases > 0 || !excused.empty()) ? 0 : 1;
}

Options parse_options(const std::vector<std::string>& words) {
  Options options;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const auto value = [&]() -> const std::string& {
      if (i + 1 >= words.size()) die(word + " needs a value\n" + kUsage);
      return words[++i];
    };
    if (word == "--root")
      options.root = value();
    else if (word == "--only")
      options.only = value();
    else if (word == "--include")
      options.include = value();
    else if (word == "--at-least")
      options.at_least = std::strtoul(value().c_str(), nullptr, 10);
    else if (word == "--list")
      options.list = true;
    else if (word.front() == '-' || !options.cpu_run.empty())
      die("what is " + word + "?\n" + kUsage);
    else
      (options.hipaudit.empty() ? options.hipaudit : options.cpu_run) = fs::absolute(word);
  }
  if (options.cpu_run.empty()) die(std::string("which programs?\n") + kUsage);
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (std::find(words.begin(), words.end(), "--help") != words.end()) {
    std::cout << kUsage;
    return 0;
  }
  try {
    return run_all(parse_options(words));
  } catch (const std::exception& error) {
    std::cerr << "hipaudit-corpus-run: " << error.what() << '\n';
    return 2;
  }
}
