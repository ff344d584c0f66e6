// SPDX-License-Identifier: Apache-2.0
// Two halves. The preprocessor's tells which branches a device-only macro selects, which macros are
// defined there and where they are used. The AST's finds the other constants, and says of every
// place on which side it is compiled, which constant it is part of, and whether it reaches a
// launch. Candidates come last: what is built on a candidate is one.
#include "collect/constants.hpp"

#include <algorithm>

#include "core/expression.hpp"

namespace hipaudit {

bool is_device_macro(llvm::StringRef name) {
  if (name.consume_front("__gfx") || name.consume_front("__GFX")) return name.ends_with("__");
  return name == "__HIP_DEVICE_COMPILE__" || name.starts_with("__AMDGCN") || name == "__AMDGPU__"
         || name == "__AMD__";
}

namespace {

using llvm::StringRef;
using namespace clang;

std::string squeezed(StringRef text, std::size_t most = 200) {
  std::string out;
  for (const char c : text.take_front(2000)) {
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\\') {
      if (!out.empty() && out.back() != ' ') out += ' ';
    } else {
      out += c;
    }
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  if (out.size() > most) out = out.substr(0, most) + "...";
  return out;
}

bool is_word(char c) { return llvm::isAlnum(c) || c == '_'; }

bool sounds_like_warp(StringRef name) {
  return name.contains_insensitive("warp") || name.contains_insensitive("wave")
         || name.contains_insensitive("lane");
}

bool is_width(std::optional<std::int64_t> value) { return value == 32 || value == 64; }

/// C10_WARP_SIZE was a constant for the host, too, before PyTorch made it a query there.
bool is_library_width(StringRef name) { return name == "C10_WARP_SIZE"; }

// ---- preprocessor ------------------------------------------------------------------------------

class Watch : public PPCallbacks {
 public:
  Watch(Preprocessor& pp, WhereMap& where, ConstantLog& log)
      : pp_(pp), sm_(pp.getSourceManager()), where_(where), log_(log) {}

  void MacroDefined(const Token& name, const MacroDirective* directive) override {
    const MacroInfo* info = directive->getMacroInfo();
    if (info == nullptr || info->isBuiltinMacro() || !where_.in_project(name.getLocation())) return;
    const std::string spelled = name.getIdentifierInfo()->getName().str();
    current_.erase(spelled);
    if (info->isFunctionLike() || info->getNumTokens() == 0) return;
    ConstantLog::Macro macro;
    macro.name = spelled;
    macro.where = name.getLocation();
    macro.body = {info->tokens().front().getLocation(), info->tokens().back().getLocation()};
    const StringRef text =
        Lexer::getSourceText(CharSourceRange::getTokenRange(macro.body), sm_, pp_.getLangOpts());
    macro.text = squeezed(text);
    for (const Token& token : info->tokens())
      if (const IdentifierInfo* id = token.getIdentifierInfo())
        macro.mentions.insert(id->getName().str());
    std::set<std::string> selectors;
    if (text.size() < 400) {
      const std::string plain = spelled_out(text, selectors, 0);
      macro.value = evaluate_text(plain, [](std::string_view, bool) { return std::nullopt; });
    }
    const bool selected = std::any_of(chains_.begin(), chains_.end(),
                                      [](const Chain& chain) { return !chain.selectors.empty(); });
    if (selected)
      for (const Chain& chain : chains_)
        selectors.insert(chain.selectors.begin(), chain.selectors.end());
    macro.candidate = !selectors.empty() || (sounds_like_warp(spelled) && is_width(macro.value));
    for (const std::string& id : macro.mentions) {
      macro.candidate |= id == "warpSize" || is_library_width(id);
      if (const auto at = current_.find(id); at != current_.end())
        macro.candidate |= log_.macros[at->second].candidate;
    }
    if (!selectors.empty()) selectors_of_[spelled] = std::move(selectors);
    // A header is entered again by each unit only; one definition may still be met twice.
    current_[spelled] = log_.macros.size();
    log_.macros.push_back(std::move(macro));
  }

  void MacroUndefined(const Token& name, const MacroDefinition&, const MacroDirective*) override {
    current_.erase(name.getIdentifierInfo()->getName().str());
  }

  void MacroExpands(const Token& name, const MacroDefinition&, SourceRange,
                    const MacroArgs*) override {
    const StringRef spelled = name.getIdentifierInfo()->getName();
    if (is_library_width(spelled) && where_.in_project(name.getLocation())
        && current_.count(spelled.str()) == 0)
      log_.library_uses.push_back(name.getLocation());
    const auto at = current_.find(spelled.str());
    if (at == current_.end() || !log_.macros[at->second].candidate) return;
    if (!where_.in_project(name.getLocation())) return;
    log_.uses.push_back({at->second, name.getLocation(), false});
  }

  void If(SourceLocation loc, SourceRange, ConditionValueKind) override { open(loc, text_of(loc)); }
  void Ifdef(SourceLocation loc, const Token& name, const MacroDefinition&) override {
    open(loc, "defined(" + name_of(name) + ")");
  }
  void Ifndef(SourceLocation loc, const Token& name, const MacroDefinition&) override {
    open(loc, "!defined(" + name_of(name) + ")");
  }
  void Elif(SourceLocation loc, SourceRange, ConditionValueKind, SourceLocation) override {
    next(loc, text_of(loc));
  }
  void Elifdef(SourceLocation loc, const Token& name, const MacroDefinition&) override {
    next(loc, "defined(" + name_of(name) + ")");
  }
  void Elifdef(SourceLocation loc, SourceRange, SourceLocation) override { next(loc, "?"); }
  void Elifndef(SourceLocation loc, const Token& name, const MacroDefinition&) override {
    next(loc, "!defined(" + name_of(name) + ")");
  }
  void Elifndef(SourceLocation loc, SourceRange, SourceLocation) override { next(loc, "?"); }
  void Else(SourceLocation loc, SourceLocation) override { next(loc, "1"); }
  void Endif(SourceLocation loc, SourceLocation) override {
    if (chains_.empty()) return;
    close(loc);
    chains_.pop_back();
  }

 private:
  struct Chain {
    FileID file;
    SourceLocation directive;
    unsigned begin = 0;
    std::string before;   // that no earlier branch was taken
    std::string current;  // the condition of this branch alone
    std::set<std::string> selectors;
    std::vector<std::size_t> branches;
  };

  static std::string name_of(const Token& token) {
    const IdentifierInfo* id = token.getIdentifierInfo();
    return id != nullptr ? id->getName().str() : "?";
  }

  /// The expression behind #if or #elif at `loc`, continuation lines included.
  std::string text_of(SourceLocation loc) {
    const auto [id, begin] = sm_.getDecomposedExpansionLoc(loc);
    const auto buffer = sm_.getBufferDataOrNone(id);
    if (!buffer) return "?";
    std::size_t at = begin;
    while (at < buffer->size() && is_word((*buffer)[at])) ++at;
    Lexer lexer(sm_.getLocForStartOfFile(id), pp_.getLangOpts(), buffer->begin(),
                buffer->begin() + at, buffer->end());
    std::string text;
    Token token;
    bool first = true;
    while (text.size() < 4000) {
      lexer.LexFromRawLexer(token);
      if (token.is(tok::eof) || (!first && token.isAtStartOfLine())) break;
      first = false;
      text += " " + Lexer::getSpelling(token, sm_, pp_.getLangOpts());
    }
    return text;
  }

  /// `text` over device-only macros alone: others are replaced by what they are now.
  std::string spelled_out(StringRef text, std::set<std::string>& selectors, int depth) {
    if (depth > 8) return "?";
    std::string out;
    std::size_t at = 0;
    bool asked = false;  // behind `defined`
    while (at < text.size() && out.size() < 8000) {
      const char c = text[at];
      if (llvm::isDigit(c)) {
        while (at < text.size() && is_word(text[at])) out += text[at++];
        asked = false;
        continue;
      }
      if (!is_word(c)) {
        if (c == '"' || c == '\'') return "?";
        if (c == '/' && text.substr(at).starts_with("/*")) {
          const std::size_t end = text.find("*/", at);
          at = end == StringRef::npos ? text.size() : end + 2;
          continue;
        }
        if (c == '/' && text.substr(at).starts_with("//")) {
          at = std::min(text.find('\n', at), text.size());
          continue;
        }
        if (c != '\\' && !(asked && (c == '(' || c == ')'))) out += c == '\n' ? ' ' : c;
        if (asked && c == ')') asked = false;
        ++at;
        continue;
      }
      const StringRef name = text.substr(at).take_while(is_word);
      at += name.size();
      if (name == "defined") {
        // defined(X) or defined X
        StringRef rest = text.substr(at).ltrim();
        const bool enclosed = rest.consume_front("(");
        rest = rest.ltrim();
        const StringRef asked_for = rest.take_while(is_word);
        rest = rest.drop_front(asked_for.size());
        if (enclosed) {
          rest = rest.ltrim();
          rest.consume_front(")");
        }
        at = text.size() - rest.size();
        out += definedness(asked_for, selectors);
        continue;
      }
      out += meaning(name, text.substr(at), selectors, depth);
    }
    return out;
  }

  std::string definedness(StringRef name, std::set<std::string>& selectors) {
    if (is_device_macro(name)) {
      selectors.insert(name.str());
      return "defined(" + name.str() + ")";
    }
    // Defined in a branch that a device-only macro selects: it stands for that macro.
    if (const auto at = selectors_of_.find(name.str()); at != selectors_of_.end()) {
      selectors.insert(at->second.begin(), at->second.end());
      const auto defined = defined_if_.find(name.str());
      if (defined != defined_if_.end()) return "(" + defined->second + ")";
    }
    const IdentifierInfo* id = pp_.getIdentifierInfo(name);
    return id != nullptr && pp_.getMacroInfo(const_cast<IdentifierInfo*>(id)) != nullptr ? "1"
                                                                                         : "0";
  }

  std::string meaning(StringRef name, StringRef after, std::set<std::string>& selectors,
                      int depth) {
    if (is_device_macro(name)) {
      selectors.insert(name.str());
      return name.str();
    }
    if (name == "and" || name == "or" || name == "not") return " " + name.str() + " ";
    if (name == "true") return "1";
    if (name == "false") return "0";
    IdentifierInfo* id = pp_.getIdentifierInfo(name);
    const MacroInfo* info = pp_.getMacroInfo(id);
    if (info == nullptr) {
      // f(x) of something the preprocessor knows nothing of.
      return after.ltrim().starts_with("(") || name.starts_with("__has_") ? "?" : undefined(name);
    }
    if (info->isBuiltinMacro() || info->isFunctionLike()) return "?";
    if (info->getNumTokens() == 0) return "";
    if (const auto at = selectors_of_.find(name.str()); at != selectors_of_.end())
      selectors.insert(at->second.begin(), at->second.end());
    const SourceRange body(info->tokens().front().getLocation(),
                           info->tokens().back().getLocation());
    const StringRef text =
        Lexer::getSourceText(CharSourceRange::getTokenRange(body), sm_, pp_.getLangOpts());
    if (text.empty()) {
      // Of the command line: one token in most cases.
      if (info->getNumTokens() != 1 || !info->tokens().front().isLiteral()) return "?";
      return pp_.getSpelling(info->tokens().front());
    }
    return "(" + spelled_out(text, selectors, depth + 1) + ")";
  }

  // In a directive an unknown name is 0; in a macro's body it is a name of the program.
  [[nodiscard]] std::string undefined(StringRef) const { return in_directive_ ? "0" : "?"; }

  void open(SourceLocation loc, const std::string& text) {
    Chain chain;
    chain.directive = loc;
    start(chain, loc);
    in_directive_ = true;
    chain.current = text == "?" ? "?" : spelled_out(text, chain.selectors, 0);
    in_directive_ = false;
    chains_.push_back(std::move(chain));
    mark_uses(loc);
  }

  void start(Chain& chain, SourceLocation loc) {
    const auto [id, offset] = sm_.getDecomposedExpansionLoc(loc);
    chain.file = id;
    chain.begin = offset;
  }

  void close(SourceLocation loc) {
    Chain& chain = chains_.back();
    const auto [id, offset] = sm_.getDecomposedExpansionLoc(loc);
    if (id != chain.file || offset < chain.begin) return;
    ConstantLog::Branch branch;
    branch.file = id;
    branch.begin = chain.begin;
    branch.end = offset;
    branch.directive = chain.directive;
    branch.condition =
        (chain.before.empty() ? "" : chain.before + " && ") + "(" + chain.current + ")";
    chain.branches.push_back(log_.branches.size());
    log_.branches.push_back(std::move(branch));
    // All branches of the chain depend on what any of them tests.
    for (const std::size_t at : chain.branches) log_.branches[at].selectors = chain.selectors;
    // What is defined only here is defined where the branch is compiled.
    if (chain.selectors.empty()) return;
    for (std::size_t i = log_.macros.size(); i-- > 0;) {
      const ConstantLog::Macro& macro = log_.macros[i];
      const auto [macro_file, at] = sm_.getDecomposedExpansionLoc(macro.where);
      if (macro_file != id || at < chain.begin || at > offset) break;
      defined_if_[macro.name] = log_.branches.back().condition;
    }
  }

  void next(SourceLocation loc, const std::string& text) {
    if (chains_.empty()) return;
    close(loc);
    Chain& chain = chains_.back();
    chain.before += (chain.before.empty() ? "" : " && ") + ("!(" + chain.current) + ")";
    chain.directive = loc;
    start(chain, loc);
    in_directive_ = true;
    chain.current = text == "?" || text == "1" ? text : spelled_out(text, chain.selectors, 0);
    in_directive_ = false;
    mark_uses(loc);
  }

  /// Expansions in the directive's own line came before its callback.
  void mark_uses(SourceLocation loc) {
    const auto [id, begin] = sm_.getDecomposedExpansionLoc(loc);
    for (std::size_t i = log_.uses.size(); i-- > 0;) {
      const auto [file, offset] = sm_.getDecomposedExpansionLoc(log_.uses[i].where);
      if (file != id || offset < begin) break;
      log_.uses[i].directive = true;
    }
  }

  Preprocessor& pp_;
  SourceManager& sm_;
  WhereMap& where_;
  ConstantLog& log_;
  std::vector<Chain> chains_;
  std::map<std::string, std::size_t> current_;  // macro in force
  std::map<std::string, std::set<std::string>> selectors_of_;
  std::map<std::string, std::string> defined_if_;
  bool in_directive_ = false;
};

// ---- AST ---------------------------------------------------------------------------------------

const clang::Expr* bare(const clang::Expr* e) {
  while (e != nullptr) {
    const clang::Expr* next = e->IgnoreParenImpCasts();
    if (const auto* full = dyn_cast<FullExpr>(next)) next = full->getSubExpr();
    if (const auto* temporary = dyn_cast<MaterializeTemporaryExpr>(next))
      next = temporary->getSubExpr();
    if (const auto* bind = dyn_cast<CXXBindTemporaryExpr>(next)) next = bind->getSubExpr();
    if (const auto* construct = dyn_cast<CXXConstructExpr>(next);
        construct != nullptr && construct->getNumArgs() == 1)
      next = construct->getArg(0);
    if (next == e) return e;
    e = next;
  }
  return e;
}

CodeSide side_of(const FunctionDecl* function) {
  if (function->hasAttr<CUDAGlobalAttr>()) return CodeSide::device;
  if (!function->hasAttr<CUDADeviceAttr>()) return CodeSide::host;
  // A constexpr function is made both by the compiler; what is written says whose it is.
  if (const auto* host = function->getAttr<CUDAHostAttr>(); host != nullptr && !host->isImplicit())
    return CodeSide::both;
  const auto* device = function->getAttr<CUDADeviceAttr>();
  return device->isImplicit() ? CodeSide::host : CodeSide::device;
}

class Visitor : public RecursiveASTVisitor<Visitor> {
  using Base = RecursiveASTVisitor<Visitor>;

 public:
  Visitor(ASTContext& context, WhereMap& where, const ConstantLog& log,
          const PreprocessorLog& skipped, PassKind pass, Facts& out)
      : context_(context), sm_(context.getSourceManager()), where_(where), log_(log),
        skipped_(skipped), pass_(pass), out_(out) {}

  bool shouldVisitTemplateInstantiations() const { return false; }
  bool shouldVisitImplicitCode() const { return false; }

  void finish() {
    add_macros();
    add_uses();
    add_library_uses();
    spread();
    lexical();
    emit();
  }

  bool TraverseLambdaExpr(LambdaExpr* lambda) {
    FunctionDecl* call = lambda->getCallOperator();
    CodeSide side = CodeSide::outside;
    if (call->hasAttr<CUDADeviceAttr>() && !call->getAttr<CUDADeviceAttr>()->isImplicit())
      side = call->hasAttr<CUDAHostAttr>() ? CodeSide::both : CodeSide::device;
    if (side != CodeSide::outside)
      functions_.push_back({place(lambda->getSourceRange()), side, "lambda"});
    return Base::TraverseLambdaExpr(lambda);
  }

  bool VisitFunctionDecl(FunctionDecl* function) {
    if (function->isImplicit() || !function->doesThisDeclarationHaveABody()) return true;
    if (const auto* method = dyn_cast<CXXMethodDecl>(function);
        method != nullptr && method->getParent()->isLambda())
      return true;
    SourceRange range = function->getSourceRange();
    if (const FunctionTemplateDecl* pattern = function->getDescribedFunctionTemplate())
      range.setBegin(pattern->getBeginLoc());
    // Attributes in front, with the constants in __launch_bounds__.
    for (const Attr* attr : function->attrs())
      if (!attr->isImplicit() && attr->getLocation().isValid()
          && sm_.isBeforeInTranslationUnit(attr->getLocation(), range.getBegin()))
        range.setBegin(attr->getLocation());
    functions_.push_back({place(range), side_of(function), function->getQualifiedNameAsString()});
    constant_function(function);
    return true;
  }

  bool VisitVarDecl(VarDecl* var) {
    if (var->getIdentifier() == nullptr) return true;
    declared_names_.insert(offset_key(var->getLocation()));
    if (var->getName() == "warpSize" && where_.in_project(var->getLocation()))
      own_warp_size_ = true;
    bounds(var->getTypeSourceInfo(), var);
    if (isa<ParmVarDecl>(var)) return true;
    const clang::Expr* init = var->getInit();
    if (init == nullptr) return true;
    const bool is_auto = var->getTypeSourceInfo() != nullptr
                         && var->getTypeSourceInfo()->getType()->getContainedAutoType() != nullptr;
    if (is_auto && is_warp_size(bare(init)))
      wave_use(WaveSizeUse::Kind::copy, bare(init), var->getNameAsString());
    const QualType type = var->getType();
    if (!type.isConstQualified() && !var->isConstexpr()) return true;
    if (!type->isIntegralOrEnumerationType() && !type->isDependentType()) return true;
    Constant constant;
    constant.fact.kind = ConstantFact::Kind::variable;
    constant.fact.device_only = var->hasAttr<CUDADeviceAttr>() && !var->isConstexpr();
    constant.is_constexpr = var->isConstexpr();
    constant.is_local = var->isLocalVarDecl();
    describe(constant, var, var->getSourceRange(), init);
    return true;
  }

  bool VisitFieldDecl(FieldDecl* field) {
    if (field->getIdentifier() == nullptr) return true;
    declared_names_.insert(offset_key(field->getLocation()));
    bounds(field->getTypeSourceInfo(), field);
    return true;
  }

  bool VisitTypedefNameDecl(TypedefNameDecl* alias) {
    declared_names_.insert(offset_key(alias->getLocation()));
    return true;
  }

  bool VisitEnumConstantDecl(EnumConstantDecl* enumerator) {
    if (enumerator->getInitExpr() == nullptr) return true;
    Constant constant;
    constant.fact.kind = ConstantFact::Kind::enumerator;
    constant.is_constexpr = true;
    describe(constant, enumerator, enumerator->getSourceRange(), enumerator->getInitExpr());
    return true;
  }

  bool VisitNonTypeTemplateParmDecl(NonTypeTemplateParmDecl* parameter) {
    if (parameter->getIdentifier() != nullptr && parameter->getName() == "warpSize")
      own_warp_size_ = true;
    return true;
  }

  bool VisitStaticAssertDecl(StaticAssertDecl* check) {
    assertions_.push_back(place(check->getSourceRange()));
    if (check->getAssertExpr() != nullptr) assertion(check->getAssertExpr());
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr* ref) {
    if (is_warp_size(ref)) {
      warp_size_refs_.push_back(ref);
      return true;
    }
    refer(ref->getDecl(), ref->getSourceRange());
    if (ref->hasExplicitTemplateArgs())
      for (const TemplateArgumentLoc& arg : ref->template_arguments())
        template_argument(arg, ref->getDecl());
    return true;
  }

  bool VisitMemberExpr(MemberExpr* member) {
    refer(member->getMemberDecl(), member->getSourceRange());
    return true;
  }

  bool VisitTemplateSpecializationTypeLoc(TemplateSpecializationTypeLoc loc) {
    const TemplateDecl* decl = loc.getTypePtr()->getTemplateName().getAsTemplateDecl();
    for (unsigned i = 0; i < loc.getNumArgs(); ++i) template_argument(loc.getArgLoc(i), decl);
    return true;
  }

  bool VisitCaseStmt(CaseStmt* label) {
    if (const clang::Expr* warp = mentioned_warp_size(label->getLHS()))
      wave_use(WaveSizeUse::Kind::case_label, warp, "");
    return true;
  }

  bool VisitRecoveryExpr(RecoveryExpr* recovery) {
    // min(warpSize, n) of which no overload was found.
    const OverloadExpr* callee = nullptr;
    for (clang::Expr* e : recovery->subExpressions()) {
      if (const auto* lookup = dyn_cast<OverloadExpr>(e->IgnoreParenImpCasts())) {
        callee = lookup;
      } else if (callee != nullptr && is_warp_size(bare(e))) {
        wave_use(WaveSizeUse::Kind::deduced, bare(e), callee->getName().getAsString());
      }
    }
    return true;
  }

  bool VisitCallExpr(CallExpr* call) {
    if (auto* launch = dyn_cast<CUDAKernelCallExpr>(call)) {
      for (const clang::Expr* arg : launch->getConfig()->arguments()) reaches_launch(arg);
      if (const clang::Expr* callee = launch->getCallee()) reaches_launch(callee);
    }
    const FunctionDecl* callee = call->getDirectCallee();
    if (callee != nullptr && callee->getIdentifier() != nullptr
        && (callee->getName() == "hipLaunchKernel" || callee->getName() == "hipModuleLaunchKernel"
            || callee->getName() == "hipLaunchCooperativeKernel"))
      for (const clang::Expr* arg : call->arguments()) reaches_launch(arg);
    deductions(call, callee);
    query(call, callee);
    return true;
  }

  bool VisitIfStmt(IfStmt* statement) {
    refusal(statement);
    return true;
  }

 private:
  struct Function {
    Span span;
    CodeSide side;
    std::string name;
  };
  struct Constant {
    ConstantFact fact;
    bool candidate = false;
    bool is_constexpr = false;
    bool is_local = false;
    bool emitted = false;
  };
  struct Use {
    std::size_t constant;
    Where where;
    bool directive = false;
  };

  // Where the text of something stands: at its own place unless a macro's body holds it.
  static Span place(const Where& where) {
    return where.in_macro_body || !where.spelling.valid() ? where.expansion : where.spelling;
  }
  Span place(SourceRange range) { return place(where_.where(range)); }

  std::pair<FileId, unsigned> offset_key(SourceLocation loc) {
    const auto [id, offset] = sm_.getDecomposedExpansionLoc(loc);
    return {where_.file(id), offset};
  }

  std::string source_text(SourceRange range) {
    const CharSourceRange text = Lexer::makeFileCharRange(CharSourceRange::getTokenRange(range),
                                                          sm_, context_.getLangOpts());
    return squeezed(Lexer::getSourceText(text, sm_, context_.getLangOpts()));
  }

  /// HIP's own: a project's constant of that name is what its initialiser says.
  bool is_warp_size(const clang::Expr* e) {
    const auto* ref = dyn_cast_or_null<DeclRefExpr>(e);
    if (ref == nullptr) return false;
    const auto* var = dyn_cast<VarDecl>(ref->getDecl());
    return var != nullptr && var->getIdentifier() != nullptr && var->getName() == "warpSize"
           && !isa<ParmVarDecl>(var) && !var->isLocalVarDecl()
           && !where_.in_project(var->getLocation());
  }

  const clang::Expr* mentioned_warp_size(const Stmt* s, int depth = 0) {
    if (s == nullptr || depth > 40) return nullptr;
    if (const auto* e = dyn_cast<clang::Expr>(s); e != nullptr && is_warp_size(e)) return e;
    for (const Stmt* child : s->children())
      if (const clang::Expr* found = mentioned_warp_size(child, depth + 1)) return found;
    return nullptr;
  }

  std::optional<std::int64_t> evaluate(const clang::Expr* e) {
    if (e == nullptr || e->getType().isNull() || e->isValueDependent() || e->containsErrors()
        || !e->getType()->isIntegralOrEnumerationType() || mentioned_warp_size(e) != nullptr)
      return std::nullopt;
    clang::Expr::EvalResult result;
    if (!e->EvaluateAsInt(result, context_) || result.Val.getInt().getBitWidth() > 64)
      return std::nullopt;
    return to_int64(result.Val.getInt());
  }

  void describe(Constant& constant, const NamedDecl* decl, SourceRange extent,
                const clang::Expr* init) {
    if (!where_.in_project(decl->getLocation())) return;
    ConstantFact& fact = constant.fact;
    fact.name = decl->getQualifiedNameAsString();
    fact.where = where_.where(decl->getLocation());
    fact.extent = place(extent);
    fact.text = source_text(init->getSourceRange());
    fact.value = evaluate(init);
    add_constant(std::move(constant), decl);
  }

  /// int lanes() { return 64; }: one statement in this pass.
  void constant_function(const FunctionDecl* function) {
    if (function->getNumParams() != 0 || function->getIdentifier() == nullptr
        || !function->getReturnType()->isIntegralOrEnumerationType()
        || function->hasAttr<CUDAGlobalAttr>() || !where_.in_project(function->getLocation()))
      return;
    const auto* body = dyn_cast_or_null<CompoundStmt>(function->getBody());
    if (body == nullptr || body->size() != 1) return;
    const auto* result = dyn_cast<ReturnStmt>(body->body_front());
    if (result == nullptr || result->getRetValue() == nullptr) return;
    const auto value = evaluate(result->getRetValue());
    if (!value) return;
    Constant constant;
    constant.fact.kind = ConstantFact::Kind::function;
    constant.fact.name = function->getQualifiedNameAsString();
    constant.fact.where = where_.where(function->getLocation());
    constant.fact.extent = place(function->getSourceRange());
    constant.fact.text = source_text(result->getRetValue()->getSourceRange());
    constant.fact.value = value;
    constant.fact.device_only = side_of(function) == CodeSide::device;
    add_constant(std::move(constant), function);
  }

  void add_constant(Constant constant, const NamedDecl* decl) {
    if (!constant.fact.extent.valid() || !constant.fact.where.best().valid()) return;
    find_condition(constant.fact, decl->getLocation());
    constant.candidate = !constant.fact.condition.empty()
                         || (decl->getIdentifier() != nullptr && sounds_like_warp(decl->getName())
                             && is_width(constant.fact.value));
    by_decl_[decl->getCanonicalDecl()] = constants_.size();
    constants_.push_back(std::move(constant));
  }

  /// The branches that hold `loc` or begin inside the definition.
  void find_condition(ConstantFact& fact, SourceLocation loc) {
    const auto [id, offset] = sm_.getDecomposedExpansionLoc(loc);
    const FileId file = where_.file(id);
    std::vector<const ConstantLog::Branch*> holding;
    for (const ConstantLog::Branch& branch : log_.branches) {
      if (branch.selectors.empty() || where_.file(branch.file) != file) continue;
      const bool around = branch.begin <= offset && offset < branch.end;
      // The value alone may be in a branch; of several, the one that was compiled is not empty.
      const bool inside = fact.kind != ConstantFact::Kind::macro && fact.extent.file == file
                          && fact.extent.begin <= branch.begin && branch.begin < fact.extent.end
                          && !was_skipped(branch);
      if (around || inside) holding.push_back(&branch);
    }
    std::sort(holding.begin(), holding.end(),
              [](const auto* a, const auto* b) { return a->begin < b->begin; });
    std::set<std::string> selectors;
    for (const ConstantLog::Branch* branch : holding) {
      fact.condition += (fact.condition.empty() ? "" : " && ") + branch->condition;
      selectors.insert(branch->selectors.begin(), branch->selectors.end());
      fact.directive = where_.span(branch->directive);
    }
    fact.selectors.assign(selectors.begin(), selectors.end());
  }

  bool was_skipped(const ConstantLog::Branch& branch) const {
    const auto found = skipped_.skipped.find(branch.file);
    if (found == skipped_.skipped.end()) return false;
    return std::any_of(found->second.begin(), found->second.end(), [&](const auto& range) {
      return range.first <= branch.begin && branch.end <= range.second;
    });
  }

  void add_macros() {
    for (const ConstantLog::Macro& macro : log_.macros) {
      Constant constant;
      ConstantFact& fact = constant.fact;
      fact.kind = ConstantFact::Kind::macro;
      fact.name = macro.name;
      fact.where = where_.where(macro.where);
      fact.extent = place(SourceRange(macro.where, macro.body.getEnd()));
      fact.text = macro.text;
      fact.value = macro.value;
      if (fact.where.best().valid()) find_condition(fact, macro.where);
      constant.candidate = macro.candidate && fact.where.best().valid();
      macro_constants_.push_back(constants_.size());
      constants_.push_back(std::move(constant));
    }
  }

  void refer(const ValueDecl* decl, SourceRange range) {
    const Decl* key = decl->getCanonicalDecl();
    if (const auto* var = dyn_cast<VarDecl>(decl)) {
      if (const VarDecl* pattern = var->getTemplateInstantiationPattern())
        key = pattern->getCanonicalDecl();
    } else if (const auto* function = dyn_cast<FunctionDecl>(decl)) {
      if (const FunctionDecl* pattern = function->getTemplateInstantiationPattern())
        key = pattern->getCanonicalDecl();
    } else if (!isa<EnumConstantDecl>(decl)) {
      return;
    }
    references_.push_back({key, where_.where(range)});
  }

  void add_uses() {
    for (const auto& [decl, where] : references_)
      if (const auto at = by_decl_.find(decl); at != by_decl_.end())
        uses_.push_back({at->second, where, false});
    for (const ConstantLog::Use& use : log_.uses)
      uses_.push_back({macro_constants_[use.macro], where_.where(use.where), use.directive});
    for (const DeclRefExpr* ref : warp_size_refs_) {
      const Where where = where_.where(ref->getSourceRange());
      // C10_WARP_SIZE is recorded by its own name.
      if (where.in_macro_body && !in_project(where.spelling)) continue;
      plain_use("warpSize", where);
    }
    rocprim_uses();
  }

  /// rocprim::warp_size() as written: without rocPRIM's headers no declaration tells of it.
  void rocprim_uses() {
    for (const FileID id : skipped_.project_files) {
      const auto buffer = sm_.getBufferOrNone(id);
      const FileId file = where_.file(id);
      if (!buffer || file == kNoFile || !buffer->getBuffer().contains("rocprim")
          || !buffer->getBuffer().contains("warp_size"))
        continue;
      const std::vector<Tok> tokens = lex(id, *buffer);
      for (std::size_t i = 0; i + 3 < tokens.size(); ++i) {
        if (tokens[i].text != "rocprim" || tokens[i + 1].kind != tok::coloncolon
            || tokens[i + 2].text != "warp_size" || tokens[i + 3].kind != tok::l_paren)
          continue;
        const Span span{file, tokens[i].offset, tokens[i + 2].offset + 9};
        plain_use("rocprim::warp_size", Where{span, span, false});
      }
    }
  }

  bool in_project(const Span& span) {
    return span.valid() && span.file != kNoFile && where_.files()[span.file].project;
  }

  void add_library_uses() {
    for (const SourceLocation loc : log_.library_uses)
      plain_use("C10_WARP_SIZE", where_.where(loc));
  }

  /// Only what is compiled for the host, or initialises a constant, matters as such.
  void plain_use(const std::string& source, const Where& where) {
    WaveSizeUse use;
    use.source = source;
    use.where = where;
    locate(use);
    std::size_t holder = constants_.size();
    use.owner = owner_of(place(where), &holder);
    if (holder < constants_.size()) {
      constants_[holder].candidate = true;
      if (source == "warpSize" && constants_[holder].is_constexpr) {
        use.kind = WaveSizeUse::Kind::constant;
        use.name = constants_[holder].fact.name;
      }
    }
    const bool checked = std::any_of(assertions_.begin(), assertions_.end(),
                                     [&](const Span& s) { return s.contains(place(where)); });
    if (checked) return;
    if (use.kind == WaveSizeUse::Kind::value && use.side != CodeSide::host
        && !(use.side == CodeSide::outside && use.owner.valid()))
      return;
    wave_uses_.push_back(std::move(use));
  }

  void wave_use(WaveSizeUse::Kind kind, const clang::Expr* e, std::string name) {
    wave_use(kind, where_.where(e->getSourceRange()), std::move(name));
  }

  void wave_use(WaveSizeUse::Kind kind, const Where& where, std::string name) {
    if (!in_project(place(where))) return;
    // C10_WARP_SIZE is recorded by its own name.
    if (where.in_macro_body && !in_project(where.spelling)) return;
    WaveSizeUse use;
    use.kind = kind;
    use.source = "warpSize";
    use.name = std::move(name);
    use.where = where;
    wave_uses_.push_back(std::move(use));
  }

  void template_argument(const TemplateArgumentLoc& loc, const NamedDecl* decl) {
    const TemplateArgument& arg = loc.getArgument();
    const clang::Expr* e = nullptr;
    if (arg.getKind() == TemplateArgument::Expression) e = arg.getAsExpr();
    if (e == nullptr && loc.getLocation().isValid()
        && loc.getArgument().getKind() == TemplateArgument::Integral)
      e = loc.getSourceExpression();
    if (const clang::Expr* warp = mentioned_warp_size(e))
      wave_use(WaveSizeUse::Kind::template_argument, warp,
               decl != nullptr ? decl->getNameAsString() : "");
  }

  /// int a[warpSize], and int a[w] with const int w = warpSize.
  void bounds(const TypeSourceInfo* info, const DeclaratorDecl* decl) {
    if (info == nullptr) return;
    for (TypeLoc loc = info->getTypeLoc(); !loc.isNull(); loc = loc.getNextTypeLoc()) {
      const auto array = loc.getAs<ArrayTypeLoc>();
      if (array.isNull() || array.getSizeExpr() == nullptr) continue;
      if (const clang::Expr* warp = mentioned_warp_size(array.getSizeExpr())) {
        wave_use(WaveSizeUse::Kind::array_bound, warp, decl->getNameAsString());
      } else if (const DeclRefExpr* constant = wave_constant(array.getSizeExpr(), 0)) {
        wave_use(WaveSizeUse::Kind::variable_bound, constant, decl->getNameAsString());
        wave_uses_.back().source = constant->getDecl()->getNameAsString();
      }
    }
  }

  /// A const local, not constexpr, that was computed from warpSize.
  const DeclRefExpr* wave_constant(const Stmt* s, int depth) {
    if (s == nullptr || depth > 20) return nullptr;
    if (const auto* ref = dyn_cast<DeclRefExpr>(s)) {
      const auto* var = dyn_cast<VarDecl>(ref->getDecl());
      if (var == nullptr || isa<ParmVarDecl>(var) || var->isConstexpr() || var->getInit() == nullptr
          || !var->getType().isConstQualified() || !where_.in_project(var->getLocation()))
        return nullptr;
      return mentioned_warp_size(var->getInit()) != nullptr
                     || wave_constant(var->getInit(), depth + 1) != nullptr
                 ? ref
                 : nullptr;
    }
    for (const Stmt* child : s->children())
      if (const DeclRefExpr* found = wave_constant(child, depth + 1)) return found;
    return nullptr;
  }

  void deductions(const CallExpr* call, const FunctionDecl* callee) {
    if (isa<CXXOperatorCallExpr>(call) || call->containsErrors()) return;
    for (unsigned i = 0; i < call->getNumArgs(); ++i) {
      const clang::Expr* arg = bare(call->getArg(i));
      if (!is_warp_size(arg)) continue;
      if (callee == nullptr) {
        const auto* lookup = dyn_cast<OverloadExpr>(call->getCallee()->IgnoreParenImpCasts());
        if (lookup != nullptr && all_deduce(lookup, i))
          wave_use(WaveSizeUse::Kind::deduced, arg, lookup->getName().getAsString());
        continue;
      }
      if (i >= callee->getNumParams()) {
        if (callee->isVariadic())
          wave_use(WaveSizeUse::Kind::variadic, arg, callee->getNameAsString());
        continue;
      }
      const FunctionTemplateDecl* pattern = callee->getPrimaryTemplate();
      if (pattern != nullptr && i < pattern->getTemplatedDecl()->getNumParams()
          && is_deduced(pattern, i) && !is_shuffle_name(callee->getName()))
        wave_use(WaveSizeUse::Kind::deduced, arg, callee->getNameAsString());
    }
  }

  /// template <class T> f(T) and f(const T&): T becomes the object's type.
  static bool is_deduced(const FunctionTemplateDecl* pattern, unsigned i) {
    const FunctionDecl* function = pattern->getTemplatedDecl();
    QualType type = function->getParamDecl(i)->getType().getNonReferenceType();
    if (const auto* pack = type->getAs<PackExpansionType>()) type = pack->getPattern();
    return type.getUnqualifiedType()->getAs<TemplateTypeParmType>() != nullptr;
  }

  static bool all_deduce(const OverloadExpr* lookup, unsigned i) {
    bool any = false;
    for (const NamedDecl* decl : lookup->decls()) {
      const auto* pattern = dyn_cast<FunctionTemplateDecl>(decl->getUnderlyingDecl());
      if (pattern == nullptr) return false;
      const FunctionDecl* function = pattern->getTemplatedDecl();
      if (i >= function->getNumParams()) continue;
      if (!is_deduced(pattern, i)) return false;
      any = true;
    }
    return any;
  }

  static bool is_shuffle_name(StringRef name) { return name.starts_with("__shfl"); }

  // ---- refusals of a wave size ----------------------------------------------------------------

  void assertion(const clang::Expr* e) {
    const auto* op = dyn_cast<BinaryOperator>(e->IgnoreParenImpCasts());
    if (op == nullptr) return;
    if (op->getOpcode() == BO_LAnd) {
      assertion(op->getLHS());
      assertion(op->getRHS());
      return;
    }
    if (op->getOpcode() != BO_EQ) return;
    const clang::Expr* left = bare(op->getLHS());
    const clang::Expr* right = bare(op->getRHS());
    if (is_warp_size(right)) std::swap(left, right);
    if (!is_warp_size(left)) return;
    wave_use(WaveSizeUse::Kind::assertion, left, "static_assert");
    wave_uses_.back().expected = evaluate(right);
  }

  /// hipDeviceGetAttribute(&lanes, hipDeviceAttributeWarpSize, device)
  void query(const CallExpr* call, const FunctionDecl* callee) {
    if (callee == nullptr || callee->getIdentifier() == nullptr || call->getNumArgs() < 2
        || callee->getName() != "hipDeviceGetAttribute")
      return;
    const auto* attribute = dyn_cast<DeclRefExpr>(call->getArg(1)->IgnoreParenImpCasts());
    const auto* address = dyn_cast<UnaryOperator>(call->getArg(0)->IgnoreParenImpCasts());
    if (attribute == nullptr || attribute->getDecl()->getIdentifier() == nullptr
        || attribute->getDecl()->getName() != "hipDeviceAttributeWarpSize" || address == nullptr)
      return;
    if (const auto* ref = dyn_cast<DeclRefExpr>(address->getSubExpr()->IgnoreParenImpCasts()))
      asked_.insert(ref->getDecl());
  }

  /// prop.warpSize, at::cuda::warp_size(), or a variable that was filled by a query.
  std::string query_text(const clang::Expr* e, int depth = 0) {
    e = bare(e);
    if (e == nullptr || depth > 4) return "";
    if (const auto* member = dyn_cast<MemberExpr>(e)) {
      const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
      if (field == nullptr || field->getIdentifier() == nullptr || field->getName() != "warpSize")
        return "";
      return StringRef(field->getParent()->getName()).starts_with("hipDeviceProp")
                 ? "hipDeviceProp_t::warpSize"
                 : "";
    }
    if (const auto* call = dyn_cast<CallExpr>(e)) {
      const FunctionDecl* callee = call->getDirectCallee();
      if (callee == nullptr || callee->getIdentifier() == nullptr
          || callee->getName() != "warp_size")
        return "";
      const std::string name = callee->getQualifiedNameAsString();
      return StringRef(name).starts_with("at::") ? name : "";
    }
    if (const auto* ref = dyn_cast<DeclRefExpr>(e)) {
      if (asked_.count(ref->getDecl()) != 0) return "hipDeviceAttributeWarpSize";
      const auto* var = dyn_cast<VarDecl>(ref->getDecl());
      if (var != nullptr && !isa<ParmVarDecl>(var) && var->getInit() != nullptr)
        return query_text(var->getInit(), depth + 1);
    }
    return "";
  }

  void refusal(const IfStmt* statement) {
    const clang::Expr* condition = statement->getCond();
    if (condition == nullptr) return;
    bool negated = false;
    condition = condition->IgnoreParenImpCasts();
    while (const auto* op = dyn_cast<UnaryOperator>(condition)) {
      if (op->getOpcode() != UO_LNot) return;
      negated = !negated;
      condition = op->getSubExpr()->IgnoreParenImpCasts();
    }
    // TORCH_CHECK(x == 32) hides the condition in a built-in.
    if (const auto* call = dyn_cast<CallExpr>(condition);
        call != nullptr && call->getBuiltinCallee() == Builtin::BI__builtin_expect) {
      condition = call->getArg(0)->IgnoreParenCasts();
      while (const auto* op = dyn_cast<UnaryOperator>(condition)) {
        if (op->getOpcode() != UO_LNot) return;
        negated = !negated;
        condition = op->getSubExpr()->IgnoreParenCasts();
      }
    }
    const auto* op = dyn_cast<BinaryOperator>(condition);
    if (op == nullptr || (op->getOpcode() != BO_NE && op->getOpcode() != BO_EQ)) return;
    if ((op->getOpcode() == BO_NE) == negated) return;
    std::string asked = query_text(op->getLHS());
    const clang::Expr* other = op->getRHS();
    const clang::Expr* value = op->getLHS();
    if (asked.empty()) {
      asked = query_text(op->getRHS());
      other = op->getLHS();
      value = op->getRHS();
    }
    if (asked.empty()) return;
    const auto expected = evaluate(other);
    if (!expected || !gives_up(statement->getThen())) return;
    WaveSizeUse use;
    use.kind = WaveSizeUse::Kind::refusal;
    use.source = asked;
    use.where = where_.where(op->getSourceRange());
    if (!use.where.best().valid()) use.where = where_.where(value->getSourceRange());
    use.expected = expected;
    if (in_project(place(use.where))) wave_uses_.push_back(std::move(use));
  }

  /// Ends in a throw, an exit, or a return that says no.
  bool gives_up(const Stmt* s, int depth = 0) {
    if (s == nullptr || depth > 8) return false;
    if (const auto* block = dyn_cast<CompoundStmt>(s))
      return !block->body_empty() && gives_up(block->body_back(), depth + 1);
    if (const auto* cleanup = dyn_cast<FullExpr>(s))
      return gives_up(cleanup->getSubExpr(), depth + 1);
    if (const auto* loop = dyn_cast<DoStmt>(s)) return gives_up(loop->getBody(), depth + 1);
    if (isa<CXXThrowExpr>(s)) return true;
    if (const auto* e = dyn_cast<clang::Expr>(s)) {
      const auto* call = dyn_cast<CallExpr>(e->IgnoreParenImpCasts());
      const FunctionDecl* callee = call != nullptr ? call->getDirectCallee() : nullptr;
      if (callee == nullptr || callee->getIdentifier() == nullptr) return false;
      const StringRef name = callee->getName();
      return callee->isNoReturn() || name == "exit" || name == "abort" || name == "_Exit"
             || name == "quick_exit" || name.contains_insensitive("CheckFail");
    }
    if (const auto* result = dyn_cast<ReturnStmt>(s)) {
      // A bare return may leave the work to others.
      const clang::Expr* value = result->getRetValue();
      if (value == nullptr) return false;
      if (value->getType()->isBooleanType()) {
        const auto number = evaluate(value);
        return number == 0;
      }
      if (const auto number = evaluate(value)) {
        // An error code; a plain number that is no code is a result.
        return value->getType()->isEnumeralType() ? *number != 0 : *number == 1 || *number < 0;
      }
      return false;
    }
    return false;
  }

  // ---- launches ---------------------------------------------------------------------------------

  void reaches_launch(const Stmt* s) {
    if (s == nullptr) return;
    launches_.push_back(place(s->getSourceRange()));
    collect_locals(s, 0);
  }

  void collect_locals(const Stmt* s, int depth) {
    if (s == nullptr || depth > 60) return;
    if (const auto* ref = dyn_cast<DeclRefExpr>(s)) {
      const auto* var = dyn_cast<VarDecl>(ref->getDecl());
      if (var != nullptr && var->isLocalVarDecl() && launched_.insert(var).second
          && var->getInit() != nullptr) {
        launches_.push_back(place(var->getSourceRange()));
        collect_locals(var->getInit(), depth + 1);
      }
      return;
    }
    for (const Stmt* child : s->children()) collect_locals(child, depth + 1);
  }

  // ---- places -----------------------------------------------------------------------------------

  const Function* function_at(const Span& span) const {
    const Function* best = nullptr;
    for (const Function& f : functions_)
      if (f.span.contains(span)
          && (best == nullptr || f.span.end - f.span.begin <= best->span.end - best->span.begin))
        best = &f;
    return best;
  }

  template <class Fact>
  void locate(Fact& fact) const {
    const Span span = place(fact.where);
    if (const Function* f = function_at(span)) {
      fact.side = f->side;
      fact.function = f->name;
    }
    fact.launch = std::any_of(launches_.begin(), launches_.end(),
                              [&](const Span& s) { return s.contains(span); });
  }

  /// The name of the innermost constant whose definition holds `span`.
  Span owner_of(const Span& span, std::size_t* index = nullptr) const {
    const Constant* best = nullptr;
    for (const Constant& c : constants_) {
      const Span& extent = c.fact.extent;
      if (!extent.contains(span) || c.fact.where.best() == span) continue;
      if (best == nullptr
          || extent.end - extent.begin < best->fact.extent.end - best->fact.extent.begin)
        best = &c;
    }
    if (best == nullptr) return {};
    if (index != nullptr) *index = static_cast<std::size_t>(best - constants_.data());
    return best->fact.where.best();
  }

  /// What is built on a candidate is one.
  void spread() {
    std::vector<std::size_t> owners(uses_.size(), constants_.size());
    for (std::size_t i = 0; i < uses_.size(); ++i) {
      std::size_t owner = constants_.size();
      owner_of(place(uses_[i].where), &owner);
      owners[i] = owner;
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < uses_.size(); ++i) {
        if (owners[i] >= constants_.size() || constants_[owners[i]].candidate) continue;
        if (!constants_[uses_[i].constant].candidate) continue;
        constants_[owners[i]].candidate = changed = true;
      }
    }
  }

  // ---- text that the AST lost -------------------------------------------------------------------

  struct Tok {
    tok::TokenKind kind = tok::unknown;
    StringRef text;
    unsigned offset = 0;
  };

  /// `int a[warpSize]`, `case warpSize:` and `f<warpSize>` leave nothing behind where they are
  /// errors.
  void lexical() {
    if (own_warp_size_ || declares_warp_size()) return;
    std::set<std::pair<FileId, unsigned>> known;
    for (const WaveSizeUse& use : wave_uses_)
      if (use.kind != WaveSizeUse::Kind::value)
        known.insert({place(use.where).file, place(use.where).begin});
    const std::map<std::string, Span> names = names_of_warp_size();
    for (const FileID id : skipped_.project_files) {
      const auto buffer = sm_.getBufferOrNone(id);
      const FileId file = where_.file(id);
      if (!buffer || file == kNoFile
          || std::none_of(names.begin(), names.end(), [&](const auto& name) {
               return buffer->getBuffer().contains(name.first);
             }))
        continue;
      const std::vector<Tok> tokens = lex(id, *buffer);
      for (std::size_t i = 0; i < tokens.size(); ++i) {
        const auto named = names.find(tokens[i].text.str());
        if (named == names.end() || known.count({file, tokens[i].offset}) != 0) continue;
        if (i > 0
            && (tokens[i - 1].kind == tok::period || tokens[i - 1].kind == tok::arrow
                || (tokens[i - 1].kind == tok::coloncolon && i > 1
                    && tokens[i - 2].kind == tok::raw_identifier)))
          continue;
        std::string name;
        const auto kind = context_of(tokens, i, file, name);
        if (!kind) continue;
        const Span span{file, tokens[i].offset,
                        tokens[i].offset + static_cast<unsigned>(tokens[i].text.size())};
        const bool macro = named->second.valid();
        wave_use(*kind, Where{macro ? named->second : span, span, macro}, name);
      }
    }
  }

  /// `int warpSize`, also in functions that were lost.
  bool declares_warp_size() {
    for (const FileID id : skipped_.project_files) {
      const auto buffer = sm_.getBufferOrNone(id);
      if (!buffer || !buffer->getBuffer().contains("warpSize")) continue;
      const std::vector<Tok> tokens = lex(id, *buffer);
      for (std::size_t i = 1; i < tokens.size(); ++i)
        if (tokens[i].text == "warpSize" && tokens[i - 1].kind == tok::raw_identifier
            && tokens[i - 1].text != "return" && tokens[i - 1].text != "case")
          return true;
    }
    return false;
  }

  /// warpSize, and macros that stand for it: where their bodies say so.
  std::map<std::string, Span> names_of_warp_size() {
    std::map<std::string, Span> names = {{"warpSize", Span{}}};
    for (const ConstantLog::Macro& macro : log_.macros) {
      for (const std::string& id : macro.mentions) {
        const auto found = names.find(id);
        if (found == names.end() || names.count(macro.name) != 0) continue;
        Span body = found->second;
        if (!body.valid()) {
          const Span whole = where_.span(macro.body);
          const std::size_t at = source(macro.body).find(id);
          if (!whole.valid() || at == StringRef::npos) continue;
          const unsigned begin = whole.begin + static_cast<unsigned>(at);
          body = {whole.file, begin, begin + static_cast<unsigned>(id.size())};
        }
        names[macro.name] = body;
        break;
      }
    }
    return names;
  }

  StringRef source(SourceRange range) {
    return Lexer::getSourceText(CharSourceRange::getTokenRange(range), sm_, context_.getLangOpts());
  }

  std::vector<Tok> lex(FileID id, llvm::MemoryBufferRef buffer) {
    std::vector<Tok> out;
    const auto found = skipped_.skipped.find(id);
    Lexer lexer(id, buffer, sm_, context_.getLangOpts());
    Token token;
    bool directive = false;
    while (true) {
      lexer.LexFromRawLexer(token);
      if (token.is(tok::eof)) break;
      if (token.isAtStartOfLine()) directive = token.is(tok::hash);
      const unsigned offset = sm_.getFileOffset(token.getLocation());
      if (directive) continue;
      if (found != skipped_.skipped.end()
          && std::any_of(found->second.begin(), found->second.end(), [&](const auto& range) {
               return range.first <= offset && offset < range.second;
             }))
        continue;
      out.push_back(
          {token.getKind(), buffer.getBuffer().substr(offset, token.getLength()), offset});
    }
    return out;
  }

  std::optional<WaveSizeUse::Kind> context_of(const std::vector<Tok>& tokens, std::size_t i,
                                              FileId file, std::string& name) const {
    // Back over the expression that the word is part of.
    int depth = 0;
    std::size_t at = i;
    while (at > 0) {
      const Tok& t = tokens[at - 1];
      if (t.kind == tok::r_paren || t.kind == tok::r_square) ++depth;
      if (depth == 0) {
        if (t.kind == tok::l_square) {
          return declares(tokens, at - 1, file, name)
                     ? std::optional(WaveSizeUse::Kind::array_bound)
                     : std::nullopt;
        }
        if (t.kind == tok::equal && at >= 2 && statement_has(tokens, at - 1, "constexpr")) {
          name = tokens[at - 2].text.str();
          return WaveSizeUse::Kind::constant;
        }
        // Out of (warpSize + 1) * 2, which is no call.
        if (t.kind == tok::l_paren && at >= 2 && tokens[at - 2].kind != tok::raw_identifier
            && tokens[at - 2].kind != tok::r_paren && tokens[at - 2].kind != tok::greater) {
          --at;
          continue;
        }
        if (t.text == "case" && ends_label(tokens, i)) return WaveSizeUse::Kind::case_label;
        if (t.kind == tok::less && at >= 2 && tokens[at - 2].kind == tok::raw_identifier
            && closes_angle(tokens, i)) {
          name = tokens[at - 2].text.str();
          return WaveSizeUse::Kind::template_argument;
        }
        if (t.kind == tok::semi || t.kind == tok::l_brace || t.kind == tok::r_brace
            || t.kind == tok::equal || t.kind == tok::colon || t.kind == tok::l_paren
            || t.kind == tok::question)
          return std::nullopt;
      }
      if (t.kind == tok::l_paren || t.kind == tok::l_square) --depth;
      --at;
    }
    return std::nullopt;
  }

  /// name [..] [ with the bracket at `open` opening a dimension of a declared name.
  bool declares(const std::vector<Tok>& tokens, std::size_t open, FileId file,
                std::string& name) const {
    std::size_t at = open;
    while (at > 0 && tokens[at - 1].kind == tok::r_square) {
      int depth = 0;
      do {
        --at;
        if (tokens[at].kind == tok::r_square) ++depth;
        if (tokens[at].kind == tok::l_square) --depth;
      } while (at > 0 && depth > 0);
    }
    if (at == 0 || tokens[at - 1].kind != tok::raw_identifier) return false;
    name = tokens[at - 1].text.str();
    // A function that was lost with its parameters' types.
    if (statement_has(tokens, at - 1, "__shared__")) return true;
    return declared_names_.count({file, tokens[at - 1].offset}) != 0;
  }

  /// Between the start of the statement and token `at`.
  static bool statement_has(const std::vector<Tok>& tokens, std::size_t at, StringRef word) {
    while (at > 0) {
      const Tok& t = tokens[--at];
      if (t.kind == tok::semi || t.kind == tok::l_brace || t.kind == tok::r_brace
          || t.kind == tok::equal || t.kind == tok::l_paren)
        return false;
      if (t.text == word) return true;
    }
    return false;
  }

  static bool ends_label(const std::vector<Tok>& tokens, std::size_t i) {
    for (++i; i < tokens.size(); ++i) {
      if (tokens[i].kind == tok::colon) return true;
      if (tokens[i].kind == tok::semi || tokens[i].kind == tok::l_brace
          || tokens[i].kind == tok::question)
        return false;
    }
    return false;
  }

  /// f<warpSize>( and S<warpSize / 2> s: only arithmetic up to the bracket, and then no operand of
  /// a comparison.
  static bool closes_angle(const std::vector<Tok>& tokens, std::size_t i) {
    for (++i; i < tokens.size(); ++i) {
      const Tok& t = tokens[i];
      if (t.kind == tok::greater || t.kind == tok::greatergreater) {
        if (i + 1 >= tokens.size()) return true;
        const tok::TokenKind next = tokens[i + 1].kind;
        return next == tok::l_paren || next == tok::coloncolon || next == tok::raw_identifier
               || next == tok::lessless || next == tok::lesslessless || next == tok::greater
               || next == tok::comma || next == tok::l_brace || next == tok::semi;
      }
      const bool arithmetic = t.kind == tok::slash || t.kind == tok::star || t.kind == tok::plus
                              || t.kind == tok::minus || t.kind == tok::numeric_constant
                              || t.kind == tok::comma || t.kind == tok::raw_identifier;
      if (!arithmetic) return false;
    }
    return false;
  }

  // ---- facts ------------------------------------------------------------------------------------

  void emit() {
    std::set<Span> names;
    for (Constant& c : constants_) {
      if (!c.candidate) continue;
      c.fact.pass = pass_;
      if (const Function* f = function_at(c.fact.where.best());
          f != nullptr && c.fact.kind != ConstantFact::Kind::function)
        c.fact.function = f->name;
      if (!in_project(c.fact.where.best()) || !names.insert(c.fact.where.best()).second) continue;
      out_.constants.push_back(c.fact);
    }
    std::set<std::pair<Where, Span>> seen;
    for (const Use& use : uses_) {
      const Constant& c = constants_[use.constant];
      if (!c.candidate) continue;
      ConstantUse fact;
      fact.pass = pass_;
      fact.name = c.fact.name;
      fact.target = c.fact.where.best();
      fact.where = use.where;
      const Span span = place(use.where);
      if (!in_project(span) || !seen.insert({use.where, fact.target}).second) continue;
      locate(fact);
      fact.owner = owner_of(span);
      if (fact.owner == fact.target) continue;
      fact.directive = use.directive;
      fact.assertion = std::any_of(assertions_.begin(), assertions_.end(),
                                   [&](const Span& s) { return s.contains(span); });
      out_.constant_uses.push_back(std::move(fact));
    }
    std::set<std::pair<Where, int>> used;
    for (WaveSizeUse& use : wave_uses_) {
      if (!in_project(place(use.where))) continue;
      if (!used.insert({use.where, static_cast<int>(use.kind)}).second) continue;
      locate(use);
      if (!use.owner.valid()) use.owner = owner_of(place(use.where));
      out_.wave_size_uses.push_back(std::move(use));
    }
  }

  ASTContext& context_;
  SourceManager& sm_;
  WhereMap& where_;
  const ConstantLog& log_;
  const PreprocessorLog& skipped_;
  PassKind pass_;
  Facts& out_;
  std::vector<Function> functions_;
  std::vector<Constant> constants_;
  std::vector<std::size_t> macro_constants_;
  std::map<const Decl*, std::size_t> by_decl_;
  std::vector<std::pair<const Decl*, Where>> references_;
  std::vector<Use> uses_;
  std::vector<WaveSizeUse> wave_uses_;
  std::vector<const DeclRefExpr*> warp_size_refs_;
  std::vector<Span> assertions_;
  std::vector<Span> launches_;
  std::set<const VarDecl*> launched_;
  std::set<const ValueDecl*> asked_;
  std::set<std::pair<FileId, unsigned>> declared_names_;
  bool own_warp_size_ = false;
};

}  // namespace

std::unique_ptr<PPCallbacks> watch_constants(Preprocessor& pp, WhereMap& where, ConstantLog& log) {
  return std::make_unique<Watch>(pp, where, log);
}

void collect_constants(ASTContext& context, WhereMap& where,
                       const std::vector<Decl*>& project_decls, const ConstantLog& log,
                       const PreprocessorLog& skipped, PassKind pass, Facts& out) {
  Visitor visitor(context, where, log, skipped, pass, out);
  for (Decl* decl : project_decls) visitor.TraverseDecl(decl);
  visitor.finish();
}

}  // namespace hipaudit
