// SPDX-License-Identifier: Apache-2.0
// Conditions under which something runs, asked in every thread of sample blocks.
#pragma once

#include <functional>
#include <vector>

#include "lanes/form.hpp"
#include "lanes/sample.hpp"

namespace hipaudit::lanes {

/// A condition under which something runs.
struct Guard {
  ExprId condition = kNone;
  bool holds = true;
};

/// What must hold, or must not, for a thread to get to the statement.
[[nodiscard]] std::vector<Guard> guards_of(const Layout& layout, StmtId id);

/// Blocks that stand for all: whole warps in one dimension and in two, both wave sizes.
[[nodiscard]] const std::vector<SampleBlock>& sample_blocks();

/// Every thread for which the guards may hold satisfies `wanted`.
[[nodiscard]] bool guarded(const Program& program, const Activation& activation,
                           const std::vector<Guard>& guards,
                           const std::function<bool(const SampleThread&)>& wanted);

/// The condition holds for one lane of each warp, and for no other thread.
[[nodiscard]] bool chooses_lane(const Program& program, const Function& f, ExprId condition,
                                unsigned lane);

}  // namespace hipaudit::lanes
