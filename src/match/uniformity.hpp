// SPDX-License-Identifier: Apache-2.0
// How a value differs between the threads of one block: what of it follows from the thread index,
// and at which granularity. For rules that ask which threads of a wave go which way.
//
// Two answers. A *column* is the value in every thread of a block, where it follows from the thread
// index and constants alone (block index 0). A *grain* is the finest granularity for which the code
// gives evidence: what is unknown counts as equal in all threads.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "match/lane_masks.hpp"

namespace hipaudit::match {

/// The block that a function runs in. Without a constant launch: 256 threads in a row; in code that
/// reads threadIdx.y, rows of 64.
struct BlockShape {
  int x = 256;
  int y = 1;
  int z = 1;
  bool known = false;  ///< all launches say so
  [[nodiscard]] int threads() const { return x * y * z; }
};

/// The shape of the blocks that reach function `index`; unknown when launches disagree.
[[nodiscard]] BlockShape block_shape(const Facts& facts, const LaneMaskFlow& flow,
                                     std::size_t index);

/// Coarse to fine: equal in a whole block, in each wave, in each 32 threads; or by thread.
enum class Grain : std::uint8_t { block, wave, warp, lane };

/// By thread; nothing where it is not known.
using Column = std::vector<std::optional<std::int64_t>>;

class Uniformity {
 public:
  /// `wave` is what warpSize stands for, and the size of a wave in `grain`.
  Uniformity(const LaneMaskFlow& flow, std::size_t function, BlockShape shape, int wave);

  [[nodiscard]] const FunctionView& view() const { return view_; }
  [[nodiscard]] const BlockShape& shape() const { return shape_; }
  [[nodiscard]] int threads() const { return shape_.threads(); }

  const Column& column(ExprId id);
  /// The value is known in every thread.
  bool is_exact(ExprId id);
  Grain grain(ExprId id);

  /// The first wave of which, behind `guards`, some threads find the condition true and some false:
  /// "in wave 1 threads 64-95 take the one way, threads 96-127 the other". Empty for none; only
  /// where the condition is exact.
  std::string parted_wave(const std::vector<Guard>& guards, ExprId condition);

  /// Threads that no guard on the thread index keeps away.
  std::vector<bool> reach(const std::vector<Guard>& guards);
  /// Most threads of one group of `lanes` threads that can be there at once, as far as the guards
  /// tell: 1 behind `lane == 0`, `lane == leader`, or a test of an atomic's result.
  int together(const std::vector<Guard>& guards, int lanes);

 private:
  Column evaluate(ExprId id);
  Column load(const Expr& e);
  Column call(const Expr& e);
  Grain find_grain(ExprId id);
  Grain grain_of_cross(const Expr& e);
  Grain grain_of_call(const Expr& e);
  Grain joined(const std::vector<ExprId>& args);
  Grain classify(const Column& column) const;
  bool picks_one(ExprId condition, bool holds);
  const std::vector<std::vector<ExprId>>& writes();
  Uniformity(const Uniformity& caller, std::size_t function, const Expr& call);

  const LaneMaskFlow& flow_;
  const FunctionView& view_;
  BlockShape shape_;
  int wave_;
  int depth_ = 0;
  std::map<kf::VarId, Column> arguments_;  ///< of a helper that is evaluated for one call
  std::map<kf::VarId, Grain> argument_grains_;
  std::map<ExprId, Column> columns_;
  std::map<ExprId, Grain> grains_;
  std::optional<std::vector<std::vector<ExprId>>> writes_;
};

/// Two expressions that are written alike, through locals that are written once.
[[nodiscard]] bool same_value(const FunctionView& view, ExprId a, ExprId b, int depth = 0);

/// A whole-block barrier: __syncthreads and its kin, or thread_block::sync.
[[nodiscard]] bool is_block_barrier(const Function& f, const Expr& e);

}  // namespace hipaudit::match
