// SPDX-License-Identifier: Apache-2.0
#include "collect/host.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace hipaudit {

namespace {

using llvm::StringRef;
using namespace clang;

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

bool names_word(StringRef text, StringRef word) {
  for (std::size_t at = text.find(word); at != StringRef::npos; at = text.find(word, at + 1)) {
    const auto is_name = [](char c) { return llvm::isAlnum(c) || c == '_'; };
    const bool left = at == 0 || !is_name(text[at - 1]);
    const std::size_t after = at + word.size();
    if (left && (after >= text.size() || !is_name(text[after]))) return true;
  }
  return false;
}

/// hipStream_t, however it is spelled.
bool is_raw_stream(QualType type) {
  if (type.isNull() || type->isDependentType()) return false;
  const auto* pointer = type.getNonReferenceType().getCanonicalType()->getAs<PointerType>();
  if (pointer == nullptr) return false;
  const auto* record = pointer->getPointeeType()->getAs<RecordType>();
  return record != nullptr && record->getDecl()->getName() == "ihipStream_t";
}

/// A class that stands for a stream and converts to one (PyTorch's, RMM's, a project's own).
bool is_stream_class(QualType type) {
  if (type.isNull() || type->isDependentType()) return false;
  const CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (record == nullptr || !record->hasDefinition() || record->getIdentifier() == nullptr)
    return false;
  if (!record->getName().contains_insensitive("stream")) return false;
  for (const NamedDecl* decl : record->getDefinition()->getVisibleConversionFunctions())
    if (const auto* conversion = dyn_cast<CXXConversionDecl>(decl->getUnderlyingDecl()))
      if (is_raw_stream(conversion->getConversionType())) return true;
  return false;
}

bool is_stream(QualType type) { return is_raw_stream(type) || is_stream_class(type); }

/// hipStream_t streams[4], std::vector<hipStream_t>, hipStream_t*.
bool is_stream_collection(QualType type) {
  if (type.isNull() || type->isDependentType()) return false;
  type = type.getNonReferenceType();
  if (const auto* array = type->getAsArrayTypeUnsafe()) return is_stream(array->getElementType());
  if (const auto* pointer = type->getAs<PointerType>()) return is_stream(pointer->getPointeeType());
  if (const auto* special =
          dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl()))
    for (const TemplateArgument& arg : special->getTemplateArgs().asArray())
      if (arg.getKind() == TemplateArgument::Type && is_stream(arg.getAsType())) return true;
  return false;
}

bool is_stream_getter(StringRef name) {
  return name.starts_with("get") && name.contains("Current") && name.ends_with("Stream");
}

const Expr* strip(const Expr* e) {
  while (e != nullptr) {
    const Expr* next = e->IgnoreParenImpCasts();
    if (const auto* temporary = dyn_cast<MaterializeTemporaryExpr>(next))
      next = temporary->getSubExpr();
    else if (const auto* cleanups = dyn_cast<ExprWithCleanups>(next))
      next = cleanups->getSubExpr();
    else if (const auto* bind = dyn_cast<CXXBindTemporaryExpr>(next))
      next = bind->getSubExpr();
    else if (const auto* construct = dyn_cast<CXXConstructExpr>(next);
             construct != nullptr && !isa<CXXTemporaryObjectExpr>(construct)
             && construct->getNumArgs() == 1
             && construct->getConstructor()->isCopyOrMoveConstructor())
      next = construct->getArg(0);
    if (next == e) return e;
    e = next;
  }
  return e;
}

/// The function a call names: also the only candidate of a call that a template leaves open.
const FunctionDecl* callee_of(const CallExpr* call) {
  if (const FunctionDecl* direct = call->getDirectCallee()) return direct;
  const auto* lookup = dyn_cast_or_null<OverloadExpr>(call->getCallee()->IgnoreParenImpCasts());
  if (lookup == nullptr) return nullptr;
  const FunctionDecl* only = nullptr;
  for (const NamedDecl* decl : lookup->decls()) {
    const NamedDecl* underlying = decl->getUnderlyingDecl();
    const auto* function = dyn_cast<FunctionDecl>(underlying);
    if (function == nullptr)
      if (const auto* pattern = dyn_cast<FunctionTemplateDecl>(underlying))
        function = pattern->getTemplatedDecl();
    if (function == nullptr || function->getNumParams() < call->getNumArgs()) continue;
    // Two that differ only as declarations of one C function do not occur in a lookup.
    if (only == nullptr || function->getNumParams() < only->getNumParams()) only = function;
  }
  return only;
}

/// Variables that something other than their declaration changes.
class Written : public RecursiveASTVisitor<Written> {
 public:
  [[nodiscard]] bool contains(const ValueDecl* decl) const { return decls_.contains(decl); }
  /// hipDeviceGetAttribute(&decl, hipDeviceAttributeWarpSize, device)
  [[nodiscard]] bool holds_wave_size(const ValueDecl* decl) const { return waves_.contains(decl); }
  bool VisitBinaryOperator(BinaryOperator* op) {
    if (op->isAssignmentOp()) add(op->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator* op) {
    if (op->isIncrementDecrementOp() || op->getOpcode() == UO_AddrOf) add(op->getSubExpr());
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr* call) {
    if (call->isAssignmentOp() && call->getNumArgs() != 0) add(call->getArg(0));
    return true;
  }
  bool VisitCallExpr(CallExpr* call) {
    const FunctionDecl* callee = call->getDirectCallee();
    if (callee == nullptr) return true;
    note_wave_query(call, callee);
    for (unsigned i = 0; i < std::min(call->getNumArgs(), callee->getNumParams()); ++i) {
      const QualType type = callee->getParamDecl(i)->getType();
      if (type->isLValueReferenceType() && !type->getPointeeType().isConstQualified())
        add(call->getArg(i));
    }
    return true;
  }

 private:
  void add(const Expr* e) {
    while (true) {
      e = e->IgnoreParenImpCasts();
      if (const auto* member = dyn_cast<MemberExpr>(e); member != nullptr && !member->isArrow())
        e = member->getBase();
      else
        break;
    }
    if (const auto* ref = dyn_cast<DeclRefExpr>(e)) decls_.insert(ref->getDecl());
  }

  void note_wave_query(const CallExpr* call, const FunctionDecl* callee) {
    if (callee->getIdentifier() == nullptr || callee->getName() != "hipDeviceGetAttribute"
        || call->getNumArgs() < 2)
      return;
    const auto* what = dyn_cast<DeclRefExpr>(call->getArg(1)->IgnoreParenImpCasts());
    const auto* to = dyn_cast<UnaryOperator>(call->getArg(0)->IgnoreParenImpCasts());
    if (what == nullptr || to == nullptr || what->getDecl()->getIdentifier() == nullptr
        || what->getDecl()->getName() != "hipDeviceAttributeWarpSize")
      return;
    if (const auto* ref = dyn_cast<DeclRefExpr>(to->getSubExpr()->IgnoreParenImpCasts()))
      waves_.insert(ref->getDecl());
  }

  llvm::SmallPtrSet<const ValueDecl*, 16> decls_;
  llvm::SmallPtrSet<const ValueDecl*, 2> waves_;
};

/// Where the logical warp size stands among the template arguments of a warp-level class.
std::optional<unsigned> width_position(StringRef space, StringRef name) {
  struct Entry {
    const char* space;
    const char* name;
    unsigned position;
  };
  static constexpr Entry kEntries[] = {
      {"hipcub", "WarpReduce", 1},     {"hipcub", "WarpScan", 1},   {"hipcub", "WarpExchange", 2},
      {"hipcub", "WarpMergeSort", 2},  {"hipcub", "WarpLoad", 3},   {"hipcub", "WarpStore", 3},
      {"cub", "WarpReduce", 1},        {"cub", "WarpScan", 1},      {"cub", "WarpExchange", 2},
      {"cub", "WarpMergeSort", 2},     {"cub", "WarpLoad", 3},      {"cub", "WarpStore", 3},
      {"rocprim", "warp_reduce", 1},   {"rocprim", "warp_scan", 1}, {"rocprim", "warp_sort", 1},
      {"rocprim", "warp_exchange", 2}, {"rocprim", "warp_load", 2}, {"rocprim", "warp_store", 2}};
  for (const Entry& entry : kEntries)
    if (space == entry.space && name == entry.name) return entry.position;
  return std::nullopt;
}

bool follows_wave(StringRef text) {
  return names_word(text, "warpSize") || text.contains("HIPCUB_WARP_THREADS")
         || text.contains("HIPCUB_DEVICE_WARP_THREADS") || text.contains("warp_size()")
         || text.contains("WAVEFRONT_SIZE") || text.contains("wavefrontsize");
}

class HostVisitor : public RecursiveASTVisitor<HostVisitor> {
  using Base = RecursiveASTVisitor<HostVisitor>;

 public:
  HostVisitor(ASTContext& context, WhereMap& where, Facts& out)
      : context_(context), sm_(context.getSourceManager()), where_(where), out_(out) {}

  bool shouldVisitTemplateInstantiations() const { return false; }
  bool shouldVisitImplicitCode() const { return false; }
  bool shouldWalkTypesOfTypeLocs() const { return false; }

  bool TraverseDecl(Decl* decl) {
    auto* function = dyn_cast_or_null<FunctionDecl>(decl);
    if (function == nullptr || !function->doesThisDeclarationHaveABody() || function->isImplicit())
      return Base::TraverseDecl(decl);
    Frame frame;
    frame.function = function;
    const bool device_only =
        function->hasAttr<CUDAGlobalAttr>()
        || (function->hasAttr<CUDADeviceAttr>() && !function->hasAttr<CUDAHostAttr>());
    frame.host = !device_only;
    enter(frame);
    const bool more = Base::TraverseDecl(decl);
    leave();
    return more;
  }

  bool TraverseLambdaExpr(LambdaExpr* lambda) {
    // A lambda inside a function belongs to that function; one at namespace scope stands alone.
    if (!frames_.empty()) {
      // What returns from it goes on behind it.
      const Span outer = frames_.back()->left;
      frames_.back()->left = where_.span(lambda->getBody()->getSourceRange());
      const bool more = Base::TraverseLambdaExpr(lambda);
      frames_.back()->left = outer;
      return more;
    }
    Frame frame;
    frame.lambda = lambda;
    frame.function = lambda->getCallOperator();
    frame.host =
        !(frame.function->hasAttr<CUDADeviceAttr>() && !frame.function->hasAttr<CUDAHostAttr>());
    enter(frame);
    const bool more = Base::TraverseLambdaExpr(lambda);
    leave();
    return more;
  }

  bool TraverseCompoundStmt(CompoundStmt* block) {
    // The braces of a macro (do { ... } while (0) around a checked call) are no block of the text.
    const SourceLocation brace = block->getLBracLoc();
    if (frames_.empty() || (brace.isMacroID() && !sm_.isMacroArgExpansion(brace)))
      return Base::TraverseCompoundStmt(block);
    Frame& frame = *frames_.back();
    const auto saved = frame.blocks.size();
    frame.blocks.push_back({++frame.block_count, where_.span(block->getSourceRange())});
    const bool more = Base::TraverseCompoundStmt(block);
    frames_.back()->blocks.resize(saved);
    return more;
  }

  bool TraverseForStmt(ForStmt* loop) {
    return in_loop(true, [&] { return Base::TraverseForStmt(loop); });
  }
  bool TraverseWhileStmt(WhileStmt* loop) {
    return in_loop(true, [&] { return Base::TraverseWhileStmt(loop); });
  }
  bool TraverseCXXForRangeStmt(CXXForRangeStmt* loop) {
    return in_loop(true, [&] { return Base::TraverseCXXForRangeStmt(loop); });
  }
  bool TraverseDoStmt(DoStmt* loop) {
    // do { ... } while (0) runs once.
    const Expr* again = loop->getCond();
    Expr::EvalResult value;
    const bool once = !again->isValueDependent() && !again->containsErrors()
                      && again->EvaluateAsInt(value, context_) && value.Val.getInt() == 0;
    return in_loop(!once, [&] { return Base::TraverseDoStmt(loop); });
  }

  bool VisitIfStmt(IfStmt* choice) {
    Frame* frame = host_frame();
    if (frame == nullptr || frame->loops != 0 || choice->getIfLoc().isMacroID()) return true;
    const Stmt* then = choice->getThen();
    std::vector<Span> arms = {where_.span(then->getSourceRange())};
    if (const Stmt* other = choice->getElse())
      arms.push_back(where_.span(other->getSourceRange()));
    else if (leaves(then, false) && arms[0].valid() && arms[0].end <= frame->left.end)
      arms.push_back({arms[0].file, arms[0].end, frame->left.end});
    add_choice(*frame, std::move(arms));
    return true;
  }

  bool VisitSwitchStmt(SwitchStmt* choice) {
    Frame* frame = host_frame();
    const auto* body = dyn_cast<CompoundStmt>(choice->getBody());
    if (frame == nullptr || frame->loops != 0 || body == nullptr
        || choice->getSwitchLoc().isMacroID())
      return true;
    std::vector<Span> arms;
    bool apart = true;  // no case falls through to the next one
    for (const Stmt* stmt : body->body()) {
      const Span at = where_.span(stmt->getSourceRange());
      if (apart && isa<SwitchCase>(stmt))
        arms.push_back(at);
      else if (!arms.empty())
        arms.back().end = std::max(arms.back().end, at.end);
      apart = leaves(stmt, true);
    }
    add_choice(*frame, std::move(arms));
    return true;
  }

  bool VisitRecoveryExpr(RecoveryExpr*) {
    if (Frame* frame = host_frame()) frame->fact.tainted = true;
    return true;
  }

  bool VisitVarDecl(VarDecl* var) {
    if (frames_.empty()) return true;
    Frame& frame = *frames_.back();
    note_storage(frame, var);
    if (const Expr* init = var->getInit())
      if (const auto* call = dyn_cast<CallExpr>(strip(init)))
        frame.results[call] = var->getNameAsString();
    if (!frame.host || var->getIdentifier() == nullptr) return true;
    const bool one = is_stream(var->getType());
    if (!one && !is_stream_collection(var->getType())) return true;
    StreamAtHand stream;
    stream.origin =
        isa<ParmVarDecl>(var) ? StreamAtHand::Origin::parameter : StreamAtHand::Origin::local;
    stream.text = var->getName().str();
    if (!one) stream.text += "[]";
    stream.where = where_.where(var->getLocation());
    if (const Expr* init = var->getInit())
      if (!isa<CXXConstructExpr>(strip(init)) || cast<CXXConstructExpr>(strip(init))->getNumArgs())
        stream.init = text(init->getSourceRange());
    stream.scope = scope(frame);
    add_stream(frame, std::move(stream));
    return true;
  }

  bool VisitMemberExpr(MemberExpr* member) {
    Frame* frame = host_frame();
    if (frame == nullptr || !isa<FieldDecl>(member->getMemberDecl())) return true;
    const QualType type = member->getMemberDecl()->getType();
    if (!is_stream(type) && !is_stream_collection(type)) return true;
    StreamAtHand stream;
    stream.origin = StreamAtHand::Origin::member;
    stream.text = member->isImplicitAccess() ? member->getMemberDecl()->getNameAsString()
                                             : text(member->getSourceRange());
    if (StringRef(stream.text).starts_with("this->")) stream.text = stream.text.substr(6);
    if (!is_stream(type)) stream.text += "[]";
    stream.where = where_.where(member->getSourceRange());
    stream.scope = frame->fact.body;
    add_stream(*frame, std::move(stream));
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator* op) {
    if (frames_.empty()) return true;
    Frame& frame = *frames_.back();
    if (op->getOpcode() == BO_Assign)
      if (const auto* call = dyn_cast<CallExpr>(strip(op->getRHS())))
        if (const auto* ref = dyn_cast<DeclRefExpr>(op->getLHS()->IgnoreParenImpCasts()))
          frame.results[call] = ref->getDecl()->getNameAsString();
    note_lanes(frame, op);
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr* ref) {
    if (frames_.empty()) return true;
    if (ref->getDecl()->getIdentifier() != nullptr && ref->getDecl()->getName() == "warpSize")
      frames_.back()->follows_wave = true;
    return true;
  }

  bool VisitArraySubscriptExpr(ArraySubscriptExpr* subscript) {
    if (frames_.empty()) return true;
    if (const auto* ref = dyn_cast<DeclRefExpr>(subscript->getBase()->IgnoreParenImpCasts()))
      frames_.back()->subscripts.push_back({ref->getDecl(), subscript->getIdx()});
    return true;
  }

  bool VisitTypedefTypeLoc(TypedefTypeLoc loc) {
    if (!frames_.empty()) frames_.back()->aliases.insert(loc.getDecl());
    return true;
  }

  bool VisitTypedefNameDecl(TypedefNameDecl* alias) {
    alias_stack_ = alias;
    return true;
  }

  bool VisitTemplateSpecializationTypeLoc(TemplateSpecializationTypeLoc loc) {
    library_type(loc);
    return true;
  }

  bool VisitCallExpr(CallExpr* call) {
    Frame* frame = host_frame();
    if (frame == nullptr) return true;
    if (auto* launch = dyn_cast<CUDAKernelCallExpr>(call)) {
      frame->configs.insert(launch->getConfig());
      kernel_launch(*frame, launch);
      return true;
    }
    if (frame->configs.contains(call)) return true;
    note_callee(*frame, call);
    host_call(*frame, call);
    return true;
  }

 private:
  struct Frame {
    FunctionDecl* function = nullptr;
    LambdaExpr* lambda = nullptr;
    bool host = false;
    HostFunction fact;
    std::uint32_t order = 0;
    std::uint32_t block_count = 0;
    std::vector<std::pair<std::uint32_t, Span>> blocks;
    std::map<const CallExpr*, std::string> results;
    llvm::SmallPtrSet<const CallExpr*, 8> configs;
    std::unique_ptr<Written> written;
    bool used = false;  // holds a launch or a call
    Span left;          // what a `return` leaves: the body, or that of the innermost lambda
    unsigned loops = 0;
    std::set<std::string> calls;
    // For warp-level classes.
    std::vector<std::size_t> library_types;
    llvm::SmallPtrSet<const TypedefNameDecl*, 8> aliases;
    std::vector<std::pair<const VarDecl*, std::string>> storages;
    std::vector<std::pair<const ValueDecl*, const Expr*>> subscripts;
    std::set<std::string> lane_hints;
    bool follows_wave = false;
  };

  void enter(Frame& frame) {
    const FunctionDecl* function = frame.function;
    HostFunction& fact = frame.fact;
    const SourceLocation name =
        frame.lambda != nullptr ? frame.lambda->getBeginLoc() : function->getLocation();
    fact.key = where_.key(name);
    fact.name = frame.lambda != nullptr ? "lambda" : function->getQualifiedNameAsString();
    fact.where = where_.where(name);
    const Stmt* body = frame.lambda != nullptr ? frame.lambda->getBody() : function->getBody();
    if (body != nullptr) fact.body = where_.span(body->getSourceRange());
    frame.left = fact.body;
    fact.is_pattern = function->isDependentContext();
    fact.is_main = function->isMain();
    fact.tainted = function->isInvalidDecl();
    frames_.push_back(std::make_unique<Frame>(std::move(frame)));
    Frame& top = *frames_.back();
    if (!top.host) return;
    // Fields of the object that a method works on are at hand whether it names them or not.
    if (const auto* method = dyn_cast<CXXMethodDecl>(top.function);
        method != nullptr && method->isInstance() && top.lambda == nullptr)
      for (const FieldDecl* field : method->getParent()->fields()) {
        const bool one = is_stream(field->getType());
        if (!one && !is_stream_collection(field->getType())) continue;
        StreamAtHand stream;
        stream.origin = StreamAtHand::Origin::member;
        stream.text = field->getNameAsString() + (one ? "" : "[]");
        stream.where = where_.where(field->getLocation());
        stream.scope = top.fact.body;
        add_stream(top, std::move(stream));
      }
  }

  void leave() {
    Frame& frame = *frames_.back();
    finish_library_types(frame);
    frame.fact.calls.assign(frame.calls.begin(), frame.calls.end());
    if (frame.host && (frame.used || !frame.fact.streams.empty()))
      out_.host_functions.push_back(std::move(frame.fact));
    frames_.pop_back();
    // Class-scope and local lambdas aside, aliases do not outlive the function they stand in.
    if (frames_.empty()) alias_stack_ = nullptr;
  }

  Frame* host_frame() {
    return frames_.empty() || !frames_.back()->host ? nullptr : frames_.back().get();
  }

  template <class Traverse>
  bool in_loop(bool loop, const Traverse& traverse) {
    const bool counted = loop && !frames_.empty();
    if (counted) ++frames_.back()->loops;
    const bool more = traverse();
    if (counted) --frames_.back()->loops;
    return more;
  }

  /// Whether nothing that stands behind `stmt` runs after it: it ends in a return, a throw, or in a
  /// `switch` a break.
  static bool leaves(const Stmt* stmt, bool in_switch) {
    while (true) {
      if (const auto* label = dyn_cast<SwitchCase>(stmt))
        stmt = label->getSubStmt();
      else if (const auto* block = dyn_cast<CompoundStmt>(stmt); block != nullptr && block->size())
        stmt = block->body_back();
      else
        break;
    }
    if (const auto* e = dyn_cast<Expr>(stmt))
      return isa<CXXThrowExpr>(e->IgnoreUnlessSpelledInSource());
    return isa<ReturnStmt>(stmt) || (in_switch && isa<BreakStmt, ContinueStmt>(stmt));
  }

  /// Arms that a macro puts in one place cannot be told apart; nor can those in its body.
  static void add_choice(Frame& frame, std::vector<Span> arms) {
    for (std::size_t i = 0; i < arms.size(); ++i)
      if (!arms[i].valid()
          || (i > 0 && (arms[i].file != arms[0].file || arms[i].begin < arms[i - 1].end)))
        return;
    if (!arms.empty()) frame.fact.choices.push_back({std::move(arms)});
  }

  void note_callee(Frame& frame, const CallExpr* call) {
    const FunctionDecl* callee = callee_of(call);
    if (callee == nullptr) return;
    if (const FunctionDecl* pattern = callee->getTemplateInstantiationPattern()) callee = pattern;
    const FunctionDecl* definition = nullptr;
    if (!callee->hasBody(definition) || definition->isImplicit()) return;
    const SourceLocation at = definition->getLocation();
    if (at.isValid() && !sm_.isInSystemHeader(at)) frame.calls.insert(where_.key(at));
  }

  Span scope(const Frame& frame) const {
    return frame.blocks.empty() ? frame.fact.body : frame.blocks.back().second;
  }

  static void add_stream(Frame& frame, StreamAtHand stream) {
    for (const StreamAtHand& known : frame.fact.streams)
      if (known.text == stream.text && known.scope.contains(stream.scope)) return;
    frame.fact.streams.push_back(std::move(stream));
  }

  /// The range as it stands in the text at `anchor`'s level: a macro used as an argument is named,
  /// not expanded.
  Where written(SourceRange range, SourceLocation anchor) {
    if (range.isInvalid()) return {};
    const CharSourceRange in_file = Lexer::makeFileCharRange(CharSourceRange::getTokenRange(range),
                                                             sm_, context_.getLangOpts());
    if (in_file.isValid() && in_file.isCharRange()) {
      const auto [id, begin] = sm_.getDecomposedLoc(in_file.getBegin());
      const auto [end_id, end] = sm_.getDecomposedLoc(in_file.getEnd());
      if (id == end_id && begin <= end) {
        Where result;
        result.spelling = {where_.file(id), begin, end};
        result.expansion = where_.span(range);
        return result;
      }
    }
    const FileID level = sm_.getFileID(anchor);
    const auto climb = [&](SourceLocation at, bool to_begin) {
      while (at.isMacroID() && sm_.getFileID(at) != level) {
        const CharSourceRange up = sm_.getImmediateExpansionRange(at);
        at = to_begin ? up.getBegin() : up.getEnd();
      }
      return at;
    };
    const SourceLocation begin = climb(range.getBegin(), true);
    const SourceLocation end = climb(range.getEnd(), false);
    if (sm_.getFileID(begin) == level && sm_.getFileID(end) == level)
      return where_.where({begin, end});
    return where_.where(range);
  }

  std::string text(const Span& span) {
    if (!span.valid() || span.file == kNoFile) return {};
    const auto file = sm_.getFileManager().getOptionalFileRef(where_.files()[span.file].path);
    if (!file) return {};
    const FileID id = sm_.translateFile(*file);
    const auto buffer = sm_.getBufferDataOrNone(id);
    if (!buffer || span.end > buffer->size()) return {};
    return squeezed(buffer->slice(span.begin, span.end));
  }

  std::string text(SourceRange range) {
    const CharSourceRange in_file = Lexer::makeFileCharRange(CharSourceRange::getTokenRange(range),
                                                             sm_, context_.getLangOpts());
    if (in_file.isValid())
      return squeezed(Lexer::getSourceText(in_file, sm_, context_.getLangOpts()));
    const SourceRange spelled{sm_.getSpellingLoc(range.getBegin()),
                              sm_.getSpellingLoc(range.getEnd())};
    if (sm_.getFileID(spelled.getBegin()) != sm_.getFileID(spelled.getEnd())) return {};
    return squeezed(
        Lexer::getSourceText(CharSourceRange::getTokenRange(spelled), sm_, context_.getLangOpts()));
  }

  /// What stands at the call's level, else what it expands to.
  std::string text(const Where& where, SourceRange range) {
    std::string at_level = text(where.best());
    return at_level.empty() ? text(range) : at_level;
  }

  std::optional<std::int64_t> evaluate(const Frame& frame, const Expr* e, int depth = 0) {
    if (e == nullptr || depth > 8) return std::nullopt;
    e = strip(e);
    if (e->isValueDependent() || e->isTypeDependent() || e->containsErrors()) return std::nullopt;
    if (const auto* ref = dyn_cast<DeclRefExpr>(e)) {
      const bool is_wave =
          (ref->getDecl()->getIdentifier() != nullptr && ref->getDecl()->getName() == "warpSize")
          || written_in(frame).holds_wave_size(ref->getDecl());
      if (is_wave) return wave_size();
      if (const auto* constant = dyn_cast<EnumConstantDecl>(ref->getDecl()))
        return to_int64(constant->getInitVal());
      const auto* var = dyn_cast<VarDecl>(ref->getDecl());
      if (var == nullptr || isa<ParmVarDecl>(var) || var->getInit() == nullptr) return std::nullopt;
      const bool fixed = var->getType().isConstQualified() || var->isConstexpr()
                         || (var->isLocalVarDecl() && !written_in(frame).contains(var));
      return fixed ? evaluate(frame, var->getInit(), depth + 1) : std::nullopt;
    }
    if (const auto* op = dyn_cast<BinaryOperator>(e)) {
      const auto left = evaluate(frame, op->getLHS(), depth + 1);
      const auto right = evaluate(frame, op->getRHS(), depth + 1);
      if (!left || !right) return std::nullopt;
      switch (op->getOpcode()) {
      case BO_EQ: return *left == *right ? 1 : 0;
      case BO_NE: return *left != *right ? 1 : 0;
      case BO_LT: return *left < *right ? 1 : 0;
      case BO_LE: return *left <= *right ? 1 : 0;
      case BO_GT: return *left > *right ? 1 : 0;
      case BO_GE: return *left >= *right ? 1 : 0;
      case BO_Add: return *left + *right;
      case BO_Sub: return *left - *right;
      case BO_Mul: return *left * *right;
      case BO_Div: return *right != 0 ? std::optional(*left / *right) : std::nullopt;
      case BO_Rem: return *right != 0 ? std::optional(*left % *right) : std::nullopt;
      case BO_Shl:
        return *right >= 0 && *right < 31 ? std::optional(*left << *right) : std::nullopt;
      default: return std::nullopt;
      }
    }
    if (const auto* cast = dyn_cast<ExplicitCastExpr>(e))
      return evaluate(frame, cast->getSubExpr(), depth + 1);
    if (!e->getType()->isIntegralOrEnumerationType()) return std::nullopt;
    if (const auto* choice = dyn_cast<ConditionalOperator>(e)) {
      const auto condition = evaluate(frame, choice->getCond(), depth + 1);
      if (!condition) return std::nullopt;
      return evaluate(frame, *condition != 0 ? choice->getTrueExpr() : choice->getFalseExpr(),
                      depth + 1);
    }
    // prop.warpSize
    if (const auto* member = dyn_cast<MemberExpr>(e))
      return member->getMemberDecl()->getName() == "warpSize" ? wave_size() : std::nullopt;
    if (isa<IntegerLiteral, CharacterLiteral, CXXBoolLiteralExpr, UnaryExprOrTypeTraitExpr,
            UnaryOperator>(e)) {
      Expr::EvalResult result;
      if (e->EvaluateAsInt(result, context_) && result.Val.getInt().getSignificantBits() <= 64)
        return to_int64(result.Val.getInt());
    }
    return std::nullopt;
  }

  /// The wave size that launches are being computed for, if any.
  std::optional<std::int64_t> wave_size() {
    saw_wave_ = true;
    return wave_;
  }

  /// Threads of a block at 32 and 64 lanes, when its dimensions follow the wave size.
  std::optional<std::array<std::int64_t, 2>> wave_threads(const Frame& frame, const Expr* block) {
    std::array<std::int64_t, 2> threads{};
    saw_wave_ = false;
    for (const std::size_t i : {0U, 1U}) {
      wave_ = i == 0 ? 32 : 64;
      const auto dims = dimensions(frame, block);
      wave_.reset();
      if (!dims || !saw_wave_) return std::nullopt;
      threads[i] = (*dims)[0] * (*dims)[1] * (*dims)[2];
    }
    return threads;
  }

  const Written& written_in(const Frame& frame) {
    auto& written = const_cast<Frame&>(frame).written;
    if (!written) {
      written = std::make_unique<Written>();
      const Stmt* body =
          frame.lambda != nullptr ? frame.lambda->getBody() : frame.function->getBody();
      written->TraverseStmt(const_cast<Stmt*>(body));
    }
    return *written;
  }

  Arg argument(const Frame& frame, const Expr* e, SourceLocation anchor) {
    Arg arg;
    if (const auto* pack = dyn_cast<PackExpansionExpr>(e)) e = pack->getPattern();
    arg.written = !isa<CXXDefaultArgExpr>(e);
    const Expr* value = e;
    if (const auto* defaulted = dyn_cast<CXXDefaultArgExpr>(e)) {
      value = defaulted->getExpr();
    } else {
      SourceRange range = e->getSourceRange();
      // hipLaunchKernelGGL puts parentheses of its own around what was written.
      const Expr* inner = strip(e);
      const auto from_body = [&](SourceLocation at) {
        return at.isMacroID() && !sm_.isMacroArgExpansion(at);
      };
      if (from_body(range.getBegin()) && !from_body(inner->getBeginLoc()))
        range = inner->getSourceRange();
      arg.where = written(range, anchor);
      arg.text = text(arg.where, range);
    }
    describe(frame, value, arg);
    if (!e->getType().isNull() && !isa<CXXDefaultArgExpr>(e)) {
      const QualType type = strip(e)->getType();
      if (is_stream(type)) arg.is_stream = true;
    }
    return arg;
  }

  void describe(const Frame& frame, const Expr* value, Arg& arg) {
    if (value == nullptr) return;
    const QualType type = value->getType();
    if (!type.isNull() && !type->isDependentType()) {
      arg.type = type.getCanonicalType().getAsString(context_.getPrintingPolicy());
      arg.is_stream = is_stream(type);
    }
    const Expr* inner = value->IgnoreParenCasts();
    if (!value->isTypeDependent() && !value->isValueDependent() && !value->containsErrors()) {
      if (isa<CXXNullPtrLiteralExpr, GNUNullExpr>(inner)) arg.is_null = true;
      if (type->isPointerType())
        if (const auto* zero = dyn_cast<IntegerLiteral>(inner)) arg.is_null = zero->getValue() == 0;
      if (const auto* zero = dyn_cast<ImplicitValueInitExpr>(inner);
          zero != nullptr && type->isPointerType())
        arg.is_null = true;
      if (const auto* zero = dyn_cast<CXXScalarValueInitExpr>(inner);
          zero != nullptr && type->isPointerType())
        arg.is_null = true;
      if (const auto* list = dyn_cast<InitListExpr>(inner);
          list != nullptr && type->isPointerType() && list->getNumInits() == 0)
        arg.is_null = true;
    }
    arg.value = evaluate(frame, inner);
    const Expr* named = strip(value)->IgnoreParenCasts();
    if (const auto* address = dyn_cast<UnaryOperator>(named);
        address != nullptr && address->getOpcode() == UO_AddrOf)
      named = address->getSubExpr()->IgnoreParenCasts();
    if (const auto* ref = dyn_cast<DeclRefExpr>(named))
      arg.name = ref->getDecl()->getNameAsString();
    else if (isa<MemberExpr>(named))
      arg.name = text(named->getSourceRange());
    else if (const auto* call = dyn_cast<CallExpr>(named))
      if (const FunctionDecl* callee = call->getDirectCallee())
        arg.name = callee->getNameAsString();
  }

  // k<<<grid, block, shared, stream>>>(...)
  void kernel_launch(Frame& frame, CUDAKernelCallExpr* call) {
    Launch launch;
    frame.used = true;
    launch.host = frame.fact.key;
    launch.tainted = call->containsErrors();
    CallExpr* config = call->getConfig();
    const SourceLocation anchor = config != nullptr ? config->getRParenLoc() : call->getRParenLoc();
    launch.where = where_.where(call->getSourceRange());
    // hipLaunchKernelGGL is a macro around <<<>>>: the finding belongs to its use.
    for (SourceLocation at = anchor; at.isMacroID();) {
      const CharSourceRange use = sm_.getImmediateExpansionRange(at);
      if (!sm_.isMacroArgExpansion(at)
          && Lexer::getImmediateMacroName(at, sm_, context_.getLangOpts())
                 .starts_with("hipLaunchKernelGGL")) {
        launch.macro_form = true;
        launch.where = where_.where({use.getBegin(), use.getEnd()});
      }
      at = use.getBegin();
    }
    kernel_name(frame, call->getCallee(), launch);
    if (config != nullptr) {
      Arg* const slots[] = {&launch.grid, &launch.block, &launch.shared, &launch.stream};
      for (unsigned i = 0; i < 4; ++i) {
        if (i < config->getNumArgs()) {
          *slots[i] = argument(frame, config->getArg(i), anchor);
        } else {
          slots[i]->written = false;
          slots[i]->is_null = i == 3;
        }
      }
      // A defaulted stream is the null stream, whether the default is visible or not.
      if (!launch.stream.written) launch.stream.is_null = launch.stream.is_stream = true;
      if (launch.stream.value == 0 && launch.stream.written) launch.stream.is_null = true;
      if (!launch.macro_form && anchor.isValid()) {
        const Where end = where_.where(anchor);
        if (end.spelling.valid()) launch.config_end = end.spelling;
      }
      if (config->getNumArgs() > 0) launch.grid_dims = dimensions(frame, config->getArg(0));
      if (config->getNumArgs() > 1) {
        launch.block_dims = dimensions(frame, config->getArg(1));
        launch.wave_threads = wave_threads(frame, config->getArg(1));
      }
      note_stream_arg(frame, config->getNumArgs() > 3 ? config->getArg(3) : nullptr);
    }
    out_.launches.push_back(std::move(launch));
    ++frame.order;
  }

  /// The name in `&k` and `(void*)k`.
  static const Expr* undressed(const Expr* callee) {
    callee = callee->IgnoreParenImpCasts();
    if (const auto* address = dyn_cast<UnaryOperator>(callee);
        address != nullptr && address->getOpcode() == UO_AddrOf)
      callee = address->getSubExpr()->IgnoreParenImpCasts();
    if (const auto* cast = dyn_cast<ExplicitCastExpr>(callee))
      callee = cast->getSubExpr()->IgnoreParenImpCasts();
    return callee;
  }

  /// The function that a kernel's name, or a local variable made of one, stands for.
  const FunctionDecl* kernel_function(const Frame& frame, const Expr* callee, int depth = 0) {
    callee = undressed(callee);
    const auto pattern_of = [](const FunctionDecl* f) {
      if (f == nullptr) return f;
      const FunctionDecl* pattern = f->getTemplateInstantiationPattern();
      return pattern != nullptr ? pattern : f;
    };
    // cond ? k<1> : k<2>
    if (const auto* choice = dyn_cast<ConditionalOperator>(callee);
        choice != nullptr && depth < 4) {
      const auto* yes = kernel_function(frame, choice->getTrueExpr(), depth + 1);
      const auto* no = kernel_function(frame, choice->getFalseExpr(), depth + 1);
      return pattern_of(yes) == pattern_of(no) ? yes : nullptr;
    }
    const auto* ref = dyn_cast<DeclRefExpr>(callee);
    if (ref == nullptr) return nullptr;
    if (const auto* function = dyn_cast<FunctionDecl>(ref->getDecl())) return function;
    // auto kernel = k<float>; kernel<<<grid, block>>>();
    const auto* var = dyn_cast<VarDecl>(ref->getDecl());
    if (var == nullptr || depth >= 4 || isa<ParmVarDecl>(var) || !var->isLocalVarDecl()
        || var->getInit() == nullptr || written_in(frame).contains(var))
      return nullptr;
    return kernel_function(frame, var->getInit(), depth + 1);
  }

  void kernel_name(const Frame& frame, const Expr* callee, Launch& launch) {
    if (const FunctionDecl* function = kernel_function(frame, callee)) {
      launch.kernel = function->getQualifiedNameAsString();
      if (const FunctionDecl* pattern = function->getTemplateInstantiationPattern())
        function = pattern;
      if (const FunctionDecl* definition = function->getDefinition()) function = definition;
      launch.kernel_key = where_.key(function->getLocation());
      return;
    }
    callee = undressed(callee);
    if (const auto* lookup = dyn_cast<OverloadExpr>(callee)) {
      const FunctionDecl* only = nullptr;
      unsigned candidates = 0;
      for (const NamedDecl* decl : lookup->decls()) {
        const NamedDecl* underlying = decl->getUnderlyingDecl();
        const auto* function = dyn_cast<FunctionDecl>(underlying);
        if (const auto* pattern = dyn_cast<FunctionTemplateDecl>(underlying))
          function = pattern->getTemplatedDecl();
        if (function == nullptr) continue;
        ++candidates;
        only = function;
      }
      if (candidates == 1) {
        launch.kernel = only->getQualifiedNameAsString();
        if (const FunctionDecl* definition = only->getDefinition()) only = definition;
        launch.kernel_key = where_.key(only->getLocation());
        return;
      }
    }
    launch.kernel = text(callee->getSourceRange());
  }

  /// dim3 block(32, 8), dim3{256}, 256 or a constant local of these.
  std::optional<std::array<std::int64_t, 3>> dimensions(const Frame& frame, const Expr* e,
                                                        int depth = 0) {
    if (e == nullptr || depth > 6) return std::nullopt;
    e = strip(e);
    if (e->containsErrors() || e->isTypeDependent()) return std::nullopt;
    if (const auto* cast = dyn_cast<CXXFunctionalCastExpr>(e))
      return dimensions(frame, cast->getSubExpr(), depth + 1);
    if (const auto* construct = dyn_cast<CXXConstructExpr>(e)) {
      if (construct->getNumArgs() == 1
          && !construct->getArg(0)->getType()->isIntegralOrEnumerationType())
        return dimensions(frame, construct->getArg(0), depth + 1);
      std::array<std::int64_t, 3> dims{1, 1, 1};
      for (unsigned i = 0; i < std::min(construct->getNumArgs(), 3U); ++i) {
        const Expr* arg = construct->getArg(i);
        if (isa<CXXDefaultArgExpr>(arg)) continue;
        const auto value = evaluate(frame, arg);
        if (!value) return std::nullopt;
        dims[i] = *value;
      }
      return dims;
    }
    if (const auto* list = dyn_cast<InitListExpr>(e)) {
      std::array<std::int64_t, 3> dims{1, 1, 1};
      for (unsigned i = 0; i < std::min(list->getNumInits(), 3U); ++i) {
        const auto value = evaluate(frame, list->getInit(i));
        if (!value) return std::nullopt;
        dims[i] = *value;
      }
      return dims;
    }
    if (const auto* ref = dyn_cast<DeclRefExpr>(e)) {
      const auto* var = dyn_cast<VarDecl>(ref->getDecl());
      if (var != nullptr && var->getType()->isRecordType()) {
        if (isa<ParmVarDecl>(var) || var->getInit() == nullptr) return std::nullopt;
        const bool fixed = var->getType().isConstQualified()
                           || (var->isLocalVarDecl() && !written_in(frame).contains(var));
        return fixed ? dimensions(frame, var->getInit(), depth + 1) : std::nullopt;
      }
    }
    if (const auto value = evaluate(frame, e)) return std::array<std::int64_t, 3>{*value, 1, 1};
    return std::nullopt;
  }

  static bool is_library_call(StringRef name, StringRef qualified) {
    static constexpr const char* kPrefixes[] = {"hip",        "rocblas_", "rocsparse_",
                                                "rocsolver_", "rocfft_",  "rocrand_",
                                                "miopen",     "nccl",     "rccl"};
    for (const StringRef prefix : kPrefixes)
      if (name.starts_with(prefix)) return true;
    static constexpr const char* kSpaces[] = {"hipcub::", "cub::", "thrust::", "rocprim::"};
    for (const StringRef space : kSpaces)
      if (qualified.starts_with(space)) return true;
    return false;
  }

  void host_call(Frame& frame, CallExpr* call) {
    if (isa<CXXOperatorCallExpr>(call)) return;
    const FunctionDecl* callee = callee_of(call);
    std::string name, qualified;
    const Expr* written_callee = call->getCallee()->IgnoreParenImpCasts();
    if (callee != nullptr) {
      if (callee->getIdentifier() == nullptr) return;
      name = callee->getNameAsString();
      qualified = callee->getQualifiedNameAsString();
    } else if (const auto* lookup = dyn_cast<OverloadExpr>(written_callee)) {
      name = qualified = lookup->getName().getAsString();
      if (const auto* unresolved = dyn_cast<UnresolvedLookupExpr>(lookup))
        if (unresolved->getNumDecls() != 0)
          qualified = (*unresolved->decls_begin())->getQualifiedNameAsString();
    } else if (const auto* dependent = dyn_cast<DependentScopeDeclRefExpr>(written_callee)) {
      name = dependent->getDeclName().getAsString();
      qualified = text(dependent->getSourceRange());
    } else {
      return;
    }
    const bool getter = (is_stream_getter(name) || returns_stream(call)) && call->getNumArgs() <= 1
                        && !call->isTypeDependent();
    if (getter) {
      StreamAtHand stream;
      stream.origin = StreamAtHand::Origin::getter;
      stream.text = text(call->getSourceRange());
      stream.where = where_.where(call->getSourceRange());
      stream.scope = frame.fact.body;
      if (!stream.text.empty() && stream.where.best().valid()) add_stream(frame, std::move(stream));
    }
    bool takes_stream = false;
    if (callee != nullptr)
      for (const ParmVarDecl* param : callee->parameters())
        takes_stream |= is_stream(param->getType());
    if (!takes_stream && !getter && !is_library_call(name, qualified)) return;

    frame.used = true;
    HostCall fact;
    fact.name = std::move(name);
    fact.qualified = std::move(qualified);
    fact.host = frame.fact.key;
    fact.tainted = call->containsErrors();
    fact.where = where_.where(call->getSourceRange());
    const SourceLocation rparen = call->getRParenLoc();
    SourceRange callee_range = written_callee->getSourceRange();
    if (const auto* member = dyn_cast<MemberExpr>(written_callee))
      callee_range = member->getMemberLoc();
    fact.callee = where_.where(callee_range);
    if (rparen.isValid()) {
      const Where end = where_.where(rparen);
      if (end.spelling.valid()) fact.rparen = end.spelling;
    }
    for (unsigned i = 0; i < call->getNumArgs(); ++i) {
      Arg arg = argument(frame, call->getArg(i), rparen);
      if (callee != nullptr && i < callee->getNumParams()) {
        const ParmVarDecl* param = callee->getParamDecl(i);
        if (is_stream(param->getType())) {
          arg.is_stream = true;
          if (arg.value == 0) arg.is_null = true;
        }
      }
      if (arg.written) ++fact.written;
      note_stream_arg(frame, call->getArg(i));
      fact.args.push_back(std::move(arg));
    }
    if (callee != nullptr) {
      for (const ParmVarDecl* param : callee->parameters())
        fact.params.push_back(param->getNameAsString());
      // A call in a template has no defaulted arguments yet.
      for (unsigned i = call->getNumArgs(); i < callee->getNumParams(); ++i) {
        const ParmVarDecl* param = callee->getParamDecl(i);
        if (!param->hasDefaultArg()) break;
        Arg arg;
        arg.written = false;
        arg.is_stream = is_stream(param->getType());
        if (!param->hasUnparsedDefaultArg() && !param->hasUninstantiatedDefaultArg())
          describe(frame, param->getDefaultArg(), arg);
        if (is_stream(param->getType())) {
          arg.is_stream = true;
          if (arg.value == 0) arg.is_null = true;
        }
        fact.args.push_back(std::move(arg));
      }
    }
    fact.order = frame.order++;
    fact.branch = frame.blocks.empty() ? 0 : frame.blocks.back().first;
    if (const auto found = frame.results.find(call); found != frame.results.end())
      fact.result_var = found->second;
    api_launch(frame, call, fact);
    out_.host_calls.push_back(std::move(fact));
  }

  static bool returns_stream(const CallExpr* call) {
    return call->getNumArgs() == 0 && is_stream(call->getType());
  }

  /// Streams that reach a launch only as an expression: `pool[i]`, a dependent `ctx.stream()`.
  void note_stream_arg(Frame& frame, const Expr* e) {
    if (e == nullptr || isa<CXXDefaultArgExpr>(e)) return;
    const Expr* inner = strip(e);
    if (!isa<ArraySubscriptExpr, CXXOperatorCallExpr>(inner) || !is_stream(inner->getType()))
      return;
    StreamAtHand stream;
    stream.origin = StreamAtHand::Origin::local;
    stream.text = text(inner->getSourceRange());
    if (stream.text.empty()) return;
    stream.text += "[]";
    stream.where = where_.where(inner->getSourceRange());
    stream.scope = scope(frame);
    add_stream(frame, std::move(stream));
  }

  // hipLaunchKernel(f, grid, block, params, shared, stream) and its cooperative form; the template
  // form of hipLaunchKernelGGL(f, grid, block, shared, stream, ...).
  void api_launch(Frame& frame, CallExpr* call, const HostCall& fact) {
    StringRef name = fact.name;
    name.consume_back("_spt");
    const bool ggl = name.starts_with("hipLaunchKernelGGL") || name == "hipExtLaunchKernelGGL";
    if (!ggl && name != "hipLaunchKernel" && name != "hipLaunchCooperativeKernel") return;
    if (call->getNumArgs() < (ggl ? 5U : 4U)) return;
    Launch launch;
    launch.macro_form = true;
    launch.host = fact.host;
    launch.where = fact.where;
    launch.tainted = fact.tainted;
    kernel_name(frame, call->getArg(0), launch);
    const auto at = [&](std::size_t i) { return i < fact.args.size() ? fact.args[i] : Arg{}; };
    launch.grid = at(1);
    launch.block = at(2);
    launch.shared = at(ggl ? 3 : 4);
    launch.stream = at(ggl ? 4 : 5);
    launch.grid_dims = dimensions(frame, call->getArg(1));
    launch.block_dims = dimensions(frame, call->getArg(2));
    launch.wave_threads = wave_threads(frame, call->getArg(2));
    out_.launches.push_back(std::move(launch));
  }

  // ---- warp-level library classes ------------------------------------------------------------

  static SourceLocation whole_token(const SourceManager& sm, SourceLocation loc) {
    // The second `>` of a split `>>` is a location of its own kind.
    if (loc.isMacroID()
        && !sm.getSLocEntry(sm.getFileID(loc)).getExpansion().isExpansionTokenRange())
      return sm.getSpellingLoc(loc);
    return loc;
  }

  void library_type(TemplateSpecializationTypeLoc loc) {
    const TemplateDecl* decl = loc.getTypePtr()->getTemplateName().getAsTemplateDecl();
    if (decl == nullptr || decl->getIdentifier() == nullptr) return;
    std::string space;
    for (const DeclContext* at = decl->getDeclContext(); at != nullptr; at = at->getParent())
      if (const auto* named = dyn_cast<NamespaceDecl>(at);
          named != nullptr && named->getIdentifier())
        space = named->getName().str();
    const auto position = width_position(space, decl->getName());
    if (!position) return;
    LibraryType fact;
    fact.name = space + "::" + decl->getNameAsString();
    fact.written_args = loc.getNumArgs();
    fact.width_written = loc.getNumArgs() > *position;
    if (fact.width_written) {
      const TemplateArgument arg = loc.getArgLoc(*position).getArgument();
      const std::string spelled = text(loc.getArgLoc(*position).getSourceRange());
      if (arg.isDependent() || arg.isPackExpansion()) {
        fact.dependent_width = true;
      } else if (!hipaudit::follows_wave(spelled)
                 && arg.getKind() == TemplateArgument::Expression) {
        Expr::EvalResult result;
        if (arg.getAsExpr()->EvaluateAsInt(result, context_))
          fact.width = to_int64(result.Val.getInt());
      }
    }
    for (unsigned i = 0; i < loc.getNumArgs(); ++i)
      if (loc.getArgLoc(i).getArgument().isPackExpansion()) fact.dependent_width = true;
    SourceLocation begin = loc.getTemplateNameLoc();
    if (const auto qualifier = loc.getQualifierLoc()) begin = qualifier.getBeginLoc();
    const SourceLocation close = whole_token(sm_, loc.getRAngleLoc());
    fact.where = where_.where({begin, close});
    const Where angle = where_.where(close);
    if (angle.spelling.valid() && fact.where.spelling.valid()) {
      fact.where.spelling.end = angle.spelling.begin + 1;
      if (!fact.where.in_macro_body)
        fact.insert_width = {angle.spelling.file, angle.spelling.begin, angle.spelling.begin};
    }
    if (fact.where.expansion.valid() && angle.expansion.valid() && !close.isMacroID())
      fact.where.expansion.end = angle.expansion.begin + 1;
    if (!frames_.empty()) {
      fact.function = frames_.back()->function->getQualifiedNameAsString();
      frames_.back()->library_types.push_back(out_.library_types.size());
    }
    // using Reduce = hipcub::WarpReduce<float>; the uses are of the alias.
    if (alias_stack_ != nullptr && alias_stack_->getSourceRange().fullyContains({begin, close}))
      alias_of_[alias_stack_].push_back(out_.library_types.size());
    out_.library_types.push_back(std::move(fact));
  }

  void note_storage(Frame& frame, const VarDecl* var) {
    const auto* array = var->getType()->getAsArrayTypeUnsafe();
    if (array == nullptr || var->getTypeSourceInfo() == nullptr) return;
    const std::string type = text(var->getTypeSourceInfo()->getTypeLoc().getSourceRange());
    if (StringRef(type).contains_insensitive("storage")) frame.storages.push_back({var, type});
  }

  /// The expression with locals that are never written again replaced by how they were computed.
  std::string spelled_out(const Frame& frame, const Expr* e, int depth = 0) {
    e = strip(e);
    if (depth < 6) {
      if (const auto* ref = dyn_cast<DeclRefExpr>(e)) {
        const auto* var = dyn_cast<VarDecl>(ref->getDecl());
        if (var != nullptr && !isa<ParmVarDecl>(var) && var->getInit() != nullptr
            && (var->getType().isConstQualified() || !written_in(frame).contains(var)))
          return spelled_out(frame, var->getInit(), depth + 1);
      }
      if (const auto* op = dyn_cast<BinaryOperator>(e); op != nullptr && !op->isAssignmentOp())
        return side(frame, op->getLHS(), depth) + " " + op->getOpcodeStr().str() + " "
               + side(frame, op->getRHS(), depth);
      if (const auto* cast = dyn_cast<ExplicitCastExpr>(e))
        return spelled_out(frame, cast->getSubExpr(), depth + 1);
      // A macro keeps its name: its value may differ between the passes.
      if (const auto* literal = dyn_cast<IntegerLiteral>(e);
          literal != nullptr && !literal->getLocation().isMacroID())
        return llvm::toString(literal->getValue(), 10, false);
    }
    return text(e->getSourceRange());
  }

  std::string side(const Frame& frame, const Expr* e, int depth) {
    std::string inner = spelled_out(frame, e, depth + 1);
    return StringRef(inner).contains(' ') ? "(" + inner + ")" : inner;
  }

  void note_lanes(Frame& frame, const BinaryOperator* op) {
    switch (op->getOpcode()) {
    case BO_Div:
    case BO_Rem:
    case BO_Shr:
    case BO_And:
    case BO_LT:
    case BO_Mul: break;
    default: return;
    }
    if (op->getOpcode() == BO_Mul) return;
    const auto right = evaluate(frame, op->getRHS());
    const bool by_32 = (op->getOpcode() == BO_Shr && right == 5)
                       || (op->getOpcode() == BO_And && right == 31)
                       || (op->getOpcode() != BO_Shr && op->getOpcode() != BO_And && right == 32);
    const std::string all = spelled_out(frame, op);
    if (by_32 && StringRef(all).contains("threadIdx")) frame.lane_hints.insert(all);
    if (hipaudit::follows_wave(all)) frame.follows_wave = true;
  }

  void finish_library_types(Frame& frame) {
    std::vector<std::size_t> mine = frame.library_types;
    std::map<std::size_t, std::vector<std::string>> names;
    for (const std::size_t id : mine) names[id];
    for (const TypedefNameDecl* alias : frame.aliases)
      if (const auto found = alias_of_.find(alias); found != alias_of_.end())
        for (const std::size_t id : found->second) names[id].push_back(alias->getNameAsString());
    for (const auto& [alias, ids] : alias_of_)
      for (const std::size_t id : ids)
        if (std::find(mine.begin(), mine.end(), id) != mine.end())
          names[id].push_back(alias->getNameAsString());
    for (auto& [id, aliases] : names) {
      LibraryType& fact = out_.library_types[id];
      const std::string own = fact.name.substr(fact.name.rfind(':') + 1);
      for (const auto& [var, type] : frame.storages) {
        bool matches = names_word(type, own);
        for (const std::string& alias : aliases) matches |= names_word(type, alias);
        if (!matches) continue;
        for (const auto& [base, index] : frame.subscripts)
          if (base == var && fact.storage_index.empty())
            fact.storage_index = spelled_out(frame, index);
      }
      for (const std::string& hint : frame.lane_hints)
        if (std::find(fact.lane_hints.begin(), fact.lane_hints.end(), hint)
            == fact.lane_hints.end())
          fact.lane_hints.push_back(hint);
      if (frame.follows_wave || hipaudit::follows_wave(fact.storage_index))
        fact.follows_wave = true;
    }
  }

  ASTContext& context_;
  SourceManager& sm_;
  WhereMap& where_;
  Facts& out_;
  std::vector<std::unique_ptr<Frame>> frames_;
  std::optional<std::int64_t> wave_;
  bool saw_wave_ = false;
  const TypedefNameDecl* alias_stack_ = nullptr;
  std::map<const TypedefNameDecl*, std::vector<std::size_t>> alias_of_;
};

}  // namespace

void collect_host(ASTContext& context, WhereMap& where, const std::vector<Decl*>& project_decls,
                  Facts& out) {
  HostVisitor visitor(context, where, out);
  for (Decl* decl : project_decls) visitor.TraverseDecl(decl);
}

}  // namespace hipaudit
