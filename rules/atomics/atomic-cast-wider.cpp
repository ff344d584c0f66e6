// SPDX-License-Identifier: Apache-2.0
// Decides whether an atomic works on a pointer that was cast from a smaller element without moving
// it down to the wider type's alignment.
#include <algorithm>

#include "match/memory.hpp"
#include "match/rule.hpp"

namespace hipaudit {

extern const Rule rule_atomic_cast_wider;

namespace {

constexpr std::string_view kDoc = R"md(
## What it finds

`atomicCAS`, `atomicAdd` and the other atomics on a 4-byte (or 8-byte) pointer that was cast from a
pointer to a 2-byte or 1-byte element, without clearing the low bits of the address first.

## Why it is wrong on AMD

Every second element of a half array lies at an address that is no multiple of 4. AMD requires that
atomics are naturally aligned; a misaligned one faults or works on other bytes, and even an aligned one
overwrites the neighbour unless the value that is written carries its bits. On NVIDIA the same code is
a misaligned-address error for odd elements.

## Example

```cpp
__device__ void add_half(__half* address, __half value) {
  unsigned* word = reinterpret_cast<unsigned*>(address);  // odd elements: not a multiple of 4
  unsigned seen = *word, assumed;
  do {
    assumed = seen;
    seen = atomicCAS(word, assumed, __half_as_ushort(__hadd(__ushort_as_half(assumed & 0xffff), value)));
  } while (assumed != seen);
}
```

## Use instead

```cpp
#include <hipshim/atomic.hpp>

__device__ void add_half(__half* address, __half value) {
  hipshim::atomic::add(address, value);
}
```

By hand: move the pointer down by `address & 2` bytes, and shift the element in and out of the word.

## Fix safety

Safe where the whole helper is an add of half or bfloat16: its body becomes the call. Otherwise the
rewrite is shown only.

## Not reported

- addresses whose low bits are cleared or tested (`& ~3`, `& 2`), in the expression or in the
  initialiser of the pointer
- casts of whole arrays and of a kernel's argument without an offset: their start is aligned
- offsets that are an even multiple of the element (`&p[2 * i]`)
- packed adds through `__half2*` and `__hip_bfloat162*` (half2-pair-bounds judges those)
- byte buffers, except in a helper whose name says that it is an atomic on bytes

## References

- CDNA and RDNA instruction set architecture guides: alignment of memory atomics
- CUDA C++ Programming Guide, "Atomic Functions"
)md";

using kf::Expr;
using kf::ExprId;
using kf::Function;
using kf::kNone;
using kf::Op;
using kf::Stmt;
using kf::StmtKind;
using kf::Storage;
using kf::TypeKind;
using kf::VarId;

bool contains_atomic(std::string_view name) {
  return name.find("atomic") != std::string_view::npos
         || name.find("Atomic") != std::string_view::npos
         || name.find("ATOMIC") != std::string_view::npos;
}

struct Parity {
  const Function& f;

  /// A multiple of the element that keeps `ratio` elements together: 2 * i, i << 1, a constant.
  [[nodiscard]] bool keeps(ExprId id, long ratio, int depth = 0) const {
    if (id == kNone || depth > 16) return false;
    if (const auto value = match::constant(f, id)) return *value % ratio == 0;
    const Expr& e = f.exprs[match::skip_casts(f, id)];
    switch (e.op) {
    case Op::mul: return keeps(e.args[0], ratio, depth + 1) || keeps(e.args[1], ratio, depth + 1);
    case Op::add:
    case Op::sub: return keeps(e.args[0], ratio, depth + 1) && keeps(e.args[1], ratio, depth + 1);
    case Op::shl: {
      const auto by = match::constant(f, e.args[1]);
      return by && *by >= 0 && *by < 16 && (1L << *by) % ratio == 0;
    }
    case Op::bit_and: return true;  // low bits are dealt with
    default: return false;
    }
  }
};

/// What an atomic's address says about its alignment.
struct WiderCast {
  ExprId cast = kNone;
  std::uint32_t from = 0;
  std::uint32_t to = 0;
};

std::optional<WiderCast> misaligned_cast(const Function& f, const Expr& atomic,
                                         const std::vector<ExprId>& initialisers) {
  if (atomic.args.empty() || atomic.args[0] == kNone) return std::nullopt;
  const kf::Type& address = f.type_of(atomic.args[0]);
  if (address.kind != TypeKind::pointer || address.pointee_bytes < 4
      || address.pointee == TypeKind::half2 || address.pointee == TypeKind::bfloat2)
    return std::nullopt;
  const match::Base base = match::base_of(f, atomic.args[0], initialisers);
  if (base.masked || base.var == kNone) return std::nullopt;
  // The cast that leaves the small type: the innermost one that starts at 1 or 2 bytes.
  WiderCast found;
  for (const ExprId id : base.casts) {
    const Expr& cast = f.exprs[id];
    const kf::Type& from = f.type_of(cast.args[0]);
    const kf::Type& to = f.type_of(id);
    if (from.kind != TypeKind::pointer || to.pointee_bytes < 4) continue;
    if (from.pointee_bytes != 1 && from.pointee_bytes != 2) continue;
    if (from.pointee == TypeKind::void_ || from.pointee == TypeKind::record) continue;
    found = {id, from.pointee_bytes, to.pointee_bytes};
  }
  if (found.cast == kNone) return std::nullopt;
  // (int*)(char*)p of a wider p goes down and up again: the object itself is what counts.
  const kf::Var& var = f.vars[base.var];
  const kf::Type& object = f.types[var.type];
  const std::uint32_t element =
      object.kind == TypeKind::pointer && var.extents.empty() ? object.pointee_bytes : object.bytes;
  if (element >= found.to) return std::nullopt;
  // Bytes are what raw buffers are made of.
  if (element == 1 && !contains_atomic(match::unqualified(f.name))) return std::nullopt;
  if (element != 1 && element != 2) return std::nullopt;

  const Parity parity{f};
  const long ratio = found.to / element;
  const bool offset = std::any_of(base.offsets.begin(), base.offsets.end(),
                                  [&](ExprId id) { return !parity.keeps(id, ratio); });
  if (offset) return found;
  // A helper's pointer names one element; a kernel's names the start of an array.
  const bool element_of_caller =
      var.storage == Storage::param && f.kind != kf::FunctionKind::kernel && base.offsets.empty();
  return element_of_caller ? std::optional(found) : std::nullopt;
}

/// The body adds its second parameter to the 16-bit element that its first one points to.
struct HalfAdd {
  std::string address;
  std::string value;
};

std::optional<HalfAdd> is_half_add(const Function& f, const std::vector<ExprId>& initialisers) {
  if (f.params.size() != 2 || f.tainted) return std::nullopt;
  const kf::Var& address = f.vars[f.params[0]];
  const kf::Var& value = f.vars[f.params[1]];
  const kf::Type& pointer = f.types[address.type];
  if (pointer.kind != TypeKind::pointer
      || (pointer.pointee != TypeKind::half && pointer.pointee != TypeKind::bfloat))
    return std::nullopt;
  const kf::Type& added = f.types[value.type];
  if (added.kind != pointer.pointee && added.kind != TypeKind::floating) return std::nullopt;
  if (address.name.empty() || value.name.empty()) return std::nullopt;

  int swaps = 0;
  int sums = 0;
  std::vector<VarId> old_values;
  for (ExprId id = 0; id < f.exprs.size(); ++id) {
    const Expr& e = f.exprs[id];
    if (e.op == Op::atomic) {
      if (e.atomic != kf::AtomicKind::cas) return std::nullopt;
      ++swaps;
    }
    const bool half_sum =
        (e.op == Op::add || match::is_call(e, {"__hadd", "__hadd_rn"})) && e.args.size() == 2;
    if (half_sum) {
      const bool uses_value = std::any_of(e.args.begin(), e.args.end(), [&](ExprId arg) {
        return match::base_of(f, match::skip_conversions(f, arg), initialisers).var == f.params[1];
      });
      if (uses_value) ++sums;
    }
    // Any other arithmetic of halves is not a plain add.
    if (match::is_call(e, {"__hsub", "__hmul", "__hmax", "__hmin", "__hfma", "__hdiv", "fmaxf",
                           "fminf", "max", "min"}))
      return std::nullopt;
    if (e.op == Op::assign && !e.args.empty()) {
      const match::Base to = match::base_of(f, e.args[0], initialisers);
      if (to.var == f.params[0] && f.exprs[e.args[0]].op != Op::local) return std::nullopt;
      if (f.exprs[match::skip_casts(f, e.args[1])].op == Op::atomic && to.var != kNone)
        old_values.push_back(to.var);
    }
  }
  if (swaps != 1 || sums != 1) return std::nullopt;

  const bool returns = f.types[f.return_type].kind != TypeKind::void_;
  if (returns) {
    // return __ushort_as_half(old): what was there before, as hipshim gives back
    bool gives_old = true;
    match::walk_stmts(f, [&](const Stmt& s) {
      if (s.kind != StmtKind::return_ || s.a == kNone) return;
      bool mentions_old = false;
      match::walk(f, s.a, [&](ExprId id) {
        const Expr& e = f.exprs[id];
        mentions_old |=
            e.op == Op::local
            && std::find(old_values.begin(), old_values.end(), e.var) != old_values.end();
        gives_old &= e.op != Op::add && !match::is_call(e, {"__hadd", "__hadd_rn"});
      });
      gives_old &= mentions_old;
    });
    if (!gives_old || f.types[f.return_type].kind != pointer.pointee) return std::nullopt;
  }
  return HalfAdd{address.name, value.name};
}

void judge(const Context& context, std::vector<Finding>& out) {
  const Facts& facts = context.facts;
  for (const Function* function : match::device_variants(facts, match::judged_functions(facts))) {
    const Function& f = *function;
    const std::vector<ExprId>& initialisers = match::single_initialisers(f);
    for (const Expr& e : f.exprs) {
      if (e.op != Op::atomic || e.site == kNone) continue;
      const Where& callee = f.sites[e.site].callee;
      if (!match::in_project(facts, callee)) continue;
      const auto cast = misaligned_cast(f, e, initialisers);
      if (!cast) continue;
      Finding finding =
          match::finding(rule_atomic_cast_wider, callee, &f,
                         e.text + " on " + std::to_string(cast->to) + " bytes through a pointer to "
                             + std::to_string(cast->from)
                             + "-byte elements: elements that do not start at a "
                               "multiple of "
                             + std::to_string(cast->to)
                             + " make it a misaligned atomic, which AMD does not support");
      finding.confidence =
          e.tainted || f.tainted || cast->from == 1 ? Confidence::likely : Confidence::certain;
      finding.related.push_back(
          {f.exprs[cast->cast].where.best(), "cast here, without clearing the low address bits"});
      finding.owns.push_back(f.exprs[cast->cast].where.best());

      Fix fix;
      fix.title = "move the pointer down to a multiple of " + std::to_string(cast->to)
                  + " and shift the element in its word";
      const auto half_add = is_half_add(f, initialisers);
      if (half_add && f.body.valid() && facts.files[f.body.file].project
          && match::can_edit(facts, f.where)) {
        const bool returns = f.types[f.return_type].kind != TypeKind::void_;
        fix.title = "let hipshim::atomic::add do the whole of `"
                    + std::string(match::unqualified(f.name)) + "`";
        fix.safety = Safety::safe;
        fix.edits.push_back(match::replace_body(context, f,
                                                std::string(returns ? "return " : "")
                                                    + "hipshim::atomic::add(" + half_add->address
                                                    + ", " + half_add->value + ");"));
        fix.includes.push_back(match::include_for(f.where, "hipshim/atomic.hpp"));
      }
      finding.fixes.push_back(std::move(fix));
      out.push_back(std::move(finding));
    }
  }
}

}  // namespace

HIPAUDIT_RULE(rule_atomic_cast_wider) = {
    .id = "atomic-cast-wider",
    .topic = "atomics",
    .summary = "atomic through a pointer cast from a smaller element",
    .severity = Severity::error,
    .fix = Safety::safe,
    .needs = bit(FactKind::functions),
    .doc = kDoc,
    .judge = judge,
};

}  // namespace hipaudit
