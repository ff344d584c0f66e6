// SPDX-License-Identifier: Apache-2.0
// Facts as bytes, for the pipe between a parse worker and the coordinator.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "facts/facts.hpp"

namespace hipaudit {

[[nodiscard]] std::string to_wire(const Facts& facts);
/// Nothing when the bytes are cut short or malformed (a worker died while writing).
[[nodiscard]] std::optional<Facts> from_wire(std::string_view bytes);

}  // namespace hipaudit
