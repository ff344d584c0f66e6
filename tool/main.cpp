// SPDX-License-Identifier: Apache-2.0
// The command line.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <map>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>

#include "options.hpp"

namespace hipaudit {

int usage_error(const std::string& message) {
  std::fprintf(stderr, "hipaudit: error: %s\n", message.c_str());
  return kExitUsage;
}

namespace {

const std::map<std::string, HeaderMode> kHeaderModes = {{"auto", HeaderMode::automatic},
                                                        {"bundled", HeaderMode::bundled},
                                                        {"system", HeaderMode::system}};
const std::map<std::string, Confidence> kConfidences = {{"possible", Confidence::possible},
                                                        {"likely", Confidence::likely},
                                                        {"certain", Confidence::certain}};
const std::map<std::string, Strategy> kStrategies = {{"logical-warp", Strategy::logical_warp},
                                                     {"native", Strategy::native}};
const std::map<std::string, FailOn> kFailOn = {{"error", FailOn::error},
                                               {"warning", FailOn::warning},
                                               {"note", FailOn::note},
                                               {"never", FailOn::never}};

template <class T>
CLI::Option* choice(CLI::App* app, const std::string& name, T& value,
                    const std::map<std::string, T>& names, const std::string& text) {
  std::string list;
  for (const auto& [key, unused] : names) list += (list.empty() ? "" : "|") + key;
  return app
      ->add_option_function<std::string>(
          name,
          [&value, &names, name, list](const std::string& given) {
            const auto found = names.find(given);
            if (found == names.end())
              throw CLI::ValidationError(name, "'" + given + "' is none of " + list);
            value = found->second;
          },
          text)
      ->type_name(list);
}

void add_paths(CLI::App* app, Options& o) {
  app->add_option("paths", o.paths,
                  "Files or folders; none: the whole compile database, else this folder")
      ->type_name("PATH");
}

void add_input(CLI::App* app, Options& o) {
  const std::string group = "Input";
  app->add_option("-p,--database", o.database, "compile_commands.json or its folder")
      ->group(group)
      ->type_name("PATH");
  app->add_flag("--require-db", o.require_database, "Fail when there is no compile database")
      ->group(group);
  app->add_option("--root", o.root, "Findings and fixes stay below this folder")
      ->group(group)
      ->type_name("DIR");
  app->add_option("--targets", o.targets,
                  "gfx names, e.g. gfx90a,gfx1100 (default: from the commands)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(group)
      ->type_name("GFX,...");
  app->add_option("--rocm-path", o.rocm_path, "ROCm installation with the HIP headers")
      ->group(group)
      ->type_name("DIR");
  choice(app, "--hip-headers", o.headers, kHeaderModes, "Which HIP headers to parse against")
      ->group(group);
  app->add_flag("--all-passes", o.all_passes,
                "Parse every device pass, also where the text asks for none")
      ->group(group);
  app->add_option("-j,--jobs", o.jobs, "Parse workers (default: one per core)")
      ->group(group)
      ->type_name("N");
  app->add_option("--unit-timeout", o.unit_timeout,
                  "Seconds before a unit is stopped and reported as failed")
      ->check(CLI::Range(1U, 86400U))
      ->group(group)
      ->type_name("S")
      ->capture_default_str();
}

void add_selection(CLI::App* app, Options& o) {
  const std::string group = "Selection";
  app->add_option("--select", o.select, "Only these rules or topics")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(group)
      ->type_name("ID,...");
  app->add_option("--ignore", o.ignore, "Not these rules or topics")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(group)
      ->type_name("ID,...");
  choice(app, "--min-confidence", o.min_confidence, kConfidences,
         "Report findings at least this sure (default: likely)")
      ->group(group);
  app->add_flag("--perf", o.perf, "Report performance findings too; they never fail a gate")
      ->group(group);
  app->add_flag("--show-proofs", o.show_proofs,
                "Report hidden notes, e.g. why code is right as it is")
      ->group(group);
}

void add_output(CLI::App* app, Options& o) {
  const std::string group = "Output";
  app->add_option("--format", o.formats,
                  "text, json, sarif, github or patch, each with :FILE; repeatable")
      ->allow_extra_args(false)
      ->group(group)
      ->type_name("NAME[:FILE]");
  app->add_option("--color", o.colour, "Colour of text output")
      ->group(group)
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
  app->add_flag("--concise", o.concise, "One line per finding")->group(group);
  app->add_flag("-q,--quiet", o.quiet, "No summary")->group(group);
  app->add_flag("--profile", o.profile, "Say on stderr where the CPU time went")->group(group);
  choice(app, "--fail-on", o.fail_on, kFailOn,
         "Exit 1 for findings of this severity or worse (default: warning)")
      ->group(group);
  app->add_flag("--allow-partial", o.allow_partial,
                "Exit 0, not 3, when units were read in part only")
      ->group(group);
}

void add_fixing(CLI::App* app, Options& o, bool command) {
  const std::string group = "Fixing";
  app->add_flag("--unsafe-fixes", o.unsafe_fixes, "Take fixes that need a look, too")->group(group);
  app->add_flag("--prefer-builtins", o.prefer_builtins,
                "Plain HIP instead of hipshim where it is exact")
      ->group(group);
  choice(app, "--strategy", o.strategy, kStrategies,
         "logical-warp mends call by call (default); native also puts hipshim's algorithm in the "
         "place of a whole reduction, see hipaudit explain warp-idiom")
      ->group(group);
  app->add_option("--patch", o.patch, "Write the fixes as a patch for git apply")
      ->group(group)
      ->type_name("FILE");
  if (!command) return;
  app->add_flag("--diff", o.diff, "Print the patch (the default)")->group(group);
  app->add_flag("--write", o.write, "Change the files in place")->group(group);
}

int run(int argc, char** argv) {
  Options o;
  std::vector<std::string> args;
  for (int i = 1; i < argc; ++i) o.arguments.emplace_back(argv[i]);
  for (std::size_t i = 0; i < o.arguments.size(); ++i) {
    if (o.arguments[i] == "--") {
      o.extra.assign(o.arguments.begin() + static_cast<long>(i) + 1, o.arguments.end());
      break;
    }
    args.push_back(o.arguments[i]);
  }

  CLI::App app("Audits HIP code that was ported from CUDA: finds what compiles and is wrong, hangs "
               "or is slow "
               "on AMD GPUs, and rewrites what it can prove.",
               "hipaudit");
  app.require_subcommand(1);
  app.footer("Exit codes: 0 clean, 1 findings, 2 usage error or nothing analysed, 3 clean but some "
             "units were "
             "read in part.\nCompiler options follow `--`. Examples:\n"
             "  hipaudit check -p build --format text --format sarif:out.sarif\n"
             "  hipaudit fix -p build --patch fixes.patch && git apply fixes.patch\n"
             "  hipaudit check kernel.hip -- -Iinclude -DUSE_ROCM\n"
             "  hipaudit explain --lanes kernel.hip:42");

  CLI::App* check = app.add_subcommand("check", "Report what goes wrong on AMD GPUs");
  add_paths(check, o);
  add_input(check, o);
  add_selection(check, o);
  add_output(check, o);
  add_fixing(check, o, false);
  CLI::App* fix = app.add_subcommand("fix", "Write patches, or change files in place");
  add_paths(fix, o);
  add_input(fix, o);
  add_selection(fix, o);
  add_output(fix, o);
  add_fixing(fix, o, true);
  std::string rule;
  CLI::App* explain = app.add_subcommand(
      "explain", "Print the documentation of a rule, or what an operation gives each lane");
  CLI::Option* rule_option = explain->add_option("rule", rule, "Rule id");
  std::string place;
  explain
      ->add_option("--lanes", place,
                   "The cross-lane operations of this line: per lane, what it reads on CUDA and on "
                   "the target, and whether anybody sees it")
      ->type_name("FILE:LINE")
      ->excludes(rule_option);
  add_input(explain, o);
  bool json = false;
  CLI::App* list = app.add_subcommand("list", "List the rules");
  list->add_flag("--json", json, "As JSON");
  CLI::App* facts = app.add_subcommand("facts", "Print what is read out of the sources");
  add_paths(facts, o);
  add_input(facts, o);
  CLI::App* doctor =
      app.add_subcommand("doctor", "Say which headers, database and targets are used, and why");
  add_paths(doctor, o);
  add_input(doctor, o);
  CLI::App* version = app.add_subcommand("version", "Print the version");
  version->add_flag("--json", json, "As JSON");
  app.set_version_flag("--version", std::string("hipaudit ") + HIPAUDIT_VERSION);

  if (!args.empty() && args.front().rfind('-', 0) != 0) {
    std::string names;
    bool known = false;
    for (const CLI::App* command : app.get_subcommands({})) {
      known = known || command->get_name() == args.front();
      names += (names.empty() ? "" : ", ") + command->get_name();
    }
    if (!known)
      return usage_error("unknown command '" + args.front() + "'; the commands are " + names);
  }
  std::reverse(args.begin(), args.end());
  try {
    app.parse(args);
  } catch (const CLI::Success& e) {
    return app.exit(e);  // --help, --version
  } catch (const CLI::ParseError& e) {
    const std::string what = e.what();
    return usage_error(
        what + (what.find("--help") == std::string::npos ? " (see hipaudit --help)" : ""));
  }
  if (*check) return run_check(o);
  if (*fix) return run_fix(o);
  if (*explain) return place.empty() ? run_explain(rule) : run_explain_lanes(o, place);
  if (*list) return run_list(json);
  if (*facts) return run_facts(o);
  if (*doctor) return run_doctor(o);
  return run_version(json);
}

}  // namespace
}  // namespace hipaudit

int main(int argc, char** argv) {
  // A closed standard stream would be replaced by the next file that is opened, and written to.
  for (int fd = 0; fd <= 2; ++fd)
    if (::fcntl(fd, F_GETFD) == -1 && errno == EBADF)
      ::open("/dev/null", fd == 1 ? O_RDONLY : O_RDWR);
  try {
    const int code = hipaudit::run(argc, argv);
    if (std::ferror(stdout) != 0 || std::fflush(stdout) != 0) {
      if (code == hipaudit::kExitUsage) return code;
      return hipaudit::usage_error(std::string("standard output: ") + std::strerror(errno));
    }
    return code;
  } catch (const std::exception& e) {
    return hipaudit::usage_error(std::string("internal: ") + e.what());
  }
}
