// SPDX-License-Identifier: Apache-2.0
// How Clang's AST becomes kernel form.
//
// Templates are lowered twice: the pattern (names instead of resolved calls, dependent types) gives
// the text to edit; each instantiation gives constants and types. Both carry the same spans.
// threadIdx and its kin have a different AST in every HIP version (fields, MS properties,
// conversion operators, __ockl_* calls): coordinate() is the one place that knows.
#include "collect/lower.hpp"

#include <clang/AST/Attr.h>
#include <clang/AST/ExprObjC.h>

#include <map>
#include <set>
#include <unordered_map>

namespace hipaudit {

namespace {

using kf::CrossKind;
using kf::ExprId;
using kf::kNone;
using kf::Op;
using kf::StmtId;
using kf::StmtKind;
using kf::TypeKind;
using kf::VarId;

/// Instantiations of one pattern that are lowered at most; kernels with hundreds of dtype
/// combinations say the same thing each time.
constexpr unsigned kMaxInstantiations = 12;
/// Deeper expressions are generated tables; they become opaque.
constexpr unsigned kMaxDepth = 200;

struct CrossName {
  CrossKind kind;
  bool sync;
};

const CrossName* cross_name(llvm::StringRef name) {
  static const llvm::StringMap<CrossName> names = {
      {"__shfl", {CrossKind::shfl, false}},
      {"__shfl_up", {CrossKind::shfl_up, false}},
      {"__shfl_down", {CrossKind::shfl_down, false}},
      {"__shfl_xor", {CrossKind::shfl_xor, false}},
      {"__shfl_sync", {CrossKind::shfl, true}},
      {"__shfl_up_sync", {CrossKind::shfl_up, true}},
      {"__shfl_down_sync", {CrossKind::shfl_down, true}},
      {"__shfl_xor_sync", {CrossKind::shfl_xor, true}},
      {"__ballot", {CrossKind::ballot, false}},
      {"__ballot64", {CrossKind::ballot, false}},
      {"__ballot_sync", {CrossKind::ballot, true}},
      {"__any", {CrossKind::any, false}},
      {"__all", {CrossKind::all, false}},
      {"__any_sync", {CrossKind::any, true}},
      {"__all_sync", {CrossKind::all, true}},
      {"__activemask", {CrossKind::active_mask, false}},
      {"__match_any", {CrossKind::match_any, false}},
      {"__match_all", {CrossKind::match_all, false}},
      {"__match_any_sync", {CrossKind::match_any, true}},
      {"__match_all_sync", {CrossKind::match_all, true}},
      {"__reduce_add_sync", {CrossKind::reduce, true}},
      {"__reduce_min_sync", {CrossKind::reduce, true}},
      {"__reduce_max_sync", {CrossKind::reduce, true}},
      {"__reduce_and_sync", {CrossKind::reduce, true}},
      {"__reduce_or_sync", {CrossKind::reduce, true}},
      {"__reduce_xor_sync", {CrossKind::reduce, true}},
      {"__syncwarp", {CrossKind::sync_warp, true}},
      {"__syncthreads", {CrossKind::barrier, false}},
      {"__syncthreads_count", {CrossKind::barrier, false}},
      {"__syncthreads_and", {CrossKind::barrier, false}},
      {"__syncthreads_or", {CrossKind::barrier, false}},
  };
  const auto found = names.find(name);
  return found == names.end() ? nullptr : &found->second;
}

/// Member functions of cooperative groups.
const CrossName* tile_name(llvm::StringRef name) {
  static const llvm::StringMap<CrossName> names = {
      {"shfl", {CrossKind::shfl, false}},
      {"shfl_up", {CrossKind::shfl_up, false}},
      {"shfl_down", {CrossKind::shfl_down, false}},
      {"shfl_xor", {CrossKind::shfl_xor, false}},
      {"ballot", {CrossKind::ballot, false}},
      {"any", {CrossKind::any, false}},
      {"all", {CrossKind::all, false}},
      {"match_any", {CrossKind::match_any, false}},
      {"match_all", {CrossKind::match_all, false}},
  };
  const auto found = names.find(name);
  return found == names.end() ? nullptr : &found->second;
}

kf::AtomicKind atomic_name(llvm::StringRef name) {
  if (!name.consume_front("atomic") && !name.consume_front("unsafeAtomic")
      && !name.consume_front("safeAtomic"))
    return kf::AtomicKind::none;
  name.consume_back("_system");
  name.consume_back("_block");
  return llvm::StringSwitch<kf::AtomicKind>(name)
      .Cases({"Add", "AddNoRet"}, kf::AtomicKind::add)
      .Case("Sub", kf::AtomicKind::sub)
      .Case("Min", kf::AtomicKind::min)
      .Case("Max", kf::AtomicKind::max)
      .Case("And", kf::AtomicKind::and_)
      .Case("Or", kf::AtomicKind::or_)
      .Case("Xor", kf::AtomicKind::xor_)
      .Case("Exch", kf::AtomicKind::exch)
      .Case("CAS", kf::AtomicKind::cas)
      .Case("Inc", kf::AtomicKind::inc)
      .Case("Dec", kf::AtomicKind::dec)
      .Default(kf::AtomicKind::none);
}

std::optional<Op> index_object(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<Op>>(name)
      .Cases({"threadIdx", "hipThreadIdx"}, Op::thread_idx)
      .Cases({"blockIdx", "hipBlockIdx"}, Op::block_idx)
      .Cases({"blockDim", "hipBlockDim"}, Op::block_dim)
      .Cases({"gridDim", "hipGridDim"}, Op::grid_dim)
      .Default(std::nullopt);
}

int dimension(llvm::StringRef member) {
  return member == "x" ? 0 : member == "y" ? 1 : member == "z" ? 2 : -1;
}

bool is_system_name(llvm::StringRef name) { return name.starts_with("__"); }

/// Built-ins that move values between lanes or speak of them: __builtin_amdgcn_update_dpp,
/// __builtin_amdgcn_readlane, __hip_ds_bpermute, __hip_move_dpp_N ...
bool is_lane_builtin(llvm::StringRef name) {
  if (name.starts_with("__hip_ds_") || name.starts_with("__hip_move_dpp")
      || name.starts_with("__mbcnt"))
    return true;
  if (!name.consume_front("__builtin_amdgcn_")) return false;
  for (const llvm::StringRef part : {"dpp", "lane", "swizzle", "permute", "mbcnt", "ballot"})
    if (name.contains(part)) return true;
  return false;
}

/// State shared by all functions of a unit.
struct Unit {
  clang::ASTContext& context;
  WhereMap& where;
  Facts& out;
  clang::PrintingPolicy policy;
  llvm::DenseMap<const void*, kf::Type> types{};
  std::set<std::string> done{};
  LowerCounts counts{};
};

bool is_device_decl(const clang::FunctionDecl* f) {
  return f->hasAttr<clang::CUDADeviceAttr>() || f->hasAttr<clang::CUDAGlobalAttr>();
}

kf::FunctionKind function_kind(const clang::FunctionDecl* f) {
  if (f->hasAttr<clang::CUDAGlobalAttr>()) return kf::FunctionKind::kernel;
  if (f->hasAttr<clang::CUDADeviceAttr>())
    return f->hasAttr<clang::CUDAHostAttr>() ? kf::FunctionKind::host_device
                                             : kf::FunctionKind::device;
  return kf::FunctionKind::host;
}

std::string template_text(Unit& unit, const clang::FunctionDecl* f,
                          std::vector<kf::TemplateArg>* args) {
  std::string text;
  const auto add = [&](const clang::TemplateArgument& arg, llvm::StringRef name,
                       auto&& self) -> void {
    if (arg.getKind() == clang::TemplateArgument::Pack) {
      for (const clang::TemplateArgument& inner : arg.pack_elements()) self(inner, name, self);
      return;
    }
    std::string shown;
    llvm::raw_string_ostream stream(shown);
    arg.print(unit.policy, stream, true);
    text += (text.empty() ? "" : ", ") + shown;
    if (!args) return;
    kf::TemplateArg out;
    out.name = name.str();
    out.text = shown;
    if (arg.getKind() == clang::TemplateArgument::Integral)
      out.value = to_int64(arg.getAsIntegral());
    args->push_back(std::move(out));
  };
  const auto all = [&](const clang::TemplateArgumentList& list,
                       const clang::TemplateParameterList* params) {
    for (unsigned i = 0; i < list.size(); ++i) {
      llvm::StringRef name;
      if (params && i < params->size()) name = params->getParam(i)->getName();
      add(list[i], name, add);
    }
  };
  // Arguments of the enclosing class, then of the function itself.
  for (const clang::DeclContext* dc = f->getDeclContext(); dc; dc = dc->getParent()) {
    if (const auto* spec = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(dc))
      all(spec->getTemplateArgs(), spec->getSpecializedTemplate()->getTemplateParameters());
    if (const auto* outer = llvm::dyn_cast<clang::FunctionDecl>(dc))
      if (const auto* list = outer->getTemplateSpecializationArgs())
        all(*list, outer->getPrimaryTemplate()->getTemplateParameters());
  }
  if (const auto* list = f->getTemplateSpecializationArgs())
    all(*list,
        f->getPrimaryTemplate() ? f->getPrimaryTemplate()->getTemplateParameters() : nullptr);
  return text;
}

/// The declaration that carries the body's text, for functions from templates.
const clang::FunctionDecl* pattern_of(const clang::FunctionDecl* f) {
  if (const clang::FunctionDecl* p = f->getTemplateInstantiationPattern()) return p;
  return f;
}

std::string function_key(Unit& unit, const clang::FunctionDecl* f) {
  const clang::FunctionDecl* body = nullptr;
  const clang::FunctionDecl* p = pattern_of(f);
  if (p->hasBody(body) && body) p = body;
  std::string key = unit.where.key(p->getLocation());
  if (f->isTemplateInstantiation() || f->getTemplateSpecializationArgs()
      || (llvm::isa<clang::CXXMethodDecl>(f)
          && llvm::isa<clang::ClassTemplateSpecializationDecl>(f->getParent())))
    key += "<" + template_text(unit, f, nullptr) + ">";
  else if (const std::string outer = template_text(unit, f, nullptr); !outer.empty())
    key += "<" + outer + ">";
  return key;
}

bool is_record_named(clang::QualType type, llvm::StringRef name) {
  const auto* record = type->getAsCXXRecordDecl();
  return record && record->getIdentifier() && record->getName() == name;
}

/// Lanes of a cooperative group object's type: 0 when it is none, 255 when not known.
std::uint8_t group_lanes(clang::QualType type) {
  type = type.getNonReferenceType();
  if (type->isPointerType()) type = type->getPointeeType();
  if (is_record_named(type, "coalesced_group") || is_record_named(type, "thread_group")) return 255;
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  for (int depth = 0; record && depth < 3; ++depth) {
    if (const auto* spec = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record)) {
      if (spec->getName().contains("thread_block_tile") || spec->getName().contains("tile_")) {
        const auto& args = spec->getTemplateArgs();
        for (unsigned i = 0; i < args.size(); ++i)
          if (args[i].getKind() == clang::TemplateArgument::Integral) {
            const std::int64_t lanes = to_int64(args[i].getAsIntegral());
            return lanes > 0 && lanes <= 64 ? static_cast<std::uint8_t>(lanes) : 255;
          }
        return 255;
      }
    }
    if (!record->hasDefinition() || record->getNumBases() == 0) break;
    record = record->bases_begin()->getType()->getAsCXXRecordDecl();
  }
  if (const auto* tst = type->getAs<clang::TemplateSpecializationType>())
    if (const auto* decl = tst->getTemplateName().getAsTemplateDecl())
      if (decl->getName().contains("thread_block_tile")) {
        for (const clang::TemplateArgument& arg : tst->template_arguments())
          if (arg.getKind() == clang::TemplateArgument::Expression)
            if (const auto value = arg.getAsExpr()->isValueDependent()
                                       ? std::nullopt
                                       : std::optional<std::int64_t>(32))
              return static_cast<std::uint8_t>(*value);
        return 255;
      }
  return 0;
}

TypeKind record_kind(llvm::StringRef name) {
  return llvm::StringSwitch<TypeKind>(name)
      .Cases({"__half", "half", "Half", "__half_raw"}, TypeKind::half)
      .Cases({"__half2", "half2", "__half2_raw"}, TypeKind::half2)
      .Cases({"__hip_bfloat16", "hip_bfloat16", "__nv_bfloat16", "BFloat16"}, TypeKind::bfloat)
      .Cases({"__hip_bfloat162", "__nv_bfloat162", "hip_bfloat162"}, TypeKind::bfloat2)
      .Default(TypeKind::record);
}

bool is_vector_record(llvm::StringRef name) {
  // HIP_vector_type<float, 4>, or a plain struct float4.
  if (name.contains("HIP_vector_type")) return true;
  for (llvm::StringRef base : {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong",
                               "longlong", "ulonglong", "float", "double"}) {
    llvm::StringRef rest = name;
    if (rest.consume_front(base) && rest.size() == 1 && rest[0] >= '1' && rest[0] <= '4')
      return true;
  }
  return false;
}

class FunctionLowering {
 public:
  FunctionLowering(Unit& unit, const clang::FunctionDecl* decl) : unit_(unit), decl_(decl) {
    f_.types.emplace_back();  // type 0: unknown
  }

  kf::Function run(const clang::FunctionDecl* body) {
    f_.key = function_key(unit_, decl_);
    if (pattern_of(decl_) != decl_) f_.pattern = unit_.where.key(pattern_body()->getLocation());
    f_.name = decl_->getQualifiedNameAsString();
    if (llvm::StringRef(f_.name).contains_insensitive("atomic")) interesting_ = true;
    f_.kind = function_kind(decl_);
    f_.is_pattern = decl_->isDependentContext();
    f_.where = unit_.where.where(body->getLocation());
    f_.body = unit_.where.span(body->getBody()->getSourceRange());
    f_.head = unit_.where.span({body->getOuterLocStart(), body->getBody()->getBeginLoc()});
    if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(decl_))
      f_.is_lambda = method->getParent()->isLambda();
    template_text(unit_, decl_, &f_.template_args);
    f_.return_type = type_index(body->getReturnType());
    if (const auto* bounds = decl_->getAttr<clang::CUDALaunchBoundsAttr>())
      f_.max_threads = evaluate(bounds->getMaxThreads());
    else if (const auto* size = decl_->getAttr<clang::AMDGPUFlatWorkGroupSizeAttr>())
      f_.max_threads = evaluate(size->getMax());  // HIP's __launch_bounds__
    if (f_.max_threads) interesting_ = true;      // launches are held to it
    in_parameters_ = true;
    for (const clang::ParmVarDecl* p : body->parameters()) {
      f_.params.push_back(variable(p));
      if (p->isParameterPack()) f_.variadic_pack = true;
    }
    in_parameters_ = false;
    if (const auto* ctor = llvm::dyn_cast<clang::CXXConstructorDecl>(body)) initialisers(ctor);
    kf::Stmt root;
    root.kind = StmtKind::block;
    root.body = std::move(pending_);
    pending_.clear();
    stmt(body->getBody(), root.body);
    f_.root = add(std::move(root));
    if (body->isInvalidDecl() || decl_->isInvalidDecl() || saw_error_) f_.tainted = true;
    return std::move(f_);
  }

  /// S() : a(x), b(y) {}: what it stores before its body runs.
  void initialisers(const clang::CXXConstructorDecl* ctor) {
    for (const clang::CXXCtorInitializer* init : ctor->inits()) {
      const clang::Expr* value = init->getInit();
      if (!value || (!init->isWritten() && !init->isInClassMemberInitializer())) continue;
      // In a pattern a(x) is a list of one, without a type.
      if (const auto* list = llvm::dyn_cast<clang::ParenListExpr>(value);
          list && list->getNumExprs() == 1)
        value = list->getExpr(0);
      const ExprId stored = expr(value);
      if (!init->isMemberInitializer() || init->getMember()->getType()->isArrayType()) {
        pending_.push_back(eval(stored));
        continue;
      }
      kf::Expr self = node(Op::this_, value);
      self.type = type_index(ctor->getThisType());
      kf::Expr object = node(Op::deref, value);
      object.type = type_index(ctor->getThisType()->getPointeeType());
      object.args.push_back(add(std::move(self)));
      kf::Expr field = node(Op::member, value);
      field.type = type_index(init->getMember()->getType());
      field.value = offset_of(init->getMember());
      field.text = init->getMember()->getNameAsString();
      field.args.push_back(add(std::move(object)));
      kf::Expr out = node(Op::assign, value);
      out.type = field.type;
      out.args = {add(std::move(field)), stored};
      pending_.push_back(eval(add(std::move(out))));
    }
  }

  [[nodiscard]] bool interesting() const { return interesting_; }
  [[nodiscard]] const std::vector<const clang::LambdaExpr*>& lambdas() const { return lambdas_; }
  [[nodiscard]] const std::vector<const clang::FunctionDecl*>& callees() const { return callees_; }

 private:
  const clang::FunctionDecl* pattern_body() {
    const clang::FunctionDecl* body = nullptr;
    const clang::FunctionDecl* p = pattern_of(decl_);
    return p->hasBody(body) && body ? body : p;
  }

  // --- types -----------------------------------------------------------------------------------

  std::uint32_t type_index(clang::QualType type) {
    if (type.isNull()) return 0;
    const auto [found, added] = type_ids_.try_emplace(type.getAsOpaquePtr(), 0);
    if (added) {
      f_.types.push_back(unit_type(type));
      found->second = static_cast<std::uint32_t>(f_.types.size() - 1);
    }
    return found->second;
  }

  const kf::Type& unit_type(clang::QualType type) {
    const void* id = type.getAsOpaquePtr();
    if (const auto found = unit_.types.find(id); found != unit_.types.end()) return found->second;
    kf::Type made = make_type(type);
    return unit_.types[id] = std::move(made);
  }

  kf::Type make_type(clang::QualType written) {
    kf::Type out;
    out.is_reference = written->isReferenceType();
    const clang::QualType type = written.getNonReferenceType().getCanonicalType();
    out.text = type.getUnqualifiedType().getAsString(unit_.policy);
    out.is_volatile = type.isVolatileQualified();
    out.kind = scalar_kind(type);
    out.is_signed = type->isSignedIntegerOrEnumerationType();
    sizes(type, out.bytes, out.align);
    clang::QualType pointee;
    if (type->isPointerType()) pointee = type->getPointeeType();
    if (const clang::ArrayType* array = unit_.context.getAsArrayType(type))
      pointee = array->getElementType();
    if (!pointee.isNull()) {
      out.kind = TypeKind::pointer;
      out.is_volatile = pointee.isVolatileQualified();
      out.pointee = scalar_kind(pointee.getCanonicalType());
      out.pointee_signed = pointee->isSignedIntegerOrEnumerationType();
      std::uint32_t ignored = 0;
      sizes(pointee, out.pointee_bytes, ignored);
    }
    return out;
  }

  TypeKind scalar_kind(clang::QualType type) {
    if (type->isDependentType()) {
      // A pointer to T is still known to be a pointer.
      return type->isPointerType() ? TypeKind::pointer : TypeKind::unknown;
    }
    if (type->isVoidType()) return TypeKind::void_;
    if (type->isBooleanType()) return TypeKind::boolean;
    if (type->isIntegralOrEnumerationType()) return TypeKind::integer;
    if (type->isHalfType() || type->isFloat16Type()) return TypeKind::half;
    if (type->isBFloat16Type()) return TypeKind::bfloat;
    if (type->isRealFloatingType()) return TypeKind::floating;
    if (type->isAnyPointerType() || type->isNullPtrType() || type->isArrayType())
      return TypeKind::pointer;
    if (type->isFunctionType()) return TypeKind::function;
    if (type->isVectorType()) return TypeKind::vector;
    if (const auto* record = type->getAsCXXRecordDecl()) {
      if (!record->getIdentifier()) return TypeKind::record;
      const TypeKind kind = record_kind(record->getName());
      if (kind == TypeKind::record && is_vector_record(record->getName())) return TypeKind::vector;
      return kind;
    }
    return TypeKind::unknown;
  }

  void sizes(clang::QualType type, std::uint32_t& bytes, std::uint32_t& align) {
    if (type.isNull() || type->isDependentType() || type->isInstantiationDependentType()
        || type->containsErrors() || type->isPlaceholderType() || type->isIncompleteType()
        || type->isFunctionType() || type->isUndeducedType() || type->isVoidType()
        || type->isSizelessType())
      return;
    if (const auto* record = type->getAsCXXRecordDecl();
        record && (record->isInvalidDecl() || !record->hasDefinition()))
      return;
    if (const clang::ArrayType* array = unit_.context.getAsArrayType(type)) {
      if (!llvm::isa<clang::ConstantArrayType>(array)) return;
      std::uint32_t element = 0;
      sizes(array->getElementType(), element, align);
      if (element == 0) return;
    }
    bytes = static_cast<std::uint32_t>(unit_.context.getTypeSizeInChars(type).getQuantity());
    align = static_cast<std::uint32_t>(unit_.context.getTypeAlignInChars(type).getQuantity());
  }

  /// A class of a skeleton header, or one that holds such a class: the real one is of another size.
  bool stands_in(clang::QualType type) {
    const auto* element = type->getBaseElementTypeUnsafe();
    if (scalar_kind(element->getCanonicalTypeInternal()) != TypeKind::record) return false;
    const auto* record = element->getAsCXXRecordDecl();
    if (!record || !(record = record->getDefinition())) return false;
    const clang::SourceManager& sources = unit_.context.getSourceManager();
    if (!unit_.where.in_project(record->getLocation())
        && sources.getFilename(sources.getExpansionLoc(record->getLocation()))
               .contains("/skeleton/"))
      return true;
    return std::any_of(record->bases_begin(), record->bases_end(),
                       [&](const clang::CXXBaseSpecifier& b) { return stands_in(b.getType()); })
           || std::any_of(record->field_begin(), record->field_end(),
                          [&](const clang::FieldDecl* f) { return stands_in(f->getType()); });
  }

  // --- variables -------------------------------------------------------------------------------

  VarId variable(const clang::VarDecl* decl) {
    const clang::VarDecl* canonical = decl->getCanonicalDecl();
    if (const auto found = vars_.find(canonical); found != vars_.end()) return found->second;
    const auto id = static_cast<VarId>(f_.vars.size());
    vars_[canonical] = id;
    f_.vars.emplace_back();
    kf::Var var;
    var.name = decl->getNameAsString();
    var.where = unit_.where.where(decl->getLocation());
    if (const clang::TypeSourceInfo* info = decl->getTypeSourceInfo())
      var.type_where = unit_.where.span(info->getTypeLoc().getSourceRange());
    clang::QualType type = decl->getType();
    var.is_volatile = type.isVolatileQualified();
    var.is_const = type.isConstQualified() || decl->isConstexpr();
    if (llvm::isa<clang::ParmVarDecl>(decl)) {
      // In a lambda, also those of the function around it.
      var.storage = in_parameters_ ? kf::Storage::param : kf::Storage::captured;
    } else if (decl->hasAttr<clang::CUDASharedAttr>()) {
      var.storage = decl->hasExternalStorage() ? kf::Storage::dynamic_shared : kf::Storage::shared;
      interesting_ = true;
    } else if (const auto* constant = decl->getAttr<clang::CUDAConstantAttr>();
               constant && !constant->isImplicit()) {
      // Device passes add the attribute to every constexpr variable; that is no difference.
      var.storage = kf::Storage::constant;
    } else if (!decl->isLocalVarDecl()) {
      var.storage = kf::Storage::global;
    } else if (decl->getDeclContext() != decl_ && !decl->isStaticLocal()
               && decl->getParentFunctionOrMethod() != decl_) {
      const auto* owner =
          llvm::dyn_cast_or_null<clang::FunctionDecl>(decl->getParentFunctionOrMethod());
      if (!owner || pattern_of(owner) != pattern_of(decl_)) var.storage = kf::Storage::captured;
    }
    while (const clang::ArrayType* array = unit_.context.getAsArrayType(type)) {
      std::int64_t extent = -1;
      if (const auto* known = llvm::dyn_cast<clang::ConstantArrayType>(array))
        extent = static_cast<std::int64_t>(known->getSize().getZExtValue());
      var.extents.push_back(extent);
      type = array->getElementType();
    }
    if (var.storage != kf::Storage::param || var.extents.empty()) {
      std::uint32_t bytes = 0;
      sizes(type, bytes, var.align);
    }
    if (decl->hasAttrs() && !decl->isInvalidDecl())
      for (const auto* aligned : decl->specific_attrs<clang::AlignedAttr>())
        if (!aligned->isAlignmentDependent())
          var.align = std::max(var.align, aligned->getAlignment(unit_.context) / 8);
    if (var.storage == kf::Storage::shared && (decl->isInvalidDecl() || stands_in(type)))
      var.align = 0;
    var.type = type_index(type);
    f_.vars[id] = std::move(var);
    return id;
  }

  // --- expressions -----------------------------------------------------------------------------

  ExprId add(kf::Expr e) {
    f_.exprs.push_back(std::move(e));
    return static_cast<ExprId>(f_.exprs.size() - 1);
  }
  StmtId add(kf::Stmt s) {
    f_.stmts.push_back(std::move(s));
    return static_cast<StmtId>(f_.stmts.size() - 1);
  }
  StmtId eval(ExprId e) {
    kf::Stmt s;
    s.kind = StmtKind::eval;
    s.a = e;
    s.where = f_.exprs[e].where;
    return add(std::move(s));
  }

  kf::Expr node(Op op, const clang::Expr* e) {
    kf::Expr out;
    out.op = op;
    out.where = unit_.where.where(e->getSourceRange());
    out.type = type_index(e->getType());
    out.dependent = e->isInstantiationDependent();
    out.tainted = e->containsErrors();
    if (out.tainted) saw_error_ = true;
    return out;
  }

  ExprId constant(const clang::Expr* e, std::int64_t value) {
    kf::Expr out = node(Op::constant, e);
    out.value = value;
    return add(std::move(out));
  }

  ExprId opaque(const clang::Expr* e, std::string why) {
    kf::Expr out = node(Op::opaque, e);
    out.text = std::move(why);
    for (const clang::Stmt* child : e->children())
      if (const auto* sub = llvm::dyn_cast_or_null<clang::Expr>(child))
        out.args.push_back(expr(sub));
    return add(std::move(out));
  }

  /// HIP's own; a project's constant of that name is what its initialiser says.
  bool is_warp_size(const clang::VarDecl* var) {
    return var->getIdentifier() && var->getName() == "warpSize"
           && !(var->getAnyInitializer() && unit_.where.in_project(var->getLocation()));
  }

  bool mentions_wave(const clang::Stmt* s, int depth = 0) {
    if (!s || depth > 60) return false;
    if (const auto* ref = llvm::dyn_cast<clang::DeclRefExpr>(s)) {
      const auto* var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
      if (!var) return false;
      if (is_warp_size(var)) return true;
      return var->getType().isConstQualified() && var->getAnyInitializer()
             && mentions_wave(var->getAnyInitializer(), depth + 20);
    }
    for (const clang::Stmt* child : s->children())
      if (mentions_wave(child, depth + 1)) return true;
    return false;
  }

  std::optional<std::int64_t> evaluate(const clang::Expr* e) {
    if (!e || e->getType().isNull() || e->isValueDependent() || e->containsErrors())
      return std::nullopt;
    if (!e->getType()->isIntegralOrEnumerationType() || mentions_wave(e)) return std::nullopt;
    clang::Expr::EvalResult result;
    if (!e->EvaluateAsInt(result, unit_.context)) return std::nullopt;
    const llvm::APSInt& value = result.Val.getInt();
    if (value.getBitWidth() > 64) return std::nullopt;
    return value.isSigned() ? value.getSExtValue()
                            : static_cast<std::int64_t>(value.getZExtValue());
  }

  /// threadIdx.x in each of its shapes, or kNone.
  ExprId coordinate(const clang::Expr* e, const clang::Expr* base, llvm::StringRef member) {
    const auto* ref = llvm::dyn_cast<clang::DeclRefExpr>(base->IgnoreParenImpCasts());
    if (!ref || !ref->getDecl()->getIdentifier()) return kNone;
    const auto op = index_object(ref->getDecl()->getName());
    if (!op || dimension(member) < 0) return kNone;
    kf::Expr out = node(*op, e);
    out.value = dimension(member);
    return add(std::move(out));
  }

  ExprId expr(const clang::Expr* e) {
    if (++depth_ > kMaxDepth) {
      --depth_;
      kf::Expr out = node(Op::opaque, e);
      out.text = "expression too deep";
      return add(std::move(out));
    }
    const ExprId id = expr_inner(e);
    --depth_;
    return id;
  }

  ExprId expr_inner(const clang::Expr* e) {
    using namespace clang;
    if (const auto* x = llvm::dyn_cast<ParenExpr>(e)) return expr(x->getSubExpr());
    if (llvm::isa<ConstantExpr>(e) && mentions_wave(e)) unit_.counts.constant_wave = true;
    if (const auto* x = llvm::dyn_cast<FullExpr>(e)) return expr(x->getSubExpr());
    if (const auto* x = llvm::dyn_cast<MaterializeTemporaryExpr>(e)) return expr(x->getSubExpr());
    if (const auto* x = llvm::dyn_cast<CXXBindTemporaryExpr>(e)) return expr(x->getSubExpr());
    if (const auto* x = llvm::dyn_cast<SubstNonTypeTemplateParmExpr>(e)) {
      if (const auto value = evaluate(e)) {
        kf::Expr out = node(Op::constant, e);
        out.value = *value;
        out.text = x->getParameter() ? x->getParameter()->getNameAsString() : "";
        return add(std::move(out));
      }
      return expr(x->getReplacement());
    }
    if (const auto* x = llvm::dyn_cast<CXXDefaultArgExpr>(e)) return expr(x->getExpr());
    if (const auto* x = llvm::dyn_cast<CXXDefaultInitExpr>(e)) return expr(x->getExpr());
    if (const auto* x = llvm::dyn_cast<GenericSelectionExpr>(e))
      if (!x->isResultDependent()) return expr(x->getResultExpr());
    if (const auto* x = llvm::dyn_cast<PseudoObjectExpr>(e)) return expr(x->getSyntacticForm());
    if (const auto* x = llvm::dyn_cast<OpaqueValueExpr>(e))
      if (x->getSourceExpr()) return expr(x->getSourceExpr());
    if (const auto* x = llvm::dyn_cast<IntegerLiteral>(e)) {
      const llvm::APInt& value = x->getValue();
      const bool is_signed = x->getType()->isSignedIntegerOrEnumerationType();
      return constant(e, is_signed ? value.getSExtValue()
                                   : static_cast<std::int64_t>(value.getZExtValue()));
    }
    if (const auto* x = llvm::dyn_cast<CXXBoolLiteralExpr>(e)) return constant(e, x->getValue());
    if (const auto* x = llvm::dyn_cast<CharacterLiteral>(e)) return constant(e, x->getValue());
    if (llvm::isa<CXXNullPtrLiteralExpr, GNUNullExpr>(e)) return constant(e, 0);
    if (const auto* x = llvm::dyn_cast<FloatingLiteral>(e)) {
      kf::Expr out = node(Op::floating, e);
      llvm::SmallString<24> text;
      x->getValue().toString(text);
      out.text = std::string(text);
      return add(std::move(out));
    }
    if (const auto* x = llvm::dyn_cast<clang::StringLiteral>(e)) {
      kf::Expr out = node(Op::string, e);
      if (x->getCharByteWidth() == 1) out.text = x->getString().str();
      return add(std::move(out));
    }
    if (const auto* x = llvm::dyn_cast<UnaryExprOrTypeTraitExpr>(e)) {
      if (const auto value = evaluate(x)) return constant(e, *value);
      return opaque(e, "sizeof a dependent type");
    }
    if (llvm::isa<CXXThisExpr>(e)) return add(node(Op::this_, e));
    if (const auto* x = llvm::dyn_cast<DeclRefExpr>(e)) return reference(x);
    if (const auto* x = llvm::dyn_cast<MemberExpr>(e)) return member(x);
    if (const auto* x = llvm::dyn_cast<MSPropertyRefExpr>(e)) {
      const ExprId id = coordinate(e, x->getBaseExpr(), x->getPropertyDecl()->getName());
      return id != kNone ? id : opaque(e, "property");
    }
    if (const auto* x = llvm::dyn_cast<CXXDependentScopeMemberExpr>(e)) {
      if (x->isImplicitAccess()) return opaque(e, "dependent member");
      if (x->getBase()) {
        if (x->getMember().isIdentifier()) {
          const ExprId id =
              coordinate(e, x->getBase(), x->getMember().getAsIdentifierInfo()->getName());
          if (id != kNone) return id;
        }
        kf::Expr out = node(Op::member, e);
        out.value = -1;
        out.args.push_back(expr(x->getBase()));
        out.text = x->getMember().getAsString();
        return add(std::move(out));
      }
    }
    if (const auto* x = llvm::dyn_cast<ArraySubscriptExpr>(e)) {
      kf::Expr out = node(Op::index, e);
      out.args = {expr(x->getBase()), expr(x->getIdx())};
      return add(std::move(out));
    }
    if (const auto* x = llvm::dyn_cast<UnaryOperator>(e)) return unary(x);
    if (const auto* x = llvm::dyn_cast<BinaryOperator>(e)) return binary(x);
    if (const auto* x = llvm::dyn_cast<AbstractConditionalOperator>(e)) {
      kf::Expr out = node(Op::select, e);
      out.args = {expr(x->getCond()), expr(x->getTrueExpr()), expr(x->getFalseExpr())};
      return add(std::move(out));
    }
    if (const auto* x = llvm::dyn_cast<clang::CastExpr>(e)) return cast(x);
    if (const auto* x = llvm::dyn_cast<CXXUnresolvedConstructExpr>(e)) {
      if (x->getNumArgs() == 1) {
        kf::Expr out = node(Op::cast, e);
        out.explicit_cast = true;
        out.type = type_index(x->getTypeAsWritten());
        out.args.push_back(expr(x->getArg(0)));
        return add(std::move(out));
      }
      return opaque(e, "dependent construction");
    }
    if (const auto* x = llvm::dyn_cast<CXXConstructExpr>(e)) {
      const bool copy = x->getNumArgs() >= 1 && x->getConstructor()->isCopyOrMoveConstructor();
      if (copy) return expr(x->getArg(0));
      kf::Expr out = node(x->getNumArgs() == 1 ? Op::cast : Op::opaque, e);
      out.text = "construct";
      out.explicit_cast = llvm::isa<CXXTemporaryObjectExpr>(x);
      for (const clang::Expr* arg : x->arguments())
        if (!llvm::isa<CXXDefaultArgExpr>(arg)) out.args.push_back(expr(arg));
      if (out.op == Op::cast && out.args.empty()) out.op = Op::opaque;
      // Without one of its own it leaves what was there.
      const clang::CXXConstructorDecl* ctor = x->getConstructor();
      if (out.op == Op::opaque && !ctor->isTrivial()) out.text = "constructor";
      const clang::FunctionDecl* body = nullptr;
      if (!ctor->isDefaulted() && ctor->hasBody(body)
          && unit_.where.in_project(body->getLocation())) {
        out.callee = function_key(unit_, ctor);
        callees_.push_back(ctor);
      }
      return add(std::move(out));
    }
    if (const auto* x = llvm::dyn_cast<InitListExpr>(e)) {
      if (x->getNumInits() == 1 && !e->getType()->isRecordType() && !e->getType()->isArrayType())
        return expr(x->getInit(0));
      kf::Expr out = node(Op::init_list, e);
      if (x->getNumInits() <= 64)
        for (const clang::Expr* init : x->inits()) out.args.push_back(expr(init));
      say_offsets(x, out);
      return add(std::move(out));
    }
    if (llvm::isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(e)) {
      if (e->getType()->isScalarType()) return constant(e, 0);
      return opaque(e, "value initialisation");
    }
    if (const auto* x = llvm::dyn_cast<LambdaExpr>(e)) {
      lambdas_.push_back(x);
      kf::Expr out = node(Op::lambda, e);
      out.callee = function_key(unit_, x->getCallOperator());
      return add(std::move(out));
    }
    if (const auto* x = llvm::dyn_cast<CallExpr>(e)) return call(x);
    if (const auto* x = llvm::dyn_cast<AtomicExpr>(e)) {
      kf::Expr out = node(Op::atomic, e);
      out.atomic = kf::AtomicKind::none;
      out.text = "__atomic";
      interesting_ = true;
      out.args.push_back(expr(x->getPtr()));
      return add(std::move(out));
    }
    if (const auto* x = llvm::dyn_cast<RecoveryExpr>(e)) return broken_call(x);
    if (const auto value = evaluate(e)) return constant(e, *value);
    return opaque(e, e->getStmtClassName());
  }

  ExprId reference(const clang::DeclRefExpr* e) {
    const clang::ValueDecl* decl = e->getDecl();
    if (const auto* param = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(decl)) {
      kf::Expr out = node(Op::template_param, e);
      out.text = param->getNameAsString();
      return add(std::move(out));
    }
    if (const auto* enumerator = llvm::dyn_cast<clang::EnumConstantDecl>(decl)) {
      if (e->isValueDependent()) return opaque(e, "dependent enumerator");
      kf::Expr out = node(Op::constant, e);
      out.value = to_int64(enumerator->getInitVal());
      out.text = enumerator->getNameAsString();
      return add(std::move(out));
    }
    if (const auto* binding = llvm::dyn_cast<clang::BindingDecl>(decl)) {
      if (binding->getBinding()) return expr(binding->getBinding());
      return opaque(e, "structured binding");
    }
    if (const auto* var = llvm::dyn_cast<clang::VarDecl>(decl)) {
      if (is_warp_size(var)) return wave_value(Op::warp_size, e);
      if (decl->isInvalidDecl()) saw_error_ = true;
      const bool fixed =
          var->isConstexpr()
          || (var->getType().isConstQualified() && var->getType()->isIntegralOrEnumerationType());
      if (fixed && !var->getType()->isReferenceType() && var->getAnyInitializer()) {
        if (const auto value = evaluate(e)) {
          kf::Expr out = node(Op::constant, e);
          out.value = *value;
          out.text = var->getNameAsString();
          out.var = variable(var);
          return add(std::move(out));
        }
      }
      if (var->isLocalVarDeclOrParm() || var->hasAttr<clang::CUDASharedAttr>()) {
        kf::Expr out = node(Op::local, e);
        out.var = variable(var);
        out.text = f_.vars[out.var].name;
        out.tainted = out.tainted || decl->isInvalidDecl();
        return add(std::move(out));
      }
      kf::Expr out = node(Op::global, e);
      out.text = var->getQualifiedNameAsString();
      out.var = variable(var);
      return add(std::move(out));
    }
    kf::Expr out = node(Op::global, e);
    out.text = decl->getQualifiedNameAsString();
    return add(std::move(out));
  }

  /// Bytes from the start of its structure, or -1 where the layout is not known.
  std::int64_t offset_of(const clang::FieldDecl* field) {
    if (!field || field->isInvalidDecl()) return -1;
    const clang::RecordDecl* record = field->getParent();
    if (record->isDependentContext() || record->isInvalidDecl() || !record->isCompleteDefinition())
      return -1;
    for (const clang::FieldDecl* each : record->fields())
      if (each->isInvalidDecl() || each->getType()->isIncompleteType()) return -1;
    return static_cast<std::int64_t>(unit_.context.getFieldOffset(field) / 8);
  }

  /// What a list gives to a structure's fields says where they lie.
  void say_offsets(const clang::InitListExpr* e, kf::Expr& list) {
    const auto* record = e->getType()->getAsRecordDecl();
    if (!record || !record->isCompleteDefinition() || record->isUnion()) return;
    auto field = record->field_begin();
    if (const auto* derived = llvm::dyn_cast<clang::CXXRecordDecl>(record);
        derived && derived->getNumBases() > 0)
      return;
    for (std::size_t i = 0; i < list.args.size() && field != record->field_end(); ++i, ++field) {
      kf::Expr at = node(Op::cast, e->getInit(static_cast<unsigned>(i)));
      at.value = offset_of(*field);
      if (at.value <= 0) continue;
      at.args.push_back(list.args[i]);
      list.args[i] = add(std::move(at));
    }
  }

  ExprId member(const clang::MemberExpr* e) {
    const clang::ValueDecl* decl = e->getMemberDecl();
    if (decl->getIdentifier()) {
      const ExprId id = coordinate(e, e->getBase(), decl->getName());
      if (id != kNone) return id;
    }
    if (const auto value = llvm::isa<clang::FieldDecl>(decl) ? std::nullopt : evaluate(e)) {
      kf::Expr out = node(Op::constant, e);
      out.value = *value;
      out.text = decl->getNameAsString();
      return add(std::move(out));
    }
    kf::Expr out = node(Op::member, e);
    out.value = offset_of(llvm::dyn_cast<clang::FieldDecl>(decl));
    const ExprId base = expr(e->getBase());
    if (e->isArrow()) {
      kf::Expr through = node(Op::deref, e->getBase());
      through.args.push_back(base);
      out.args.push_back(add(std::move(through)));
    } else {
      out.args.push_back(base);
    }
    out.text = decl->getNameAsString();
    return add(std::move(out));
  }

  ExprId load(ExprId place, const clang::Expr* e) {
    switch (f_.exprs[place].op) {
    case Op::local:
    case Op::global:
    case Op::index:
    case Op::deref:
    case Op::member: {
      kf::Expr out = node(Op::load, e);
      out.args.push_back(place);
      out.tainted = out.tainted || f_.exprs[place].tainted;
      // A flag that other threads set.
      const kf::Type& type = f_.types[f_.exprs[place].type];
      if (type.is_volatile && type.kind != TypeKind::pointer) interesting_ = true;
      return add(std::move(out));
    }
    default: return place;  // already a value: a constant, an opaque call, a coordinate
    }
  }

  ExprId unary(const clang::UnaryOperator* e) {
    const ExprId sub = expr(e->getSubExpr());
    const auto make = [&](Op op) {
      kf::Expr out = node(op, e);
      out.args.push_back(sub);
      return add(std::move(out));
    };
    switch (e->getOpcode()) {
    case clang::UO_Deref: {
      // *(p + i) is p[i].
      if (f_.exprs[sub].op == Op::add && f_.types[f_.exprs[sub].type].kind == TypeKind::pointer) {
        kf::Expr out = node(Op::index, e);
        out.args = f_.exprs[sub].args;
        const bool swapped = f_.types[f_.exprs[out.args[0]].type].kind != TypeKind::pointer;
        if (swapped) std::swap(out.args[0], out.args[1]);
        return add(std::move(out));
      }
      return make(Op::deref);
    }
    case clang::UO_AddrOf: return make(Op::addr);
    case clang::UO_Minus: return make(Op::neg);
    case clang::UO_Not: return make(Op::bit_not);
    case clang::UO_LNot: return make(Op::logical_not);
    case clang::UO_PostInc:
    case clang::UO_PreInc:
    case clang::UO_PostDec:
    case clang::UO_PreDec: {
      const bool plus = e->isIncrementOp();
      const ExprId value = load(sub, e->getSubExpr());
      kf::Expr one = node(Op::constant, e);
      one.value = 1;
      kf::Expr sum = node(plus ? Op::add : Op::sub, e);
      sum.args = {value, add(std::move(one))};
      const ExprId total = add(std::move(sum));
      kf::Expr out = node(Op::assign, e);
      out.compound = true;
      out.post = e->isPostfix();
      out.args = {sub, total};
      return add(std::move(out));
    }
    default: return sub;
    }
  }

  static std::optional<Op> binary_op(clang::BinaryOperatorKind kind) {
    using namespace clang;
    switch (kind) {
    case BO_Add:
    case BO_AddAssign: return Op::add;
    case BO_Sub:
    case BO_SubAssign: return Op::sub;
    case BO_Mul:
    case BO_MulAssign: return Op::mul;
    case BO_Div:
    case BO_DivAssign: return Op::div;
    case BO_Rem:
    case BO_RemAssign: return Op::rem;
    case BO_Shl:
    case BO_ShlAssign: return Op::shl;
    case BO_Shr:
    case BO_ShrAssign: return Op::shr;
    case BO_And:
    case BO_AndAssign: return Op::bit_and;
    case BO_Or:
    case BO_OrAssign: return Op::bit_or;
    case BO_Xor:
    case BO_XorAssign: return Op::bit_xor;
    case BO_LT: return Op::lt;
    case BO_LE: return Op::le;
    case BO_GT: return Op::gt;
    case BO_GE: return Op::ge;
    case BO_EQ: return Op::eq;
    case BO_NE: return Op::ne;
    case BO_LAnd: return Op::logical_and;
    case BO_LOr: return Op::logical_or;
    case BO_Comma: return Op::comma;
    default: return std::nullopt;
    }
  }

  ExprId compound(const clang::Expr* e, Op op, const clang::Expr* left, const clang::Expr* right) {
    const ExprId place = expr(left);
    const ExprId old = load(place, left);
    const ExprId value = expr(right);
    kf::Expr result = node(op, e);
    result.args = {old, value};
    const ExprId computed = add(std::move(result));
    kf::Expr out = node(Op::assign, e);
    out.compound = true;
    out.args = {place, computed};
    return add(std::move(out));
  }

  ExprId binary(const clang::BinaryOperator* e) {
    const auto op = binary_op(e->getOpcode());
    if (e->isCompoundAssignmentOp() && op) return compound(e, *op, e->getLHS(), e->getRHS());
    if (e->getOpcode() == clang::BO_Assign) {
      kf::Expr out = node(Op::assign, e);
      const ExprId place = expr(e->getLHS());
      out.args = {place, expr(e->getRHS())};
      return add(std::move(out));
    }
    if (!op) return opaque(e, "operator");
    kf::Expr out = node(*op, e);
    const ExprId left = expr(e->getLHS());
    out.args = {left, expr(e->getRHS())};
    return add(std::move(out));
  }

  ExprId cast(const clang::CastExpr* e) {
    bool is_explicit = llvm::isa<clang::ExplicitCastExpr>(e);
    if (const auto* implicit = llvm::dyn_cast<clang::ImplicitCastExpr>(e))
      is_explicit = implicit->isPartOfExplicitCast();
    const clang::Expr* sub = e->getSubExpr();
    switch (e->getCastKind()) {
    case clang::CK_LValueToRValue: return load(expr(sub), e);
    case clang::CK_NoOp:
    case clang::CK_ArrayToPointerDecay:
    case clang::CK_FunctionToPointerDecay:
    case clang::CK_UserDefinedConversion:
    case clang::CK_DerivedToBase:
    case clang::CK_UncheckedDerivedToBase:
    case clang::CK_BuiltinFnToFnPtr:
    case clang::CK_LValueToRValueBitCast:
    case clang::CK_AtomicToNonAtomic:
    case clang::CK_NonAtomicToAtomic:
      // An explicit cast to the type it already has still says what the user meant.
      if (!llvm::isa<clang::ExplicitCastExpr>(e) || e->getCastKind() != clang::CK_NoOp
          || e->getType()->isDependentType())
        return expr(sub);
      break;
    case clang::CK_ConstructorConversion: return expr(sub);
    default: break;
    }
    kf::Expr out = node(Op::cast, e);
    out.explicit_cast = is_explicit;
    if (const auto* written = llvm::dyn_cast<clang::ExplicitCastExpr>(e))
      out.type = type_index(written->getTypeAsWritten());
    out.args.push_back(expr(sub));
    return add(std::move(out));
  }

  struct Callee {
    std::string name;
    const clang::FunctionDecl* decl = nullptr;
    clang::SourceRange range;
    bool qualified = false;
    const clang::Expr* object = nullptr;          ///< of a member call
    const clang::NamedDecl* candidate = nullptr;  ///< of an unresolved name
  };

  /// constexpr auto step = pick(kKind); step(x): the function that it always calls.
  const clang::FunctionDecl* held_function(const clang::VarDecl* var) {
    if (!var->isConstexpr() || var->isInvalidDecl() || !var->getType()->isFunctionPointerType()
        || var->getInit() == nullptr || var->getInit()->isValueDependent())
      return nullptr;
    const clang::APValue* value = var->evaluateValue();
    if (value == nullptr || !value->isLValue()) return nullptr;
    const auto* held = value->getLValueBase().dyn_cast<const clang::ValueDecl*>();
    const auto* function = llvm::dyn_cast_or_null<clang::FunctionDecl>(held);
    return function && unit_.where.in_project(function->getLocation()) ? function : nullptr;
  }

  Callee resolve(const clang::CallExpr* e) {
    Callee out;
    const clang::Expr* callee = e->getCallee()->IgnoreParenImpCasts();
    out.range = callee->getSourceRange();
    if (const auto* ref = llvm::dyn_cast<clang::DeclRefExpr>(callee)) {
      out.decl = llvm::dyn_cast<clang::FunctionDecl>(ref->getDecl());
      out.name = ref->getNameInfo().getAsString();
      out.qualified = ref->hasQualifier();
      out.range = {ref->getBeginLoc(), ref->getLocation()};
      if (const auto* var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl()))
        out.decl = held_function(var);
    } else if (const auto* overloads = llvm::dyn_cast<clang::OverloadExpr>(callee)) {
      out.name = overloads->getName().getAsString();
      out.qualified = static_cast<bool>(overloads->getQualifier());
      out.range = {overloads->getBeginLoc(), overloads->getNameLoc()};
      if (overloads->getNumDecls() > 0) out.candidate = *overloads->decls_begin();
      if (overloads->getNumDecls() == 1) {
        const clang::NamedDecl* only = (*overloads->decls_begin())->getUnderlyingDecl();
        if (const auto* tmpl = llvm::dyn_cast<clang::FunctionTemplateDecl>(only))
          out.decl = tmpl->getTemplatedDecl();
        else
          out.decl = llvm::dyn_cast<clang::FunctionDecl>(only);
      }
      if (const auto* unresolved = llvm::dyn_cast<clang::UnresolvedMemberExpr>(overloads))
        if (!unresolved->isImplicitAccess()) out.object = unresolved->getBase();
    } else if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(callee)) {
      out.decl = llvm::dyn_cast<clang::FunctionDecl>(member->getMemberDecl());
      out.name = member->getMemberDecl()->getNameAsString();
      out.object = member->getBase();
      out.range = {member->getMemberLoc(), member->getMemberLoc()};
      out.qualified = true;
    } else if (const auto* dependent = llvm::dyn_cast<clang::CXXDependentScopeMemberExpr>(callee)) {
      out.name = dependent->getMember().getAsString();
      out.range = {dependent->getMemberLoc(), dependent->getMemberLoc()};
      out.qualified = true;
      if (!dependent->isImplicitAccess()) out.object = dependent->getBase();
    } else if (const auto* scoped = llvm::dyn_cast<clang::DependentScopeDeclRefExpr>(callee)) {
      out.name = scoped->getDeclName().getAsString();
      out.qualified = true;
    } else if (e->getDirectCallee()) {
      out.decl = e->getDirectCallee();
      out.name = out.decl->getNameAsString();
    }
    return out;
  }

  /// hipshim::warp32::shfl_down_sync and its kin: CUDA's operations on groups of 32 lanes.
  const CrossName* hipshim_name(const Callee& callee) {
    const clang::NamedDecl* decl = callee.decl ? callee.decl : callee.candidate;
    if (!decl) return nullptr;
    bool warp32 = false;
    for (const clang::DeclContext* dc = decl->getDeclContext(); dc; dc = dc->getParent())
      if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(dc)) {
        warp32 = warp32 || space->getName() == "warp32";
        if (space->getName() == "hipshim" && warp32) {
          if (callee.name == "active_mask") return cross_name("__activemask");
          if (callee.name == "sync") return cross_name("__syncwarp");
          return cross_name("__" + callee.name);
        }
      }
    return nullptr;
  }

  std::uint32_t add_site(const clang::CallExpr* e, const Callee& callee) {
    kf::Site site;
    site.callee = unit_.where.where(callee.range);
    site.qualified = callee.qualified;
    for (const clang::Expr* arg : e->arguments())
      if (!llvm::isa<clang::CXXDefaultArgExpr>(arg))
        site.args.push_back(unit_.where.where(arg->getSourceRange()));
    const Where close = unit_.where.where(e->getRParenLoc());
    site.rparen = close.spelling;
    f_.sites.push_back(std::move(site));
    return static_cast<std::uint32_t>(f_.sites.size() - 1);
  }

  /// Declared in HIP's headers (or by the compiler), and not in another library's.
  bool declared_by_hip(const clang::FunctionDecl* decl) {
    const FileId id = unit_.where.file(unit_.where.sources().getFileID(
        unit_.where.sources().getExpansionLoc(decl->getLocation())));
    if (id == kNoFile) return true;
    const llvm::StringRef path = unit_.where.files()[id].path;
    return path.contains("/hip/") || path.contains("/hipaudit/") || path.contains("/skew/")
           || path.contains("/clang/");
  }

  ExprId call(const clang::CallExpr* e) {
    if (const auto* op = llvm::dyn_cast<clang::CXXOperatorCallExpr>(e))
      if (const ExprId id = operator_call(op); id != kNone) return id;
    if (llvm::isa<clang::CUDAKernelCallExpr>(e)) return opaque(e, "device-side launch");
    const Callee callee = resolve(e);
    llvm::StringRef name = callee.name;

    // threadIdx.x as a call: conversion operators, getters and __ockl_* functions.
    if (const auto* method = llvm::dyn_cast<clang::CXXMemberCallExpr>(e)) {
      if (const auto* ref =
              llvm::dyn_cast<clang::MemberExpr>(method->getCallee()->IgnoreParens())) {
        const clang::Expr* base = ref->getBase()->IgnoreParenImpCasts();
        if (llvm::isa_and_nonnull<clang::CXXConversionDecl>(method->getMethodDecl())) {
          const ExprId inner = expr(base);
          const Op op = f_.exprs[inner].op;
          if (op == Op::thread_idx || op == Op::block_idx || op == Op::block_dim
              || op == Op::grid_dim || op == Op::warp_size) {
            f_.exprs[inner].type = type_index(e->getType());
            return inner;
          }
          // SharedMemory<T>'s operator T*() is a function like any other.
          kf::Expr out = node(method->getMethodDecl()->hasBody() ? Op::call : Op::cast, e);
          out.text = "conversion";
          if (out.op == Op::call) {
            out.compound = true;
            out.callee = function_key(unit_, method->getMethodDecl());
            callees_.push_back(method->getMethodDecl());
            out.args.push_back(inner);
          } else {
            out.args.push_back(load(inner, base));
          }
          return add(std::move(out));
        }
        if (name.starts_with("__get_")) {
          const ExprId id = coordinate(e, base, name.drop_front(6));
          if (id != kNone) return id;
        }
      }
    }
    if (const ExprId id = coordinate_call(e, name); id != kNone) return id;

    if (const CrossName* kind = hipshim_name(callee)) return cross(e, callee, *kind, 32);

    // Wrappers that a project defines under an intrinsic's name are the project's own functions.
    const bool project_own =
        callee.decl && callee.decl->hasBody() && unit_.where.in_project(callee.decl->getLocation());
    if (callee.object) {
      const std::uint8_t lanes = tile_name(name) ? group_lanes(callee.object->getType()) : 0;
      const bool dependent_tile =
          tile_name(name) && callee.object->isTypeDependent() && name.starts_with("shfl");
      if (lanes || dependent_tile) return cross(e, callee, *tile_name(name), lanes ? lanes : 255);
    } else if (!project_own && !callee.qualified) {
      if (const CrossName* kind = cross_name(name)) return cross(e, callee, *kind, 0);
      if (name == "__lane_id") return wave_value(Op::lane_id, e);
      if (const kf::AtomicKind kind = atomic_name(name);
          kind != kf::AtomicKind::none && (!callee.decl || declared_by_hip(callee.decl)))
        return atomic(e, callee, kind);
    }

    kf::Expr out = node(Op::call, e);
    out.text = callee.name;
    if (!is_system_name(name) && name.contains_insensitive("atomic")) interesting_ = true;
    // What HIP gives another type or meaning than CUDA, and what depends on the wave.
    if (is_lane_builtin(name) || name == "tiled_partition" || name == "coalesced_threads"
        || (!project_own
            && llvm::StringSwitch<bool>(name)
                   .Cases({"__popc", "__popcll", "__ffs", "__ffsll"}, true)
                   .StartsWith("__lanemask_", true)
                   .Default(false)))
      interesting_ = true;
    if (callee.object) {
      // The object is the first argument of a member call.
      out.args.push_back(expr(callee.object));
      if (const auto* target = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee.decl);
          !target || target->isInstance())
        out.compound = true;  // args[0] is the object
    }
    for (const clang::Expr* arg : e->arguments()) out.args.push_back(expr(arg));
    out.site = add_site(e, callee);
    if (callee.decl) {
      out.callee = function_key(unit_, callee.decl);
      callees_.push_back(callee.decl);
    }
    return add(std::move(out));
  }

  /// A call that Clang could not resolve keeps its callee and arguments as children: f(a, b).
  ExprId broken_call(const clang::RecoveryExpr* e) {
    saw_error_ = true;
    const auto children = e->subExpressions();
    Callee callee;
    if (!children.empty()) {
      const clang::Expr* first = children[0]->IgnoreParenImpCasts();
      if (const auto* overloads = llvm::dyn_cast<clang::OverloadExpr>(first)) {
        callee.name = overloads->getName().getAsString();
        callee.qualified = static_cast<bool>(overloads->getQualifier());
        callee.range = {overloads->getBeginLoc(), overloads->getNameLoc()};
      } else if (const auto* ref = llvm::dyn_cast<clang::DeclRefExpr>(first);
                 ref && llvm::isa<clang::FunctionDecl>(ref->getDecl())) {
        callee.name = ref->getNameInfo().getAsString();
        callee.qualified = ref->hasQualifier();
        callee.range = {ref->getBeginLoc(), ref->getLocation()};
      }
    }
    if (callee.name.empty()) return opaque(e, "error");
    const auto arguments = children.drop_front();
    kf::Site site;
    site.callee = unit_.where.where(callee.range);
    site.qualified = callee.qualified;
    std::vector<ExprId> args;
    for (const clang::Expr* arg : arguments) {
      site.args.push_back(unit_.where.where(arg->getSourceRange()));
      args.push_back(expr(arg));
    }
    site.rparen = unit_.where.where(e->getEndLoc()).spelling;
    f_.sites.push_back(std::move(site));
    kf::Expr out = node(Op::call, e);
    out.text = callee.name;
    out.tainted = true;
    out.site = static_cast<std::uint32_t>(f_.sites.size() - 1);
    const CrossName* kind = callee.qualified ? nullptr : cross_name(callee.name);
    if (kind && !args.empty()) {
      set_cross(out, *kind, args);
    } else if (const kf::AtomicKind atomic_kind = atomic_name(callee.name);
               atomic_kind != kf::AtomicKind::none && !callee.qualified) {
      out.op = Op::atomic;
      out.atomic = atomic_kind;
      out.args = std::move(args);
      interesting_ = true;
    } else {
      out.args = std::move(args);
    }
    return add(std::move(out));
  }

  ExprId coordinate_call(const clang::CallExpr* e, llvm::StringRef name) {
    if (!is_system_name(name)) return kNone;
    const auto fixed = [&](Op op, int dim) {
      kf::Expr out = node(op, e);
      out.value = dim;
      return add(std::move(out));
    };
    for (const auto& [prefix, op] :
         {std::pair<llvm::StringRef, Op>{"__builtin_amdgcn_workitem_id_", Op::thread_idx},
          {"__builtin_amdgcn_workgroup_id_", Op::block_idx},
          {"__builtin_amdgcn_workgroup_size_", Op::block_dim}})
      if (name.starts_with(prefix) && dimension(name.drop_front(prefix.size())) >= 0)
        return fixed(op, dimension(name.drop_front(prefix.size())));
    const auto op = llvm::StringSwitch<std::optional<Op>>(name)
                        .Case("__ockl_get_local_id", Op::thread_idx)
                        .Case("__ockl_get_group_id", Op::block_idx)
                        .Case("__ockl_get_local_size", Op::block_dim)
                        .Case("__ockl_get_num_groups", Op::grid_dim)
                        .Default(std::nullopt);
    if (op && e->getNumArgs() == 1)
      if (const auto dim = evaluate(e->getArg(0)); dim && *dim >= 0 && *dim < 3)
        return fixed(*op, static_cast<int>(*dim));
    if (name == "__builtin_amdgcn_wavefrontsize") return wave_value(Op::warp_size, e);
    return kNone;
  }

  ExprId wave_value(Op op, const clang::Expr* e) {
    interesting_ = true;
    return add(node(op, e));
  }

  /// Sort the written arguments into the places that CrossKind documents.
  void set_cross(kf::Expr& out, const CrossName& name, const std::vector<ExprId>& given) {
    interesting_ = true;
    out.op = Op::cross;
    out.cross = name.kind;
    out.sync_form = name.sync;
    const auto at = [&](std::size_t i) { return i < given.size() ? given[i] : kNone; };
    const std::size_t first = name.sync ? 1 : 0;
    switch (name.kind) {
    case CrossKind::shfl:
    case CrossKind::shfl_up:
    case CrossKind::shfl_down:
    case CrossKind::shfl_xor:
      out.args = {name.sync ? at(0) : kNone, at(first), at(first + 1), at(first + 2)};
      // Too few arguments: a call that does not compile.
      if (out.args[1] == kNone || out.args[2] == kNone) out.tainted = true;
      break;
    case CrossKind::ballot:
    case CrossKind::any:
    case CrossKind::all: out.args = {name.sync ? at(0) : kNone, at(first)}; break;
    case CrossKind::match_any: out.args = {name.sync ? at(0) : kNone, at(first)}; break;
    case CrossKind::match_all:
      out.args = {name.sync ? at(0) : kNone, at(first), at(first + 1)};
      break;
    case CrossKind::reduce: out.args = {at(0), at(1)}; break;
    case CrossKind::sync_warp: out.args = {at(0)}; break;
    case CrossKind::barrier:
      if (!given.empty()) out.args = {given[0]};
      break;
    default: break;
    }
  }

  ExprId cross(const clang::CallExpr* e, const Callee& callee, const CrossName& name,
               std::uint8_t tile) {
    interesting_ = true;
    kf::Expr out = node(Op::cross, e);
    out.tile = tile;
    out.text = callee.name;
    if (callee.object)
      if (const auto* group =
              llvm::dyn_cast<clang::DeclRefExpr>(callee.object->IgnoreParenImpCasts()))
        if (const auto* var = llvm::dyn_cast<clang::VarDecl>(group->getDecl()))
          out.var = variable(var);
    std::vector<ExprId> given;
    bool pack = false;
    for (const clang::Expr* arg : e->arguments()) {
      if (llvm::isa<clang::CXXDefaultArgExpr>(arg)) continue;
      if (llvm::isa<clang::PackExpansionExpr>(arg)) pack = true;
      given.push_back(expr(arg));
    }
    set_cross(out, name, given);
    if (pack) out.tainted = true;
    if (out.tainted) saw_error_ = saw_error_ || e->containsErrors();
    out.site = add_site(e, callee);
    return add(std::move(out));
  }

  ExprId atomic(const clang::CallExpr* e, const Callee& callee, kf::AtomicKind kind) {
    interesting_ = true;
    kf::Expr out = node(Op::atomic, e);
    out.atomic = kind;
    out.text = callee.name;
    for (const clang::Expr* arg : e->arguments())
      if (!llvm::isa<clang::CXXDefaultArgExpr>(arg)) out.args.push_back(expr(arg));
    out.site = add_site(e, callee);
    return add(std::move(out));
  }

  /// Operators on class types that behave like the built-in ones; kNone for others.
  ExprId operator_call(const clang::CXXOperatorCallExpr* e) {
    using namespace clang;
    const OverloadedOperatorKind kind = e->getOperator();
    if (kind == OO_Subscript && e->getNumArgs() == 2) {
      kf::Expr out = node(Op::index, e);
      const ExprId base = expr(e->getArg(0));
      out.args = {base, expr(e->getArg(1))};
      return add(std::move(out));
    }
    if (kind == OO_Equal && e->getNumArgs() == 2) {
      kf::Expr out = node(Op::assign, e);
      const ExprId place = expr(e->getArg(0));
      out.args = {place, expr(e->getArg(1))};
      return add(std::move(out));
    }
    if (kind == OO_Call) {
      kf::Expr out = node(Op::call, e);
      out.text = "operator()";
      out.compound = true;
      for (const clang::Expr* arg : e->arguments()) out.args.push_back(expr(arg));
      if (const FunctionDecl* target = e->getDirectCallee()) {
        out.callee = function_key(unit_, target);
        callees_.push_back(target);
      }
      return add(std::move(out));
    }
    if (e->getNumArgs() != 2) return kNone;
    const auto op = [&]() -> std::optional<Op> {
      switch (kind) {
      case OO_Plus:
      case OO_PlusEqual: return Op::add;
      case OO_Minus:
      case OO_MinusEqual: return Op::sub;
      case OO_Star:
      case OO_StarEqual: return Op::mul;
      case OO_Slash:
      case OO_SlashEqual: return Op::div;
      case OO_Less: return Op::lt;
      case OO_LessEqual: return Op::le;
      case OO_Greater: return Op::gt;
      case OO_GreaterEqual: return Op::ge;
      case OO_EqualEqual: return Op::eq;
      case OO_ExclaimEqual: return Op::ne;
      default: return std::nullopt;
      }
    }();
    if (!op) return kNone;
    const bool assigns = kind == OO_PlusEqual || kind == OO_MinusEqual || kind == OO_StarEqual
                         || kind == OO_SlashEqual;
    if (assigns) return compound(e, *op, e->getArg(0), e->getArg(1));
    kf::Expr out = node(*op, e);
    const ExprId left = expr(e->getArg(0));
    out.args = {load(left, e->getArg(0)), kNone};
    const ExprId right = expr(e->getArg(1));
    out.args[1] = load(right, e->getArg(1));
    return add(std::move(out));
  }

  // --- statements ------------------------------------------------------------------------------

  void stmt(const clang::Stmt* s, std::vector<StmtId>& into) {
    using namespace clang;
    if (!s) return;
    if (++depth_ > kMaxDepth) {
      --depth_;
      return;
    }
    stmt_inner(s, into);
    --depth_;
  }

  kf::Stmt make(StmtKind kind, const clang::Stmt* s) {
    kf::Stmt out;
    out.kind = kind;
    out.where = unit_.where.where(s->getSourceRange());
    return out;
  }

  void declare(const clang::VarDecl* var, std::vector<StmtId>& into) {
    if (var->isInvalidDecl()) saw_error_ = true;
    kf::Stmt out;
    out.kind = StmtKind::decl;
    out.where = unit_.where.where(var->getSourceRange());
    out.var = variable(var);
    out.tainted = var->isInvalidDecl();
    const bool shared = var->hasAttr<clang::CUDASharedAttr>();
    if (var->isConstexpr() && var->getInit() && mentions_wave(var->getInit()))
      unit_.counts.constant_wave = true;
    if (var->getInit() && !shared) out.a = expr(var->getInit());
    into.push_back(add(std::move(out)));
    if (const auto* decomposed = llvm::dyn_cast<clang::DecompositionDecl>(var)) (void)decomposed;
  }

  void stmt_inner(const clang::Stmt* s, std::vector<StmtId>& into) {
    using namespace clang;
    if (const auto* x = llvm::dyn_cast<CompoundStmt>(s)) {
      kf::Stmt out = make(StmtKind::block, s);
      for (const clang::Stmt* child : x->body()) stmt(child, out.body);
      into.push_back(add(std::move(out)));
    } else if (const auto* x = llvm::dyn_cast<DeclStmt>(s)) {
      for (const Decl* d : x->decls())
        if (const auto* var = llvm::dyn_cast<VarDecl>(d)) declare(var, into);
    } else if (const auto* x = llvm::dyn_cast<IfStmt>(s)) {
      if (x->getInit()) stmt(x->getInit(), into);
      if (x->getConditionVariable()) declare(x->getConditionVariable(), into);
      kf::Stmt out = make(StmtKind::if_, s);
      if (x->getCond()) out.a = expr(x->getCond());
      // What `if constexpr` discards is compiled nowhere, but a template's pattern still holds it.
      const auto taken = x->isConstexpr() ? evaluate(x->getCond()) : std::nullopt;
      if (!taken || *taken != 0) stmt(x->getThen(), out.body);
      if (!taken || *taken == 0) stmt(x->getElse(), out.other);
      into.push_back(add(std::move(out)));
    } else if (const auto* x = llvm::dyn_cast<ForStmt>(s)) {
      kf::Stmt outer = make(StmtKind::block, s);
      if (x->getInit()) stmt(x->getInit(), outer.body);
      kf::Stmt out = make(StmtKind::loop, s);
      if (x->getConditionVariable()) declare(x->getConditionVariable(), out.body);
      if (x->getCond()) out.a = expr(x->getCond());
      if (x->getInc()) out.b = expr(x->getInc());
      stmt(x->getBody(), out.body);
      outer.body.push_back(add(std::move(out)));
      into.push_back(add(std::move(outer)));
    } else if (const auto* x = llvm::dyn_cast<WhileStmt>(s)) {
      kf::Stmt out = make(StmtKind::loop, s);
      if (x->getConditionVariable()) declare(x->getConditionVariable(), out.body);
      out.a = expr(x->getCond());
      stmt(x->getBody(), out.body);
      into.push_back(add(std::move(out)));
    } else if (const auto* x = llvm::dyn_cast<DoStmt>(s)) {
      kf::Stmt out = make(StmtKind::loop, s);
      out.post_test = true;
      out.a = expr(x->getCond());
      stmt(x->getBody(), out.body);
      into.push_back(add(std::move(out)));
    } else if (const auto* x = llvm::dyn_cast<CXXForRangeStmt>(s)) {
      kf::Stmt out = make(StmtKind::loop, s);
      out.text = "range";
      if (x->getLoopVariable()) {
        // The range's size is not modelled: the loop variable is unknown in each turn.
        kf::Stmt declared;
        declared.kind = StmtKind::decl;
        declared.var = variable(x->getLoopVariable());
        declared.where = unit_.where.where(x->getLoopVariable()->getSourceRange());
        kf::Expr unknown;
        unknown.text = "range element";
        unknown.where = declared.where;
        declared.a = add(std::move(unknown));
        out.body.push_back(add(std::move(declared)));
      }
      kf::Expr condition;
      condition.text = "range loop";
      condition.where = out.where;
      out.a = add(std::move(condition));
      stmt(x->getBody(), out.body);
      into.push_back(add(std::move(out)));
    } else if (const auto* x = llvm::dyn_cast<SwitchStmt>(s)) {
      kf::Stmt out = make(StmtKind::switch_, s);
      if (x->getInit()) stmt(x->getInit(), into);
      out.a = expr(x->getCond());
      stmt(x->getBody(), out.body);
      into.push_back(add(std::move(out)));
    } else if (const auto* x = llvm::dyn_cast<CaseStmt>(s)) {
      kf::Stmt out = make(StmtKind::case_, s);
      out.a = expr(x->getLHS());
      into.push_back(add(std::move(out)));
      stmt(x->getSubStmt(), into);
    } else if (const auto* x = llvm::dyn_cast<DefaultStmt>(s)) {
      into.push_back(add(make(StmtKind::default_, s)));
      stmt(x->getSubStmt(), into);
    } else if (const auto* x = llvm::dyn_cast<ReturnStmt>(s)) {
      kf::Stmt out = make(StmtKind::return_, s);
      if (x->getRetValue()) out.a = expr(x->getRetValue());
      into.push_back(add(std::move(out)));
    } else if (llvm::isa<BreakStmt>(s)) {
      into.push_back(add(make(StmtKind::break_, s)));
    } else if (llvm::isa<ContinueStmt>(s)) {
      into.push_back(add(make(StmtKind::continue_, s)));
    } else if (const auto* x = llvm::dyn_cast<GCCAsmStmt>(s)) {
      kf::Stmt out = make(StmtKind::asm_, s);
      out.text = x->getAsmString();
      for (unsigned i = 0; i < x->getNumOutputs(); ++i) {
        out.exprs.push_back(expr(x->getOutputExpr(i)));
        out.constraints.push_back(x->getOutputConstraint(i));
      }
      for (unsigned i = 0; i < x->getNumInputs(); ++i) {
        out.exprs.push_back(expr(x->getInputExpr(i)));
        out.constraints.push_back(x->getInputConstraint(i));
      }
      interesting_ = true;
      into.push_back(add(std::move(out)));
    } else if (const auto* x = llvm::dyn_cast<LabelStmt>(s)) {
      into.push_back(add(opaque_stmt(s, "label")));
      stmt(x->getSubStmt(), into);
    } else if (const auto* x = llvm::dyn_cast<AttributedStmt>(s)) {
      stmt(x->getSubStmt(), into);
    } else if (const auto* x = llvm::dyn_cast<clang::Expr>(s)) {
      into.push_back(eval(expr(x)));
    } else if (llvm::isa<NullStmt>(s)) {
      return;
    } else {
      into.push_back(add(opaque_stmt(s, s->getStmtClassName())));
    }
  }

  kf::Stmt opaque_stmt(const clang::Stmt* s, std::string why) {
    kf::Stmt out = make(StmtKind::opaque, s);
    out.text = std::move(why);
    return out;
  }

  Unit& unit_;
  const clang::FunctionDecl* decl_;
  kf::Function f_;
  std::vector<StmtId> pending_;
  std::unordered_map<const clang::VarDecl*, VarId> vars_;
  llvm::DenseMap<const void*, std::uint32_t> type_ids_;
  std::vector<const clang::LambdaExpr*> lambdas_;
  std::vector<const clang::FunctionDecl*> callees_;
  unsigned depth_ = 0;
  bool interesting_ = false;
  bool saw_error_ = false;
  bool in_parameters_ = false;
};

/// Finds the device functions below declarations and lowers them.
class Walker {
 public:
  explicit Walker(Unit& unit) : unit_(unit) {}

  void declaration(const clang::Decl* d) {
    using namespace clang;
    if (const auto* tmpl = llvm::dyn_cast<FunctionTemplateDecl>(d)) {
      function(tmpl->getTemplatedDecl());
      unsigned taken = 0;
      for (const FunctionDecl* spec : varied_specializations(tmpl))
        if (taken < kMaxInstantiations) taken += function(spec);
    } else if (const auto* f = llvm::dyn_cast<FunctionDecl>(d)) {
      function(f);
    } else if (const auto* tmpl = llvm::dyn_cast<ClassTemplateDecl>(d)) {
      if (tmpl->isThisDeclarationADefinition()) declaration(tmpl->getTemplatedDecl());
      unsigned taken = 0;
      for (const ClassTemplateSpecializationDecl* spec : tmpl->specializations())
        if (spec->getSpecializationKind() != TSK_ExplicitSpecialization && spec->hasDefinition()
            && ++taken <= kMaxInstantiations && tmpl->isCanonicalDecl())
          context(spec);
    } else if (const auto* record = llvm::dyn_cast<CXXRecordDecl>(d)) {
      if (record->isThisDeclarationADefinition()) context(record);
    } else if (const auto* dc = llvm::dyn_cast<DeclContext>(d)) {
      if (llvm::isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(d)) context(dc);
    } else if (const auto* var = llvm::dyn_cast<VarDecl>(d)) {
      // auto f = [] __device__ (...) { ... };
      if (var->getInit()) lambda_in(var->getInit());
    }
  }

  /// Keep what a rule can judge, and what it calls or is called by.
  void keep_relevant() {
    std::unordered_map<std::string, std::size_t> by_key;
    for (std::size_t i = 0; i < found_.size(); ++i) by_key.emplace(found_[i].function.key, i);
    std::vector<std::vector<std::size_t>> callers(found_.size());
    std::vector<std::vector<std::size_t>> callees(found_.size());
    for (std::size_t i = 0; i < found_.size(); ++i)
      for (const kf::Expr& e : found_[i].function.exprs)
        if (!e.callee.empty()) {
          auto to = by_key.find(e.callee);
          // An instance that is only named by a template has no body; its pattern has.
          if (to == by_key.end()) to = by_key.find(e.callee.substr(0, e.callee.find('<')));
          if (to != by_key.end()) {
            callees[i].push_back(to->second);
            callers[to->second].push_back(i);
          }
        }
    std::vector<char> keep(found_.size(), 0);
    const auto close = [&](const std::vector<std::vector<std::size_t>>& edges, char from,
                           char mark) {
      std::vector<std::size_t> work;
      for (std::size_t i = 0; i < found_.size(); ++i)
        if (keep[i] & from) work.push_back(i);
      while (!work.empty()) {
        const std::size_t at = work.back();
        work.pop_back();
        for (const std::size_t next : edges[at])
          if (!(keep[next] & mark)) {
            keep[next] |= mark;
            work.push_back(next);
          }
      }
    };
    for (std::size_t i = 0; i < found_.size(); ++i)
      if (found_[i].interesting) keep[i] = 1;
    close(callers, 1, 1);      // a kernel that calls a reduction decides which lanes are demanded
    close(callees, 1 | 2, 2);  // helpers that compute its lane or index
    for (std::size_t i = 0; i < found_.size(); ++i)
      if (keep[i]) unit_.out.functions.push_back(std::move(found_[i].function));
  }

 private:
  struct Found {
    kf::Function function;
    bool interesting = false;
  };

  void context(const clang::DeclContext* dc) {
    for (const clang::Decl* d : dc->decls()) declaration(d);
  }

  /// Implicit instantiations, each set of types once before the second of any: a kernel over dtypes
  /// and sizes shows every dtype, although not all of its instances are lowered.
  static std::vector<const clang::FunctionDecl*>
  varied_specializations(const clang::FunctionTemplateDecl* tmpl) {
    std::vector<const clang::FunctionDecl*> fresh;
    std::vector<const clang::FunctionDecl*> again;
    std::set<std::vector<const void*>> seen;
    for (const clang::FunctionDecl* spec : tmpl->specializations()) {
      if (spec->getTemplateSpecializationKind() == clang::TSK_ExplicitSpecialization) continue;
      std::vector<const void*> types;
      if (const auto* args = spec->getTemplateSpecializationArgs())
        for (const clang::TemplateArgument& arg : args->asArray())
          if (arg.getKind() == clang::TemplateArgument::Type)
            types.push_back(arg.getAsType().getCanonicalType().getAsOpaquePtr());
      (seen.insert(std::move(types)).second ? fresh : again).push_back(spec);
    }
    fresh.insert(fresh.end(), again.begin(), again.end());
    return fresh;
  }

  /// Device lambdas in host code are found through the bodies that hold them. Tells whether the
  /// code calls a cross-lane intrinsic itself.
  bool lambda_in(const clang::Stmt* s) {
    if (!s) return false;
    if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(s)) {
      if (is_device_decl(lambda->getCallOperator())) lower(lambda->getCallOperator());
      lambda_in(lambda->getBody());
      return false;
    }
    bool cross_lane = false;
    const clang::IdentifierInfo* name = nullptr;
    if (const auto* ref = llvm::dyn_cast<clang::DeclRefExpr>(s))
      name = ref->getDecl()->getIdentifier();
    if (const auto* overloads = llvm::dyn_cast<clang::OverloadExpr>(s))
      name = overloads->getName().getAsIdentifierInfo();
    if (name && name->getName().starts_with("__")) {
      const CrossName* kind = cross_name(name->getName());
      cross_lane = kind && kind->kind != CrossKind::barrier;
    }
    for (const clang::Stmt* child : s->children()) cross_lane = lambda_in(child) || cross_lane;
    return cross_lane;
  }

  bool function(const clang::FunctionDecl* f) {
    if (!is_device_decl(f)) {
      if (!f->doesThisDeclarationHaveABody() || f->isImplicit()) return false;
      // LIB_DEVICE int rank(bool b) { ... __ballot(b) ... }: where the library's header is missing,
      // the unknown macro before it makes it a host function.
      if (lambda_in(f->getBody()) && pattern_of(f) == f) return lower(f);
      return false;
    }
    return lower(f);
  }

  bool lower(const clang::FunctionDecl* f) {
    const clang::FunctionDecl* body = nullptr;
    if (f->isImplicit() || f->isDefaulted() || f->isDeleted()) return false;
    const bool instance = pattern_of(f) != f;
    if (!f->hasBody(body) || !body || !body->getBody()) {
      if (f->isInvalidDecl() && !instance) ++unit_.counts.lost;
      return false;
    }
    if (!instance && body != f) return false;  // the definition comes by itself
    if (!unit_.where.in_project(body->getLocation())) return false;
    const std::string key = function_key(unit_, f);
    if (!unit_.done.insert(key).second) return false;
    FunctionLowering lowering(unit_, f);
    Found found;
    found.function = lowering.run(body);
    if (found.function.kind == kf::FunctionKind::host) {
      found.function.kind = kf::FunctionKind::device;
      found.function.tainted = true;
    }
    found.interesting = lowering.interesting();
    if (!instance) {
      ++unit_.counts.functions;
      if (found.function.tainted) ++unit_.counts.tainted;
    }
    found_.push_back(std::move(found));
    for (const clang::LambdaExpr* lambda : lowering.lambdas()) lower(lambda->getCallOperator());
    for (const clang::FunctionDecl* callee : lowering.callees()) {
      // What no declaration list reaches: instantiations, and members of class templates and of
      // classes inside functions.
      const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
      const bool local = method && method->getParent()->isLocalClass();
      if ((local || pattern_of(callee) != callee) && is_device_decl(callee)
          && instances_[pattern_of(callee)]++ < kMaxInstantiations)
        lower(callee);
    }
    return true;
  }

  Unit& unit_;
  std::vector<Found> found_;
  std::unordered_map<const clang::FunctionDecl*, unsigned> instances_;
};

}  // namespace

LowerCounts lower_functions(clang::ASTContext& context, WhereMap& where,
                            const std::vector<clang::Decl*>& declarations, Facts& out) {
  Unit unit{context, where, out, clang::PrintingPolicy(context.getLangOpts())};
  unit.policy.SuppressTagKeyword = true;
  unit.policy.Bool = true;
  Walker walker(unit);
  for (const clang::Decl* d : declarations) walker.declaration(d);
  walker.keep_relevant();
  return unit.counts;
}

}  // namespace hipaudit
