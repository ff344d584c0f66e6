// SPDX-License-Identifier: Apache-2.0
// Device functions to kernel form. The only reader of Clang's device ASTs.
#pragma once

#include <vector>

#include "collect/where.hpp"
#include "facts/facts.hpp"
#include "frontend/clang_headers.hpp"

namespace hipaudit {

/// How much of the unit's device code could be read.
struct LowerCounts {
  std::uint32_t functions = 0;  ///< device functions with a body, patterns and plain ones
  std::uint32_t tainted = 0;    ///< of them, with an error inside
  bool constant_wave = false;   ///< warpSize stands in a constant expression: it differs by pass
  std::uint32_t lost = 0;       ///< declarations without a usable body because of an error
};

/// Lower every device function below `declarations` (project declarations of the unit): plain
/// functions, patterns and instantiations. Functions that hold nothing a rule can judge are dropped
/// unless one that does calls them or is called by them.
LowerCounts lower_functions(clang::ASTContext& context, WhereMap& where,
                            const std::vector<clang::Decl*>& declarations, Facts& out);

}  // namespace hipaudit
