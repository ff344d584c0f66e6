// SPDX-License-Identifier: Apache-2.0
// Decides, for each kernel and what it calls, whether dynamic shared memory is accessed through a
// type that needs more alignment than its declaration asks for, while static shared memory moves
// its base.
//
// Vocabulary. The *base* is where dynamic shared memory starts: behind the static objects, rounded
// up to the largest alignment among the extern arrays that the kernel uses. The static objects are
// one structure, whose size is a multiple of the alignment of its members' types. A *wide access*
// is an explicit cast of the array to a pointer whose pointee needs more than the array's
// alignment.
#include <algorithm>
#include <map>
#include <set>

#include "match/live.hpp"
#include "match/memory.hpp"
#include "match/rule.hpp"
#include "match/shared_layout.hpp"

namespace hipaudit {

extern const Rule rule_dynamic_shared_alignment;

namespace {

constexpr std::string_view kDoc = R"md(
## What it finds

An `extern __shared__` array of `char`, `half` or another type aligned to less than 16 bytes that is
read or written through a wider type (`float4`, `double`, `int4`, `half2` ...), in a kernel that also
has static `__shared__` variables, its own or those of the functions it calls.

## Why it is wrong on AMD

The static objects of a kernel become one structure, padded at its end to the alignment of its widest
scalar, whatever `__align__` says of an object. Dynamic shared memory starts right behind it, at the
next multiple of the alignment that the declaration asks for. `extern __shared__ char s[]` asks for 1.
With five static floats the base is byte 20, and `((float4*)s)[i]` becomes one 16-byte LDS instruction
at byte `16 * i + 20`: the cast promised an alignment that is not there. With an `int` and a `bool` it
is byte 8: right for `int`, wrong for `float4`. Without static shared memory the base is byte 0 and
the code works by luck. On NVIDIA the base is 16-byte aligned in practice, so the source ran there.
`HIP_DYNAMIC_SHARED` expands to the plain declaration and does not help.

## Example

```cpp
__global__ void scale(float4* out, float factor) {
  extern __shared__ char scratch[];
  __shared__ float row_sum[5];
  float4* tile = reinterpret_cast<float4*>(scratch);  // byte 20
  ...
}
```

## Use instead

```cpp
  extern __shared__ __align__(16) char scratch[];
```

All extern arrays of a kernel share one base, and the largest alignment among them counts.

## Fix safety

Safe: a larger alignment moves the base by at most 15 bytes and changes nothing else. A declaration
that comes out of a macro is shown, not edited.

## Not reported

- kernels without static shared memory
- arrays that are aligned to what the access needs, through their element type, `__align__` or
  `alignas`
- static objects whose sizes happen to keep the base aligned (shown with `--min-confidence=possible`)
- static objects of a size that is not known: dependent, touched by a parse error, or of a class whose
  header was not there (shown in the same way)
- static objects that no compiled code names, such as those of a branch that a template's constant
  switches off: they take no shared memory; casts in such branches
- casts to class types, whose alignment is not known here

## References

- HIP documentation, "C++ language extensions": `__shared__`, dynamic shared memory
- CUDA C++ Programming Guide, "Shared memory": casts of one extern array
- LLVM AMDGPU backend: layout of LDS globals (AMDGPULowerModuleLDS)
)md";

using kf::Expr;
using kf::ExprId;
using kf::Function;
using kf::kNone;
using kf::Storage;
using kf::Var;
using kf::VarId;

constexpr int kMaxCallDepth = 4;
constexpr std::uint32_t kAlignment = 16;

struct SharedVar {
  const Function* f = nullptr;
  VarId var = kNone;
  [[nodiscard]] const Var& operator*() const { return f->vars[var]; }
};

struct WideAccess {
  const Function* f = nullptr;
  ExprId cast = kNone;
  std::uint32_t needs = 0;
  bool tainted = false;
};

/// A function that a kernel reaches, with what of it is compiled.
struct Reached {
  const Function* f = nullptr;
  std::vector<bool> live;
};

/// The kernel and the functions it calls, with what they hold in shared memory.
struct CallGraph {
  std::vector<Reached> functions;
  std::vector<SharedVar> fixed;
  std::vector<SharedVar> dynamic;

  [[nodiscard]] const Reached* find(const Function* f) const {
    const auto at = std::find_if(functions.begin(), functions.end(),
                                 [&](const Reached& reached) { return reached.f == f; });
    return at == functions.end() ? nullptr : &*at;
  }
};

/// Variables that compiled code names. What an error hides may name the others too.
std::vector<bool> used_variables(const Reached& reached) {
  const Function& f = *reached.f;
  std::vector<bool> named(f.vars.size(), false);
  std::vector<bool> used(f.vars.size(), false);
  for (ExprId id = 0; id < f.exprs.size(); ++id) {
    const Expr& e = f.exprs[id];
    if ((e.op != kf::Op::local && e.op != kf::Op::global) || e.var >= f.vars.size()) continue;
    named[e.var] = true;
    if (reached.live[id]) used[e.var] = true;
  }
  const bool all_seen =
      !f.tainted && std::none_of(f.stmts.begin(), f.stmts.end(), [](const auto& s) {
        return s.kind == kf::StmtKind::opaque;
      });
  if (!all_seen)
    for (VarId v = 0; v < f.vars.size(); ++v) used[v] = used[v] || !named[v];
  return used;
}

CallGraph call_graph(const Facts& facts, const Function& kernel) {
  CallGraph graph;
  std::set<const Function*> seen = {&kernel};
  std::vector<std::pair<const Function*, int>> work = {{&kernel, 0}};
  for (std::size_t i = 0; i < work.size(); ++i) {
    const auto [f, depth] = work[i];
    const Reached& reached = graph.functions.emplace_back(f, match::live_expressions(*f));
    const std::vector<bool> used = used_variables(reached);
    for (VarId v = 0; v < f->vars.size(); ++v) {
      if (!used[v]) continue;
      if (f->vars[v].storage == Storage::shared) graph.fixed.push_back({f, v});
      if (f->vars[v].storage == Storage::dynamic_shared) graph.dynamic.push_back({f, v});
    }
    if (depth == kMaxCallDepth) continue;
    for (ExprId id = 0; id < f->exprs.size(); ++id) {
      if (f->exprs[id].callee.empty() || !reached.live[id]) continue;
      const Function* callee = match::find_function(facts, f->exprs[id].callee);
      if (callee != nullptr && seen.insert(callee).second) work.emplace_back(callee, depth + 1);
    }
  }
  return graph;
}

/// Explicit casts in a function of what starts at `var` to a pointer that promises more than
/// `alignment`.
void find_casts(const Reached& reached, VarId var, std::uint32_t alignment,
                std::vector<WideAccess>& into) {
  const Function& f = *reached.f;
  const std::vector<ExprId>& initialisers = match::single_initialisers(f);
  for (ExprId id = 0; id < f.exprs.size(); ++id) {
    const Expr& e = f.exprs[id];
    if (e.op != kf::Op::cast || !e.explicit_cast || e.args.empty() || !reached.live[id]) continue;
    const std::uint32_t needs = match::promised_alignment(f.type_of(id));
    if (needs <= alignment) continue;
    if (match::base_of(f, e.args[0], initialisers).var == var)
      into.push_back({&f, id, needs, e.tainted});
  }
}

/// The casts of one extern array: where it is declared, and one call further.
std::vector<WideAccess> wide_accesses(const Facts& facts, const CallGraph& graph,
                                      const SharedVar& array, std::uint32_t alignment) {
  std::vector<WideAccess> found;
  const Reached* reached = graph.find(array.f);
  if (reached == nullptr) return found;
  const Function& f = *array.f;
  find_casts(*reached, array.var, alignment, found);
  // load_row(s, ...), whose parameter is cast in there
  const std::vector<ExprId>& initialisers = match::single_initialisers(f);
  for (ExprId id = 0; id < f.exprs.size(); ++id) {
    const Expr& e = f.exprs[id];
    if (e.op != kf::Op::call || e.callee.empty() || !reached->live[id]) continue;
    const Function* callee = match::find_function(facts, e.callee);
    if (callee == nullptr) continue;
    const Reached* inside = graph.find(callee);
    const Reached deeper =
        inside != nullptr ? Reached{} : Reached{callee, match::live_expressions(*callee)};
    const std::size_t first = e.compound ? 1 : 0;  // of a member call, args[0] is the object
    for (std::size_t i = first; i < e.args.size() && i - first < callee->params.size(); ++i) {
      if (e.args[i] == kNone || f.type_of(e.args[i]).kind != kf::TypeKind::pointer) continue;
      if (match::base_of(f, e.args[i], initialisers).var == array.var)
        find_casts(inside != nullptr ? *inside : deeper, callee->params[i - first], alignment,
                   found);
    }
  }
  return found;
}

/// Where dynamic shared memory can start.
struct Base {
  std::optional<std::uint32_t> bytes;  ///< that the static objects take, when it is known
  std::vector<std::uint32_t> starts;   ///< possible ones; empty when a size is not known
  std::uint32_t multiple = 1;          ///< of which it is one in any case
};

/// Lays the static objects out as LLVM 22 does. The end is padded to the alignment of the
/// structure, which is that of the members' types, without the alignment that an attribute asks
/// for.
Base base_behind(const std::vector<SharedVar>& vars, std::uint32_t alignment) {
  std::vector<match::SharedObject> objects;
  std::set<Span> seen;
  bool known = true;
  std::uint32_t least = 1;  // alignment of the structure
  std::uint32_t most = 1;
  for (const SharedVar& v : vars) {
    if (!seen.insert((*v).where.best()).second) continue;
    const kf::Type& type = v.f->types[(*v).type];
    std::int64_t bytes = (*v).align == 0 ? 0 : type.bytes;
    for (const std::int64_t extent : (*v).extents) bytes = extent < 0 ? 0 : bytes * extent;
    if (bytes <= 0) {
      known = false;
      continue;
    }
    objects.push_back({static_cast<std::uint64_t>(bytes), (*v).align});
    // That of a class may come from an attribute.
    const bool classy = type.kind == kf::TypeKind::record || type.kind == kf::TypeKind::vector
                        || type.kind == kf::TypeKind::half2 || type.kind == kf::TypeKind::bfloat2;
    most = std::max(most, type.align);
    if (!classy) least = std::max(least, type.align);
  }
  Base base;
  base.multiple = std::max(least, alignment);
  if (!known) return base;
  const std::uint64_t end = match::end_of_shared(objects);
  const auto round_up = [](std::uint64_t value, std::uint64_t to) {
    return static_cast<std::uint32_t>((value + to - 1) / to * to);
  };
  std::set<std::uint32_t> sizes;
  for (std::uint64_t padded = least; padded <= std::max(least, most); padded *= 2)
    sizes.insert(round_up(end, padded));
  if (sizes.size() == 1) base.bytes = *sizes.begin();
  for (const std::uint32_t bytes : sizes) base.starts.push_back(round_up(bytes, alignment));
  return base;
}

/// The text between the start of the declaration and the name, e.g. "extern __shared__ char ".
struct Declaration {
  std::uint32_t begin = 0;
  std::string_view text;
};

std::optional<Declaration> declaration_text(const Context& context, const Var& var) {
  const Span& name = var.where.spelling;
  if (!name.valid()) return std::nullopt;
  const std::string_view all = context.sources.text(context.facts.files[name.file].path);
  if (name.begin > all.size()) return std::nullopt;
  const auto before = all.substr(0, name.begin).find_last_of(";{}#");
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  return Declaration{static_cast<std::uint32_t>(begin), all.substr(begin, name.begin - begin)};
}

/// `extern __shared__ char s[]` -> `extern __shared__ __align__(16) char s[]`, and
/// `__align__(8)` -> `__align__(16)`.
std::optional<Edit> alignment_edit(const Context& context, const Var& var) {
  if (!match::can_edit(context.facts, var.where)) return std::nullopt;
  const auto declaration = declaration_text(context, var);
  if (!declaration) return std::nullopt;
  const FileId file = var.where.spelling.file;
  const auto span = [&](std::size_t begin, std::size_t length) {
    const auto at = static_cast<std::uint32_t>(declaration->begin + begin);
    return Span{file, at, at + static_cast<std::uint32_t>(length)};
  };
  for (const std::string_view spelled : {"__align__(", "alignas("}) {
    const auto at = declaration->text.find(spelled);
    if (at == std::string_view::npos) continue;
    const std::size_t digits = at + spelled.size();
    const auto close = declaration->text.find(')', digits);
    if (close == std::string_view::npos || close == digits) return std::nullopt;
    const std::string_view number = declaration->text.substr(digits, close - digits);
    if (number.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
    return Edit{span(digits, number.size()), std::to_string(kAlignment)};
  }
  constexpr std::string_view kShared = "__shared__";
  const auto at = declaration->text.rfind(kShared);
  if (at == std::string_view::npos) return std::nullopt;
  return Edit{span(at + kShared.size(), 0), " __align__(" + std::to_string(kAlignment) + ")"};
}

std::string pointee_name(const Function& f, ExprId cast) {
  std::string name = f.type_of(cast).text;
  if (const auto star = name.rfind('*'); star != std::string::npos) name.resize(star);
  while (!name.empty() && name.back() == ' ') name.pop_back();
  // HIP_vector_type<float, 4> is what float4 is in HIP's headers.
  const std::string_view record = "HIP_vector_type<";
  if (const auto at = name.find(record); at != std::string::npos) {
    const auto comma = name.find(',', at);
    const auto close = name.find_first_of("U>", comma);
    if (comma != std::string::npos && close != std::string::npos) {
      std::string element = name.substr(at + record.size(), comma - at - record.size());
      if (const auto space = element.find("unsigned "); space == 0)
        element = "u" + element.substr(9);
      name = element + name.substr(comma + 1, close - comma - 1);
      name.erase(std::remove(name.begin(), name.end(), ' '), name.end());
    }
  }
  return name;
}

void judge(const Context& context, std::vector<Finding>& out) {
  const Facts& facts = context.facts;
  // One finding per declaration, over all kernels that reach it; the engine unites instantiations.
  for (const Function* kernel : match::device_variants(facts, match::judged_functions(facts))) {
    if (kernel->kind != kf::FunctionKind::kernel) continue;
    const CallGraph graph = call_graph(facts, *kernel);
    if (graph.dynamic.empty() || graph.fixed.empty()) continue;
    std::uint32_t alignment = 1;
    for (const SharedVar& v : graph.dynamic) alignment = std::max(alignment, (*v).align);
    if (alignment >= kAlignment) continue;
    const Base base = base_behind(graph.fixed, alignment);
    for (const SharedVar& array : graph.dynamic) {
      const Var& var = *array;
      if (!match::in_project(facts, var.where) || var.align == 0) continue;
      const std::vector<WideAccess> accesses = wide_accesses(facts, graph, array, alignment);
      if (accesses.empty()) continue;
      const WideAccess& widest = *std::max_element(
          accesses.begin(), accesses.end(),
          [](const WideAccess& a, const WideAccess& b) { return a.needs < b.needs; });
      const auto aligned = [&](std::uint32_t start) { return start % widest.needs == 0; };
      const bool wrong =
          !base.starts.empty() && std::none_of(base.starts.begin(), base.starts.end(), aligned);
      const bool lucky =
          aligned(base.multiple)
          || (!base.starts.empty() && std::all_of(base.starts.begin(), base.starts.end(), aligned));

      std::string message = "dynamic shared memory `" + var.name + "` asks for an alignment of "
                            + std::to_string(var.align) + ", `"
                            + pointee_name(*widest.f, widest.cast) + "` accesses need "
                            + std::to_string(widest.needs) + ", and ";
      if (lucky)
        message += "only the static shared objects"
                   + (base.bytes ? " (" + std::to_string(*base.bytes) + " bytes)" : std::string())
                   + " keep its start aligned";
      else if (base.bytes)
        message += std::to_string(*base.bytes)
                   + " bytes of static shared memory put its start at byte "
                   + std::to_string(base.starts.front());
      else
        message += "static shared memory in front of it moves its start";
      Finding finding = match::finding(rule_dynamic_shared_alignment, var.where, array.f, message);
      if (!wrong) finding.severity = Severity::warning;
      const bool tainted = kernel->tainted || widest.tainted || array.f->tainted;
      finding.confidence = !wrong                   ? Confidence::possible
                           : base.bytes && !tainted ? Confidence::certain
                                                    : Confidence::likely;
      if (wrong && base.bytes) {
        const std::string start = std::to_string(base.starts.front());
        finding.details.push_back("start of dynamic shared memory in " + kernel->name + ": "
                                  + std::to_string(*base.bytes) + " static bytes, rounded up to "
                                  + std::to_string(alignment) + " = " + start + "; " + start
                                  + " mod " + std::to_string(widest.needs) + " = "
                                  + std::to_string(base.starts.front() % widest.needs));
      }
      for (const WideAccess& access : accesses) {
        finding.related.push_back({access.f->exprs[access.cast].where.best(),
                                   "accessed as `" + pointee_name(*access.f, access.cast)
                                       + "`, which needs alignment "
                                       + std::to_string(access.needs)});
      }
      for (const SharedVar& fixed : graph.fixed)
        finding.related.push_back({(*fixed).where.best(), "static shared memory in front of it"});

      Fix fix;
      fix.title = "align `" + var.name + "` to 16 bytes";
      const auto edit = alignment_edit(context, var);
      if (edit && !array.f->tainted) {
        fix.safety = Safety::safe;
        fix.edits.push_back(*edit);
      } else {
        fix.title += ": declare it `extern __shared__ __align__(16) ...`";
      }
      finding.fixes.push_back(std::move(fix));
      out.push_back(std::move(finding));
    }
  }
}

}  // namespace

HIPAUDIT_RULE(rule_dynamic_shared_alignment) = {
    .id = "dynamic-shared-alignment",
    .topic = "lds",
    .summary = "dynamic shared memory accessed through a type wider than its alignment",
    .severity = Severity::error,
    .fix = Safety::safe,
    .needs = bit(FactKind::functions),
    .doc = kDoc,
    .judge = judge,
};

}  // namespace hipaudit
