// SPDX-License-Identifier: Apache-2.0
// Whole cross-lane algorithms, recognised by what they compute rather than by how they look.
//
// Statements are run on 32 symbolic lanes. Each lane's value is a multiset of the lanes whose first
// values it was combined from, by one commutative operator. A sum of shuffles is a reduction
// exactly when each lane (or the first of each group) ends with every lane of its group once; a
// scan, when lane i ends with the lanes up to i. Loops run with their constants; helpers,
// recursion, macros, temporaries and guards need no cases of their own.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "facts/facts.hpp"
#include "lanes/sample.hpp"

namespace hipaudit::lanes {

enum class Operator : std::uint8_t { none, add, min, max, bit_and, bit_or, bit_xor };

enum class IdiomKind : std::uint8_t {
  reduce,          ///< over each group of `width` lanes
  inclusive_scan,  ///< lane i of each group gets the result of lanes 0..i
  exclusive_scan,  ///< ... of lanes 0..i-1, lane 0 gets 0; sums of integers
  broadcast,       ///< every lane of a group gets one lane's value
  block_reduce,    ///< over the block, in two stages through shared memory
  wave_total,      ///< a reduction whose result one lane per warp adds to memory atomically
};

/// Who gets at the result on CUDA.
enum class Reader : std::uint8_t {
  leaders,  ///< only lanes that hold the whole result, as far as can be seen
  unknown,
  others,  ///< lanes that hold a part of it: the code wants those parts
};

/// One value that is reduced or scanned.
struct Combined {
  kf::ExprId place = kf::kNone;  ///< where the value is before and after
  Operator op = Operator::none;
  kf::Type type;
  unsigned width = 32;             ///< lanes of a group
  bool every_lane = false;         ///< all lanes of the group hold the result, not only the first
  kf::ExprId source = kf::kNone;   ///< exclusive_scan: where the value was before
  kf::VarId declares = kf::kNone;  ///< exclusive_scan: the variable that it declares for the result
};

/// A run of statements of one list.
struct Range {
  const std::vector<kf::StmtId>* list = nullptr;
  std::size_t first = 0;
  std::size_t last = 0;
};

struct Idiom {
  IdiomKind kind = IdiomKind::reduce;
  const kf::Function* f = nullptr;
  Range range;
  std::vector<Combined> values;
  std::vector<kf::ExprId> shuffles;  ///< those written in `range` itself, in source order
  unsigned steps = 0;                ///< shuffles that run
  bool by_helper = false;            ///< a helper does it: the idiom is there
  bool by_mask = false;              ///< spelled with _sync; the mask names all 32 lanes
  bool compares = false;             ///< min or max by a comparison, which treats NaN by order
  bool orders_memory = false;  ///< a __syncwarp goes with it, or a barrier that may be for more
  Reader reader = Reader::unknown;
  std::vector<int> deltas;  ///< of the shuffles, as they run, for the proof

  // block_reduce and wave_total
  Range second;  ///< block_reduce: what of the second stage lies in another list; wave_total: the
                 ///< `if` behind the reduction
  kf::StmtId load = kf::kNone;    ///< block_reduce: reads the array for the second stage
  kf::VarId shared = kf::kNone;   ///< block_reduce: the array between the stages
  kf::ExprId filler = kf::kNone;  ///< block_reduce: the value of lanes without a warp, or kNone
  kf::ExprId input = kf::kNone;   ///< block_reduce: the place that holds each thread's value
  kf::ExprId guard = kf::kNone;   ///< wave_total: the condition that chooses one lane
  kf::ExprId atomic = kf::kNone;
};

/// All idioms of one function. A statement belongs to at most one of them; larger idioms go before
/// those that they hold.
[[nodiscard]] std::vector<Idiom> find_idioms(const Program& program, const kf::Function& f);

/// "sum", "minimum", "maximum", "and", "or", "xor".
[[nodiscard]] const char* name_of(Operator op);

}  // namespace hipaudit::lanes
