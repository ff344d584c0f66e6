// SPDX-License-Identifier: Apache-2.0
// What values of 32 lanes were combined from, symbolically.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "lanes/form.hpp"
#include "lanes/idiom.hpp"
#include "lanes/sample.hpp"

namespace hipaudit::lanes {

using Sources = std::array<std::uint8_t, kLanes>;

/// A value in 32 lanes: what each was combined from.
struct Mix {
  std::string base;  ///< the place that held the lanes' first values
  ExprId place = kNone;
  kf::Type type;
  Operator op = Operator::none;
  std::array<Sources, kLanes> lanes{};
};

[[nodiscard]] bool is_idempotent(Operator op);

enum class Pattern : std::uint8_t { none, reduce, scan, exclusive, spread };

/// What the lanes hold, over groups of `width`.
struct Holding {
  Pattern pattern = Pattern::none;
  unsigned width = 0;
  bool every_lane = false;
};

[[nodiscard]] Holding holding_of(const Mix& mix);

[[nodiscard]] bool may_be_combined(const kf::Type& type);

[[nodiscard]] bool is_real(const kf::Type& type);

/// A conversion on the way from the value to itself keeps it, and keeps its order where one is
/// asked for.
[[nodiscard]] bool keeps(const kf::Type& value, const kf::Type& through);

}  // namespace hipaudit::lanes
