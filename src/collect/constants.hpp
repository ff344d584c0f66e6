// SPDX-License-Identifier: Apache-2.0
// Named constants that may stand for a wave width, and where warpSize is used as what ROCm 7 no
// longer lets it be.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "collect/macros.hpp"
#include "collect/where.hpp"
#include "facts/facts.hpp"

namespace hipaudit {

/// Macros that the device compiler defines per target, and the host compiler never.
[[nodiscard]] bool is_device_macro(llvm::StringRef name);

/// What the preprocessor's run tells about constants; outlives the callbacks.
struct ConstantLog {
  /// One branch of an #if that a device-only macro decides, from its directive to the next one.
  struct Branch {
    clang::FileID file;
    unsigned begin = 0;
    unsigned end = 0;
    std::string condition;
    clang::SourceLocation directive;
    std::set<std::string> selectors;
  };
  struct Macro {
    std::string name;
    clang::SourceLocation where;
    clang::SourceRange body;
    std::string text;
    std::optional<std::int64_t> value;
    bool candidate = false;
    std::set<std::string> mentions;  ///< identifiers in the body
  };
  struct Use {
    std::size_t macro;
    clang::SourceLocation where;
    bool directive = false;
  };
  std::vector<Branch> branches;
  std::vector<Macro> macros;
  std::vector<Use> uses;
  std::vector<clang::SourceLocation> library_uses;  ///< of C10_WARP_SIZE, defined outside
};

/// Watches the preprocessor; `log` is filled when the file ends.
std::unique_ptr<clang::PPCallbacks> watch_constants(clang::Preprocessor& pp, WhereMap& where,
                                                    ConstantLog& log);

/// `skipped` tells which text was not compiled.
void collect_constants(clang::ASTContext& context, WhereMap& where,
                       const std::vector<clang::Decl*>& project_decls, const ConstantLog& log,
                       const PreprocessorLog& skipped, PassKind pass, Facts& out);

}  // namespace hipaudit
