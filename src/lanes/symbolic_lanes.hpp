// SPDX-License-Identifier: Apache-2.0
// Statements, run on 32 symbolic lanes: values are what they were combined from.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lanes/form.hpp"
#include "lanes/mix.hpp"
#include "lanes/sample.hpp"

namespace hipaudit::lanes {

/// Runs statements on the symbolic lanes.
class SymbolicLanes {
 public:
  SymbolicLanes(const Program& program, const Function& f) : program_(program), top_{&f} {}

  enum class Step : std::uint8_t { ok, returned, fail };

  struct Written {
    ExprId place = kNone;  ///< in the function that the run began in
    Mix mix;
  };

  Step run(StmtId id) { return statement(top_, id); }

  /// Places of the first function that hold another value than before, in order of first writing.
  [[nodiscard]] std::vector<Written> written() const;
  [[nodiscard]] const std::optional<Mix>& result() const { return result_; }

  std::vector<ExprId> shuffles;  ///< in the first function
  std::vector<int> deltas;
  std::vector<VarId> declared;  ///< in the first function
  std::vector<VarId> counters;  ///< integers that were assigned
  unsigned steps = 0;
  unsigned steps_in_call = 0;  ///< the most that one call made
  bool by_mask = false;
  bool whole_mask = true;
  bool compares = false;
  bool synchronises = false;

 private:
  std::optional<std::int64_t> number(const Activation& activation, ExprId id);
  /// A condition in each lane, the same in all warps; nothing if it is not known.
  std::optional<std::array<bool, kLanes>> condition(const Activation& activation, ExprId id);

  // ---- places ----

  std::string key_of(const Activation& activation, ExprId place);
  /// The expression spelled out, so that equal texts mean equal values.
  std::string text_of(const Activation& activation, ExprId id);
  Mix fresh(const std::string& key, ExprId place, const kf::Type& type);
  std::optional<Mix> read(const Activation& activation, ExprId place);
  bool write(Activation& activation, ExprId place, Mix mix);

  // ---- values ----

  bool is_whole_mask(const Activation& activation, ExprId mask);
  std::optional<Mix> shuffle(Activation& activation, ExprId id);
  /// `a > b ? a : b`, and `if (b > a) a = b;` with `otherwise` the old a.
  std::optional<Mix> by_comparison(Activation& activation, ExprId condition, const Mix& then,
                                   const Mix& otherwise);
  /// The built-in functions: their own text, for a project's function is looked into.
  Operator builtin_of(const Expr& e, const kf::Type& type, const Function& f);
  std::optional<Mix> value(const Activation& outer, ExprId id);
  std::optional<Mix> operate(Activation& activation, const Expr& e, Operator op);
  std::optional<Mix> call(Activation& activation, ExprId id);

  // ---- statements ----

  Step list(Activation& activation, const std::vector<StmtId>& body);
  Step statement(Activation& activation, StmtId id);
  Step declare(Activation& activation, const Stmt& s);
  Step evaluate_statement(Activation& activation, ExprId id);
  /// `v = 0` where v holds a sum: the sum of no lanes.
  std::optional<Step> nothing_of(Activation& activation, const Expr& assign);
  Step branch(Activation& activation, const Stmt& s);
  /// `if (other > v) v = other;`
  Step compare_and_store(Activation& activation, const Stmt& s);
  Step loop(Activation& activation, const Stmt& s);

  const Program& program_;
  Activation top_;
  std::map<std::string, Mix> state_;
  std::set<std::string> lost_;            ///< places that hold something else
  std::map<std::string, ExprId> places_;  ///< of the first function
  std::vector<std::string> order_;
  std::optional<Mix> result_;
  int depth_ = 0;
  int turns_ = 0;
};

}  // namespace hipaudit::lanes
