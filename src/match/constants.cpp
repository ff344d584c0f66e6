// SPDX-License-Identifier: Apache-2.0
#include "match/constants.hpp"

#include <algorithm>
#include <tuple>

#include "core/expression.hpp"

namespace hipaudit::match {

std::optional<std::int64_t> NamedConstant::value_in(PassKind pass) const {
  std::optional<std::int64_t> value;
  for (const ConstantFact* d : definitions) {
    if (d->pass != pass) continue;
    if (!d->value || (value && *value != *d->value)) return std::nullopt;
    value = d->value;
  }
  return value;
}

std::set<std::string> NamedConstant::selectors() const {
  std::set<std::string> out;
  for (const ConstantFact* d : definitions) out.insert(d->selectors.begin(), d->selectors.end());
  return out;
}

Constants::Constants(const Facts& facts) {
  std::map<std::tuple<FileId, std::string, std::string>, std::size_t> groups;
  for (const ConstantFact& fact : facts.constants) {
    const Span& name = fact.where.best();
    const auto [at, fresh] = groups.try_emplace({name.file, fact.name, fact.function}, all_.size());
    if (fresh) {
      all_.emplace_back();
      all_.back().name = fact.name;
    }
    all_[at->second].definitions.push_back(&fact);
    by_name_[name] = at->second;
  }
  for (NamedConstant& constant : all_)
    std::sort(constant.definitions.begin(), constant.definitions.end(),
              [](const ConstantFact* a, const ConstantFact* b) {
                return std::tuple(a->where.best(), a->pass) < std::tuple(b->where.best(), b->pass);
              });
  for (const ConstantUse& use : facts.constant_uses) {
    const auto target = at(use.target);
    if (!target) continue;
    all_[*target].uses.push_back(&use);
    const auto owner = at(use.owner);
    if (!owner || *owner == *target) continue;
    all_[*target].built_on.insert(*owner);
    all_[*owner].bases.insert(*target);
  }
}

std::optional<std::size_t> Constants::at(const Span& name) const {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return std::nullopt;
  return found->second;
}

std::vector<const ConstantUse*> Constants::reached(std::size_t index) const {
  std::set<std::size_t> known = {index};
  std::vector<std::size_t> work = {index};
  std::map<Where, const ConstantUse*> places;
  while (!work.empty()) {
    const NamedConstant& constant = all_[work.back()];
    work.pop_back();
    for (const std::size_t next : constant.built_on)
      if (known.insert(next).second) work.push_back(next);
    for (const ConstantUse* use : constant.uses) {
      if (use->side == CodeSide::outside && use->owner.valid()) continue;
      const ConstantUse*& kept = places[use->where];
      if (kept == nullptr || use->pass < kept->pass) kept = use;
    }
  }
  std::vector<const ConstantUse*> out;
  for (const auto& [where, use] : places) out.push_back(use);
  std::sort(out.begin(), out.end(), [](const ConstantUse* a, const ConstantUse* b) {
    return std::tuple(a->where.best(), a->where) < std::tuple(b->where.best(), b->where);
  });
  return out;
}

std::optional<bool> compiled_for(const std::string& condition, const std::string& target) {
  if (condition.empty()) return true;
  std::string own = "__" + target + "__";
  std::replace(own.begin(), own.end(), '-', '_');
  // gfx90a is GFX9, gfx1100 is GFX11: the last two characters are the version's minor parts.
  std::string family;
  if (target.size() > 5 && target.find('-') == std::string::npos)
    family = "__GFX" + target.substr(3, target.size() - 5) + "__";
  const auto value = evaluate_text(
      condition, [&](std::string_view name, bool defined) -> std::optional<std::int64_t> {
        const bool set = name == own || name == family || name == "__HIP_DEVICE_COMPILE__"
                         || name == "__AMDGCN__" || name == "__AMDGPU__" || name == "__AMD__";
        (void)defined;
        return set ? 1 : 0;
      });
  if (!value) return std::nullopt;
  return *value != 0;
}

}  // namespace hipaudit::match
