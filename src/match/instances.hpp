// SPDX-License-Identifier: Apache-2.0
// Whether machine code can be made of a template of which no instance was seen.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include "match/rule.hpp"

namespace hipaudit::match {

/// What may instantiate a template. A header's can be instantiated by units that are not at hand;
/// one of a main file by that file alone.
class Instances {
 public:
  enum class Answer : std::uint8_t {
    some,   ///< not a template, or one with instances, or others may instantiate it
    lost,   ///< none was seen, in a unit that was read in part
    never,  ///< nothing instantiates it
  };

  explicit Instances(const Facts& facts);
  [[nodiscard]] Answer of(const Function& f) const;

 private:
  [[nodiscard]] const PassStatus* status(const Function& f) const;
  [[nodiscard]] const Function* around(const Function& lambda) const;

  const Facts& facts_;
  std::map<std::string, PassStatus> main_files_;     ///< read as a main file only
  std::set<const Function*> open_;                   ///< patterns that something may instantiate
  std::set<std::string, std::less<>> instantiated_;  ///< keys of patterns, without variants
};

}  // namespace hipaudit::match
