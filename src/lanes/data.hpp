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
  /// How values lie in memory.
  enum class Pattern : std::uint8_t {
    small,        ///< not negative
    centred,      ///< around zero
    mostly_two,   ///< ... with few others, in every other group of 32 elements
    mostly_zero,  ///< ... likewise
    by_warp,      ///< equal within 32 elements
    half_zero,    ///< zero in every other group of 32
    ramp,         ///< the element's own number
  };

  explicit Data(unsigned seed) : seed_(seed) {}
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
  [[nodiscard]] Pattern pattern() const;

  unsigned seed_;
};

}  // namespace hipaudit::lanes
