// SPDX-License-Identifier: Apache-2.0
// Kernel form: device functions as plain structured values, without Clang.
//
// Vocabulary. A *place* is something that can be stored to (local, element, field, what a pointer
// points to); `load` reads one. An expression is a tree of Expr nodes held in Function::exprs; a
// node is evaluated exactly when the statement (or operator) above it is, so side effects
// (assign, call, cross, atomic) keep their C++ order. Nothing is folded that mentions warpSize or a
// shuffle's default width: those stay symbolic.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/span.hpp"

namespace hipaudit::kf {

using ExprId = std::uint32_t;
using StmtId = std::uint32_t;
using VarId = std::uint32_t;
inline constexpr std::uint32_t kNone = 0xffffffffU;

enum class TypeKind : std::uint8_t {
  unknown,  ///< dependent on a template parameter, or touched by an error
  void_,
  boolean,
  integer,
  floating,
  half,  ///< 16-bit IEEE: __half, _Float16, at::Half
  half2,
  bfloat,  ///< __hip_bfloat16, hip_bfloat16, at::BFloat16
  bfloat2,
  pointer,  ///< pointers, references and arrays; see `pointee_*`
  record,
  vector,  ///< float4 and friends
  function,
};

struct Type {
  TypeKind kind = TypeKind::unknown;
  bool is_signed = false;
  bool is_reference = false;
  bool is_volatile = false;  ///< of the value or, for pointers, of what is pointed to
  std::uint32_t bytes = 0;   ///< sizeof, 0 when unknown
  std::uint32_t align = 0;
  TypeKind pointee = TypeKind::unknown;
  bool pointee_signed = false;
  std::uint32_t pointee_bytes = 0;
  std::string text;  ///< as Clang prints it, canonical
  [[nodiscard]] unsigned bits() const { return bytes * 8; }
  [[nodiscard]] bool is_integer(unsigned width) const {
    return kind == TypeKind::integer && bytes * 8 == width;
  }
  bool operator==(const Type&) const = default;
};

enum class Op : std::uint8_t {
  // leaves
  constant,        ///< value
  floating,        ///< text
  string,          ///< text
  template_param,  ///< text: name of a non-type parameter in an uninstantiated pattern
  local,           ///< place: var
  global,          ///< place: text is the qualified name
  this_,
  thread_idx,  ///< value: 0 x, 1 y, 2 z
  block_idx,
  block_dim,
  grid_dim,
  warp_size,  ///< warpSize, never a number
  lane_id,    ///< __lane_id()
  // places built on others
  index,   ///< place: args[0] pointer or array, args[1] index
  deref,   ///< place: *args[0]
  member,  ///< place: field `text` of place args[0]; value: its offset in bytes, -1 not known
  // values
  load,  ///< args[0] place
  addr,  ///< address of place args[0]
  cast,  ///< args[0] to `type`; explicit_cast tells whether the user wrote it
  neg,
  bit_not,
  logical_not,
  add,
  sub,
  mul,
  div,
  rem,
  shl,
  shr,
  bit_and,
  bit_or,
  bit_xor,
  lt,
  le,
  gt,
  ge,
  eq,
  ne,
  logical_and,
  logical_or,  ///< short-circuit
  comma,
  select,     ///< args: condition, then, else
  assign,     ///< args[0] place, args[1] value; the value of the node is the new value.
              ///< `compound` marks +=, ++ and so on, whose args[1] is spelled out in full;
              ///< `post` marks x++ / x--, whose value is the old one.
  init_list,  ///< of a structure: an argument that is a cast with a value says the field's offset
  cross,      ///< cross-lane operation: see CrossKind
  atomic,     ///< see AtomicKind; args[0] address
  call,       ///< text: name as written without qualifiers; callee: key of the function, if known
  lambda,     ///< callee: key of the lambda's body
  opaque,     ///< text: why it is not modelled; args: what it uses
};

enum class CrossKind : std::uint8_t {
  none,
  shfl,
  shfl_up,
  shfl_down,
  shfl_xor,  ///< args: mask or kNone, value, lane/delta, width or kNone
  ballot,
  any,
  all,          ///< args: mask or kNone, predicate
  active_mask,  ///< args: none
  match_any,
  match_all,  ///< args: mask or kNone, value (, pointer to predicate)
  reduce,     ///< __reduce_*_sync; args: mask, value; text tells which
  sync_warp,  ///< args: mask or kNone
  barrier,    ///< __syncthreads and its _count/_and/_or; args: pred or none
};

enum class AtomicKind : std::uint8_t {
  none,
  add,
  sub,
  min,
  max,
  and_,
  or_,
  xor_,
  exch,
  cas,
  inc,
  dec
};

/// Exact text positions of something written as a call, for messages and edits.
struct Site {
  Where callee;             ///< the name as written, qualifiers included
  std::vector<Where> args;  ///< each argument as written, in source order (defaults absent)
  Span rparen;              ///< the closing parenthesis, where it has plain text
  bool qualified = false;   ///< written with `::`, a member call, or through a tile object
  bool operator==(const Site&) const = default;
};

struct Expr {
  Op op = Op::opaque;
  CrossKind cross = CrossKind::none;
  AtomicKind atomic = AtomicKind::none;
  bool explicit_cast = false;
  bool compound = false;
  bool post = false;
  bool dependent = false;  ///< depends on a template parameter not known here
  bool tainted = false;    ///< touches a RecoveryExpr or an invalid declaration
  bool sync_form = false;  ///< cross: spelled with _sync, so args[0] is the caller's mask
  std::uint8_t tile = 0;   ///< cross: cooperative group of this many lanes; 0 none, 255 unknown
                           ///< size (coalesced_group, template-dependent tile)
  std::uint32_t type = 0;  ///< index into Function::types
  std::int64_t value = 0;
  VarId var = kNone;  ///< of a local or global; cross: the cooperative group it is a member call of
  std::vector<ExprId> args;
  std::string text;
  std::string callee;          ///< FunctionKey of a call's target or of a lambda
  std::uint32_t site = kNone;  ///< index into Function::sites, for calls, cross, atomic
  Where where;
  bool operator==(const Expr&) const = default;
};

enum class StmtKind : std::uint8_t {
  block,    ///< body
  decl,     ///< var, a: initial value or kNone
  eval,     ///< a
  if_,      ///< a condition; body then, other else
  loop,     ///< body; a condition or kNone; b step or kNone; `post_test` for do-while; the init of
            ///< a for is emitted before it in an enclosing block
  switch_,  ///< a; body holds case_/default_ markers among statements
  case_,    ///< a constant value
  default_,
  return_,  ///< a or kNone
  break_,
  continue_,
  asm_,    ///< text: the template string; args in `exprs`
  opaque,  ///< text: why (goto, unknown statement)
};

struct Stmt {
  StmtKind kind = StmtKind::opaque;
  bool post_test = false;
  bool tainted = false;
  ExprId a = kNone;
  ExprId b = kNone;
  VarId var = kNone;
  std::vector<StmtId> body;
  std::vector<StmtId> other;
  std::vector<ExprId> exprs;             ///< asm_ operands, outputs first
  std::vector<std::string> constraints;  ///< asm_, in the order of `exprs`
  std::string text;
  Where where;
  bool operator==(const Stmt&) const = default;
};

enum class Storage : std::uint8_t {
  param,
  local,
  shared,
  dynamic_shared,
  constant,
  global,
  captured
};

struct Var {
  std::string name;
  Storage storage = Storage::local;
  std::uint32_t type = 0;             ///< element type for arrays
  std::vector<std::int64_t> extents;  ///< array extents, outermost first; -1 not a constant
  std::uint32_t align = 0;            ///< bytes, as declared (attributes included); 0 not known
  bool is_volatile = false;
  bool is_const = false;
  Where where;      ///< the declared name
  Span type_where;  ///< the declared type specifier's text; may be invalid
  bool operator==(const Var&) const = default;
};

enum class FunctionKind : std::uint8_t { kernel, device, host_device, host };

struct TemplateArg {
  std::string name;
  std::optional<std::int64_t> value;  ///< integral arguments of an instantiation
  std::string text;
  bool operator==(const TemplateArg&) const = default;
};

/// What single_initialisers() found, kept with the function: rules ask for it at every constant. It
/// is no part of the function, and a copy, which may be changed, starts without it.
struct Initialisers {
  std::vector<ExprId> of_var;
  std::size_t exprs = 0;  ///< size of the function that it was made for
  std::size_t stmts = 0;

  Initialisers() = default;
  Initialisers(const Initialisers& /*other*/) {}
  Initialisers(Initialisers&& /*other*/) noexcept {}
  Initialisers& operator=(const Initialisers& /*other*/) { return *this = {}; }
  Initialisers& operator=(Initialisers&& /*other*/) noexcept {
    of_var.clear();
    exprs = stmts = 0;
    return *this;
  }
  ~Initialisers() = default;
  bool operator==(const Initialisers& /*other*/) const { return true; }
};

struct Function {
  std::string key;      ///< identity over units: file path, offset and template arguments
  std::string pattern;  ///< key of the uninstantiated pattern, when this is an instantiation
  std::string name;     ///< qualified
  FunctionKind kind = FunctionKind::device;
  bool is_pattern = false;  ///< uninstantiated template
  bool is_lambda = false;
  bool tainted = false;
  bool variadic_pack = false;
  std::uint8_t passes = 0;  ///< which passes saw this body: 1 host, 2 wave64, 4 wave32
  std::vector<TemplateArg> template_args;
  std::vector<VarId> params;
  std::uint32_t return_type = 0;
  Where where;  ///< the declared name
  Span body;    ///< braces included
  Span head;    ///< from the start of the declaration to the opening brace
  std::optional<std::int64_t> max_threads;  ///< first argument of __launch_bounds__
  std::vector<Type> types;
  std::vector<Var> vars;
  std::vector<Expr> exprs;
  std::vector<Stmt> stmts;
  std::vector<Site> sites;
  StmtId root = kNone;
  mutable Initialisers initialisers;

  [[nodiscard]] const Type& type_of(ExprId id) const { return types[exprs[id].type]; }
  bool operator==(const Function&) const = default;
};

}  // namespace hipaudit::kf
