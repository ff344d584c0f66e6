// SPDX-License-Identifier: Apache-2.0
// What others can see of two runs, compared.
#pragma once

#include <set>
#include <vector>

#include "lanes/machine.hpp"

namespace hipaudit::lanes {

/// Lanes whose stores, calls or results differ.
struct Differences {
  std::set<int> memory;
  std::set<int> calls;
  std::set<int> returns;
  bool only_undefined = true;  ///< memory differs where the wave leaves what is undefined
  [[nodiscard]] bool none() const { return memory.empty() && calls.empty() && returns.empty(); }
  [[nodiscard]] bool is_undefined() const {
    return only_undefined && !memory.empty() && calls.empty() && returns.empty();
  }
  [[nodiscard]] bool only_returns() const { return memory.empty() && calls.empty(); }
  [[nodiscard]] std::vector<int> lanes() const {
    std::set<int> all = memory;
    all.insert(calls.begin(), calls.end());
    all.insert(returns.begin(), returns.end());
    return {all.begin(), all.end()};
  }
};

/// Of a run in another world, with one seed, from the run as CUDA.
[[nodiscard]] Differences differences(const Trace& cuda, const Trace& other);

/// The same contributions at other addresses: code whose lanes and strides follow warpSize writes
/// fewer, larger results. Each region agrees where both write, or as a whole.
[[nodiscard]] bool same_contributions(const Trace& cuda, const Trace& target);

/// A reduction downwards.
[[nodiscard]] bool leaves_it_in_lane_0(const Trace& cuda);

}  // namespace hipaudit::lanes
