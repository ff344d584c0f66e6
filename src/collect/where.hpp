// SPDX-License-Identifier: Apache-2.0
// From Clang's source locations to plain spans.
#pragma once

#include <string>

#include "core/span.hpp"
#include "frontend/clang_headers.hpp"

namespace hipaudit {

/// The value as 64 bits; unsigned ones that do not fit are taken bit for bit.
[[nodiscard]] inline std::int64_t to_int64(const llvm::APSInt& value) {
  if (value.getSignificantBits() > 64 && value.getActiveBits() > 64) return 0;
  return value.isSigned() ? value.extOrTrunc(64).getSExtValue()
                          : static_cast<std::int64_t>(value.extOrTrunc(64).getZExtValue());
}

class WhereMap {
 public:
  /// Files below `root` that are not system headers are project files.
  WhereMap(clang::SourceManager& sources, const clang::LangOptions& lang, FileTable& files,
           std::string root);

  /// Token range to byte spans; see Where for what the two spans mean.
  [[nodiscard]] Where where(clang::SourceRange range);
  [[nodiscard]] Where where(clang::SourceLocation token) { return where({token, token}); }
  /// Expansion span only.
  [[nodiscard]] Span span(clang::SourceRange range);
  /// Whether the code takes effect in a project file.
  [[nodiscard]] bool in_project(clang::SourceLocation location);
  [[nodiscard]] FileId file(clang::FileID id);
  /// "path:offset" of the expansion: the identity of a declaration over units.
  [[nodiscard]] std::string key(clang::SourceLocation location);

  [[nodiscard]] clang::SourceManager& sources() { return sources_; }
  [[nodiscard]] const clang::LangOptions& lang() const { return lang_; }
  [[nodiscard]] FileTable& files() { return files_; }

 private:
  bool spelling(clang::SourceLocation begin, clang::SourceLocation end, Where& out);
  Span file_span(clang::SourceLocation begin, clang::SourceLocation end);
  std::uint32_t token_end(clang::SourceLocation file_location);

  clang::SourceManager& sources_;
  const clang::LangOptions& lang_;
  FileTable& files_;
  std::string root_;
  llvm::DenseMap<clang::FileID, FileId> ids_;
};

}  // namespace hipaudit
