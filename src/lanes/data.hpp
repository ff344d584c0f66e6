// SPDX-License-Identifier: Apache-2.0
// Made-up data: what memory and parameters hold, as a function of a seed.
#pragma once

#include <cstdint>
#include <string>

#include "lanes/values.hpp"

namespace hipaudit::lanes {

/// Memory that the kernel did not make: a parameter's, a global's.
[[nodiscard]] std::uint64_t outside(std::uint64_t hash);

class Data {
 public:
  /// `small`: counts are small, so that loops over them are short.
  explicit Data(unsigned seed, bool small = false) : seed_(seed), small_(small) {}
  [[nodiscard]] unsigned seed() const { return seed_; }
  /// A value of `type` made of a hash.
  [[nodiscard]] Value typed(std::uint64_t h, const kf::Type& type) const;
  /// What memory holds at the start.
  [[nodiscard]] Value initial(std::uint64_t at, const kf::Type& type) const;
  /// An integer parameter of a kernel: mostly a count.
  [[nodiscard]] std::uint64_t count(const std::string& name) const;
  [[nodiscard]] bool searches() const;
  /// Coins are thrown at all.
  [[nodiscard]] bool has_coins() const;
  /// Data seldom equals a constant, and code behind such a test would hardly run: with some seeds a
  /// coin decides, which is made of the operands.
  [[nodiscard]] bool is_decided_by_coin(Value x, Value y) const;
  /// Rarely, as a search finds its key; from kFirstCoin on every other time.
  [[nodiscard]] bool coin(Value x, Value y) const;

 private:
  unsigned seed_;
  bool small_;
};

}  // namespace hipaudit::lanes
