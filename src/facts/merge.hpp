// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "facts/facts.hpp"

namespace hipaudit {

/// Adds the facts of many units or passes to one Facts, remembering what it holds. Equal facts
/// (same kind, same file identity and span) become one; `into` keeps its file indices, those that
/// come in are translated. Merging the same units in the same order always gives the same result.
///
/// A function whose key is known is dropped, unless it is the first one that no error touched, or
/// its body differs because other macros were set: then it is kept under its key followed by "#2"
/// (and so on), and what came with it refers to it by that name.
class Merger {
 public:
  explicit Merger(Facts& into);
  void add(Facts from);

 private:
  using Index = std::unordered_multimap<std::uint64_t, std::uint32_t>;
  struct Variant {
    std::uint32_t index;     // into functions
    std::uint64_t contents;  // hash without the key's own number
  };

  void add_functions(std::vector<kf::Function> from,
                     std::unordered_map<std::string, std::string>& renamed);
  void add_unit(UnitReport unit);
  void index_function(std::uint32_t index);

  Facts& into_;
  std::unordered_map<std::string, std::vector<Variant>> functions_;  // by key without number
  std::unordered_map<std::string, std::uint32_t> hosts_;
  Index launches_, host_calls_, macros_, includes_, library_types_, identifiers_, commands_,
      constants_, constant_uses_, wave_size_uses_;
};

/// Merge once. Use a Merger for many.
void merge(Facts& into, Facts from);

}  // namespace hipaudit
