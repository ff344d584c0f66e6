// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "facts/facts.hpp"

namespace hipaudit {

/// Readable text of all facts, stable over runs: the output of `hipaudit facts`. Paths are shown
/// relative to `root`.
[[nodiscard]] std::string print_facts(const Facts& facts, const std::string& root);

/// The name with its template arguments, e.g. "sum<T = float, kWarp = 32>".
[[nodiscard]] std::string print_name(const kf::Function& function);

/// One function in kernel form, as indented pseudo-code.
[[nodiscard]] std::string print_function(const kf::Function& function);

/// One expression as text, e.g. "shfl_down(load v, 16)".
[[nodiscard]] std::string print_expr(const kf::Function& function, kf::ExprId id);

}  // namespace hipaudit
