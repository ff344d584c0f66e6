// SPDX-License-Identifier: Apache-2.0
// Constants over all passes: their definitions by name, what each pass makes of them, and which
// uses they reach through other constants.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "match/rule.hpp"

namespace hipaudit::match {

/// All definitions of one name in one file (and one function, for locals).
struct NamedConstant {
  std::string name;
  std::vector<const ConstantFact*> definitions;  ///< by position, then pass
  std::vector<const ConstantUse*> uses;
  std::set<std::size_t> built_on;  ///< constants whose definitions name this one
  std::set<std::size_t> bases;     ///< constants that these definitions name

  /// The value in a pass, when all units agree.
  [[nodiscard]] std::optional<std::int64_t> value_in(PassKind pass) const;
  [[nodiscard]] std::set<std::string> selectors() const;
};

class Constants {
 public:
  explicit Constants(const Facts& facts);
  [[nodiscard]] const std::vector<NamedConstant>& all() const { return all_; }
  /// Index of the constant whose definition's name is at `name`.
  [[nodiscard]] std::optional<std::size_t> at(const Span& name) const;
  /// Its uses and those of all that is built on it, each place once; uses in definitions of other
  /// constants at namespace scope are left out for what those reach.
  [[nodiscard]] std::vector<const ConstantUse*> reached(std::size_t index) const;

 private:
  std::vector<NamedConstant> all_;
  std::map<Span, std::size_t> by_name_;
};

/// Value of ConstantFact::condition when compiled for a gfx target.
[[nodiscard]] std::optional<bool> compiled_for(const std::string& condition,
                                               const std::string& target);

}  // namespace hipaudit::match
