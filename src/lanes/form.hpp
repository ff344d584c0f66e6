// SPDX-License-Identifier: Apache-2.0
// Small questions about kernel form, and where in a function something stands: what the
// recognition of idioms asks again and again.
#pragma once

#include <cstdint>
#include <vector>

#include "lanes/kernel_form.hpp"

namespace hipaudit::lanes {

/// Something below it is done, or may be, beyond giving a value.
[[nodiscard]] bool contains_side_effect(const Function& f, ExprId id);

/// Structural equality of two expressions without side effects, loads and casts left out.
[[nodiscard]] bool same(const Function& f, ExprId a, ExprId b);

/// What is loaded from, without implicit conversions.
[[nodiscard]] ExprId strip_load(const Function& f, ExprId id);

/// The variable that a place is, or kNone.
[[nodiscard]] VarId local_of(const Function& f, ExprId place);

/// Order and surroundings of a function's statements and expressions.
struct Layout {
  const Function& f;
  std::vector<ExprId> parent;
  std::vector<StmtId> owner;            ///< of an expression: its statement
  std::vector<StmtId> above;            ///< of a statement: the one that holds it
  std::vector<bool> in_other;           ///< it stands in the `other` list of that one
  std::vector<std::uint32_t> position;  ///< in source order
  std::vector<std::uint32_t> end;       ///< one past the last position below it

  explicit Layout(const Function& function);

  /// Whether the statement stands in a loop beyond which the variable lives.
  [[nodiscard]] bool in_loop_of(VarId var, StmtId id) const;

  /// Position of the first statement behind `id`, in its list, that gives the variable another
  /// value without looking at the old one.
  [[nodiscard]] std::uint32_t overwritten_behind(StmtId id, VarId var) const;

  /// Before the statement, and at position `from` or later, something on the way to it gives the
  /// variable another value without looking at the old one.
  [[nodiscard]] bool overwritten_before(StmtId id, VarId var, std::uint32_t from) const;

  /// `v = ...`, which does not read v.
  [[nodiscard]] bool overwrites(StmtId id, VarId var) const;

  [[nodiscard]] std::uint32_t position_of(ExprId id) const;

 private:
  void own(StmtId s, ExprId id);
  void visit(StmtId id);
  std::uint32_t next_ = 0;
};

}  // namespace hipaudit::lanes
