// SPDX-License-Identifier: Apache-2.0
// The shape of the block that a kernel is run in, by its launches.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "facts/facts.hpp"
#include "lanes/machine.hpp"

namespace hipaudit::lanes {

/// Blocks that a kernel is launched with.
struct LaunchShapes {
  bool any = false;
  bool all_known = true;
  std::array<std::int64_t, 3> dims{64, 1, 1};  ///< with most threads
  std::vector<std::array<std::int64_t, 3>> others;
};

/// By the kernel's key.
[[nodiscard]] std::unordered_map<std::string, LaunchShapes> launch_shapes(const Facts& facts);

/// The shape for a launch with these dimensions.
[[nodiscard]] Shape launched(const std::array<std::int64_t, 3>& d);

/// The shape for a function; `uses_y`: it asks for threadIdx.y.
[[nodiscard]] Shape shape_for(const kf::Function& f, const LaunchShapes* launches, bool uses_y);

}  // namespace hipaudit::lanes
