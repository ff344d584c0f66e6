// SPDX-License-Identifier: Apache-2.0
#include "lanes/differences.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace hipaudit::lanes {

namespace {

bool is_poison(const Value& v) { return (v.taint & kPoison) != 0; }

/// Lanes that make other calls, or with other arguments.
void differing_calls(const Trace& a, const Trace& b, std::set<int>& out) {
  static const std::vector<std::vector<std::uint64_t>> none;
  const auto compare = [&](const auto& left, const auto& right) {
    for (std::size_t l = 0; l < std::max(left.size(), right.size()); ++l) {
      const bool both = l < left.size() && l < right.size();
      const bool same =
          both ? left[l] == right[l] : (l < left.size() ? left[l].empty() : right[l].empty());
      if (!same) out.insert(static_cast<int>(l));
    }
  };
  for (const auto& [at, lanes] : a.calls) {
    const auto found = b.calls.find(at);
    compare(lanes, found == b.calls.end() ? none : found->second);
  }
  for (const auto& [at, lanes] : b.calls)
    if (!a.calls.count(at)) compare(none, lanes);
}

/// The memory of one parameter or array.
struct Region {
  std::vector<std::pair<std::uint64_t, const Write*>> cuda;
  std::vector<std::pair<std::uint64_t, const Write*>> target;
};

/// Where both write they agree, and what only one writes is what the other writes elsewhere: each
/// wave stores the block's total.
bool same_values(const Region& r) {
  std::unordered_map<std::uint64_t, std::uint64_t> target;
  std::unordered_set<std::uint64_t> cuda_values;
  std::unordered_set<std::uint64_t> target_values;
  for (const auto& [at, w] : r.target) {
    target.emplace(at, w->value.bits);
    target_values.insert(w->value.bits);
  }
  std::size_t common = 0;
  for (const auto& [at, w] : r.cuda) {
    cuda_values.insert(w->value.bits);
    const auto found = target.find(at);
    if (found == target.end()) {
      if (!target_values.count(w->value.bits)) return false;
      continue;
    }
    if (found->second != w->value.bits) return false;
    ++common;
  }
  if (common == 0) return false;
  return std::ranges::all_of(target_values,
                             [&](std::uint64_t v) { return cuda_values.count(v) != 0; });
}

}  // namespace

Differences differences(const Trace& cuda, const Trace& other) {
  Differences out;
  for (const auto& [at, w] : cuda.memory) {
    if (is_poison(w.value)) continue;
    const auto found = other.memory.find(at);
    if (found == other.memory.end())
      out.memory.insert(w.lane);
    else if (found->second.value.bits != w.value.bits || is_poison(found->second.value))
      out.memory.insert(found->second.lane);
    else
      continue;
    if (found == other.memory.end() || !is_poison(found->second.value)) out.only_undefined = false;
  }
  for (const auto& [at, w] : other.memory)
    if (!cuda.memory.count(at)) {
      out.memory.insert(w.lane);
      if (!is_poison(w.value)) out.only_undefined = false;
    }
  differing_calls(cuda, other, out.calls);
  // Nobody is seen to use what the function returns.
  const bool reduction = leaves_it_in_lane_0(cuda);
  for (std::size_t l = 0; l < cuda.returned.size(); ++l) {
    if (!cuda.returns[l] || is_poison(cuda.returned[l])) continue;
    if (reduction && l % 32 != 0) continue;
    if (l >= other.returned.size() || !other.returns[l]
        || other.returned[l].bits != cuda.returned[l].bits || is_poison(other.returned[l]))
      out.returns.insert(static_cast<int>(l));
  }
  return out;
}

bool same_contributions(const Trace& cuda, const Trace& target) {
  if (cuda.memory.empty() || target.memory.empty()) return false;
  std::map<std::uint64_t, Region> regions;
  for (const auto& [at, w] : cuda.memory) {
    if (is_poison(w.value)) continue;
    regions[at >> 32].cuda.emplace_back(at, &w);
  }
  for (const auto& [at, w] : target.memory) {
    if (is_poison(w.value)) return false;
    regions[at >> 32].target.emplace_back(at, &w);
  }
  for (auto& [id, r] : regions) {
    if (r.cuda.empty() || r.target.empty()) return false;
    if (same_values(r)) continue;
    const auto folded = [&](auto op) {
      const auto fold = [&](const auto& list) {
        std::uint64_t total = list.front().second->value.bits;
        for (std::size_t i = 1; i < list.size(); ++i) total = op(total, list[i].second->value.bits);
        return total;
      };
      return fold(r.cuda) == fold(r.target);
    };
    const auto as_signed = [](std::uint64_t v) { return static_cast<std::int64_t>(v); };
    if (folded([](std::uint64_t a, std::uint64_t b) { return a + b; })) continue;
    if (folded(
            [&](std::uint64_t a, std::uint64_t b) { return as_signed(a) < as_signed(b) ? b : a; })
        && folded(
            [&](std::uint64_t a, std::uint64_t b) { return as_signed(a) < as_signed(b) ? a : b; }))
      continue;
    return false;
  }
  return true;
}

bool leaves_it_in_lane_0(const Trace& cuda) { return cuda.only_down && cuda.deltas.size() >= 3; }

}  // namespace hipaudit::lanes
