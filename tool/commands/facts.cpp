// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <map>

#include "facts/print.hpp"
#include "facts/query.hpp"
#include "lanes/verdict.hpp"
#include "output.hpp"
#include "session.hpp"

namespace hipaudit {

namespace {

const char* to_string(Outcome outcome) {
  switch (outcome) {
  case Outcome::right: return "right";
  case Outcome::wrong: return "wrong";
  case Outcome::unknown: return "unknown";
  }
  return "unknown";
}

/// Every cross-lane operation by place, and what the lane model says of those that span the wave.
std::string print_cross_lane(const Session& session) {
  const Verdicts verdicts = evaluate_lanes(session.facts, 64);
  std::map<std::string, std::string> lines;
  for (const kf::Function& f : session.facts.functions)
    for (const kf::Expr& e : f.exprs) {
      if (e.op != kf::Op::cross || e.cross == kf::CrossKind::barrier || e.site == kf::kNone)
        continue;
      const Where& callee = f.sites[e.site].callee;
      if (!callee.expansion.valid()) continue;
      const std::string& path = session.facts.files[callee.expansion.file].path;
      const Position at = session.sources.position(path, callee.expansion.begin);
      char order[64];
      std::snprintf(order, sizeof order, ":%06u:%04u:%u", at.line, at.column,
                    callee.spelling.begin);
      std::string line = shown_path(session.units.root, path) + ":" + std::to_string(at.line) + ":"
                         + std::to_string(at.column) + " " + e.text;
      if (const LaneVerdict* verdict = verdicts.find(callee); verdict)
        line += std::string(": ") + to_string(verdict->outcome)
                + (verdict->effect.empty() ? "" : ", " + verdict->effect) + " (in "
                + verdict->context + ")";
      lines[path + order] = line + "\n";
    }
  std::string out =
      lines.empty() ? "" : "\ncross-lane operations, judged at a wave of 64:\n";
  for (const auto& [order, line] : lines) out += "  " + line;
  return out;
}

}  // namespace

int run_facts(const Options& options) {
  Session session;
  if (auto problem = prepare(options, session)) return usage_error(*problem);
  session.parse.needs = 0xffffffffU;
  parse_all(session);
  const std::string text =
      print_facts(session.facts, session.units.root) + print_cross_lane(session);
  if (auto problem = write_file("-", text)) return usage_error(*problem);
  Options lenient = options;
  lenient.fail_on = FailOn::never;
  return exit_code(session, lenient);
}

}  // namespace hipaudit
