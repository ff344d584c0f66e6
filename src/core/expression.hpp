// SPDX-License-Identifier: Apache-2.0
// Values of integer expressions as the preprocessor writes them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace hipaudit {

/// What a name stands for; `defined` asks whether it is defined. Nothing: not known.
using NameValue = std::function<std::optional<std::int64_t>(std::string_view name, bool defined)>;

/// Value of an expression of integers, names, `defined` and C's operators without assignment.
/// Nothing when it is malformed, or when what decides it is not known: `0 && x` is 0 whatever x is.
[[nodiscard]] std::optional<std::int64_t> evaluate_text(std::string_view text,
                                                        const NameValue& value_of);

}  // namespace hipaudit
