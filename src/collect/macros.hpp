// SPDX-License-Identifier: Apache-2.0
// What the preprocessor sees: macros that matter for a port, includes, and identifiers of CUDA that
// were left over in active code.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "collect/where.hpp"
#include "facts/facts.hpp"

namespace hipaudit {

/// What the identifier pass needs to know of the preprocessor's run; outlives the Preprocessor.
struct PreprocessorLog {
  /// Byte ranges between the directives of branches that were not taken, by file.
  std::map<clang::FileID, std::vector<std::pair<unsigned, unsigned>>> skipped;
  /// Byte ranges of macro arguments that the macro's body does not use, by file.
  std::map<clang::FileID, std::vector<std::pair<unsigned, unsigned>>> dropped;
  std::vector<clang::FileID> project_files;  ///< in the order they were entered
  std::set<std::string> project_macros;      ///< names that project text defines at any point
};

/// Records facts of the kinds in `needs` (FactKind bits) and fills `log`. Facts about one place are
/// recorded once, however often its file is entered.
class MacroCollector : public clang::PPCallbacks {
 public:
  MacroCollector(WhereMap& where, Facts& out, std::uint32_t needs, PreprocessorLog& log);

  void FileChanged(clang::SourceLocation loc, FileChangeReason reason,
                   clang::SrcMgr::CharacteristicKind kind, clang::FileID previous) override;
  void InclusionDirective(clang::SourceLocation hash, const clang::Token& include,
                          llvm::StringRef name, bool angled, clang::CharSourceRange range,
                          clang::OptionalFileEntryRef file, llvm::StringRef search_path,
                          llvm::StringRef relative_path, const clang::Module* suggested,
                          bool imported, clang::SrcMgr::CharacteristicKind kind) override;
  void MacroDefined(const clang::Token& name, const clang::MacroDirective* directive) override;
  void MacroUndefined(const clang::Token& name, const clang::MacroDefinition& definition,
                      const clang::MacroDirective* undef) override;
  void MacroExpands(const clang::Token& name, const clang::MacroDefinition& definition,
                    clang::SourceRange range, const clang::MacroArgs* args) override;
  void SourceRangeSkipped(clang::SourceRange range, clang::SourceLocation endif) override;
  void If(clang::SourceLocation loc, clang::SourceRange condition,
          ConditionValueKind value) override;
  void Elif(clang::SourceLocation loc, clang::SourceRange condition, ConditionValueKind value,
            clang::SourceLocation first) override;
  void Ifdef(clang::SourceLocation loc, const clang::Token& name,
             const clang::MacroDefinition& definition) override;
  void Ifndef(clang::SourceLocation loc, const clang::Token& name,
              const clang::MacroDefinition& definition) override;
  void Elifdef(clang::SourceLocation loc, const clang::Token& name,
               const clang::MacroDefinition& definition) override;
  void Elifndef(clang::SourceLocation loc, const clang::Token& name,
                const clang::MacroDefinition& definition) override;

 private:
  [[nodiscard]] bool wants(FactKind kind) const { return (needs_ & bit(kind)) != 0; }
  [[nodiscard]] bool interesting(llvm::StringRef name) const;
  void condition(clang::SourceLocation loc, clang::SourceRange range, ConditionValueKind value);
  void tested(clang::SourceLocation directive, const clang::Token& name, bool taken);
  void record(MacroFact fact);
  void drop_unused_arguments(const clang::MacroInfo* info, const clang::MacroArgs* args);

  WhereMap& where_;
  Facts& out_;
  std::uint32_t needs_;
  PreprocessorLog& log_;
  std::set<std::string> wrappers_;  // macros whose body names the wave size macro, at any depth
  std::set<std::pair<Span, int>> seen_;
};

/// One raw lex of each project file: CUDA identifiers in active code that the project does not
/// declare itself (IdentifierFact), and uses of the wave size macro outside directives
/// (MacroFact::used), which no callback reports once the compiler no longer defines it.
void collect_identifiers(clang::Preprocessor& pp, WhereMap& where, clang::ASTContext* context,
                         const std::vector<clang::Decl*>& project_decls, const PreprocessorLog& log,
                         std::uint32_t needs, Facts& out);

}  // namespace hipaudit
