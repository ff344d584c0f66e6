// SPDX-License-Identifier: Apache-2.0
// Who reads the result of an idiom.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <utility>

#include "lanes/form.hpp"
#include "lanes/idiom.hpp"
#include "lanes/sample.hpp"

namespace hipaudit::lanes {

/// Whether anyone reads a value outside the threads that `whole` names.
class Readers {
 public:
  using Whole = std::function<bool(const SampleThread&)>;

  Readers(const Program& program, Whole whole, unsigned width)
      : program_(program), whole_(std::move(whole)), width_(width) {}

  /// Reads of the variable after `from` (a position), except those at positions in [skip, end).
  Reader of_variable(const Layout& layout, VarId var, std::uint32_t from, std::uint32_t skip,
                     std::uint32_t skip_end, bool from_start, std::uint32_t until = ~0U);

  /// What a value that stands at `id` is used for.
  Reader of_use(const Layout& layout, ExprId id, bool is_place);

 private:
  /// Reads of a variable that the statement gave its value.
  Reader of_assigned(const Layout& layout, VarId var, StmtId by);
  Reader of_argument(const Function& callee, const Expr& call, ExprId argument);
  /// A broadcast from a lane that holds the result.
  bool reads_leader(const Activation& activation, const Expr& shuffle);
  Reader of_result(const Function& f);

  const Program& program_;
  Whole whole_;
  unsigned width_;
  std::set<std::pair<const Function*, VarId>> seen_;
  std::set<const Function*> results_;
  int budget_ = 0;
};

}  // namespace hipaudit::lanes
