// SPDX-License-Identifier: Apache-2.0
// A pattern without instances is *open* when something that facts do not show can instantiate it:
// a caller that takes a generic lambda, a library whose skeleton does not call the function object
// that it is given, a call or launch in code that errors have cut short; or an open pattern that
// calls it.
#include "match/instances.hpp"

#include <algorithm>

#include "match/memory.hpp"

namespace hipaudit::match {
namespace {

bool is_header(std::string_view path) {
  const auto dot = path.rfind('.');
  const std::string_view extension = dot == std::string_view::npos ? "" : path.substr(dot);
  constexpr std::string_view kSources[] = {".hip", ".cu",  ".cpp", ".cc",
                                           ".cxx", ".c++", ".C",   ".c"};
  return std::find(std::begin(kSources), std::end(kSources), extension) == std::end(kSources);
}

bool holds(const Span& outer, const Span& inner) {
  return outer.valid() && inner.valid() && outer.file == inner.file && outer.begin <= inner.begin
         && inner.end <= outer.end && outer != inner;
}

bool is_operator(const Function& f) { return f.name.find("operator") != std::string::npos; }

}  // namespace

Instances::Instances(const Facts& facts) : facts_(facts) {
  std::set<std::string> included;
  for (const UnitReport& unit : facts.units) {
    PassStatus& worst = main_files_.try_emplace(unit.file, PassStatus::complete).first->second;
    worst = std::max(worst, unit.status());
    for (const std::string& file : unit.project_files)
      if (file != unit.file) included.insert(file);
  }
  std::erase_if(main_files_, [&](const auto& file) {
    return included.contains(file.first) || is_header(file.first);
  });

  // Of a body that differs between passes, instances name one variant.
  for (const Function& f : facts.functions)
    if (!f.pattern.empty()) instantiated_.emplace(kf::base_key(f.pattern));

  std::map<std::string_view, std::vector<const Function*>> patterns;
  for (const Function& f : facts.functions)
    if (f.is_pattern) patterns[unqualified(f.name)].push_back(&f);
  std::vector<const Function*> work;
  const auto open = [&](const Function* f) {
    if (open_.insert(f).second) work.push_back(f);
  };
  const auto open_named = [&](std::string_view name, bool partial_only) {
    const auto at = patterns.find(unqualified(name));
    if (at == patterns.end()) return;
    for (const Function* f : at->second) {
      const PassStatus* read = status(*f);
      if (!partial_only || (read != nullptr && *read >= PassStatus::partial)) open(f);
    }
  };
  for (const Function& f : facts.functions) {
    if (!f.is_pattern) {
      for (const Expr& e : f.exprs)
        if (e.op == kf::Op::call) open_named(e.text, true);
      continue;
    }
    const PassStatus* read = status(f);
    if (read == nullptr) continue;
    if (f.is_lambda ? around(f) == nullptr : is_operator(f) && *read != PassStatus::complete)
      open(&f);
  }
  for (const Launch& launch : facts.launches) open_named(launch.kernel, true);
  while (!work.empty()) {
    const Function* f = work.back();
    work.pop_back();
    for (const Expr& e : f->exprs)
      if (e.op == kf::Op::call) open_named(e.text, false);
  }
}

/// How the main file that holds `f` was read; null when the function is not of a main file alone.
const PassStatus* Instances::status(const Function& f) const {
  const Span& at = f.where.best();
  if (!at.valid() || at.file >= facts_.files.size()) return nullptr;
  const auto found = main_files_.find(facts_.files[at.file].path);
  return found == main_files_.end() ? nullptr : &found->second;
}

/// The innermost pattern whose body holds a lambda.
const Function* Instances::around(const Function& lambda) const {
  const Function* best = nullptr;
  for (const Function& f : facts_.functions)
    if (f.is_pattern && !f.is_lambda && holds(f.body, lambda.body)
        && (best == nullptr || holds(best->body, f.body)))
      best = &f;
  return best;
}

Instances::Answer Instances::of(const Function& f) const {
  if (!f.is_pattern) return Answer::some;
  if (f.is_lambda) {
    const Function* outer = around(f);
    return outer == nullptr ? Answer::some : of(*outer);
  }
  const PassStatus* read = status(f);
  if (read == nullptr || open_.contains(&f) || instantiated_.contains(kf::base_key(f.key)))
    return Answer::some;
  return *read >= PassStatus::partial ? Answer::lost : Answer::never;
}

}  // namespace hipaudit::match
