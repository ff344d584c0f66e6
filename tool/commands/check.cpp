// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>

#include <unistd.h>

#include "output.hpp"
#include "session.hpp"

namespace hipaudit {

namespace {

/// The patch of all fixes that hold, for `--format patch`.
std::string make_fix_patch(Session& session, Safety least) {
  const FixOutcome outcome = fix_all(session, least);
  TextByPath before;
  for (const auto& [path, text] : outcome.text)
    before[path] = std::string(session.sources.text(path));
  return make_patch(before, outcome.text, session.units.root);
}

}  // namespace

int run_check(const Options& options) {
  std::vector<Output> outputs;
  if (auto problem = parse_outputs(options, outputs)) return usage_error(*problem);
  Session session;
  if (auto problem = prepare(options, session)) return usage_error(*problem);
  parse_all(session);
  judge_all(session);
  Audit audit = make_audit(session, options);
  const bool patch = std::any_of(outputs.begin(), outputs.end(),
                                 [](const Output& o) { return o.format == "patch"; });
  if (patch)
    audit.patch = make_fix_patch(session, options.unsafe_fixes ? Safety::unsafe : Safety::safe);
  if (auto problem = write_outputs(audit, options, outputs)) return usage_error(*problem);
  if (!options.quiet)
    std::fputs(render_summary(audit, use_colour(options, STDERR_FILENO)).c_str(), stderr);
  if (options.profile) std::fputs(profile(session).c_str(), stderr);
  return exit_code(session, options);
}

}  // namespace hipaudit
