// SPDX-License-Identifier: Apache-2.0
// Numbers that the lanes of a warp take from one counter by one atomic: ballot compaction and
// warp-aggregated atomics, recognised by what they compute.
//
// The statements from the vote to the broadcast are run on 32 lanes for many outcomes of the vote.
// They are the idiom when each time exactly one lane adds exactly the number of voters, and what
// the others compute afterwards is, for every voter, what the counter held and the number of voters
// below it. Which number a warp begins with depends on which warp comes first, on CUDA too: so the
// lanes of a wave may take their numbers together.
#pragma once

#include <vector>

#include "lanes/sample.hpp"

namespace hipaudit::lanes {

struct Append {
  const kf::Function* f = nullptr;
  const std::vector<kf::StmtId>* list = nullptr;
  std::size_t first = 0;  ///< the vote
  std::size_t last = 0;
  std::vector<kf::StmtId> dropped;   ///< statements between them that belong to it, in order
  kf::StmtId at = kf::kNone;         ///< the broadcast, or the atomic where none reads its result
  kf::VarId base = kf::kNone;        ///< holds the counter's old value behind it; kNone: not read
  kf::StmtId declares = kf::kNone;   ///< the declaration of `base`, if it is among the statements
  std::vector<kf::ExprId> numbers;   ///< `base + popc(votes & below)`: each voter's number
  kf::ExprId predicate = kf::kNone;  ///< kNone: all lanes that are there
  kf::ExprId counter = kf::kNone;    ///< its address
  kf::ExprId atomic = kf::kNone;
  bool one_counter = true;  ///< false: callers that are not known may give each warp its own
};

[[nodiscard]] std::vector<Append> find_appends(const Program& program, const kf::Function& f);

}  // namespace hipaudit::lanes
