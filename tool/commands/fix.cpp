// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <map>

#include <unistd.h>

#include "output.hpp"
#include "session.hpp"

namespace hipaudit {

int run_fix(const Options& given) {
  Options options = given;
  // The patch is the result unless the caller chose where it goes.
  if (!options.write && options.patch.empty() && !options.diff && options.formats.empty())
    options.diff = true;
  std::vector<Output> outputs;
  if (auto problem = parse_outputs(options, outputs)) return usage_error(*problem);
  if (options.write && given.formats.empty() && given.patch.empty() && !given.diff) outputs.clear();
  Session session;
  if (auto problem = prepare(options, session)) return usage_error(*problem);
  parse_all(session);
  judge_all(session);
  const FixOutcome outcome = fix_all(session, options.unsafe_fixes ? Safety::unsafe : Safety::safe);

  TextByPath before;
  for (const auto& [path, text] : outcome.text)
    before[path] = std::string(session.sources.text(path));
  Audit audit = make_audit(session, options);
  audit.patch = make_patch(before, outcome.text, session.units.root);
  if (auto problem = write_outputs(audit, options, outputs)) return usage_error(*problem);
  if (options.write)
    if (const std::string problem = write_files(outcome.text, session.units.root); !problem.empty())
      return usage_error(problem);

  if (!options.quiet) {
    std::map<std::string, int> why;
    for (const SkippedFix& skipped : outcome.skipped) ++why[skipped.reason];
    std::fprintf(stderr, "%zu fix(es) in %zu file(s)%s\n", outcome.accepted, outcome.text.size(),
                 options.write ? " written" : "");
    for (const auto& [reason, count] : why)
      std::fprintf(stderr, "%d finding(s) not fixed: %s\n", count, reason.c_str());
    for (const std::string& line : outcome.rolled_back)
      std::fprintf(stderr, "rolled back: %s\n", line.c_str());
    std::fputs(render_summary(audit, use_colour(options, STDERR_FILENO)).c_str(), stderr);
  }

  // What is left decides the exit code. Where the verification saw enough, nothing is parsed again.
  if (has_failure(outcome.left, options)) return kExitFindings;
  if (!outcome.text.empty()) {
    session.parse.overlay = outcome.text;
    for (const auto& [path, text] : outcome.text) session.sources.overlay(path, text);
    parse_all(session);
    judge_all(session);
  }
  return exit_code(session, options);
}

}  // namespace hipaudit
