// SPDX-License-Identifier: Apache-2.0
// Decides whether a function that calls itself an atomic does what it says: in the code that AMD
// compiles, does it update what its pointer points to, and does it do so atomically.
#include <algorithm>
#include <array>
#include <cctype>

#include "match/memory.hpp"
#include "match/rule.hpp"

namespace hipaudit {

extern const Rule rule_atomic_without_store;

namespace {

constexpr std::string_view kDoc = R"md(
## What it finds

A device function named as an atomic (`atomicAddHalf`, `AtomicMax` ...) whose body on AMD never stores
through its pointer, or reads, computes and stores it plainly.

## Why it is wrong on AMD

`__CUDA_ARCH__` is not defined by HIP, so every `#if __CUDA_ARCH__ >= 700` selects the other branch.
In CUDA projects that branch was for GPUs nobody ran any more: often only `return __hadd(*address, value)`,
which computes the sum and stores nothing, or `*address = __hadd(*address, value)`, which loses the adds
of all lanes but one. Everything compiles, and sums come out too small.

## Example

```cpp
__device__ __half atomicAddHalf(__half* address, __half value) {
#if __CUDA_ARCH__ >= 700
  return atomicAdd(address, value);
#else
  return __hadd(*address, value);  // this is what AMD runs
#endif
}
```

## Use instead

```cpp
#include <hipshim/atomic.hpp>

__device__ __half atomicAddHalf(__half* address, __half value) {
  return hipshim::atomic::add(address, value);
}
```

## Fix safety

Safe where the function is an add of half, bfloat16, their pairs, float, double or 4 and 8 byte
integers: the body becomes the call, which is the atomic add on CUDA and on AMD and gives back the old
value. A function without a CUDA branch that gives back the new value is `unsafe`: callers may use it.
Other operations are shown only.

## Not reported

- functions that only read (`atomicLoad`, `atomicRead`, `getAtomic...`) or say that they are not atomic
- functions that pass the pointer on, use any atomic, inline assembly or a cross-lane operation
- functions without a body here, and those that return neither nothing nor the element
- a plain store that does not read the location first

## References

- HIP documentation, "HIP porting guide": `__CUDA_ARCH__`
- dmlc/dgl issue 4031: an atomic fallback that stored nothing
)md";

using kf::Expr;
using kf::ExprId;
using kf::Function;
using kf::kNone;
using kf::Op;
using kf::Stmt;
using kf::StmtKind;
using kf::TypeKind;
using kf::VarId;

/// "atomic", "add", "half" of atomicAddHalf, atomic_add_half or AtomicAddHALF.
std::vector<std::string> words(std::string_view name) {
  std::vector<std::string> result;
  const auto is_upper = [&](std::size_t i) {
    return std::isupper(static_cast<unsigned char>(name[i])) != 0;
  };
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    const bool starts = i == 0 || name[i - 1] == '_' || (is_upper(i) && !is_upper(i - 1))
                        || (is_upper(i) && i + 1 < name.size()
                            && std::islower(static_cast<unsigned char>(name[i + 1])) != 0);
    if (c == '_') continue;
    if (starts || result.empty()) result.emplace_back();
    result.back() += static_cast<char>(std::tolower(c));
  }
  return result;
}

bool has_word(const std::vector<std::string>& all, std::initializer_list<std::string_view> wanted) {
  return std::any_of(all.begin(), all.end(), [&](const std::string& word) {
    return std::find(wanted.begin(), wanted.end(), word) != wanted.end();
  });
}

bool claims_to_be_an_update(const std::vector<std::string>& name) {
  if (!has_word(name, {"atomic", "atomics", "atomically"})) return false;
  return !has_word(
      name, {"load",   "read",       "get",      "peek",    "non",  "no",    "not",   "fake",
             "serial", "sequential", "supports", "support", "has",  "is",    "fence", "needs",
             "use",    "uses",       "wait",     "poll",    "spin", "store", "set",   "init",
             "lock",   "unlock",     "acquire",  "release", "flag", "ptr",   "index", "test"});
}

/// What the body does with its first pointer.
struct Use {
  bool loads = false;
  bool stores = false;
  bool stores_what_it_read = false;
  bool passes_on = false;  // to a call, an atomic, assembly, or anything that may store
  ExprId store_value = kNone;
  Where store_where;
};

struct Judgement {
  const Function& f;
  VarId pointer;
  std::vector<ExprId> initialisers;
  std::vector<std::vector<ExprId>> values;  // all that is ever written to a local

  Judgement(const Function& function, VarId first)
      : f(function), pointer(first), initialisers(match::single_initialisers(function)),
        values(function.vars.size()) {
    for (const Stmt& s : f.stmts)
      if (s.kind == StmtKind::decl && s.var != kNone && s.a != kNone) values[s.var].push_back(s.a);
    for (const Expr& e : f.exprs)
      if (e.op == Op::assign && f.exprs[e.args[0]].op == Op::local
          && f.exprs[e.args[0]].var != kNone)
        values[f.exprs[e.args[0]].var].push_back(e.args[1]);
  }

  /// The only value of a local; kNone when there are several.
  [[nodiscard]] ExprId only_value(VarId var) const {
    return var != kNone && values[var].size() == 1 ? values[var][0] : kNone;
  }

  [[nodiscard]] bool starts_at_pointer(ExprId id) const {
    return id != kNone && match::base_of(f, id, initialisers).var == pointer;
  }

  /// Whether the value is made from what the pointer points to, through locals too.
  [[nodiscard]] bool reads_pointer(ExprId id, int depth = 0) const {
    bool found = false;
    match::walk(f, id, [&](ExprId inner) {
      const Expr& e = f.exprs[inner];
      if (e.op == Op::load && is_target(e.args[0])) found = true;
      if (is_target(inner)) found = true;
      if (e.op == Op::local && e.var != kNone && depth < 8)
        for (const ExprId value : values[e.var]) found |= reads_pointer(value, depth + 1);
    });
    return found;
  }

  /// `*p`, `p[0]`, `p->x`: the place that the pointer points to, not the pointer itself.
  [[nodiscard]] bool is_target(ExprId id) const {
    const Expr& e = f.exprs[id];
    const bool reference = f.types[f.vars[pointer].type].is_reference;
    if (e.op == Op::local) return reference && e.var == pointer;
    if (e.op != Op::index && e.op != Op::deref && e.op != Op::member) return false;
    return starts_at_pointer(id);
  }

  [[nodiscard]] Use use() const {
    Use use;
    for (const Stmt& s : f.stmts)
      if (s.kind == StmtKind::asm_ || s.kind == StmtKind::opaque) use.passes_on = true;
    for (const Expr& e : f.exprs) {
      switch (e.op) {
      case Op::atomic:
      case Op::cross:
      case Op::lambda: use.passes_on = true; break;
      case Op::call:
      case Op::opaque:
        // The pointer itself, or a reference to what it points to; a loaded value is harmless.
        for (const ExprId arg : e.args) {
          if (arg == kNone) continue;
          const bool pointer_like =
              f.type_of(arg).kind == TypeKind::pointer || f.type_of(arg).kind == TypeKind::unknown;
          if (pointer_like && starts_at_pointer(arg)) use.passes_on = true;
        }
        for (const std::string& word : words(e.text))
          if (word == "atomic") use.passes_on = true;
        if (e.tainted) use.passes_on = true;
        break;
      case Op::load: use.loads |= is_target(e.args[0]); break;
      case Op::assign:
        if (is_target(e.args[0])) {
          use.stores = true;
          use.store_value = e.args[1];
          use.store_where = e.where;
          use.stores_what_it_read |= reads_pointer(e.args[1]);
        } else if (f.type_of(e.args[1]).kind == TypeKind::pointer && starts_at_pointer(e.args[1])) {
          use.passes_on = true;  // kept in a variable that is followed no further
        }
        break;
      default: break;
      }
    }
    return use;
  }

  [[nodiscard]] bool is_sum(ExprId id, VarId value, int depth = 0) const {
    id = match::skip_conversions(f, id);
    if (depth > 8) return false;
    const Expr& e = f.exprs[id];
    // T sum = *address + value; return sum;  (a class is copied without a load)
    const Expr& place = e.op == Op::load ? f.exprs[e.args[0]] : e;
    if (place.op == Op::local) {
      const ExprId only = only_value(place.var);
      return only != kNone && is_sum(only, value, depth + 1);
    }
    if (e.op == Op::assign && e.args.size() == 2) return is_sum(e.args[1], value, depth + 1);
    const bool adds = e.op == Op::add
                      || match::is_call(e, {"__hadd", "__hadd_rn", "__hadd2", "__hadd2_rn",
                                            "__fadd_rn", "__dadd_rn"});
    if (!adds || e.args.size() != 2) return false;
    const auto is_value = [&](ExprId arg) {
      const Expr& a = f.exprs[match::skip_conversions(f, arg)];
      const Expr& from = a.op == Op::load ? f.exprs[a.args[0]] : a;
      return from.op == Op::local && from.var == value;
    };
    return (is_value(e.args[1]) && reads_pointer(e.args[0]))
           || (is_value(e.args[0]) && reads_pointer(e.args[1]));
  }
};

/// `#if __CUDA_ARCH__ >= 700` inside the body.
const MacroFact* arch_test(const Facts& facts, const Function& f) {
  for (const MacroFact& m : facts.macros)
    if (m.kind == MacroFact::Kind::tested && m.name == "__CUDA_ARCH__"
        && f.body.contains(m.where.best()))
      return &m;
  return nullptr;
}

/// The body depends on the pass, and no device pass has shown it.
bool unseen_on_device(const Facts& facts, const Function& f) {
  const bool tested =
      std::any_of(facts.macros.begin(), facts.macros.end(), [&](const MacroFact& m) {
        return m.kind == MacroFact::Kind::tested && f.body.contains(m.where.best())
               && (m.name == "__HIP_DEVICE_COMPILE__" || m.name.starts_with("__gfx")
                   || m.name.starts_with("__GFX") || m.name.starts_with("__AMDGCN"));
      });
  if (!tested) return false;
  for (const UnitReport& unit : facts.units)
    for (const PassReport& pass : unit.passes)
      if (pass.kind != PassKind::host && pass.status != PassStatus::failed) return false;
  return true;
}

/// Types that hipshim::atomic::add takes.
bool shim_adds(const kf::Type& pointer) {
  static constexpr std::array<std::string_view, 7> kNames = {
      "__half", "half", "__half2", "half2", "__hip_bfloat16", "__hip_bfloat162", "_Float16"};
  const bool word = pointer.pointee_bytes == 4 || pointer.pointee_bytes == 8;
  if (pointer.pointee == TypeKind::integer || pointer.pointee == TypeKind::floating) return word;
  return std::find(kNames.begin(), kNames.end(), match::pointee_text(pointer)) != kNames.end();
}

Fix remedy(const Context& context, const Function& f, const Judgement& judgement, const Use& use,
           bool has_cuda_branch) {
  Fix fix;
  fix.title =
      "update the location with one atomic, or with a compare-and-swap loop on its 32-bit word";
  const kf::Type& pointer = f.types[f.vars[f.params[0]].type];
  if (f.params.size() != 2 || f.tainted || pointer.is_reference || !shim_adds(pointer)
      || !f.body.valid() || !match::can_edit(context.facts, f.where))
    return fix;
  bool sum = use.stores && judgement.is_sum(use.store_value, f.params[1]);
  bool returns_old = true;
  match::walk_stmts(f, [&](const Stmt& s) {
    if (s.kind != StmtKind::return_ || s.a == kNone) return;
    const ExprId value = match::skip_conversions(f, s.a);
    const bool returns_sum = judgement.is_sum(value, f.params[1]);
    if (!use.stores) sum |= returns_sum;
    const Expr& e = f.exprs[value];
    // return old; where `T old = *address;` came first
    const Expr& place = e.op == Op::load ? f.exprs[e.args[0]] : e;
    returns_old &= place.op == Op::local && !returns_sum;
  });
  if (!sum) return fix;
  const bool returns = f.types[f.return_type].kind != TypeKind::void_;
  const std::string& address = f.vars[f.params[0]].name;
  const std::string& value = f.vars[f.params[1]].name;
  if (address.empty() || value.empty()) return fix;
  fix.title = "let hipshim::atomic::add do it";
  fix.safety = !returns || has_cuda_branch || returns_old ? Safety::safe : Safety::unsafe;
  fix.edits.push_back(match::replace_body(context, f,
                                          std::string(returns ? "return " : "")
                                              + "hipshim::atomic::add(" + address + ", " + value
                                              + ");"));
  fix.includes.push_back(match::include_for(f.where, "hipshim/atomic.hpp"));
  return fix;
}

void judge(const Context& context, std::vector<Finding>& out) {
  const Facts& facts = context.facts;
  for (const Function* function : match::device_variants(facts, match::judged_functions(facts))) {
    const Function& f = *function;
    if (f.kind == kf::FunctionKind::kernel || f.kind == kf::FunctionKind::host || f.is_lambda
        || f.root == kNone || f.params.empty() || !match::in_project(facts, f.where))
      continue;
    const std::string_view name = match::unqualified(f.name);
    if (!claims_to_be_an_update(words(name))) continue;
    const kf::Type& pointer = f.types[f.vars[f.params[0]].type];
    if (pointer.kind != TypeKind::pointer && !pointer.is_reference) continue;
    if (pointer.text.starts_with("const ")) continue;
    const TypeKind element = pointer.is_reference ? pointer.kind : pointer.pointee;
    if (element == TypeKind::void_ || element == TypeKind::record || element == TypeKind::pointer
        || element == TypeKind::function || element == TypeKind::boolean)
      continue;
    // Nothing, or the element: a bool or an index says how something went.
    const kf::Type& result = f.types[f.return_type];
    const std::uint32_t bytes = pointer.is_reference ? pointer.bytes : pointer.pointee_bytes;
    const bool gives_element = result.kind == TypeKind::unknown
                               || (result.kind == element && (bytes == 0 || result.bytes == bytes));
    if (result.kind != TypeKind::void_ && !gives_element) continue;
    if (unseen_on_device(facts, f)) continue;

    const Judgement judgement(f, f.params[0]);
    const Use use = judgement.use();
    if (use.passes_on) continue;
    const MacroFact* arch = arch_test(facts, f);
    std::string message;
    if (!use.stores) {
      // A body without even a read of the location is a stub, unless the other branch was lost.
      if (!use.loads && arch == nullptr) continue;
      // Whether a reference is to a constant is not known here.
      if (pointer.is_reference) continue;
      message = "`" + std::string(name)
                + "` never stores through its pointer on AMD: it computes a value and drops the "
                  "update";
    } else if (use.stores_what_it_read) {
      message = "`" + std::string(name)
                + "` reads, computes and stores plainly on AMD: of the lanes that update one place "
                  "together, one wins and the rest are lost";
    } else {
      continue;
    }
    Finding finding = match::finding(rule_atomic_without_store, f.where, &f, message);
    finding.confidence = f.tainted ? Confidence::likely : Confidence::certain;
    if (arch != nullptr) {
      finding.details.push_back("the branch behind `" + arch->condition
                                + "` is lost: HIP never defines __CUDA_ARCH__");
      finding.related.push_back({arch->where.best(), "selects the other branch on AMD"});
    }
    if (use.stores) finding.related.push_back({use.store_where.best(), "a plain store"});
    finding.owns.push_back(f.body);
    finding.fixes.push_back(remedy(context, f, judgement, use, arch != nullptr));
    out.push_back(std::move(finding));
  }
}

}  // namespace

HIPAUDIT_RULE(rule_atomic_without_store) = {
    .id = "atomic-without-store",
    .topic = "atomics",
    .summary = "helper named as an atomic that stores nothing, or not atomically",
    .severity = Severity::error,
    .fix = Safety::safe,
    .needs = bit(FactKind::functions) | bit(FactKind::macros),
    .doc = kDoc,
    .judge = judge,
};

}  // namespace hipaudit
