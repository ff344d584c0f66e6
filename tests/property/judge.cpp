// SPDX-License-Identifier: Apache-2.0
#include "judge.hpp"

#include <fstream>
#include <iterator>
#include <unordered_map>

#include "core/outcome.hpp"
#include "frontend/parse.hpp"
#include "target/target.hpp"

namespace hipaudit::property {

namespace {

std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Facts parse(const std::string& text) {
  UnitSpec unit;
  unit.file = "/code/main.hip";
  unit.directory = "/";
  unit.arguments = {"-std=c++17"};
  unit.hip = true;
  unit.origin = "database";
  ParseOptions options;
  options.root = "/code";
  std::string ignored;
  options.headers = find_hip(HeaderMode::bundled, "", ignored);
  options.resource_dir = find_resource_dir();
  for (const char* name : {"gfx90a", "gfx1100"})
    if (const auto target = find_target(name)) options.targets.push_back(*target);
  options.needs = ~0U;
  options.overlay = {{unit.file, text},
                     {"/code/pool.hpp", read(HIPAUDIT_SOURCE_DIR "/tests/property/pool.hpp")}};
  return parse_unit(unit, options);
}

class Judge {
 public:
  explicit Judge(const Facts& facts) : verdicts_(evaluate_lanes(facts, 64)) {
    for (const kf::Function& f : facts.functions) {
      if (f.kind != kf::FunctionKind::kernel) continue;
      const kf::Function*& kernel = kernels_[f.name];
      if (kernel == nullptr || kernel->is_pattern) kernel = &f;
    }
  }

  Judgement operator()(const std::string& name) {
    const auto found = kernels_.find(name);
    if (found == kernels_.end()) return {Outcome::unknown, "no such kernel in the facts"};
    const KernelVerdict* v = verdicts_.kernel(found->second->key);
    // Nothing in it, and in what it calls, has to do with the wave.
    if (v == nullptr) return {Outcome::right, "not judged"};
    return {v->execution,
            v->execution == Outcome::unknown ? v->execution_unknown : v->verdict.effect};
  }

 private:
  Verdicts verdicts_;
  std::unordered_map<std::string, const kf::Function*> kernels_;
};

}  // namespace

std::vector<Judgement> judge(const std::vector<Kernel>& kernels, const std::string& unit,
                             std::string& error) {
  const Facts facts = parse(unit);
  for (const UnitReport& unit_report : facts.units)
    for (const PassReport& pass : unit_report.passes)
      if (pass.status != PassStatus::complete)
        error = pass.reasons.empty() ? "a pass is not complete" : pass.reasons.front();
  std::vector<Judgement> out;
  Judge of(facts);
  for (const Kernel& k : kernels) out.push_back(of(k.name));
  return out;
}

}  // namespace hipaudit::property
