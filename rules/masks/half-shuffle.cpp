// SPDX-License-Identifier: Apache-2.0
// Decides whether a shuffle of a 16-bit float reaches an overload of HIP's, and whether its value
// travels whole.
#include <map>
#include <optional>
#include <string>

#include "match/lane_masks.hpp"
#include "match/rule.hpp"
#include "match/sync_masks.hpp"

namespace hipaudit {
namespace {

constexpr std::string_view kDoc = R"md(
## What it finds

Shuffles of half and bfloat16 values for which HIP has no overload: `_Float16`, `__bf16`, `at::Half`,
`__hip_bfloat16` and `__hip_bfloat162` without a mask (and with a mask that is no `unsigned long long`),
`hip_bfloat16` with one. And 16-bit floats that go through a shuffle as an integer: `__shfl_down((int)h, 1)`.

## Why it is wrong on AMD

CUDA has `__shfl*_sync` for `__half`, `__half2`, `__nv_bfloat16` and `__nv_bfloat162`. HIP's shuffles are
overloads of int, unsigned, long, long long, float and double; hip_fp16.h adds `__half` and `__half2`. For the
other types the call is ambiguous and does not compile, in templates only once they are instantiated. hip_bf16.h
has the forms with a mask alone, from HIP 6.3 on, and only for a mask of type `unsigned long long`: another type
of mask picks HIP's template, which is ambiguous inside.

A cast to int makes such a call compile and drops the fraction: 0.75 arrives as 0.

## Example

```cpp
__hip_bfloat16 v = x[i];
v = __hadd(v, __shfl_down(v, 16, 32));
```

## Use instead

```cpp
__hip_bfloat16 v = x[i];
v = __hadd(v, hipshim::warp32::shfl_down(v, 16, 32));
```

## Fix safety

Safe: `hipshim::warp32` moves any plain type as bits, and keeps the caller's 32 lanes, as CUDA does. Unsafe
where the code reckons in hardware waves, and where a cast is taken away: CUDA drops the fraction there, too.
Where the lane or distance is computed from `warpSize` the shuffle becomes that of `hipshim::wave`.

## Not reported

- `__half` and `__half2`: hip_fp16.h has them
- `hip_bfloat16` and `at::BFloat16` without a mask: they travel as float, which is exact
- bits: `__shfl(__half_as_ushort(h), 0)`
- types for which the project has its own overload
- a shuffle in a template that is not instantiated in the unit

## References

- HIP headers 5.7 to 7.1: amd_warp_functions.h, amd_warp_sync_functions.h, amd_hip_fp16.h, amd_hip_bf16.h; each
  case compiled against each of them with clang 22
- CUDA C++ Programming Guide, "Warp Shuffle Functions"
)md";

using namespace match;
using kf::kNone;
using kf::Op;
using kf::TypeKind;

void judge(const Context& context, std::vector<Finding>& out);

}  // namespace

HIPAUDIT_RULE(rule_half_shuffle) = {
    .id = "half-shuffle",
    .topic = "masks",
    .summary = "a shuffle of a 16-bit float has no overload, or moves it as an integer",
    .severity = Severity::error,
    .fix = Safety::safe,
    .needs = bit(FactKind::functions) | bit(FactKind::host_calls),
    .doc = kDoc,
    .judge = judge,
};

namespace {

bool is_narrow_float(const kf::Type& type) {
  return type.kind == TypeKind::half || type.kind == TypeKind::bfloat;
}

bool ends_with_name(const std::string& text, std::string_view name) {
  if (text.size() < name.size() || !text.ends_with(name)) return false;
  return text.size() == name.size() || text[text.size() - name.size() - 1] == ':';
}

/// Why HIP has no function for this shuffle of a value of `type`; nothing when it has one.
std::optional<std::string> no_overload(const Function& f, const Expr& e, const kf::Type& type) {
  const std::string& name = type.text;
  const bool plain = !e.sync_form;
  if (name == "_Float16" || name == "__bf16")
    return "conversions to int, float and the rest are equally good, so the call is ambiguous";
  if (ends_with_name(name, "Half") && type.kind == TypeKind::half)
    return "it converts to float and to __half alike, so the call is ambiguous";
  if (name == "__hip_bfloat16" || name == "__hip_bfloat162") {
    if (plain) return "hip_bf16.h has the forms with a mask alone, so the call does not compile";
    const ExprId mask = e.args.empty() ? kNone : skip_implicit(f, e.args[0]);
    if (mask == kNone) return std::nullopt;
    const kf::Type& of_mask = f.type_of(mask);
    // A mask of 32 bits is sync-mask-width's.
    if (of_mask.is_integer(64) && of_mask.text != "unsigned long long")
      return "hip_bf16.h has it for a mask of type unsigned long long alone, and this one is "
             + of_mask.text + ": HIP's template is taken, which is ambiguous inside";
    return std::nullopt;
  }
  if (name == "hip_bfloat16" && e.sync_form)
    return "HIP's template shuffles it as float and cannot return it, so it does not compile";
  return std::nullopt;
}

/// The 16-bit float below a conversion to an integer: `(int)h`, `__half2int_rn(h)`; or kNone.
ExprId cut_to_integer(const FunctionView& view, ExprId value) {
  const Function& f = *view.f;
  for (ExprId at = view.resolve(value), hops = 0; hops < 4; ++hops) {
    if (is_narrow_float(f.type_of(at))) return at;
    const Expr& e = f.exprs[at];
    const bool converts =
        is_call(e, {"__half2int_rn", "__half2int_rz", "__half2uint_rn", "__half2int_rd",
                    "__half2int_ru", "__half2short_rn", "__bfloat162int_rn", "__bfloat162int_rz"});
    if (!converts || e.args.empty()) return kNone;
    at = view.resolve(e.args.back());
  }
  return kNone;
}

/// The result becomes a floating value again.
bool comes_back(const FunctionView& view, ExprId shuffle) {
  const Function& f = *view.f;
  for (ExprId up = view.parent[shuffle]; up != kNone; up = view.parent[up]) {
    const Expr& e = f.exprs[up];
    const kf::Type& type = f.type_of(up);
    if (is_narrow_float(type) || type.kind == TypeKind::floating) return true;
    if (is_call(e, {"__int2half_rn", "__int2half_rz", "__int2float_rn", "__int2bfloat16_rn"}))
      return true;
    if (e.op != Op::cast) return false;
  }
  if (!view.reached(shuffle)) return false;
  const kf::Stmt& s = view.statement(shuffle);
  const bool kept = s.kind == kf::StmtKind::decl && s.var != kNone;
  return kept && is_narrow_float(f.types[f.vars[s.var].type]);
}

class Judge {
 public:
  explicit Judge(const Context& context) : context_(context), flow_(context.facts) {}

  void run(std::vector<Finding>& out) {
    for (std::size_t i = 0; i < flow_.functions().size(); ++i) {
      const FunctionView& view = flow_.functions()[i];
      for (ExprId id = 0; id < view.f->exprs.size(); ++id) {
        const Expr& e = view.f->exprs[id];
        if (!is_shuffle(e) || e.tile != 0 || e.args.size() < 3 || !view.reached(id)) continue;
        if (!is_reportable(context_.facts, view.f, e.where)) continue;
        if (project_defines(context_.facts, *view.f, id)) continue;
        if (auto finding = overload(i, id)) out.push_back(std::move(*finding));
        if (auto finding = integer(i, id)) out.push_back(std::move(*finding));
      }
    }
  }

 private:
  std::string name_of(const Function& f, ExprId id) const {
    const Expr& e = f.exprs[id];
    const std::string text =
        e.site == kNone ? "" : shown_text(context_, f.sites[e.site].callee, 40);
    return text.empty() || text.find('(') != std::string::npos ? "the shuffle" : "`" + text + "`";
  }

  std::optional<Finding> overload(std::size_t function, ExprId id) const {
    const FunctionView& view = flow_.functions()[function];
    const Function& f = *view.f;
    const Expr& e = f.exprs[id];
    // As the overload takes it: `var.operator __half()` is no at::Half any more.
    const kf::Type& type = f.type_of(e.args[1]);
    const auto why = no_overload(f, e, type);
    if (!why) return std::nullopt;
    Finding out = finding(rule_half_shuffle, e.where, &f,
                          name_of(f, id) + " has no overload for " + type.text + ": " + *why);
    if (f.tainted || e.tainted) out.confidence = Confidence::likely;
    if (e.site != kNone) out.owns.push_back(f.sites[e.site].callee.best());
    if (const auto shim = shim_of(function, id)) {
      const bool waves =
          speaks_of_waves(view) || follows_wave(flow_, function, id) || wider_than_32(f, e);
      out.fixes.push_back({waves ? Safety::unsafe : Safety::safe,
                           "shuffle its bits with " + shim->space,
                           {shim->rename},
                           {shim->include}});
    }
    return out;
  }

  struct Shim {
    std::string space;
    Edit rename;
    IncludeRequest include;
  };

  /// The same shuffle in hipshim: on the caller's 32 lanes, or on the wave where it follows that.
  std::optional<Shim> shim_of(std::size_t function, ExprId id) const {
    const Function& f = *flow_.functions()[function].f;
    const Expr& e = f.exprs[id];
    const auto edit = to_warp32(context_.facts, f, id);
    if (!edit) return std::nullopt;
    const kf::Site& site = f.sites[e.site];
    if (!follows_wave(flow_, function, id))
      return Shim{"hipshim::warp32", *edit, include_for(site.callee, "hipshim/warp32.hpp")};
    // A mask of 32 bits names half a wave.
    if (e.sync_form
        && (e.args[0] == kNone || is_narrow_integer(f.type_of(skip_implicit(f, e.args[0])))))
      return std::nullopt;
    const std::string name = warp32_name(e);
    return Shim{"hipshim::wave",
                rename_callee(site, "hipshim::wave" + name.substr(name.rfind(':') - 1)),
                include_for(site.callee, "hipshim/wave.hpp")};
  }

  static bool wider_than_32(const Function& f, const Expr& e) {
    if (e.args.size() < 4 || e.args[3] == kNone) return false;
    const auto width = constant(f, e.args[3]);
    return !width || *width > 32;
  }

  std::optional<Finding> integer(std::size_t function, ExprId id) const {
    const FunctionView& view = flow_.functions()[function];
    const Function& f = *view.f;
    const Expr& e = f.exprs[id];
    if (f.type_of(skip_implicit(f, e.args[1])).kind != TypeKind::integer) return std::nullopt;
    const ExprId value = cut_to_integer(view, e.args[1]);
    if (value == kNone || !comes_back(view, id)) return std::nullopt;
    Finding out = finding(rule_half_shuffle, e.where, &f,
                          "`" + shown_text(context_, f.exprs[value].where) + "` ("
                              + f.type_of(value).text + ") goes through " + name_of(f, id)
                              + " as an integer and loses its fraction: 0.75 arrives as 0");
    out.confidence = Confidence::likely;
    if (const auto fix = without_cast(function, id, value)) out.fixes.push_back(*fix);
    return out;
  }

  /// `__shfl_down((int)h, 1)`: shuffle h itself.
  std::optional<Fix> without_cast(std::size_t function, ExprId id, ExprId value) const {
    const Function& f = *flow_.functions()[function].f;
    const Expr& e = f.exprs[id];
    const auto shim = shim_of(function, id);
    if (!shim || skip_casts(f, e.args[1]) != value) return std::nullopt;
    const kf::Site& site = f.sites[e.site];
    const std::size_t index = e.sync_form ? 1 : 0;
    const Where& inner = f.exprs[value].where;
    if (site.args.size() <= index || !can_edit(context_.facts, site.args[index])
        || !can_edit(context_.facts, inner))
      return std::nullopt;
    const std::string path = context_.facts.files[inner.spelling.file].path;
    const std::string text(context_.sources.text(path, inner.spelling.begin, inner.spelling.end));
    return Fix{Safety::unsafe,
               "shuffle the value itself with " + shim->space,
               {shim->rename, {site.args[index].spelling, text}},
               {shim->include}};
  }

  const Context& context_;
  LaneMaskFlow flow_;
};

void judge(const Context& context, std::vector<Finding>& out) { Judge(context).run(out); }

}  // namespace
}  // namespace hipaudit
