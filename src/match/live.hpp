// SPDX-License-Identifier: Apache-2.0
// What of a body is compiled into code: constants, also those of a template's instance, leave some
// of its branches out.
#pragma once

#include <vector>

#include "match/rule.hpp"

namespace hipaudit::match {

/// By expression: false where constants keep it from being evaluated, as in the branch of an `if`
/// whose condition is constant, in the right side of `false && ...`, or behind a return. All are
/// live in a body with labels or other statements that are not modelled.
[[nodiscard]] std::vector<bool> live_expressions(const Function& f);

}  // namespace hipaudit::match
