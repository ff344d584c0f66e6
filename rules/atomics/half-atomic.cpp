// SPDX-License-Identifier: Apache-2.0
// Decides whether an atomicAdd works on half, half2, bfloat16 or its pair, judged by the type that
// its address points to.
#include <algorithm>
#include <map>
#include <set>

#include "match/memory.hpp"
#include "match/rule.hpp"

namespace hipaudit {

extern const Rule rule_half_atomic;

namespace {

constexpr std::string_view kDoc = R"md(
## What it finds

`atomicAdd` on `__half`, `__half2`, `__hip_bfloat16` or `__hip_bfloat162`.

## Why it is wrong on AMD

HIP has no such overloads before ROCm 7.14: the call does not compile. From then on it compiles, as a
compare-and-swap loop that also orders memory (acquire and release) in each turn, where CUDA's is
relaxed; `__half2` loops even on gfx942, gfx950 and gfx12, which have a packed add. There is no
feature-test macro to tell the versions apart, and a project's own overload of the same name clashes
with the newer headers.

## Example

```cpp
__global__ void scatter(__half* out, const int* index, const __half* in) {
  atomicAdd(&out[index[threadIdx.x]], in[threadIdx.x]);
}
```

## Use instead

```cpp
#include <hipshim/atomic.hpp>

  hipshim::atomic::add(&out[index[threadIdx.x]], in[threadIdx.x]);
```

`hipshim::atomic::add` is relaxed, returns the old value, uses the packed instruction where there is one
and never overloads `atomicAdd`. Where many lanes add to one place, add in `float` and convert once:
it is native on most targets, and a half stops growing at 2048.

## Fix safety

Safe: the same sum and the same old value on CUDA and on every wave size.

## Not reported

- functions of the project, whatever their name, also its own overloads of `atomicAdd`
- types and overloads of other libraries (PyTorch's `atomicAdd` for `at::Half`)
- `unsafeAtomicAdd` and hand-written loops (atomic-cast-wider and atomic-without-store judge those)
- templates that are never instantiated with such a type

## References

- HIP documentation, "Hardware atomics operation support"
- ROCm/rocm-systems pull request 5194: atomicAdd for half and bfloat16
- CUDA C++ Programming Guide, "atomicAdd()"
)md";

using kf::Expr;
using kf::ExprId;
using kf::Function;
using kf::kNone;
using kf::TypeKind;

bool is_sixteen_bit(TypeKind kind) {
  return kind == TypeKind::half || kind == TypeKind::half2 || kind == TypeKind::bfloat
         || kind == TypeKind::bfloat2;
}

/// Types that hipshim::atomic::add takes. A project's own half is none of them.
bool has_shim(const kf::Type& pointer) {
  static const std::set<std::string> kNames = {
      "__half", "half", "__half2", "half2", "__hip_bfloat16", "__hip_bfloat162", "_Float16"};
  switch (pointer.pointee) {
  case TypeKind::integer: return pointer.pointee_bytes == 4 || pointer.pointee_bytes == 8;
  case TypeKind::floating: return pointer.pointee_bytes == 4 || pointer.pointee_bytes == 8;
  default: return kNames.contains(match::pointee_text(pointer));
  }
}

/// One atomicAdd by its place in the text, over all instantiations that hold it.
struct Call {
  const Function* f = nullptr;
  ExprId id = kNone;
  bool shim_takes_all = true;
};

bool is_atomic_add(const Expr& e) {
  return (e.op == kf::Op::atomic && e.atomic == kf::AtomicKind::add && e.text == "atomicAdd")
         || match::is_call(e, {"atomicAdd"});
}

void judge(const Context& context, std::vector<Finding>& out) {
  const Facts& facts = context.facts;
  std::map<Where, Call> calls;
  for (const Function* f : match::device_variants(facts, match::judged_functions(facts))) {
    for (ExprId id = 0; id < f->exprs.size(); ++id) {
      const Expr& e = f->exprs[id];
      if (!is_atomic_add(e) || e.args.empty() || e.args[0] == kNone || e.site == kNone) continue;
      // A project's own overload is a function whose body is known.
      if (!e.callee.empty() && match::find_function(facts, e.callee) != nullptr) continue;
      // Another library's overload, such as PyTorch's for at::Half, is that library's business.
      if (e.op == kf::Op::call && !e.callee.empty()) continue;
      const kf::Type& address = f->type_of(e.args[0]);
      if (address.kind != TypeKind::pointer) continue;
      Call& call = calls[f->sites[e.site].callee];
      call.shim_takes_all &= has_shim(address);
      if (call.f == nullptr && is_sixteen_bit(address.pointee) && has_shim(address)) {
        call.f = f;
        call.id = id;
      }
    }
  }
  for (const auto& [callee, call] : calls) {
    if (call.f == nullptr || !match::in_project(facts, callee)) continue;
    const Function& f = *call.f;
    const Expr& e = f.exprs[call.id];
    const std::string type = match::pointee_text(f.type_of(e.args[0]));
    Finding finding =
        match::finding(rule_half_atomic, callee, &f,
                       "atomicAdd on `" + type
                           + "` does not compile before ROCm 7.14 and is a compare-and-swap "
                             "loop with acquire and release ordering from then on");
    // The call itself does not resolve with older headers: that is the defect, not a doubt.
    const bool unsure = std::any_of(e.args.begin(), e.args.end(), [&](ExprId arg) {
      return arg != kNone && f.exprs[arg].tainted;
    });
    finding.confidence = unsure ? Confidence::likely : Confidence::certain;
    Fix fix;
    fix.title = "call hipshim::atomic::add";
    if (call.shim_takes_all && !unsure && match::can_edit(facts, callee)) {
      fix.safety = Safety::safe;
      fix.edits.push_back(match::rename_callee(f.sites[e.site], "hipshim::atomic::add"));
      fix.includes.push_back(match::include_for(callee, "hipshim/atomic.hpp"));
    } else if (!call.shim_takes_all) {
      fix.title += " with HIP's own type behind `" + type + "`";
    }
    finding.fixes.push_back(std::move(fix));
    out.push_back(std::move(finding));
  }
}

}  // namespace

HIPAUDIT_RULE(rule_half_atomic) = {
    .id = "half-atomic",
    .topic = "atomics",
    .summary = "atomicAdd on half or bfloat16",
    .severity = Severity::error,
    .fix = Safety::safe,
    .needs = bit(FactKind::functions),
    .doc = kDoc,
    .judge = judge,
};

}  // namespace hipaudit
