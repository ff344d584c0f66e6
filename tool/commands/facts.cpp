// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "facts/print.hpp"
#include "output.hpp"
#include "session.hpp"

namespace hipaudit {

int run_facts(const Options& options) {
  Session session;
  if (auto problem = prepare(options, session)) return usage_error(*problem);
  session.parse.needs = 0xffffffffU;
  parse_all(session);
  if (auto problem = write_file("-", print_facts(session.facts, session.units.root))) return usage_error(*problem);
  Options lenient = options;
  lenient.fail_on = FailOn::never;
  return exit_code(session, lenient);
}

}  // namespace hipaudit
