// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>

#include "match/lane_masks.hpp"
#include "match/rule.hpp"

namespace hipaudit {
namespace {

constexpr std::string_view kDoc = R"md(
## What it finds
A shuffle from which `_sync` was removed while the mask stayed: `__shfl_down(0xffffffff, v, 16)`. The
mask has become the value, the value has become the distance, and the distance the width.

## Why it is wrong on AMD
HIP before ROCm 6.2 has no `_sync` shuffles, so ports strip the suffix. With the mask left in place
the call still compiles, because `__shfl_down(value, delta, width)` takes three arguments too. Every
lane then receives the mask: the constant 0xffffffff, whatever the data was.

## Example
```cpp
for (int d = 16; d > 0; d >>= 1) sum += __shfl_down(0xffffffff, sum, d);
```

## Use instead
```cpp
for (int d = 16; d > 0; d >>= 1) sum += hipshim::warp32::shfl_down(sum, d);
```

## Fix safety
Safe where the first argument is a constant: shuffling a constant gives that constant, so nothing can
have meant it. The mask is removed and the shuffle becomes the one of `hipshim::warp32`, which is
CUDA's. Where the first argument is only named like a mask, the fix is unsafe. Where the mask comes
through a macro's parameter, the macro has to be rewritten by hand.

## Not reported
* A shuffle of a mask that was meant: `__shfl(mask, leader, 32)`, with a lane that is an integer and a
  width that is a power of two.
* A constant shuffled by a constant distance, and calls with two arguments.

## References
* HIP C++ language extensions, "Warp cross-lane functions":
  https://rocm.docs.amd.com/projects/HIP/en/latest/how-to/hip_cpp_language_extensions.html
* CUDA C++ Programming Guide, "Warp Shuffle Functions"
)md";

using namespace match;
using kf::kNone;
using kf::Op;
using kf::TypeKind;

void judge(const Context& context, std::vector<Finding>& out);

}  // namespace

HIPAUDIT_RULE(rule_shuffle_argument_left) = {
    .id = "shuffle-argument-left",
    .topic = "masks",
    .summary = "a shuffle lost its _sync but kept the mask, which is now what is shuffled",
    .severity = Severity::error,
    .fix = Safety::safe,
    .needs = bit(FactKind::functions),
    .doc = kDoc,
    .judge = judge,
};

namespace {

bool names_a_mask(std::string_view text) {
  std::string lower;
  for (const char c : text) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower.find("mask") != std::string::npos || lower.find("membermask") != std::string::npos;
}

/// All ones in the low 32 bits: 0xffffffff, -1, ~0u, ~0ull.
bool is_full_mask(const Function& f, ExprId id) {
  const auto bits = mask_bits(f, id);
  return bits && (*bits & 0xffffffffULL) == 0xffffffffULL;
}

bool is_data(const kf::Type& type) {
  switch (type.kind) {
  case TypeKind::floating:
  case TypeKind::half:
  case TypeKind::half2:
  case TypeKind::bfloat:
  case TypeKind::bfloat2: return true;
  default: return false;
  }
}

/// How sure it is that the first argument is a mask; nothing when it is not.
struct Guess {
  Confidence confidence = Confidence::certain;
  Safety safety = Safety::safe;
};

std::optional<Guess> mask_left(const Context& context, const FunctionView& view, ExprId id) {
  const Function& f = *view.f;
  const Expr& e = f.exprs[id];
  if (e.op != Op::cross || !is_shuffle(e) || e.sync_form || e.tile != 0 || e.args.size() < 4)
    return std::nullopt;
  const ExprId value = e.args[1];
  const ExprId lane = e.args[2];
  const ExprId width = e.args[3];
  if (value == kNone || lane == kNone || width == kNone) return std::nullopt;
  const bool lane_varies = !constant(f, lane) && !mentions(f, lane, Op::template_param);
  const bool lane_is_data = is_data(f.type_of(skip_casts(f, lane)));
  if (is_full_mask(f, value)) {
    if (!lane_varies && !lane_is_data) return std::nullopt;
    return Guess{};
  }
  // Not a constant that is known: a parameter or variable named as a mask.
  const ExprId inner = skip_casts(f, value);
  const kf::Type& type = f.type_of(inner);
  if (type.kind != TypeKind::integer && type.kind != TypeKind::unknown) return std::nullopt;
  std::string name = f.exprs[inner].text;
  if (f.exprs[inner].op == Op::load) name = f.exprs[f.exprs[inner].args[0]].text;
  if (e.site != kNone && !f.sites[e.site].args.empty() && name.empty())
    name = shown_text(context, f.sites[e.site].args[0]);
  if (!names_a_mask(name)) return std::nullopt;
  if (lane_is_data) return Guess{Confidence::certain, Safety::safe};
  const auto w = constant(f, width);
  const bool odd_width =
      w ? *w <= 1 || *w > 64 || (*w & (*w - 1)) != 0
        : !mentions(f, width, Op::template_param) && !mentions(f, width, Op::warp_size);
  if (lane_varies && odd_width && w) return Guess{Confidence::likely, Safety::unsafe};
  return std::nullopt;
}

/// Erases the first argument as text, also in a macro body, where arguments have other spellings.
std::optional<Edit> without_first_argument(const Context& context, const kf::Site& site) {
  const Span& name = site.callee.spelling;
  if (!name.valid() || name.file >= context.facts.files.size()) return std::nullopt;
  const std::string_view text = context.sources.text(context.facts.files[name.file].path);
  const auto blank = [](char c) {
    return c == ' ' || c == '\t' || c == '\\' || c == '\n' || c == '\r';
  };
  std::size_t at = name.end;
  while (at < text.size() && blank(text[at])) ++at;
  if (at >= text.size() || text[at] != '(') return std::nullopt;
  const std::size_t first = ++at;
  int depth = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (depth < 0 || c == '"' || c == '\'' || c == '/' || c == ';') return std::nullopt;
    if (c == ',' && depth == 0) break;
  }
  if (at >= text.size()) return std::nullopt;
  ++at;
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  return Edit{{name.file, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(at)}, ""};
}

/// Every expansion of this macro body shuffles a mask.
bool all_expansions_agree(const Context& context, const std::vector<FunctionView>& views,
                          const Where& callee) {
  for (const FunctionView& view : views)
    for (ExprId id = 0; id < view.f->exprs.size(); ++id) {
      const Expr& e = view.f->exprs[id];
      if (!view.reached(id) || e.op != Op::cross || e.site == kNone) continue;
      if (view.f->sites[e.site].callee.best() != callee.best()) continue;
      const auto guess = mask_left(context, view, id);
      if (!guess || guess->safety != Safety::safe || e.tainted || view.f->tainted) return false;
    }
  return true;
}

void judge(const Context& context, std::vector<Finding>& out) {
  const Facts& facts = context.facts;
  std::vector<std::pair<Span, std::size_t>> seen;  // the call as written, its finding
  std::vector<FunctionView> views;
  for (const Function* f : judged_functions(facts)) {
    const bool any = std::any_of(f->exprs.begin(), f->exprs.end(), [](const Expr& e) {
      return e.op == Op::cross && is_shuffle(e) && !e.sync_form && e.args.size() == 4
             && e.args[3] != kNone;
    });
    if (any) views.emplace_back(*f);
  }
  for (const FunctionView& view : views) {
    const Function* f = view.f;
    for (ExprId id = 0; id < f->exprs.size(); ++id) {
      if (!view.reached(id)) continue;
      const auto guess = mask_left(context, view, id);
      if (!guess) continue;
      const Expr& e = f->exprs[id];
      if (e.site == kNone) continue;
      const kf::Site& site = f->sites[e.site];
      if (!is_reportable(facts, f, site.callee)) continue;
      const Span at = site.callee.best();
      const auto known = std::find_if(seen.begin(), seen.end(),
                                      [&](const auto& entry) { return entry.first == at; });
      if (known != seen.end()) {
        const Span use = site.callee.expansion;
        Finding& first = out[known->second];
        const bool noted = use == first.where.expansion
                           || std::any_of(first.related.begin(), first.related.end(),
                                          [&](const Related& r) { return r.span == use; });
        if (site.callee.in_macro_body && !noted)
          first.related.push_back({use, "expanded here too"});
        continue;
      }
      const std::string name = written_name(context, *f, id);
      // FULL_MASK rather than what it stands for.
      Where first_argument = site.args.front();
      if (first_argument.in_macro_body && !site.callee.in_macro_body)
        first_argument.spelling = first_argument.expansion;
      const std::string mask = shown_text(context, first_argument);
      const std::string data = site.args.size() > 1 ? shown_text(context, site.args[1]) : "?";
      const std::string last = site.args.size() > 2 ? shown_text(context, site.args[2]) : "?";
      Finding finding = match::finding(
          rule_shuffle_argument_left, site.callee, f,
          name + " without _sync shuffles its first argument: every lane receives the mask `" + mask
              + "`, not `" + data + "`");
      finding.details.push_back(name + "(value, lane or distance, width): value = `" + mask
                                + "`, distance = `" + data + "`, width = `" + last + "`");
      finding.confidence = guess->confidence;
      finding.owns.push_back(at);
      seen.emplace_back(at, out.size());
      if (e.tainted || f->tainted) {
        finding.confidence = Confidence::likely;
        out.push_back(std::move(finding));
        continue;
      }
      const auto removal = without_first_argument(context, site);
      if (removal && can_edit(facts, site.callee)) {
        Fix fix;
        fix.safety = guess->safety;
        if (site.callee.in_macro_body && !all_expansions_agree(context, views, site.callee))
          fix.safety = Safety::unsafe;
        if (context.prefer_builtins && site.rparen.valid() && !site.callee.in_macro_body) {
          fix.title = "shuffle `" + data + "` with width 32";
          fix.edits = {*removal, insert_last_argument(site, ", 32")};
        } else {
          fix.title = "shuffle `" + data + "` with hipshim::warp32";
          fix.edits = {rename_callee(site, warp32_name(e)), *removal};
          fix.includes.push_back(include_for(site.callee, "hipshim/warp32.hpp"));
        }
        finding.fixes.push_back(std::move(fix));
      }
      out.push_back(std::move(finding));
    }
  }
}

}  // namespace
}  // namespace hipaudit
