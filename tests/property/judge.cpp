// SPDX-License-Identifier: Apache-2.0
#include "judge.hpp"

#include <fstream>
#include <iterator>
#include <set>
#include <unordered_map>

#include "core/outcome.hpp"
#include "facts/query.hpp"
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

/// The engine's own verdict of a kernel, where it gives one.
template <class Engine>
const LaneVerdict* verdict_of_kernel(const Engine& verdicts, const std::string& key) {
  if constexpr (judges_kernels<Engine>()) {
    const auto* found = verdicts.kernel(key);
    if (found == nullptr) return nullptr;
    if constexpr (requires { found->verdict; })
      return &found->verdict;
    else
      return found;
  } else {
    return nullptr;
  }
}

class Judge {
 public:
  explicit Judge(const Facts& facts) : verdicts_(evaluate_lanes(facts, 64)) {
    for (const kf::Function& f : facts.functions) {
      by_key_.emplace(f.key, &f);
      if (f.kind != kf::FunctionKind::kernel) continue;
      const kf::Function*& kernel = kernels_[f.name];
      if (kernel == nullptr || kernel->is_pattern) kernel = &f;
    }
  }

  Judgement operator()(const std::string& name) {
    const auto found = kernels_.find(name);
    if (found == kernels_.end()) return {Outcome::unknown, "no such kernel in the facts"};
    if (const LaneVerdict* v = verdict_of_kernel(verdicts_, found->second->key))
      return {v->outcome, v->effect};
    if constexpr (kEngineJudgesKernels) return {Outcome::unknown, "the kernel is not judged"};
    worst_ = {Outcome::right, {}};
    seen_.clear();
    visit(*found->second);
    return worst_;
  }

 private:
  void visit(const kf::Function& f) {
    if (!seen_.insert(&f).second) return;
    for (const kf::Expr& e : f.exprs) {
      if (e.op == kf::Op::cross) add(f, e);
      if (const auto callee = by_key_.find(e.callee); callee != by_key_.end())
        visit(*callee->second);
    }
  }
  /// Wrong before unknown before right.
  void add(const kf::Function& f, const kf::Expr& e) {
    if (e.cross == kf::CrossKind::sync_warp || e.cross == kf::CrossKind::barrier) return;
    const LaneVerdict* v = verdicts_.find(e.site != kf::kNone ? f.sites[e.site].callee : e.where);
    if (v != nullptr && v->outcome == Outcome::wrong) {
      worst_ = {Outcome::wrong, v->effect};
    } else if (worst_.outcome == Outcome::right && v == nullptr) {
      const bool wide = kf::is_shuffle(e) && e.args.size() == 4 && e.args[3] != kf::kNone;
      if (!wide) worst_ = {Outcome::unknown, "a site has no verdict"};
    } else if (worst_.outcome == Outcome::right && v->outcome == Outcome::unknown) {
      worst_ = {Outcome::unknown, v->effect};
    }
  }

  Verdicts verdicts_;
  std::unordered_map<std::string, const kf::Function*> by_key_, kernels_;
  std::set<const kf::Function*> seen_;
  Judgement worst_;
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
