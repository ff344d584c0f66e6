// SPDX-License-Identifier: Apache-2.0
// Which cross-lane operations go wrong on a wider wave.
//
// A block is run as CUDA and on the wider wave, on the same made-up data. When what others can see
// (memory, return values, calls that are not known) is the same, all is right; also when code that
// reckons with warpSize spreads the same values over other addresses. Else it is run once more for
// each operation, with that one alone on the wider wave: where what others see is another, the
// operation is wrong by itself. Lanes whose value nobody sees do not matter.
#include "lanes/verdict.hpp"

#include "lanes/judge.hpp"

namespace hipaudit {

namespace {

int rank(Outcome o) { return o == Outcome::wrong ? 2 : o == Outcome::unknown ? 1 : 0; }

}  // namespace

void Verdicts::add(const Where& callee, LaneVerdict verdict) {
  const auto [found, added] = by_site_.try_emplace(callee, verdict);
  if (added) return;
  LaneVerdict& old = found->second;
  if (rank(verdict.outcome) > rank(old.outcome)
      || (verdict.outcome == old.outcome && verdict.confidence > old.confidence))
    old = std::move(verdict);
}

void Verdicts::add_kernel(const std::string& key, KernelVerdict verdict) {
  kernels_[key] = std::move(verdict);
}

const LaneVerdict* Verdicts::find(const Where& callee) const {
  const auto found = by_site_.find(callee);
  return found == by_site_.end() ? nullptr : &found->second;
}

const KernelVerdict* Verdicts::kernel(const std::string& key) const {
  const auto found = kernels_.find(key);
  return found == kernels_.end() ? nullptr : &found->second;
}

Verdicts evaluate_lanes(const Facts& facts, int wave) {
  // A wave of 32 lanes gives every operation the lanes that CUDA gives it.
  if (wave <= 32) return {};
  return lanes::Judge(facts, wave).run();
}

std::vector<LaneMap> map_lanes(const Facts& facts, int wave,
                               const std::function<bool(const Where&)>& wanted) {
  return lanes::Judge(facts, wave).maps(wanted);
}

}  // namespace hipaudit
