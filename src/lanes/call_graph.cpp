// SPDX-License-Identifier: Apache-2.0
#include "lanes/call_graph.hpp"

#include "lanes/machine.hpp"

namespace hipaudit::lanes {

CallGraph::CallGraph(const Facts& facts) {
  const auto& fs = facts.functions;
  callees.resize(fs.size());
  called.assign(fs.size(), 0);
  reaches.assign(fs.size(), 0);
  for (std::size_t i = 0; i < fs.size(); ++i) index.emplace(fs[i].key, i);
  std::vector<std::vector<std::size_t>> callers(fs.size());
  std::vector<std::size_t> work;
  for (std::size_t i = 0; i < fs.size(); ++i)
    for (const kf::Expr& e : fs[i].exprs) {
      if (!reaches[i]
          && (spans_the_wave(e) || e.op == kf::Op::warp_size || e.op == kf::Op::lane_id)) {
        reaches[i] = 1;
        work.push_back(i);
      }
      if (e.callee.empty()) continue;
      if (const auto to = index.find(e.callee); to != index.end() && to->second != i) {
        callees[i].push_back(to->second);
        callers[to->second].push_back(i);
        called[to->second] = 1;
      }
    }
  while (!work.empty()) {
    const std::size_t at = work.back();
    work.pop_back();
    for (const std::size_t up : callers[at])
      if (!reaches[up]) {
        reaches[up] = 1;
        work.push_back(up);
      }
  }
}

}  // namespace hipaudit::lanes
