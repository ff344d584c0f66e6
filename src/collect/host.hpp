// SPDX-License-Identifier: Apache-2.0
// Host side facts: functions, the streams they have at hand, launches, calls of HIP and its
// libraries, and warp-level library classes as written (host and device).
#pragma once

#include <vector>

#include "collect/where.hpp"
#include "facts/facts.hpp"

namespace hipaudit {

/// `project_decls` are top-level declarations in project files. Templates are read as patterns;
/// instantiations are not visited.
void collect_host(clang::ASTContext& context, WhereMap& where,
                  const std::vector<clang::Decl*>& project_decls, Facts& out);

}  // namespace hipaudit
