// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include "match/lane_masks.hpp"
#include "match/rule.hpp"
#include "match/wave_guard.hpp"

namespace hipaudit {

namespace {

constexpr std::string_view kDoc = R"md(## What it finds

A kernel that reckons with the wave size in one place (`warpSize`, `__lane_id()`) and with 32 in
another (`threadIdx.x % 32`, a tree of shuffles that starts at 16, a second stage of
`blockDim.x / 32` values), and computes something else on a 64-lane wave for it.

## Why it is wrong on AMD

Two ways of counting are right: CUDA's warps of 32 lanes, whatever the wave (every shuffle of width
32), or real waves (every lane, stride, mask and loop from `warpSize`). A mixture is right only where
both are the same, on waves of 32. With 64 lanes a reduction from 16 whose result is read where
`threadIdx.x % warpSize == 0` leaves out lanes 32-63; a scan guarded by the lane of the wave lacks its
last step; half of the slots of the second stage are never written.

The kernel is run on the same data as CUDA runs it and with waves of 64 lanes: it is reported when
what others see differs, and neither a single operation nor another layout of the same results
explains it.

A template that is told how many threads a warp has, and cuts lane numbers at 32 by itself, is
reported where there is an instance for 64: there lanes 32-63 take the numbers of lanes 0-31.

## Example

```cpp
for (int d = 16; d > 0; d >>= 1) v += __shfl_down(v, d);  // sums 32 lanes
if (threadIdx.x % warpSize == 0) atomicAdd(sum, v);       // once per 64
```

## Use instead

One unit throughout: `hipshim::warp32::shfl_down` and `threadIdx.x % 32`, or start at
`warpSize / 2`.

## Fix safety

Counting in 32s is what CUDA computes, on every wave size. The fix is safe where all places lie in
one kernel that writes to the same addresses either way; where the layout of its results follows
`warpSize`, or a helper is shared, it is unsafe: the host or another kernel may count on the wave.

## Not reported

Code that uses one unit, and mixtures that come to the same: `threadIdx.x / warpSize * warpSize +
threadIdx.x % warpSize`.

## References

HIP porting guide, "warpSize"
(https://rocm.docs.amd.com/projects/HIP/en/latest/how-to/hip_porting_guide.html).
)md";

const Rule& self();

std::string text_of(const Context& context, const KernelVerdict::Place& at) {
  return match::shown_text(context, at.first->exprs[at.second].where, 48);
}

bool in_macro_body(const KernelVerdict::Place& at) {
  return at.first->exprs[at.second].where.in_macro_body;
}

/// `#define SUM(v, d, width) __shfl_xor(v, d, width)` is not where the units are chosen.
bool is_wrapper(const KernelVerdict::Place& at) {
  const kf::Expr& e = at.first->exprs[at.second];
  return in_macro_body(at) && kf::is_shuffle(e) && e.args.size() == 4 && e.args[3] != kf::kNone;
}

/// Every operation on 32 lanes and every warpSize a 32; nothing where some text cannot be edited.
std::optional<Fix> count_in_32s(const Context& context, const kf::Function& kernel,
                                const KernelVerdict& verdict) {
  Fix fix;
  fix.title = "count in warps of 32 lanes throughout";
  fix.safety = verdict.same_layout ? Safety::safe : Safety::unsafe;
  const auto add = [&](const kf::Function& f, const Where& where, Edit edit, bool needs_shim) {
    if (&f != &kernel) fix.safety = Safety::unsafe;
    if (std::ranges::find(fix.edits, edit) != fix.edits.end()) return;
    fix.edits.push_back(std::move(edit));
    if (!needs_shim) return;
    const IncludeRequest include = match::include_for(where, "hipshim/warp32.hpp");
    if (std::ranges::find(fix.includes, include) == fix.includes.end())
      fix.includes.push_back(include);
  };
  for (const auto& [f, id] : verdict.operations) {
    const auto edit = match::to_warp32(context.facts, *f, id);
    if (!edit) return std::nullopt;
    add(*f, f->sites[f->exprs[id].site].callee, *edit, true);
  }
  for (const auto& [f, id] : verdict.by_wave) {
    const kf::Expr& e = f->exprs[id];
    if (f->tainted || e.tainted || e.where.in_macro_body
        || !match::can_edit(context.facts, e.where))
      return std::nullopt;
    const bool lane = e.op == kf::Op::lane_id;
    if (!lane && e.op != kf::Op::warp_size) return std::nullopt;
    add(*f, e.where, {e.where.best(), lane ? "hipshim::warp32::lane_id()" : "32"}, lane);
  }
  return fix;
}

/// An array is too small for one of the wave sizes: wave-indexed-array reports that.
bool overflows(const KernelVerdict& kernel) {
  return std::ranges::any_of(kernel.faults, [](const WaveFault& f) {
    return f.kind == WaveFault::Kind::out_of_range && f.on_32 != f.on_64;
  });
}

// ---- lanes cut at 32 in instances for warps of 64 ----

/// kWarpThreads, LOGICAL_WARP_THREADS
bool names_warp_width(std::string name) {
  for (const std::string_view word : {"LOGICAL_", "Logical", "logical_"})
    if (const std::size_t at = name.find(word); at != std::string::npos)
      name.erase(at, word.size());
  return match::names_wave_size(name);
}

/// `kWarpThreads = 64` among the template arguments.
const kf::TemplateArg* warps_of_64(const kf::Function& f) {
  for (const kf::TemplateArg& given : f.template_args)
    if (given.value == 64 && names_warp_width(given.name)) return &given;
  return nullptr;
}

/// threadIdx.x & 31, tid % 32
bool cuts_at_32(const kf::Function& f, kf::ExprId id) {
  const kf::Expr& e = f.exprs[id];
  if (e.args.size() != 2 || (e.op != kf::Op::bit_and && e.op != kf::Op::rem)) return false;
  const auto width = kf::constant(f, e.args[1]);
  const bool cuts = width && *width == (e.op == kf::Op::rem ? 32 : 31);
  return cuts && kf::depends_on_thread(f, e.args[0]);
}

/// Lane numbers of 32 that are kept as such: `int lane = threadIdx.x & 31`.
std::vector<kf::ExprId> lanes_of_32(const kf::Function& f) {
  std::vector<kf::ExprId> out;
  const auto add = [&](const std::string& name, kf::ExprId value) {
    if (value == kf::kNone || name.find("lane") == std::string::npos) return;
    const kf::ExprId id = kf::skip_casts(f, value);
    if (cuts_at_32(f, id)) out.push_back(id);
  };
  for (const kf::Stmt& s : f.stmts)
    if (s.kind == kf::StmtKind::decl && s.var != kf::kNone) add(f.vars[s.var].name, s.a);
  for (const kf::Expr& e : f.exprs) {
    if (e.op != kf::Op::assign || e.args.size() != 2) continue;
    const kf::Expr& place = f.exprs[e.args[0]];
    if (place.op == kf::Op::member) add(place.text, e.args[1]);
    if (place.op == kf::Op::local) add(f.vars[place.var].name, e.args[1]);
  }
  return out;
}

/// "Scan<int, 64>::" of "Scan<int, 64>::step".
std::string class_of(const kf::Function& f) {
  const std::size_t end = f.name.rfind("::");
  return end == std::string::npos ? std::string() : f.name.substr(0, end + 2);
}

/// The function, or another member of its class, exchanges values between lanes.
bool exchanges(const Facts& facts, const kf::Function& f) {
  const auto any = [](const kf::Function& g) {
    return std::ranges::any_of(g.exprs, [](const kf::Expr& e) {
      if (e.op == kf::Op::cross) return kf::is_shuffle(e) || kf::is_lane_mask(e);
      return e.op == kf::Op::call
             && (e.text.find("shfl") != std::string::npos
                 || e.text.find("huffle") != std::string::npos);
    });
  };
  if (any(f)) return true;
  const std::string owner = class_of(f);
  return !owner.empty() && std::ranges::any_of(facts.functions, [&](const kf::Function& g) {
    return g.name.starts_with(owner) && any(g);
  });
}

void in_wide_instances(const Context& context, std::vector<Finding>& out) {
  std::set<Span> seen;
  for (const kf::Function* f : match::judged_functions(context.facts, 64)) {
    const kf::TemplateArg* width = f->is_pattern ? nullptr : warps_of_64(*f);
    if (width == nullptr) continue;
    for (const kf::ExprId id : lanes_of_32(*f)) {
      const kf::Expr& e = f->exprs[id];
      if (!match::is_reportable(context.facts, f, e.where) || !exchanges(context.facts, *f)
          || !seen.insert(e.where.best()).second)
        continue;
      Finding finding =
          match::finding(self(), e.where, f,
                         "`" + match::shown_text(context, e.where, 48)
                             + "` counts in 32s in an instance for warps of 64 (`" + width->name
                             + "` is 64): lanes 32-63 take the numbers of lanes 0-31");
      finding.confidence = Confidence::likely;
      finding.targets = match::targets_with_wave(context, 64);
      finding.fixes.push_back(
          {Safety::manual, "cut lane numbers at `" + width->name + "`", {}, {}});
      out.push_back(std::move(finding));
    }
  }
}

void judge(const Context& context, std::vector<Finding>& out) {
  if (any_wave(context.targets, 64)) in_wide_instances(context, out);
  if (!context.wave64) return;
  std::map<Span, std::size_t> by_place;
  for (const kf::Function* f : match::judged_functions(context.facts, 64)) {
    const KernelVerdict* kernel = context.wave64->kernel(f->key);
    if (!kernel || kernel->verdict.outcome != Outcome::wrong || !kernel->culprits.empty()) continue;
    if (kernel->by_wave.empty() || kernel->by_32.empty()) continue;
    if (overflows(*kernel)) continue;
    const bool from_wave =
        is_wrapper(kernel->by_32.front()) && !in_macro_body(kernel->by_wave.front());
    const auto& [owner, id] = from_wave ? kernel->by_wave.front() : kernel->by_32.front();
    const kf::Expr& e = owner->exprs[id];
    if (!match::is_reportable(context.facts, owner, e.where)) continue;
    const auto [found, added] = by_place.try_emplace(e.where.best(), out.size());
    if (!added) continue;
    const std::string by_32 = "`" + text_of(context, kernel->by_32.front()) + "`";
    const std::string by_wave = "`" + text_of(context, kernel->by_wave.front()) + "`";
    Finding finding =
        match::finding(self(), e.where, owner,
                       from_wave ? by_wave + " counts in waves of 64 and " + by_32
                                       + " in 32s: " + kernel->verdict.effect
                                 : by_32 + " counts in 32s and " + by_wave
                                       + " in waves of 64: " + kernel->verdict.effect);
    finding.confidence = kernel->verdict.confidence;
    if (f->tainted || owner->tainted)
      finding.confidence = std::min(finding.confidence, Confidence::likely);
    finding.targets = match::targets_with_wave(context, 64);
    finding.details.push_back("run in " + f->name + " with " + std::to_string(kernel->threads)
                              + " threads, on the same data over 32 and over 64 lanes");
    std::set<Span> said{e.where.best()};
    const auto relate = [&](const KernelVerdict::Place& at, const char* unit) {
      const Where& where = at.first->exprs[at.second].where;
      if (said.insert(where.best()).second && where.best().valid())
        finding.related.push_back({where.best(), std::string("counts in ") + unit});
    };
    for (const auto& at : kernel->by_wave) relate(at, "waves");
    for (const auto& at : kernel->by_32) relate(at, "32s");
    for (const WaveFault& fault : kernel->faults)
      if (fault.kind == WaveFault::Kind::unwritten && fault.on_64 && !fault.on_32)
        finding.related.push_back({fault.function->exprs[fault.at].where.best(),
                                   "reads `" + fault.name + "[" + std::to_string(fault.index)
                                       + "]`, which nothing has written with waves of 64"});
    if (auto fix = count_in_32s(context, *f, *kernel)) finding.fixes.push_back(std::move(*fix));
    out.push_back(std::move(finding));
  }
}

}  // namespace

HIPAUDIT_RULE(rule_mixed_lane_units) = {
    .id = "mixed-lane-units",
    .topic = "waves",
    .summary = "one computation counts in warps of 32 lanes here and in real waves there",
    .severity = Severity::error,
    .fix = Safety::safe,
    .needs = bit(FactKind::functions) | bit(FactKind::host_calls),
    .doc = kDoc,
    .judge = judge,
};

namespace {
const Rule& self() { return rule_mixed_lane_units; }
}  // namespace

}  // namespace hipaudit
