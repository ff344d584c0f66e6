// SPDX-License-Identifier: Apache-2.0
#include "collect/macros.hpp"

#include <algorithm>

namespace hipaudit {

namespace {

using llvm::StringRef;

bool is_wave_macro(StringRef name) {
  return name == "__AMDGCN_WAVEFRONT_SIZE" || name == "__AMDGCN_WAVEFRONT_SIZE__";
}

bool sounds_like_warp_size(StringRef name) {
  const auto has = [&](StringRef part) { return name.contains_insensitive(part); };
  return (has("warp") || has("wave") || has("lane")) && !has("check");
}

/// Text of a file range with every run of blanks as one.
std::string squeezed(StringRef text) {
  std::string out;
  for (const char c : text) {
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\\') {
      if (!out.empty() && out.back() != ' ') out += ' ';
    } else {
      out += c;
    }
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

/// From `loc` to the end of its directive, continuation lines included.
std::string directive_text(clang::SourceManager& sm, clang::SourceLocation loc) {
  const auto [id, begin] = sm.getDecomposedLoc(loc);
  const auto buffer = sm.getBufferDataOrNone(id);
  if (!buffer) return {};
  std::size_t from = begin;
  while (from > 0 && (*buffer)[from - 1] != '\n') --from;
  std::size_t to = begin;
  while (to < buffer->size()) {
    if ((*buffer)[to] == '\n') {
      const std::size_t last = to > 0 && (*buffer)[to - 1] == '\r' ? to - 1 : to;
      if (last == 0 || (*buffer)[last - 1] != '\\') break;
    }
    ++to;
  }
  StringRef text = buffer->slice(from, to);
  if (const std::size_t comment = text.find("//"); comment != StringRef::npos)
    text = text.take_front(comment);
  return squeezed(text);
}

bool has_upper_after(StringRef name, StringRef prefix) {
  return name.starts_with(prefix) && name.size() > prefix.size()
         && llvm::isUpper(name[prefix.size()]);
}

/// Driver API functions: "cu" and one of its nouns, so that cuPrintf-like names of users stay out.
bool is_driver_function(StringRef name) {
  if (!has_upper_after(name, "cu")) return false;
  static constexpr const char* kNouns[] = {
      "Array",   "Ctx",      "Device", "DestroyExternal", "Driver", "Event",     "ExternalMemory",
      "Func",    "Get",      "Graph",  "Import",          "Init",   "Ipc",       "Launch",
      "Lib",     "Link",     "Mem",    "Mipmapped",       "Module", "Occupancy", "Param",
      "Pointer", "Profiler", "Signal", "Stream",          "Surf",   "Tex",       "ThreadExchange",
      "User",    "Wait"};
  const StringRef rest = name.drop_front(2);
  // The noun alone (cuDevice, cuStream) is a variable's name; cuInit is the exception.
  if (rest == "Init") return true;
  return std::any_of(std::begin(kNouns), std::end(kNouns), [&](const char* noun) {
    return rest.starts_with(noun) && rest.size() > StringRef(noun).size();
  });
}

bool is_driver_type(StringRef name) {
  static const llvm::StringSet<> kTypes = {"CUdevice",
                                           "CUcontext",
                                           "CUmodule",
                                           "CUfunction",
                                           "CUarray",
                                           "CUstream",
                                           "CUevent",
                                           "CUresult",
                                           "CUdeviceptr",
                                           "CUtexref",
                                           "CUsurfref",
                                           "CUtexObject",
                                           "CUsurfObject",
                                           "CUgraph",
                                           "CUgraphNode",
                                           "CUgraphExec",
                                           "CUmipmappedArray",
                                           "CUlinkState",
                                           "CUmemoryPool",
                                           "CUjit_option",
                                           "CUdevice_attribute",
                                           "CUfunction_attribute",
                                           "CUpointer_attribute",
                                           "CUctx_flags",
                                           "CUstreamCallback",
                                           "CUmemorytype",
                                           "CUuuid",
                                           "CUipcMemHandle",
                                           "CUlaunchConfig"};
  return kTypes.contains(name);
}

bool is_driver_constant(StringRef name) {
  static constexpr const char* kPrefixes[] = {"CUDA_SUCCESS",
                                              "CUDA_ERROR_",
                                              "CUDA_R_8",
                                              "CUDA_R_16",
                                              "CUDA_R_32",
                                              "CUDA_R_64",
                                              "CUDA_C_16",
                                              "CUDA_C_32",
                                              "CUDA_C_64",
                                              "CU_DEVICE_ATTRIBUTE_",
                                              "CU_MEM_",
                                              "CU_STREAM_",
                                              "CU_EVENT_",
                                              "CU_CTX_",
                                              "CU_FUNC_",
                                              "CU_JIT_",
                                              "CU_LAUNCH_",
                                              "CU_POINTER_ATTRIBUTE_",
                                              "CU_TR",
                                              "CU_AD_FORMAT_",
                                              "CU_TARGET_COMPUTE_",
                                              "CU_COMPUTEMODE_"};
  return std::any_of(std::begin(kPrefixes), std::end(kPrefixes),
                     [&](const char* prefix) { return name.starts_with(prefix); });
}

bool is_library_name(StringRef name) {
  static constexpr const char* kLibraries[] = {"cublas",   "cufft",     "curand",  "cusparse",
                                               "cusolver", "cudnn",     "nvrtc",   "nvml",
                                               "cutensor", "nvtxRange", "nvtxMark"};
  for (const StringRef prefix : kLibraries)
    if (has_upper_after(name, prefix) || name.starts_with((prefix + "_").str())) return true;
  static constexpr const char* kConstants[] = {"CUBLAS_",   "CUFFT_",        "CURAND_", "CUSPARSE_",
                                               "CUSOLVER_", "CUDNN_STATUS_", "NVRTC_",  "NVML_"};
  for (const StringRef prefix : kConstants)
    if (name.starts_with(prefix)) return true;
  // cufftComplex, curandState and the like follow the upper-case rule; these do not.
  return name == "cublasXtHandle_t" || name == "cublasLtHandle_t";
}

bool is_device_type(StringRef name) {
  static const llvm::StringSet<> kTypes = {
      "__nv_bfloat16", "__nv_bfloat162", "nv_bfloat16", "nv_bfloat162",    "__nv_bfloat16_raw",
      "__nv_fp8_e4m3", "__nv_fp8_e5m2",  "cuComplex",   "cuDoubleComplex", "cuFloatComplex"};
  return kTypes.contains(name);
}

bool is_complex_function(StringRef name) {
  static const llvm::StringSet<> kFunctions = {"make_cuComplex",
                                               "make_cuDoubleComplex",
                                               "make_cuFloatComplex",
                                               "cuCreal",
                                               "cuCimag",
                                               "cuCrealf",
                                               "cuCimagf",
                                               "cuCadd",
                                               "cuCaddf",
                                               "cuCsub",
                                               "cuCsubf",
                                               "cuCmul",
                                               "cuCmulf",
                                               "cuCdiv",
                                               "cuCdivf",
                                               "cuCabs",
                                               "cuCabsf",
                                               "cuConj",
                                               "cuConjf",
                                               "cuCfma",
                                               "cuCfmaf"};
  return kFunctions.contains(name);
}

/// cudaSafeCall, cudaCheckError and the like: wrappers of projects, often from a header that is not
/// at hand. No name of CUDA's begins so.
bool is_error_wrapper(StringRef name) {
  static constexpr const char* kBegins[] = {"cudaSafe",   "cudaCheck", "cudaErrCheck",
                                            "cudaVerify", "cudaTry",   "cudaErrorCheck"};
  return std::any_of(std::begin(kBegins), std::end(kBegins),
                     [&](const char* begin) { return name.starts_with(begin); });
}

bool is_cuda_identifier(StringRef name) {
  if (name.size() < 3) return false;
  switch (name[0]) {
  case 'c':
    return (has_upper_after(name, "cuda") && !is_error_wrapper(name)) || is_driver_function(name)
           || is_library_name(name) || is_device_type(name) || is_complex_function(name);
  case 'C': return is_driver_type(name) || is_driver_constant(name) || is_library_name(name);
  case 'n':
  case 'N': return is_library_name(name) || is_device_type(name);
  case '_': return is_device_type(name);
  case 'm': return is_complex_function(name);
  default: return false;
  }
}

/// Names that the project declares at any level (locals, members, parameters too), among those
/// that look like CUDA's.
class DeclaredNames : public clang::RecursiveASTVisitor<DeclaredNames> {
 public:
  [[nodiscard]] bool contains(StringRef name) const { return names_.contains(name); }
  bool VisitNamedDecl(clang::NamedDecl* decl) {
    if (const clang::IdentifierInfo* id = decl->getIdentifier())
      if (is_cuda_identifier(id->getName())) names_.insert(id->getName());
    return true;
  }

 private:
  llvm::StringSet<> names_;
};

/// Bodies of kernels and device-only functions.
class DeviceBodies : public clang::RecursiveASTVisitor<DeviceBodies> {
 public:
  explicit DeviceBodies(WhereMap& where) : where_(where) {}
  [[nodiscard]] bool hold(const Span& span) const {
    return std::any_of(spans_.begin(), spans_.end(),
                       [&](const Span& s) { return s.contains(span); });
  }
  bool VisitFunctionDecl(clang::FunctionDecl* function) {
    const bool device = function->hasAttr<clang::CUDAGlobalAttr>()
                        || (function->hasAttr<clang::CUDADeviceAttr>()
                            && !function->hasAttr<clang::CUDAHostAttr>());
    if (device && function->doesThisDeclarationHaveABody() && function->getBody() != nullptr)
      spans_.push_back(where_.span(function->getBody()->getSourceRange()));
    return true;
  }

 private:
  WhereMap& where_;
  std::vector<Span> spans_;
};

/// A namespace of CUDA's that stands before `::`. cub and thrust::cuda have twins under HIP.
bool is_cuda_namespace(StringRef name) { return name == "cub" || name == "nvcuda"; }

/// Declarations in CUDA's own headers, or in stand-ins for them, do not make a name right.
bool from_cuda_headers(clang::SourceManager& sm, clang::SourceLocation loc) {
  const StringRef path = sm.getFilename(sm.getExpansionLoc(loc));
  return path.contains("/skeleton/") || path.contains("/cuda") || path.contains("/cub/");
}

class IdentifierPass {
 public:
  IdentifierPass(clang::Preprocessor& pp, WhereMap& where, clang::ASTContext* context,
                 const std::vector<clang::Decl*>& project_decls, const PreprocessorLog& log,
                 std::uint32_t needs, Facts& out)
      : pp_(pp), sm_(where.sources()), where_(where), context_(context),
        project_decls_(project_decls), log_(log), needs_(needs), out_(out) {}

  void run() {
    for (const MacroFact& fact : out_.macros) seen_.insert({fact.where.spelling, fact.name});
    for (const clang::FileID id : log_.project_files) lex(id);
  }

 private:
  struct Tok {
    clang::tok::TokenKind kind = clang::tok::unknown;
    StringRef text;
  };

  void lex(clang::FileID id) {
    const auto buffer = sm_.getBufferOrNone(id);
    if (!buffer) return;
    const FileId file = where_.file(id);
    if (file == kNoFile) return;
    static const std::vector<std::pair<unsigned, unsigned>> kNothing;
    const auto found = log_.skipped.find(id);
    const auto& skipped = found == log_.skipped.end() ? kNothing : found->second;
    std::size_t next_skip = 0;

    clang::Lexer lexer(id, *buffer, sm_, where_.lang());
    clang::Token token;
    Tok before, previous;  // the two tokens in front of the current one
    std::string directive;
    bool in_directive = false;
    std::string defining;
    std::set<std::string> parameters;  // of the macro that is being defined
    lexer.LexFromRawLexer(token);
    while (token.isNot(clang::tok::eof)) {
      if (token.isAtStartOfLine()) {
        in_directive = false;
        defining.clear();
        if (token.is(clang::tok::hash)) {
          in_directive = true;
          directive.clear();
          lexer.LexFromRawLexer(token);
          if (token.isAtStartOfLine()) continue;
          if (token.is(clang::tok::raw_identifier)) directive = token.getRawIdentifier().str();
          if (token.isNot(clang::tok::eof)) lexer.LexFromRawLexer(token);
          if (token.isAtStartOfLine() || token.is(clang::tok::eof)) continue;
          if (directive == "define" && token.is(clang::tok::raw_identifier)) {
            defining = token.getRawIdentifier().str();
            lexer.LexFromRawLexer(token);
            parameters.clear();
            if (token.is(clang::tok::l_paren) && !token.hasLeadingSpace()) {
              while (token.isNot(clang::tok::eof) && token.isNot(clang::tok::r_paren)
                     && !token.isAtStartOfLine()) {
                if (token.is(clang::tok::raw_identifier))
                  parameters.insert(token.getRawIdentifier().str());
                lexer.LexFromRawLexer(token);
              }
            }
          }
          before = previous = {};
          continue;
        }
      }
      if (token.isNot(clang::tok::raw_identifier)) {
        before = previous;
        previous = {token.getKind(), {}};
        lexer.LexFromRawLexer(token);
        continue;
      }
      const StringRef name = token.getRawIdentifier();
      const clang::SourceLocation loc = token.getLocation();
      const unsigned offset = sm_.getFileOffset(loc);
      while (next_skip < skipped.size() && skipped[next_skip].second <= offset) ++next_skip;
      const bool active = (next_skip >= skipped.size() || offset < skipped[next_skip].first)
                          && !dropped(id, offset);
      const Tok current{clang::tok::raw_identifier, name};
      const Span span{file, offset, offset + static_cast<unsigned>(name.size())};
      clang::Token following;
      lexer.LexFromRawLexer(following);
      const bool is_parameter = !defining.empty() && parameters.count(name.str()) != 0;
      if (active && !is_parameter && (!in_directive || directive == "define")) {
        if (is_wave_macro(name))
          wave_use(name, span, defining);
        else if ((needs_ & bit(FactKind::identifiers)) != 0)
          cuda_use(name, span, before, previous, following);
      }
      before = previous;
      previous = current;
      token = following;
    }
  }

  bool dropped(clang::FileID id, unsigned offset) const {
    const auto found = log_.dropped.find(id);
    return found != log_.dropped.end()
           && std::any_of(found->second.begin(), found->second.end(), [&](const auto& range) {
                return range.first <= offset && offset < range.second;
              });
  }

  void wave_use(StringRef name, const Span& span, const std::string& defining) {
    if ((needs_ & bit(FactKind::macros)) == 0) return;
    if (!seen_.insert({span, name.str()}).second) return;
    MacroFact fact;
    fact.kind = MacroFact::Kind::used;
    fact.name = name.str();
    fact.where.spelling = fact.where.expansion = span;
    fact.condition = defining;
    if (defining.empty()) fact.in_device_code = device_bodies().hold(span);
    out_.macros.push_back(std::move(fact));
  }

  void cuda_use(StringRef name, const Span& span, const Tok& before, const Tok& previous,
                const clang::Token& following) {
    const bool qualifies = following.is(clang::tok::coloncolon);
    std::string shown;
    if (qualifies && is_cuda_namespace(name)) {
      // cub::X, ::cub::X; but not mine::cub::X.
      if (previous.kind == clang::tok::coloncolon && before.kind == clang::tok::raw_identifier)
        return;
      shown = name.str() + "::";
    } else if (name == "cuda" && previous.kind == clang::tok::coloncolon
               && before.text == "thrust") {
      shown = "thrust::cuda";
    } else if (is_cuda_identifier(name)) {
      // Members, and names of other namespaces, are the project's own (at::cuda and its like).
      if (previous.kind == clang::tok::period || previous.kind == clang::tok::arrow) return;
      if (previous.kind == clang::tok::coloncolon && before.kind == clang::tok::raw_identifier)
        return;
      shown = name.str();
    } else {
      return;
    }
    if (!seen_.insert({span, shown}).second) return;
    if (declared(name, shown)) return;
    IdentifierFact fact;
    fact.name = std::move(shown);
    fact.where.spelling = fact.where.expansion = span;
    fact.is_call = following.is(clang::tok::l_paren);
    out_.identifiers.push_back(std::move(fact));
  }

  const DeviceBodies& device_bodies() {
    if (!bodies_) {
      bodies_.emplace(where_);
      for (clang::Decl* decl : project_decls_) bodies_->TraverseDecl(decl);
    }
    return *bodies_;
  }

  /// Whether something other than CUDA's headers gives the name a meaning.
  bool declared(StringRef name, const std::string& shown) {
    const auto [at, fresh] = declared_.try_emplace(shown, false);
    if (fresh) at->second = shown == "thrust::cuda" ? has_thrust_cuda() : lookup(name);
    return at->second;
  }

  bool has_thrust_cuda() {
    if (context_ == nullptr) return false;
    for (clang::NamedDecl* decl : find(context_->getTranslationUnitDecl(), "thrust"))
      if (auto* space = llvm::dyn_cast<clang::NamespaceDecl>(decl))
        for (clang::NamedDecl* inner : find(space, "cuda"))
          if (!from_cuda_headers(sm_, inner->getLocation())) return true;
    return false;
  }

  clang::DeclContext::lookup_result find(clang::DeclContext* where, StringRef name) {
    return where->lookup(clang::DeclarationName(&context_->Idents.get(name)));
  }

  bool lookup(StringRef name) {
    if (log_.project_macros.count(name.str()) != 0) return true;
    if (clang::IdentifierInfo* id = pp_.getIdentifierInfo(name))
      if (const clang::MacroInfo* macro = pp_.getMacroInfo(id))
        return !from_cuda_headers(sm_, macro->getDefinitionLoc());
    if (context_ == nullptr) return false;
    for (clang::NamedDecl* decl : find(context_->getTranslationUnitDecl(), name))
      if (!decl->isInvalidDecl() && !decl->isImplicit()
          && !from_cuda_headers(sm_, decl->getLocation()))
        return true;
    if (is_cuda_namespace(name)) return false;
    if (!names_) {
      names_.emplace();
      for (clang::Decl* decl : project_decls_) names_->TraverseDecl(decl);
    }
    return names_->contains(name);
  }

  clang::Preprocessor& pp_;
  clang::SourceManager& sm_;
  WhereMap& where_;
  clang::ASTContext* context_;
  const std::vector<clang::Decl*>& project_decls_;
  const PreprocessorLog& log_;
  std::uint32_t needs_;
  Facts& out_;
  std::map<std::string, bool> declared_;
  std::set<std::pair<Span, std::string>> seen_;
  std::optional<DeclaredNames> names_;
  std::optional<DeviceBodies> bodies_;
};

}  // namespace

MacroCollector::MacroCollector(WhereMap& where, Facts& out, std::uint32_t needs,
                               PreprocessorLog& log)
    : where_(where), out_(out), needs_(needs), log_(log) {}

bool MacroCollector::interesting(StringRef name) const {
  return name.starts_with("CUDA_") || name.starts_with("__CUDA") || is_wave_macro(name)
         || name.starts_with("HIP_") || name.starts_with("__HIP") || name.starts_with("CUB_")
         || name.starts_with("HIPCUB_") || sounds_like_warp_size(name)
         || wrappers_.count(name.str()) != 0;
}

void MacroCollector::record(MacroFact fact) {
  const Span& span = fact.where.best();
  if (!span.valid() || span.file == kNoFile || !where_.files()[span.file].project) return;
  if (!seen_.insert({span, static_cast<int>(fact.kind)}).second) return;
  out_.macros.push_back(std::move(fact));
}

void MacroCollector::FileChanged(clang::SourceLocation loc, FileChangeReason reason,
                                 clang::SrcMgr::CharacteristicKind, clang::FileID) {
  if (reason != EnterFile || !where_.in_project(loc)) return;
  const clang::FileID id = where_.sources().getFileID(loc);
  if (std::find(log_.project_files.begin(), log_.project_files.end(), id)
      == log_.project_files.end())
    log_.project_files.push_back(id);
}

void MacroCollector::InclusionDirective(clang::SourceLocation hash, const clang::Token&,
                                        StringRef name, bool angled, clang::CharSourceRange range,
                                        clang::OptionalFileEntryRef file, StringRef, StringRef,
                                        const clang::Module*, bool,
                                        clang::SrcMgr::CharacteristicKind) {
  if (!wants(FactKind::includes) || !where_.in_project(hash)) return;
  IncludeFact fact;
  fact.name = name.str();
  fact.angled = angled;
  fact.found = file.has_value();
  fact.skeleton = file && file->getName().contains("/skeleton/");
  const Span at = where_.span(clang::SourceRange(range.getBegin(), range.getBegin()));
  if (!at.valid()) return;
  // The name with its brackets: a header name is lexed as a character range.
  const auto [id, end] = where_.sources().getDecomposedExpansionLoc(range.getEnd());
  Span span{at.file, at.begin, end};
  if (where_.file(id) != at.file || end <= at.begin) span.end = at.end;
  fact.where.spelling = fact.where.expansion = span;
  if (!seen_.insert({span, -1}).second) return;
  out_.includes.push_back(std::move(fact));
}

void MacroCollector::MacroDefined(const clang::Token& name,
                                  const clang::MacroDirective* directive) {
  const clang::MacroInfo* info = directive->getMacroInfo();
  if (info == nullptr || info->isBuiltinMacro() || !where_.in_project(name.getLocation())) return;
  const StringRef spelled = name.getIdentifierInfo()->getName();
  log_.project_macros.insert(spelled.str());
  if (!wants(FactKind::macros)) return;
  const bool wraps = llvm::any_of(info->tokens(), [&](const clang::Token& token) {
    const clang::IdentifierInfo* id = token.getIdentifierInfo();
    return id != nullptr && (is_wave_macro(id->getName()) || wrappers_.count(id->getName().str()));
  });
  if (wraps) wrappers_.insert(spelled.str());
  if (!interesting(spelled)) return;

  MacroFact fact;
  fact.kind = MacroFact::Kind::defined;
  fact.name = spelled.str();
  fact.where = where_.where(name.getLocation());
  fact.function_like = info->isFunctionLike();
  for (const clang::IdentifierInfo* param : info->params())
    fact.params.push_back(param->getName().str());
  if (info->getNumTokens() != 0) {
    fact.body_span =
        where_.span({info->tokens().front().getLocation(), info->tokens().back().getLocation()});
    clang::SourceManager& sm = where_.sources();
    fact.body = squeezed(clang::Lexer::getSourceText(
        clang::CharSourceRange::getTokenRange(info->tokens().front().getLocation(),
                                              info->tokens().back().getLocation()),
        sm, where_.lang()));
  }
  record(std::move(fact));
}

void MacroCollector::MacroUndefined(const clang::Token& name, const clang::MacroDefinition&,
                                    const clang::MacroDirective*) {
  if (!wants(FactKind::macros) || !where_.in_project(name.getLocation())) return;
  const StringRef spelled = name.getIdentifierInfo()->getName();
  if (!interesting(spelled)) return;
  MacroFact fact;
  fact.kind = MacroFact::Kind::undefined;
  fact.name = spelled.str();
  fact.where = where_.where(name.getLocation());
  record(std::move(fact));
}

void MacroCollector::MacroExpands(const clang::Token& name,
                                  const clang::MacroDefinition& definition, clang::SourceRange,
                                  const clang::MacroArgs* args) {
  drop_unused_arguments(definition.getMacroInfo(), args);
  if (!wants(FactKind::macros) || !where_.in_project(name.getLocation())) return;
  const StringRef spelled = name.getIdentifierInfo()->getName();
  const bool own = wrappers_.count(spelled.str()) != 0 || is_wave_macro(spelled);
  if (!own
      && !(sounds_like_warp_size(spelled) || spelled.starts_with("CUDA_API_")
           || spelled.starts_with("HIP_API_") || spelled.starts_with("HIPCUB_")))
    return;
  const clang::MacroInfo* info = definition.getMacroInfo();
  // Of macros that look like calls, those in the place of __syncwarp.
  const bool syncs = spelled.contains_insensitive("sync");
  if (info != nullptr && info->isFunctionLike() && !own && !syncs) return;
  MacroFact fact;
  fact.kind = MacroFact::Kind::used;
  fact.name = spelled.str();
  fact.where = where_.where(name.getLocation());
  if (info != nullptr && info->isFunctionLike() && where_.in_project(info->getDefinitionLoc()))
    fact.definition = where_.where(info->getDefinitionLoc()).spelling;
  record(std::move(fact));
}

/// PICK(hip_call(), cuda_call()) with `#define PICK(a, b) a`: what `b` stands for is compiled
/// nowhere.
void MacroCollector::drop_unused_arguments(const clang::MacroInfo* info,
                                           const clang::MacroArgs* args) {
  if (info == nullptr || args == nullptr || !info->isFunctionLike()) return;
  clang::SourceManager& sm = where_.sources();
  for (unsigned i = 0; i < info->getNumParams() && i < args->getNumMacroArguments(); ++i) {
    const clang::IdentifierInfo* param = info->params().begin()[i];
    const bool used =
        std::any_of(info->tokens_begin(), info->tokens_end(),
                    [&](const clang::Token& token) { return token.getIdentifierInfo() == param; });
    if (used) continue;
    const clang::Token* first = args->getUnexpArgument(i);
    const clang::Token* last = nullptr;
    for (const clang::Token* t = first; t->isNot(clang::tok::eof); ++t) last = t;
    if (last == nullptr || !first->getLocation().isFileID() || !last->getLocation().isFileID())
      continue;
    const auto [id, begin] = sm.getDecomposedLoc(first->getLocation());
    const auto [end_id, end] = sm.getDecomposedLoc(last->getLocation());
    if (id == end_id) log_.dropped[id].push_back({begin, end + last->getLength()});
  }
}

void MacroCollector::SourceRangeSkipped(clang::SourceRange range, clang::SourceLocation) {
  clang::SourceManager& sm = where_.sources();
  const auto [id, begin] = sm.getDecomposedLoc(range.getBegin());
  const auto [end_id, end] = sm.getDecomposedLoc(range.getEnd());
  if (id == end_id) log_.skipped[id].push_back({begin, end});
}

void MacroCollector::condition(clang::SourceLocation loc, clang::SourceRange range,
                               ConditionValueKind value) {
  if (!wants(FactKind::macros) || !where_.in_project(loc) || range.isInvalid()) return;
  clang::SourceManager& sm = where_.sources();
  const auto [id, begin] = sm.getDecomposedExpansionLoc(range.getBegin());
  const auto [end_id, end] = sm.getDecomposedExpansionLoc(range.getEnd());
  const auto buffer = sm.getBufferOrNone(id);
  if (id != end_id || !buffer || end < begin || end > buffer->getBufferSize()) return;
  const StringRef text = buffer->getBuffer();
  // The condition's end is where the next line starts.
  clang::Lexer lexer(sm.getLocForStartOfFile(id), where_.lang(), text.begin(), text.begin() + begin,
                     text.end());
  clang::Token token;
  bool first = true;
  while (true) {
    lexer.LexFromRawLexer(token);
    if (token.is(clang::tok::eof) || (!first && token.isAtStartOfLine())) break;
    first = false;
    if (sm.getFileOffset(token.getLocation()) > end) break;
    if (token.isNot(clang::tok::raw_identifier)) continue;
    const StringRef name = token.getRawIdentifier();
    if (!interesting(name)) continue;
    MacroFact fact;
    fact.kind = MacroFact::Kind::tested;
    fact.name = name.str();
    fact.where = where_.where(token.getLocation());
    fact.condition = directive_text(sm, loc);
    if (value != CVK_NotEvaluated) fact.taken = value == CVK_True;
    record(std::move(fact));
  }
}

void MacroCollector::tested(clang::SourceLocation directive, const clang::Token& name, bool taken) {
  if (!wants(FactKind::macros) || !where_.in_project(directive)) return;
  const clang::IdentifierInfo* id = name.getIdentifierInfo();
  if (id == nullptr || !interesting(id->getName())) return;
  MacroFact fact;
  fact.kind = MacroFact::Kind::tested;
  fact.name = id->getName().str();
  fact.where = where_.where(name.getLocation());
  fact.condition = directive_text(where_.sources(), directive);
  fact.taken = taken;
  record(std::move(fact));
}

void MacroCollector::If(clang::SourceLocation loc, clang::SourceRange range,
                        ConditionValueKind value) {
  condition(loc, range, value);
}

void MacroCollector::Elif(clang::SourceLocation loc, clang::SourceRange range,
                          ConditionValueKind value, clang::SourceLocation) {
  condition(loc, range, value);
}

void MacroCollector::Ifdef(clang::SourceLocation loc, const clang::Token& name,
                           const clang::MacroDefinition& definition) {
  tested(loc, name, static_cast<bool>(definition));
}

void MacroCollector::Ifndef(clang::SourceLocation loc, const clang::Token& name,
                            const clang::MacroDefinition& definition) {
  tested(loc, name, !definition);
}

void MacroCollector::Elifdef(clang::SourceLocation loc, const clang::Token& name,
                             const clang::MacroDefinition& definition) {
  tested(loc, name, static_cast<bool>(definition));
}

void MacroCollector::Elifndef(clang::SourceLocation loc, const clang::Token& name,
                              const clang::MacroDefinition& definition) {
  tested(loc, name, !definition);
}

void collect_identifiers(clang::Preprocessor& pp, WhereMap& where, clang::ASTContext* context,
                         const std::vector<clang::Decl*>& project_decls, const PreprocessorLog& log,
                         std::uint32_t needs, Facts& out) {
  if ((needs & (bit(FactKind::identifiers) | bit(FactKind::macros))) == 0) return;
  IdentifierPass(pp, where, context, project_decls, log, needs, out).run();
}

}  // namespace hipaudit
