// SPDX-License-Identifier: Apache-2.0
// The larger idioms, which the search for idioms makes of the reductions that it has found.
#pragma once

#include <optional>
#include <vector>

#include "lanes/form.hpp"
#include "lanes/idiom.hpp"
#include "lanes/sample.hpp"

namespace hipaudit::lanes {

/// The block's reduction whose first stage is `at[first]`. `at`: by index, those that begin in
/// `list`; `known`: those of lists that it holds.
[[nodiscard]] std::optional<Idiom> block_reduce(const Program& program, const Layout& layout,
                                                const std::vector<Idiom>& known,
                                                const std::vector<StmtId>& list,
                                                const std::vector<std::optional<Idiom>>& at,
                                                std::size_t first);

/// The reduction with the `if` behind it, in `list`.
[[nodiscard]] std::optional<Idiom> wave_total(const Program& program, const Layout& layout,
                                              const std::vector<StmtId>& list,
                                              const Idiom& reduction);

}  // namespace hipaudit::lanes
