// SPDX-License-Identifier: Apache-2.0
#include "lanes/guards.hpp"

#include <algorithm>

namespace hipaudit::lanes {

namespace {

/// `if (...) return;`
bool only_returns(const Function& f, const std::vector<StmtId>& body) {
  if (body.size() != 1) return false;
  const Stmt& s = f.stmts[body.front()];
  if (s.kind == StmtKind::block) return only_returns(f, s.body);
  return s.kind == StmtKind::return_ || s.kind == StmtKind::continue_;
}

}  // namespace

std::vector<Guard> guards_of(const Layout& layout, StmtId id) {
  std::vector<Guard> out;
  const Function& f = layout.f;
  for (StmtId at = id; at != kNone; at = layout.above[at]) {
    const StmtId up = layout.above[at];
    if (up == kNone) break;
    const Stmt& s = f.stmts[up];
    if (s.kind == StmtKind::if_) out.push_back({s.a, !layout.in_other[at]});
    if (s.kind == StmtKind::loop && !s.post_test && s.a != kNone) out.push_back({s.a, true});
    const std::vector<StmtId>& list = layout.in_other[at] ? s.other : s.body;
    for (const StmtId before : list) {
      if (before == at) break;
      const Stmt& b = f.stmts[before];
      if (b.kind == StmtKind::if_ && b.other.empty() && only_returns(f, b.body))
        out.push_back({b.a, false});
    }
  }
  return out;
}

const std::vector<SampleBlock>& sample_blocks() {
  static const std::vector<SampleBlock> blocks = {
      {128, 1, 32}, {128, 1, 64}, {1024, 1, 32}, {64, 2, 64}};
  return blocks;
}

bool guarded(const Program& program, const Activation& activation, const std::vector<Guard>& guards,
             const std::function<bool(const SampleThread&)>& wanted) {
  for (const SampleBlock& block : sample_blocks())
    for (const SampleThread& t : threads_of(block)) {
      if (wanted(t)) continue;
      const bool stopped = std::any_of(guards.begin(), guards.end(), [&](const Guard& g) {
        const auto v = evaluate(program, activation, g.condition, t);
        return v && v->truth() != g.holds;
      });
      if (!stopped) return false;
    }
  return true;
}

bool chooses_lane(const Program& program, const Function& f, ExprId condition, unsigned lane) {
  const Activation activation{&f};
  for (const SampleBlock& block : sample_blocks()) {
    if (block.wave != 32) continue;
    for (const SampleThread& t : threads_of(block)) {
      const auto v = evaluate(program, activation, condition, t);
      if (!v || v->truth() != (t.linear() % kLanes == lane)) return false;
    }
  }
  return true;
}

}  // namespace hipaudit::lanes
