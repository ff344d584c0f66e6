// SPDX-License-Identifier: Apache-2.0
// Drives the hipaudit binary over test-corpus/<rule-id>/ and holds each folder to all of these,
// without being asked:
//   bad.hip    findings of all rules equal its marks, both ways; `fix` gives fixed.hip byte for
//   byte;
//              a second `fix` changes nothing; the patch applied with `git apply` gives the same
//   good.hip   no finding of any rule
//   native.hip, native-unsafe.hip
//              where they exist: the same of `fix --strategy=native`, without and with
//              --unsafe-fixes
//   fixed.hip  no finding left, except where bad.hip has a trap without a safe fix
//   known.hip  each `miss` is still missed, each `false` still reported
//   run-*.hip  nothing: hipaudit-corpus-run executes the cases with them
//   a hidden rule reports in its own folder only
//   all        each pass complete; compiles for the host and both wave sizes with real HIP headers
//              (in bad.hip and fixed.hip, an error is allowed on a line with a trap);
//              one job and two jobs give the same bytes
// Marks, at the end of a line; `+1` speaks of the line below, and several ids may follow each
// other:
//   // trap: rule-id @wave64 "part of the message"
//   // miss: rule-id reason        // false: rule-id reason
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "support.hpp"

namespace {

using namespace corpus;
using nlohmann::json;

constexpr const char* kUsage =
    "usage: hipaudit-corpus HIPAUDIT [options]\n"
    "  --root DIR              the corpus (default: test-corpus)\n"
    "  --only ID               this folder only\n"
    "  --hip-headers WHICH     bundled or system (default: bundled)\n"
    "  --update                write fixed.hip from what `fix` gives\n"
    "  --no-compile            do not run the compiler over the files\n"
    "  --clang PROGRAM         default: clang++-22\n"
    "  --clang-flags FILE      one option per line (default: tests/corpus/clang-flags.txt)\n";

constexpr const char* kTargets[] = {"gfx90a", "gfx1100"};

// Right code is full of idioms: only the folder of this rule, and those that mark it, speak of it.
constexpr const char* kIdiomRule = "warp-idiom";

// What `fix` gives of bad.hip, and how it is asked for. Only fixed.hip is there for every folder.
struct FixVariant {
  const char* file;
  std::vector<std::string> options;
  bool optional;
};
const std::vector<FixVariant>& fix_variants() {
  static const std::vector<FixVariant> variants = {
      {"fixed.hip", {}, false},
      {"native.hip", {"--strategy=native"}, true},
      {"native-unsafe.hip", {"--strategy=native", "--unsafe-fixes"}, true}};
  return variants;
}
bool is_result(const std::string& name) {
  return std::any_of(fix_variants().begin(), fix_variants().end(),
                     [&](const FixVariant& v) { return name == v.file; });
}

struct Options {
  fs::path hipaudit;
  fs::path root = "test-corpus";
  std::string only;
  std::string headers = "bundled";
  bool update = false;
  bool compile = true;
  std::string clang = "clang++-22";
  fs::path clang_flags = "tests/corpus/clang-flags.txt";
};

struct Found {
  unsigned line = 0;
  std::string rule;
  std::string message;
  std::vector<std::string> targets;
  bool has_safe_fix = false;
};

// What one `check` said of one file.
struct Checked {
  std::vector<Found> findings;
  bool seen = false;
  std::string status;  // worst of its passes
  std::vector<std::string> reasons;
};

// By "<rule-id>/<file>", whatever the root is that paths are shown against.
using Report = std::map<std::string, Checked>;

std::string key_of(const fs::path& path) {
  return (path.parent_path().filename() / path.filename()).string();
}

Report parse_report(const std::string& text) {
  Report report;
  const json parsed = json::parse(text, nullptr, false);
  if (parsed.is_discarded()) die("the report is not JSON:\n" + text.substr(0, 400));
  for (const json& unit : parsed.at("units")) {
    Checked& file = report[key_of(unit.at("file").get<std::string>())];
    file.seen = true;
    file.status = unit.at("status");
    for (const json& pass : unit.at("passes")) {
      for (const json& reason : pass.at("reasons")) file.reasons.push_back(reason);
    }
  }
  for (const json& finding : parsed.at("findings")) {
    Found found;
    found.line = finding.at("line");
    found.rule = finding.at("rule");
    found.message = finding.at("message");
    found.targets = finding.at("targets").get<std::vector<std::string>>();
    for (const json& fix : finding.at("fixes")) {
      found.has_safe_fix |= fix.at("safety") == "safe" && !fix.at("edits").empty();
    }
    report[key_of(finding.at("file").get<std::string>())].findings.push_back(std::move(found));
  }
  return report;
}

// Rules that report on request only: notes that would stand beside most findings.
std::set<std::string> hidden_rules(const fs::path& hipaudit) {
  const Run listed = run(fs::current_path(), {hipaudit.string(), "list", "--json"});
  const json rules = json::parse(listed.output, nullptr, false);
  if (rules.is_discarded()) die("the list of rules is not JSON:\n" + listed.output.substr(0, 400));
  std::set<std::string> hidden;
  for (const json& rule : rules)
    if (rule.at("hidden")) hidden.insert(rule.at("id").get<std::string>());
  return hidden;
}

void drop_hidden(Report& report, const std::set<std::string>& hidden) {
  for (auto& [key, checked] : report)
    std::erase_if(checked.findings, [&](const Found& found) {
      return hidden.count(found.rule) > 0 && key.substr(0, key.find('/')) != found.rule;
    });
}

struct Folder {
  std::string id;
  fs::path path;
  std::map<std::string, Marks> marks;  // by file name
  std::vector<std::string> problems;
  std::vector<std::string> done;  // for the line that is printed

  bool has(const std::string& file) const { return marks.count(file) > 0; }
  void fail(const std::string& file, const std::string& what) {
    problems.push_back(file + ": " + what);
  }
  void fail(const std::string& file, unsigned line, const std::string& what) {
    problems.push_back(file + ':' + std::to_string(line) + ": " + what);
  }
};

std::vector<Folder> load(const Options& options) {
  std::vector<Folder> folders;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(options.root, error)) {
    const std::string id = entry.path().filename().string();
    if (!entry.is_directory() || id.front() == '_' || id.front() == '.') continue;
    if (!options.only.empty() && id != options.only) continue;
    Folder folder;
    folder.id = id;
    folder.path = entry.path();
    for (const fs::directory_entry& file : fs::directory_iterator(entry.path())) {
      const std::string name = file.path().filename().string();
      if (file.path().extension() != ".hip" || name.starts_with("run-")) continue;
      if (name != "bad.hip" && name != "good.hip" && name != "known.hip" && !is_result(name)) {
        folder.fail(name, "is none of bad, good, fixed, native, native-unsafe, known");
        continue;
      }
      folder.marks[name] = MarkParser(read(file.path())).take();
    }
    folders.push_back(std::move(folder));
  }
  if (error) die(options.root.string() + ": " + error.message());
  if (folders.empty()) die("no folder to check in " + options.root.string());
  std::sort(folders.begin(), folders.end(),
            [](const Folder& a, const Folder& b) { return a.id < b.id; });
  return folders;
}

// Marks that contradict the kind of file they stand in.
void check_marks(Folder& folder) {
  for (auto& [name, marks] : folder.marks) {
    for (const std::string& problem : marks.problems) folder.fail(name, problem);
    for (const Mark& mark : marks.list) {
      const bool trap = mark.kind == Mark::Kind::trap;
      if (name == "good.hip" || (name != "known.hip" && !trap)) {
        folder.fail(name, mark.line, "this mark does not belong here");
      }
    }
  }
  if (!folder.has("bad.hip")) {
    folder.fail("bad.hip", "is missing");
  } else {
    const std::vector<Mark>& list = folder.marks["bad.hip"].list;
    const bool own = std::any_of(list.begin(), list.end(),
                                 [&](const Mark& mark) { return mark.rule == folder.id; });
    if (!own) folder.fail("bad.hip", "has no trap of its own rule");
  }
  if (!folder.has("good.hip")) folder.fail("good.hip", "is missing");
}

bool only_on_wave(const Found& found, int wave) {
  const std::string target = kTargets[wave == 64 ? 0 : 1];
  return found.targets == std::vector<std::string>{target};
}

bool matches(const Mark& mark, const Found& found) {
  return mark.line == found.line && mark.rule == found.rule
         && found.message.find(mark.fragment) != std::string::npos
         && (mark.wave == 0 || only_on_wave(found, mark.wave));
}

void unexpected(Folder& folder, const std::string& name, const Found& found) {
  folder.fail(name, found.line, "unexpected " + found.rule + ": " + found.message);
}

void drop_idioms(const Folder& folder, std::vector<Found>& findings) {
  if (folder.id == kIdiomRule) return;
  for (const auto& [name, marks] : folder.marks)
    for (const Mark& mark : marks.list)
      if (mark.rule == kIdiomRule) return;
  std::erase_if(findings, [](const Found& found) { return found.rule == kIdiomRule; });
}

// Each mark has its finding and each finding its mark. Returns, per mark, the finding.
std::vector<std::optional<Found>> compare(Folder& folder, const std::string& name,
                                          const Checked& checked) {
  std::vector<Found> left = checked.findings;
  const std::vector<Mark>& list = folder.marks[name].list;
  drop_idioms(folder, left);
  std::vector<std::optional<Found>> of_mark(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Mark& mark = list[i];
    if (mark.kind == Mark::Kind::miss) {
      const auto hits = std::erase_if(left, [&](const Found& found) {
        return found.line == mark.line && found.rule == mark.rule;
      });
      if (hits > 0) {
        folder.fail(name, mark.line, mark.rule + " is found now: make it a trap in bad.hip");
      }
      continue;
    }
    const auto found =
        std::find_if(left.begin(), left.end(), [&](const Found& f) { return matches(mark, f); });
    if (found != left.end()) {
      of_mark[i] = *found;
      left.erase(found);
      continue;
    }
    const auto near = std::find_if(left.begin(), left.end(), [&](const Found& f) {
      return f.line == mark.line && f.rule == mark.rule;
    });
    if (near == left.end()) {
      folder.fail(name, mark.line,
                  mark.kind == Mark::Kind::wrong
                      ? "false " + mark.rule + " is gone: move the case to good.hip"
                      : "no finding of " + mark.rule);
      continue;
    }
    std::string targets;
    for (const std::string& target : near->targets) targets += ' ' + target;
    folder.fail(name, mark.line,
                mark.rule + " is found, but not as the mark says: \"" + near->message + "\" on"
                    + targets);
    left.erase(near);
  }
  for (const Found& found : left) unexpected(folder, name, found);
  return of_mark;
}

// fixed.hip keeps the marks of bad.hip, line by line. The n-th mark may still have a finding only
// where the n-th trap of bad.hip has no safe fix.
void check_fixed(Folder& folder, const Checked& fixed,
                 const std::vector<std::optional<Found>>& traps) {
  const std::vector<Mark>& list = folder.marks["fixed.hip"].list;
  if (list.size() != traps.size()) {
    folder.fail("fixed.hip", "has other marks than bad.hip");
    return;
  }
  std::vector<Found> findings = fixed.findings;
  drop_idioms(folder, findings);
  for (const Found& found : findings) {
    bool excused = false;
    for (std::size_t i = 0; i < list.size(); ++i) {
      excused |= list[i].line == found.line && list[i].rule == found.rule && traps[i]
                 && !traps[i]->has_safe_fix;
    }
    if (!excused) unexpected(folder, "fixed.hip", found);
  }
}

// What the compiler says of one file. Errors on a line with a trap are told apart.
struct Compiled {
  bool trapped_errors = false;
  std::vector<std::string> errors;
};

std::optional<unsigned> line_in(const std::string& diagnostic, const std::string& file) {
  const std::size_t at = diagnostic.find(file + ':');
  if (at == std::string::npos) return std::nullopt;
  return static_cast<unsigned>(
      std::strtoul(diagnostic.c_str() + at + file.size() + 1, nullptr, 10));
}

Compiled judge_compilation(const Run& result, const std::string& file, const Marks& marks) {
  std::set<unsigned> trapped;
  for (const Mark& mark : marks.list) trapped.insert(mark.line);
  Compiled compiled;
  std::optional<std::string> error;  // the last one, until a note shows it to be at a trap
  const auto settle = [&] {
    if (error) compiled.errors.push_back(*error);
    error.reset();
  };
  for (const std::string& line : lines_of(result.output)) {
    const bool is_error = line.find(" error: ") != std::string::npos;
    if (is_error) {
      settle();
      error = line;
    }
    // An error inside a macro is reported where it is used; a note names the body.
    if (!is_error && line.find(" note: ") == std::string::npos) continue;
    const std::optional<unsigned> number = line_in(line, file);
    if (error && number && trapped.count(*number) > 0) {
      compiled.trapped_errors = true;
      error.reset();
    }
  }
  settle();
  const bool silent = compiled.errors.empty() && !compiled.trapped_errors;
  if (result.code != 0 && silent) {
    compiled.errors.push_back("the compiler failed: " + result.output.substr(0, 400));
  }
  return compiled;
}

std::vector<std::string> clang_flags(const Options& options) {
  std::vector<std::string> flags;
  for (const std::string& line : lines_of(read(options.clang_flags))) {
    if (!line.empty() && line.front() != '#') flags.push_back(line);
  }
  return flags;
}

// By "<rule-id>/<file>".
std::map<std::string, Compiled> compile_all(const Options& options,
                                            const std::vector<Folder>& folders) {
  struct Job {
    const Folder* folder;
    std::string name;
    Compiled result;
  };
  std::vector<Job> jobs;
  for (const Folder& folder : folders) {
    for (const auto& [name, marks] : folder.marks) jobs.push_back({&folder, name, {}});
  }
  const std::vector<std::string> flags = clang_flags(options);
  const fs::path here = fs::current_path();
  in_parallel(jobs.size(), [&](std::size_t i) {
    Job& job = jobs[i];
    const std::string file = fs::absolute(job.folder->path / job.name).string();
    const Marks& marks = job.folder->marks.at(job.name);
    const auto pass = [&](const std::vector<std::string>& select) {
      std::vector<std::string> command = {options.clang,
                                          "-x",
                                          "hip",
                                          "-nogpulib",
                                          "-std=c++17",
                                          "-fsyntax-only",
                                          "-w",
                                          "-ferror-limit=0",
                                          "-fno-caret-diagnostics"};
      command.insert(command.end(), select.begin(), select.end());
      command.insert(command.end(), flags.begin(), flags.end());
      command.push_back(file);
      const Compiled one = judge_compilation(run(here, command), file, marks);
      job.result.trapped_errors |= one.trapped_errors;
      job.result.errors.insert(job.result.errors.end(), one.errors.begin(), one.errors.end());
    };
    pass({"--offload-host-only"});
    for (const char* target : kTargets) {
      pass({"--offload-device-only", std::string("--offload-arch=") + target});
    }
  });
  std::map<std::string, Compiled> results;
  for (Job& job : jobs) results[job.folder->id + '/' + job.name] = std::move(job.result);
  return results;
}

std::string check(const Options& options, const std::vector<Folder>& folders, const char* jobs,
                  const fs::path& out, bool all_passes = true) {
  std::vector<std::string> command = {options.hipaudit.string(), "check"};
  for (const Folder& folder : folders) {
    for (const auto& [name, marks] : folder.marks) command.push_back((folder.path / name).string());
  }
  if (all_passes) command.emplace_back("--all-passes");
  for (const char* word : {"--perf", "--show-proofs", "--targets", "gfx90a,gfx1100", "-j", jobs}) {
    command.emplace_back(word);
  }
  command.insert(command.end(), {"--root", fs::current_path().string()});
  command.insert(command.end(),
                 {"--hip-headers", options.headers, "--format", "json:" + out.string()});
  const Run result = run(fs::current_path(), command);
  if (result.code != 0 && result.code != 1 && result.code != 3) {
    die("check ended with " + std::to_string(result.code) + ":\n" + result.output);
  }
  return read(out);
}

void copy_bad_files(const std::vector<Folder>& folders, const fs::path& to) {
  for (const Folder& folder : folders) {
    fs::create_directories(to / folder.id);
    for (const fs::directory_entry& file : fs::directory_iterator(folder.path)) {
      const std::string name = file.path().filename().string();
      if (name == "bad.hip" || file.path().extension() != ".hip") {
        fs::copy_file(file.path(), to / folder.id / name);
      }
    }
  }
}

// Folders that a variant of `fix` is for.
bool wants(const Folder& folder, const FixVariant& variant) {
  if (!folder.has("bad.hip")) return false;
  return !variant.optional || folder.has(variant.file) || folder.id == kIdiomRule;
}

void fix(const Options& options, const std::vector<Folder>& folders, const FixVariant& variant,
         const fs::path& in, const std::vector<std::string>& how) {
  std::vector<std::string> command = {options.hipaudit.string(), "fix"};
  for (const Folder& folder : folders) {
    if (wants(folder, variant)) command.push_back(folder.id + "/bad.hip");
  }
  command.insert(command.end(), variant.options.begin(), variant.options.end());
  command.insert(command.end(),
                 {"--all-passes", "--targets", "gfx90a,gfx1100", "--hip-headers", options.headers});
  command.insert(command.end(), {"--perf", "--root", in.string()});
  command.insert(command.end(), how.begin(), how.end());
  const Run result = run(in, command);
  if (result.code != 0 && result.code != 1 && result.code != 3) {
    die("fix ended with " + std::to_string(result.code) + ":\n" + result.output);
  }
}

std::string first_difference(const std::string& want, const std::string& have) {
  const std::vector<std::string> left = lines_of(want);
  const std::vector<std::string> right = lines_of(have);
  for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    const std::string a = i < left.size() ? left[i] : "(end)";
    const std::string b = i < right.size() ? right[i] : "(end)";
    if (a != b) {
      return "line " + std::to_string(i + 1) + "\n      fixed.hip: " + a
             + "\n      fix:       " + b;
    }
  }
  return "only the ends of lines differ";
}

void check_fixes(const Options& options, std::vector<Folder>& folders, const FixVariant& variant) {
  if (std::none_of(folders.begin(), folders.end(),
                   [&](const Folder& folder) { return wants(folder, variant); }))
    return;
  const std::string name = variant.file;
  const TempFolder written;
  const TempFolder patched;
  copy_bad_files(folders, written.path());
  copy_bad_files(folders, patched.path());

  fix(options, folders, variant, written.path(), {"--write"});
  std::map<std::string, std::string> once;
  for (const Folder& folder : folders)
    once[folder.id] = read(written.path() / folder.id / "bad.hip");
  fix(options, folders, variant, written.path(), {"--write"});

  const fs::path patch = patched.path() / "all.patch";
  fix(options, folders, variant, patched.path(), {"--patch", patch.string()});
  std::error_code ignored;
  if (fs::file_size(patch, ignored) > 0 && !ignored) {
    const Run applied = run(patched.path(), {"git", "apply", "all.patch"});
    if (applied.code != 0) die("git apply refuses the patch:\n" + applied.output);
  }

  for (Folder& folder : folders) {
    if (!wants(folder, variant)) continue;
    const std::string& fixed = once[folder.id];
    if (read(written.path() / folder.id / "bad.hip") != fixed) {
      folder.fail("bad.hip", "a second `fix` changes the file again");
    }
    if (read(patched.path() / folder.id / "bad.hip") != fixed) {
      folder.fail("bad.hip", "the patch gives another text than --write");
    }
    const bool changed = fixed != read(folder.path / "bad.hip");
    const fs::path wanted = folder.path / name;
    if (options.update && changed) write(wanted, fixed);
    if (options.update && !changed) fs::remove(wanted, ignored);
    if (!changed && fs::exists(wanted)) {
      folder.fail(name, "exists, but `fix` changes nothing");
    } else if (changed && !fs::exists(wanted)) {
      folder.fail(name, "is missing (--update writes it)");
    } else if (changed && read(wanted) != fixed) {
      folder.fail(name, "differs from what `fix` gives: " + first_difference(read(wanted), fixed));
    } else if (changed) {
      folder.done.emplace_back(variant.optional ? name : "fix");
    }
  }
}

void check_fixes(const Options& options, std::vector<Folder>& folders) {
  for (const FixVariant& variant : fix_variants()) check_fixes(options, folders, variant);
}

// Marks move with the lines that go, so only their number is held: no finding that bad.hip has not.
void check_native(Folder& folder, const std::string& name, const Checked& checked) {
  std::map<std::string, std::size_t> allowed;
  for (const Mark& mark : folder.marks["bad.hip"].list) ++allowed[mark.rule];
  for (const Found& found : checked.findings) {
    std::size_t& left = allowed[found.rule];
    if (left == 0) unexpected(folder, name, found);
    if (left > 0) --left;
  }
}

void check_statuses(Folder& folder, const Report& report,
                    const std::map<std::string, Compiled>& compiled) {
  for (const auto& [name, marks] : folder.marks) {
    const std::string key = folder.id + '/' + name;
    const auto said = compiled.find(key);
    const bool keeps_traps = name == "bad.hip" || is_result(name);
    if (said != compiled.end()) {
      std::set<std::string> once(said->second.errors.begin(), said->second.errors.end());
      for (const std::string& error : once) folder.fail(name, "does not compile: " + error);
      if (said->second.trapped_errors && !keeps_traps) folder.fail(name, "does not compile");
    }
    const auto checked = report.find(key);
    if (checked == report.end() || !checked->second.seen) {
      folder.fail(name, "was not analysed");
      continue;
    }
    const std::string& status = checked->second.status;
    if (status == "complete" || status == "skeleton") continue;
    // Code whose defect is that it does not compile may cost a pass its completeness.
    const std::vector<std::string>& reasons = checked->second.reasons;
    const bool at_traps = std::all_of(reasons.begin(), reasons.end(), [&](const std::string& why) {
      const std::optional<unsigned> line = line_in(why, name);
      return line && std::any_of(marks.list.begin(), marks.list.end(), [&](const Mark& mark) {
               return mark.line == *line;
             });
    });
    const bool trapped = said != compiled.end() && said->second.trapped_errors;
    if (keeps_traps && status == "partial" && (at_traps || trapped)) continue;
    folder.fail(name, "is " + status + ": " + (reasons.empty() ? "no reason" : reasons.front()));
  }
}

void check_findings(Folder& folder, Report& report) {
  std::vector<std::optional<Found>> traps;
  for (const char* name : {"bad.hip", "good.hip", "known.hip"}) {
    if (!folder.has(name)) continue;
    auto of_mark = compare(folder, name, report[folder.id + '/' + name]);
    if (std::string_view(name) == "bad.hip") traps = std::move(of_mark);
  }
  if (folder.has("fixed.hip")) check_fixed(folder, report[folder.id + "/fixed.hip"], traps);
  for (const FixVariant& variant : fix_variants())
    if (variant.optional && folder.has(variant.file))
      check_native(folder, variant.file, report[folder.id + '/' + variant.file]);
  const std::size_t known = folder.has("known.hip") ? folder.marks["known.hip"].list.size() : 0;
  std::string counts =
      std::to_string(folder.has("bad.hip") ? folder.marks["bad.hip"].count(Mark::Kind::trap) : 0)
      + " traps";
  if (known > 0) counts += ", " + std::to_string(known) + " known";
  folder.done.insert(folder.done.begin(), counts);
}

Options parse_options(int argc, char** argv) {
  Options options;
  const std::vector<std::string> words(argv + 1, argv + argc);
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
    else if (word == "--hip-headers")
      options.headers = value();
    else if (word == "--update")
      options.update = true;
    else if (word == "--no-compile")
      options.compile = false;
    else if (word == "--clang")
      options.clang = value();
    else if (word == "--clang-flags")
      options.clang_flags = value();
    else if (word.front() == '-' || !options.hipaudit.empty())
      die("what is " + word + "?\n" + kUsage);
    else
      options.hipaudit = fs::absolute(word);
  }
  if (options.hipaudit.empty()) die(std::string("which hipaudit?\n") + kUsage);
  return options;
}

int run_corpus(const Options& options) {
  std::vector<Folder> folders = load(options);
  for (Folder& folder : folders) check_marks(folder);

  const TempFolder reports;
  if (options.update) {
    check_fixes(options, folders);
    folders = load(options);
    for (Folder& folder : folders) check_marks(folder);
  }
  const std::string one_job = check(options, folders, "1", reports.path() / "one.json");
  const bool same = one_job == check(options, folders, "2", reports.path() / "two.json");
  check_fixes(options, folders);

  std::map<std::string, Compiled> compiled;
  if (options.compile) compiled = compile_all(options, folders);

  Report report = parse_report(one_job);
  drop_hidden(report, hidden_rules(options.hipaudit));
  std::size_t failed = 0;
  for (Folder& folder : folders) {
    check_findings(folder, report);
    check_statuses(folder, report, compiled);
    std::cout << folder.id << ": " << (folder.problems.empty() ? "ok" : "FAILED");
    for (std::size_t i = 0; i < folder.done.size(); ++i) {
      std::cout << (i == 0 ? " (" : ", ") << folder.done[i];
    }
    std::cout << ")\n";
    for (const std::string& problem : folder.problems) std::cout << "  " << problem << '\n';
    failed += folder.problems.empty() ? 0 : 1;
  }
  std::size_t passed = folders.size() - failed;
  const auto whole_run = [&](const char* what, bool ok) {
    if (ok) {
      ++passed;
      return;
    }
    ++failed;
    std::cout << what << ": FAILED\n";
  };
  whole_run("-j1 and -j2 give the same bytes", same);
  // Device passes are parsed where the text can differ by pass; nothing may hang on the others.
  const std::string by_need = check(options, folders, "2", reports.path() / "need.json", false);
  whole_run("passes by need find what all passes find",
            nlohmann::json::parse(by_need)["findings"]
                == nlohmann::json::parse(one_job)["findings"]);

  std::set<std::string> ids;
  for (const Folder& folder : folders) ids.insert(folder.id);
  bool elsewhere = false;
  for (const auto& [key, checked] : report) {
    const bool known = ids.count(key.substr(0, key.find('/'))) > 0 && key.ends_with(".hip");
    if (known || checked.findings.empty()) continue;
    elsewhere = true;
    for (const Found& found : checked.findings) {
      std::cout << "  " << key << ':' << found.line << ": unexpected " << found.rule << '\n';
    }
  }
  whole_run("no findings outside the corpus files", !elsewhere);
  std::cout << passed << " passed, " << failed << " failed\n";
  return failed == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run_corpus(parse_options(argc, argv));
  } catch (const std::exception& error) {
    std::cerr << "hipaudit-corpus: " << error.what() << '\n';
    return 2;
  }
}
