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

std::string place_of(const Session& session, const Where& where) {
  const std::string& path = session.facts.files[where.expansion.file].path;
  const Position at = session.sources.position(path, where.expansion.begin);
  return shown_path(session.units.root, path) + ":" + std::to_string(at.line) + ":"
         + std::to_string(at.column);
}

const char* name_of(WaveFault::Kind kind) {
  switch (kind) {
  case WaveFault::Kind::out_of_range: return "past the end";
  case WaveFault::Kind::unwritten: return "not written";
  case WaveFault::Kind::divergent_barrier: return "barrier in part of a wave";
  case WaveFault::Kind::racing_stores: return "racing stores";
  case WaveFault::Kind::inactive_source: return "reads lanes that are not active";
  }
  return "";
}

/// Functions that were judged as a whole: the outcome, the units it counts in, what goes wrong in
/// it by itself.
std::string print_kernels(const Session& session, const Verdicts& verdicts) {
  std::string out;
  for (const kf::Function& f : session.facts.functions) {
    const KernelVerdict* kernel = verdicts.kernel(f.key);
    if (!kernel || !f.where.expansion.valid()) continue;
    std::string line = "  " + place_of(session, f.where) + " " + print_name(f) + ": "
                       + to_string(kernel->verdict.outcome);
    if (!kernel->verdict.effect.empty()) line += ", " + kernel->verdict.effect;
    const auto& block = kernel->block;
    line += "; block " + std::to_string(block[0]) + "x" + std::to_string(block[1]) + "x"
            + std::to_string(block[2]) + (kernel->known_shape ? "" : " assumed");
    if (!kernel->by_wave.empty()) line += "; counts in waves";
    if (!kernel->by_32.empty()) line += "; counts in 32s";
    if (!kernel->by_64.empty()) line += "; counts in 64s";
    for (const WaveFault& fault : kernel->faults)
      line +=
          std::string("; ") + name_of(fault.kind) + (fault.on_32 ? " on 32" : "")
          + (fault.on_64 ? " on 64" : "")
          + (fault.name.empty() ? "" : " " + fault.name + "[" + std::to_string(fault.index) + "]")
          + " at " + place_of(session, fault.function->exprs[fault.at].where);
    out += line + "\n";
  }
  return out.empty() ? out : "\nkernels, judged at a wave of 64:\n" + out;
}

/// Every cross-lane operation by place, and what the lane model says of those that span the wave.
std::string print_cross_lane(const Session& session, const Verdicts& verdicts) {
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
  std::string out = lines.empty() ? "" : "\ncross-lane operations, judged at a wave of 64:\n";
  for (const auto& [order, line] : lines) out += "  " + line;
  return out;
}

}  // namespace

int run_facts(const Options& options) {
  Session session;
  if (auto problem = prepare(options, session)) return usage_error(*problem);
  session.parse.needs = 0xffffffffU;
  parse_all(session);
  const Verdicts verdicts = evaluate_lanes(session.facts, 64);
  const std::string text = print_facts(session.facts, session.units.root)
                           + print_cross_lane(session, verdicts) + print_kernels(session, verdicts);
  if (auto problem = write_file("-", text)) return usage_error(*problem);
  Options lenient = options;
  lenient.fail_on = FailOn::never;
  return exit_code(session, lenient);
}

}  // namespace hipaudit
