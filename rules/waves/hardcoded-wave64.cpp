// SPDX-License-Identifier: Apache-2.0
// Decides whether 64 stands for the wave size in code that also runs on waves of 32.
//
// Vocabulary: a *step* is a shuffle that only a wave of 64 can take (by 32 lanes, or from lane 32
// and up), or a vote of which the thread's number picks a half; a *split* is a thread index cut
// into waves and lanes of 64; a *constant* is a name that says wave size and stands for 64.
#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "match/wave_guard.hpp"

namespace hipaudit {
namespace {

constexpr std::string_view kDoc = R"md(
## What it finds

64 as the wave size in code that is compiled for gfx10, gfx11 or gfx12 as well:

- shuffles by 32 lanes or from lane 32 and up, also as the start of a halving loop, without a width of 32
- a half of a vote, or of a mask of lanes, that the thread's number picks: `__ballot(p) >> (threadIdx.x & 32)`
- `threadIdx.x & 63`, `% 64`, `/ 64`, `>> 6` as lane and wave of a kernel that shuffles or votes over whole waves
- `#define WARP_SIZE 64`, `constexpr int warp_size = 64`, `static constexpr int WarpSize = 64` for every AMD
  target, where device code computes lanes with it

## Why it is wrong on AMD

GFX10 and later have waves of 32 lanes in HIP. `__shfl_down(v, 32)` leaves the wave, so each lane gets its own
value and a sum counts it twice. `threadIdx.x / 64` gives two waves one number and one result slot; lanes 32-63
of such a "wave" are in another one, which no shuffle or vote reaches. A vote has no upper half there: threads 32-63
shift all of it away. NVIDIA has warps of 32 as well.

## Example

```cpp
for (int d = 32; d > 0; d /= 2) v += __shfl_down(v, d);
if ((threadIdx.x & 63) == 0) sums[threadIdx.x / 64] = v;
```

## Use instead

```cpp
for (int d = warpSize / 2; d > 0; d /= 2) v += __shfl_down(v, d);
if (threadIdx.x % warpSize == 0) sums[threadIdx.x / warpSize] = v;
```

Of a vote, the half of the lane, not of the thread: `__ballot(p) >> (__lane_id() & 32)`, or
`hipshim::warp32::ballot(p)`.

## Fix safety

Unsafe: 64 becomes `warpSize` in the steps and splits of one function, which makes the kernel follow the wave;
arrays of a slot for each wave and launches have to have room for twice as many waves. Shown only for constants,
and for steps that are written out one by one.

## Not reported

- when all targets have waves of 64
- behind a test of the wave size, or of the architecture by the preprocessor, in instances for one size, and in
  kernels that the host launches after it looked at the wave size
- 64 as the size of a tile, a block or a row: names that do not say wave size, and splits in kernels that
  exchange nothing over whole waves
- constants that only host code uses
- a half by the lane of the wave, `__lane_id() & 32` or `threadIdx.x % warpSize & 32`, which is 0 on waves of 32;
  blocks of 32 threads at most

## References

- HIP C++ language extensions: `warpSize` is 64 on GFX8 and GFX9, 32 on later ones; shuffles out of range give
  the own value
)md";

using namespace match;
using kf::kNone;
using kf::Op;

void judge(const Context& context, std::vector<Finding>& out);

}  // namespace

HIPAUDIT_RULE(rule_hardcoded_wave64) = {
    .id = "hardcoded-wave64",
    .topic = "waves",
    .summary = "64 stands for the wave size in code that also runs on waves of 32",
    .severity = Severity::error,
    .fix = Safety::unsafe,
    .needs = bit(FactKind::functions) | bit(FactKind::host_calls) | bit(FactKind::macros),
    .doc = kDoc,
    .judge = judge,
};

namespace {

bool is_whole_wave(const Function& f, const Expr& e) {
  if (e.op != Op::cross || e.tile != 0) return false;
  switch (e.cross) {
  case kf::CrossKind::ballot:
  case kf::CrossKind::any:
  case kf::CrossKind::all:
  case kf::CrossKind::active_mask: return true;
  default: break;
  }
  if (!is_shuffle(e) || e.args.size() < 4) return false;
  return e.args[3] == kNone || constant(f, e.args[3]) == 64;
}

/// A place where 64 is the wave size, and what to write there instead.
struct Place {
  ExprId id = kNone;
  std::string message;
  std::optional<Edit> edit;
  bool step = false;
};

/// A constant by its definition.
struct Constant {
  std::string name;
  Where where;
  std::set<Span> uses;
  bool used_with_lanes = false;
  bool tainted = false;
};

class Judge {
 public:
  explicit Judge(const Context& context) : context_(context), flow_(context.facts) {}

  void run(std::vector<Finding>& out) {
    if (!any_wave(context_.targets, 32)) return;
    for (std::size_t i = 0; i < flow_.functions().size(); ++i) {
      const Function& f = *flow_.functions()[i].f;
      if (!compiled_for(context_, f, 32) || f.name.rfind("hipshim::", 0) == 0) continue;
      constants_in(i);
    }
    for (std::size_t i = 0; i < flow_.functions().size(); ++i) {
      const Function& f = *flow_.functions()[i].f;
      if (!compiled_for(context_, f, 32) || f.name.rfind("hipshim::", 0) == 0) continue;
      literals_in(i);
    }
    for (auto& [span, found] : functions_) out.push_back(std::move(found));
    for (const auto& [span, constant] : constants_)
      if (auto found = report(constant)) out.push_back(std::move(*found));
  }

 private:
  // ---- names for 64 ----

  /// The definition of the name that this constant was written as, if it says wave size.
  std::optional<Constant> named(const Function& f, const Expr& e) const {
    if (e.op != Op::constant || e.value != 64) return std::nullopt;
    if (e.var != kNone && names_wave_size(f.vars[e.var].name)
        && f.vars[e.var].storage != kf::Storage::param)
      return Constant{f.vars[e.var].name, f.vars[e.var].where, {}, false, false};
    if (!e.where.in_macro_body || !e.where.spelling.valid()) return std::nullopt;
    for (const MacroFact& macro : context_.facts.macros)
      if (macro.kind == MacroFact::Kind::defined && !macro.function_like
          && macro.body_span.contains(e.where.spelling) && names_wave_size(macro.name))
        return Constant{macro.name, macro.where, {}, false, false};
    return std::nullopt;
  }

  /// The definition itself says 64; one that takes it from a build option is as good as that.
  bool says_64(const Span& at) const {
    if (!at.valid() || at.file >= context_.facts.files.size()) return false;
    const std::string_view text = context_.sources.text(context_.facts.files[at.file].path);
    std::string_view rest = text.substr(std::min<std::size_t>(at.end, text.size()));
    rest = rest.substr(0, rest.find_first_of(";\n,"));
    if (const std::size_t comment = rest.find("//"); comment != std::string_view::npos)
      rest = rest.substr(0, comment);
    std::string word;
    for (const char c : std::string(rest) + " ") {
      if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
        word += c;
        continue;
      }
      if (!word.empty() && (word == "64" || word == "64u" || word == "64U" || word == "0x40"))
        return true;
      // Anything but a type or a cast is a name of its own.
      word.clear();
    }
    return false;
  }

  void constants_in(std::size_t index) {
    const FunctionView& view = flow_.functions()[index];
    const Function& f = *view.f;
    const bool exchanges = exchanges_lanes(index, 0);
    for (ExprId id = 0; id < f.exprs.size(); ++id) {
      if (!view.reached(id)) continue;
      const Expr& e = f.exprs[id];
      // A tile's size is written in its type: cg::tiled_partition<kWaveSize>(block).
      if (is_call(e, {"tiled_partition"})) tile(f, e);
      auto found = named(f, e);
      if (!found || chosen_by_wave(context_, view, id)) continue;
      if (!is_reportable(context_.facts, &f, found->where) || launched_by_query(context_, f))
        continue;
      Constant& kept = constants_.try_emplace(found->where.best(), *found).first->second;
      kept.uses.insert(e.where.in_macro_body ? e.where.expansion : e.where.best());
      kept.used_with_lanes = kept.used_with_lanes || exchanges || cuts_threads(view, id);
      kept.tainted = kept.tainted || f.tainted;
      constant_functions_.insert(f.where.best());
    }
  }

  void tile(const Function& f, const Expr& e) {
    if (e.callee.find("<64") == std::string::npos) return;
    const std::string text = shown_text(context_, e.where, 200);
    const std::size_t open = text.find('<');
    const std::size_t close = text.find('>');
    if (open == std::string::npos || close == std::string::npos || close < open) return;
    std::string name = text.substr(open + 1, close - open - 1);
    if (const std::size_t colon = name.rfind(':'); colon != std::string::npos)
      name = name.substr(colon + 1);
    if (!names_wave_size(name)) return;
    tiles_.emplace(name, std::pair(e.where.best(), f.tainted));
  }

  /// The constant divides a thread index, or bounds it.
  bool cuts_threads(const FunctionView& view, ExprId id) const {
    const Function& f = *view.f;
    for (ExprId up = view.parent[id], hops = 0; up != kNone && hops < 4;
         up = view.parent[up], ++hops) {
      const Expr& e = f.exprs[up];
      if (e.op == Op::cast || e.op == Op::sub) continue;
      if (e.op != Op::div && e.op != Op::rem && e.op != Op::bit_and) return false;
      return !e.args.empty() && depends_on_thread(f, e.args[0]);
    }
    return false;
  }

  std::optional<Finding> report(const Constant& constant) {
    const Span& at = constant.where.best();
    Constant merged = constant;
    for (const auto& [name, tile] : tiles_)
      if (name == constant.name) {
        merged.uses.insert(tile.first);
        merged.used_with_lanes = true;
      }
    if (!merged.used_with_lanes || !says_64(at) || picked_by_architecture(context_, at))
      return std::nullopt;
    Finding out = finding(rule_hardcoded_wave64, merged.where, nullptr,
                          "`" + merged.name + "` is 64 for every AMD target, and a wave of "
                              + wave32_names(context_) + " has 32 lanes");
    out.targets = targets_with_wave(context_, 32);
    out.details.push_back(std::to_string(merged.uses.size())
                          + (merged.uses.size() == 1 ? " use" : " uses") + " in device code");
    if (merged.tainted) out.confidence = Confidence::likely;
    for (const Span& use : merged.uses) {
      if (use == at) continue;
      if (out.related.size() < 12) out.related.push_back({use, "used as the wave size"});
      out.owns.push_back(use);
    }
    own_shuffles(merged.uses, out.owns);
    out.fixes.push_back(
        {Safety::manual,
         "use warpSize in device code and ask hipDeviceAttributeWarpSize on the host",
         {},
         {}});
    return out;
  }

  /// A shuffle whose width is one of `uses` is too wide for that reason, and for no other.
  void own_shuffles(const std::set<Span>& uses, std::vector<Span>& owns) const {
    for (const Function& f : context_.facts.functions)
      for (const Expr& e : f.exprs) {
        if (!is_shuffle(e) || e.args.size() != 4 || e.args[3] == kf::kNone) continue;
        const Span width = f.exprs[skip_casts(f, e.args[3])].where.expansion;
        const Span whole = e.where.best();
        if (uses.contains(width) && std::find(owns.begin(), owns.end(), whole) == owns.end())
          owns.push_back(whole);
      }
  }

  // ---- 64 as it is ----

  void literals_in(std::size_t index) {
    const FunctionView& view = flow_.functions()[index];
    const Function& f = *view.f;
    // What the constant explains is the constant's.
    if (constant_functions_.contains(f.where.best())) return;
    std::map<Span, Place> steps;
    std::map<Span, Place> splits;
    for (ExprId id = 0; id < f.exprs.size(); ++id) {
      if (!view.reached(id)) continue;
      auto place = step(view, id);
      if (!place) place = half(index, id);
      const bool is_step = place.has_value();
      if (!place) place = split(view, id);
      if (!place || !is_reportable(context_.facts, &f, f.exprs[id].where)) continue;
      if (chosen_by_wave(context_, view, id)) return;
      (is_step ? steps : splits).emplace(f.exprs[id].where.best(), *place);
    }
    if (steps.empty() && splits.empty()) return;
    if (steps.empty() && !exchanges_waves(index, 0)) return;
    if (steps.empty() && std::none_of(splits.begin(), splits.end(), [&](const auto& at) {
          return names_lane(view, at.second.id);
        }))
      return;
    if (launched_by_query(context_, f)) return;
    const bool certain = !steps.empty();
    // Splits explain nothing where all shuffles stay within 32 lanes.
    std::map<Span, Place> places = std::move(steps);
    places.merge(splits);
    const Place& first = places.begin()->second;
    const Expr& e = f.exprs[first.id];
    Finding out = finding(rule_hardcoded_wave64, e.where, &f, first.message);
    out.targets = targets_with_wave(context_, 32);
    out.confidence = certain && !f.tainted && !e.tainted ? Confidence::certain : Confidence::likely;
    for (const auto& [span, place] : places) {
      if (place.id == first.id) continue;
      out.related.push_back({span, place.message});
      out.owns.push_back(span);
    }
    Fix fix{Safety::unsafe, "use warpSize", {}, {}};
    bool whole = !f.tainted;
    for (const auto& [span, place] : places) {
      whole = whole && place.edit.has_value();
      if (place.edit
          && std::find(fix.edits.begin(), fix.edits.end(), *place.edit) == fix.edits.end())
        fix.edits.push_back(*place.edit);
    }
    if (whole)
      out.fixes.push_back(std::move(fix));
    else
      out.fixes.push_back(
          {Safety::manual, "start at warpSize / 2 and count waves by warpSize", {}, {}});
    functions_.try_emplace(f.where.best(), std::move(out));
  }

  /// `__shfl_down(v, 32)`, the loop that starts there, `__shfl(v, 63)`.
  std::optional<Place> step(const FunctionView& view, ExprId id) const {
    const Function& f = *view.f;
    const Expr& e = f.exprs[id];
    if (!is_shuffle(e) || !is_whole_wave(f, e)) return std::nullopt;
    const std::string name = "`" + written_name_of(f, e) + "`";
    const auto operand = constant(f, e.args[2]);
    if (e.cross == kf::CrossKind::shfl) {
      if (!operand || *operand < 32 || *operand > 63) return std::nullopt;
      return Place{id,
                   name + " reads lane " + std::to_string(*operand) + ", and a wave of "
                       + wave32_names(context_) + " has lanes 0-31",
                   std::nullopt, true};
    }
    if (operand) {
      if (*operand != 32) return std::nullopt;
      return Place{id,
                   name + " by 32 lanes leaves a wave of " + wave32_names(context_)
                       + ": each lane gets its own value",
                   std::nullopt, true};
    }
    const ExprId start = loop_start(view, e.args[2]);
    if (start == kNone) return std::nullopt;
    Place place{id,
                name + " starts at 32 lanes, which leaves a wave of " + wave32_names(context_)
                    + ": each lane gets its own value",
                std::nullopt, true};
    place.edit = edit_at(f, start, "warpSize / 2");
    return place;
  }

  /// `votes >> (threadIdx.x & 32)`, `if (threadIdx.x & 32) mask <<= 32`: on waves of 32 threads 32
  /// and up pick a half that is not there.
  std::optional<Place> half(std::size_t index, ExprId id) const {
    const FunctionView& view = flow_.functions()[index];
    const Function& f = *view.f;
    const Expr& e = f.exprs[id];
    if ((e.op != Op::shr && e.op != Op::shl) || e.args.size() != 2) return std::nullopt;
    if (flow_.only_small_blocks(index)) return std::nullopt;
    const bool of_a_vote = e.op == Op::shr && !flow_.carried(index, e.args[0]).empty();
    const bool of_a_mask = e.op == Op::shl && is_low_half(view, e.args[0])
                           && (names_lanes(f) || exchanges_waves(index, 0));
    if (!of_a_vote && !of_a_mask) return std::nullopt;
    const ExprId picks = picked_by_thread(view, id);
    if (picks == kNone) return std::nullopt;
    const std::string what = of_a_vote ? "half of the vote" : "half of the lanes";
    Place place{id,
                "`" + shown_text(context_, f.exprs[picks].where) + "` picks a " + what
                    + " by the thread's number, and a wave of " + wave32_names(context_)
                    + " has 32 lanes: threads 32-63 "
                    + (of_a_vote ? "shift all votes away" : "name lanes that are not there"),
                std::nullopt, true};
    const Expr& number = f.exprs[skip_casts(f, picks)];
    if (number.op == Op::bit_and && constant(f, number.args[1]) == 32
        && f.exprs[skip_casts(f, number.args[0])].op == Op::thread_idx)
      place.edit = thread_to_lane(f, number.args[0]);
    return place;
  }

  std::optional<Edit> thread_to_lane(const Function& f, ExprId thread) const {
    const Expr& e = f.exprs[skip_casts(f, thread)];
    if (e.where.in_macro_body || !can_edit(context_.facts, e.where)) return std::nullopt;
    return Edit{e.where.best(), "__lane_id()"};
  }

  /// Some operation takes the lanes that take part.
  static bool names_lanes(const Function& f) {
    return std::any_of(f.exprs.begin(), f.exprs.end(),
                       [](const Expr& e) { return e.op == Op::cross && e.sync_form; });
  }

  /// 0xffffffff, or a local that begins as it.
  static bool is_low_half(const FunctionView& view, ExprId id) {
    const Function& f = *view.f;
    const auto low = [&](ExprId value) {
      const auto bits = mask_bits(f, value);
      return bits && *bits == 0xffffffffULL;
    };
    if (low(id)) return true;
    const Expr& e = f.exprs[skip_casts(f, id)];
    const Expr& place = e.op == Op::load && !e.args.empty() ? f.exprs[e.args[0]] : e;
    if (place.op != Op::local) return false;
    return std::any_of(f.stmts.begin(), f.stmts.end(), [&](const kf::Stmt& s) {
      return s.kind == kf::StmtKind::decl && s.var == place.var && s.a != kNone && low(s.a);
    });
  }

  /// What decides by the thread's number that this shift goes by 32: its amount, or the condition
  /// under which it runs.
  ExprId picked_by_thread(const FunctionView& view, ExprId shift) const {
    const Function& f = *view.f;
    const ExprId amount = f.exprs[shift].args[1];
    if (by_thread(view, amount, 32)) return amount;
    if (constant(f, amount) != 32) return kNone;
    for (ExprId at = shift, up = view.parent[shift]; up != kNone; at = up, up = view.parent[up])
      if (f.exprs[up].op == Op::select && f.exprs[up].args[1] == at
          && by_thread(view, f.exprs[up].args[0], 0))
        return f.exprs[up].args[0];
    for (const match::Guard& guard : view.guards[view.owner[shift]])
      if (guard.holds && by_thread(view, guard.condition, 0)) return guard.condition;
    return kNone;
  }

  /// In threads 32-63 of each 64 it is `upper` (0: anything but 0), in the others 0, on waves of 32
  /// as well as on waves of 64.
  static bool by_thread(const FunctionView& view, ExprId id, std::int64_t upper) {
    for (const int wave : {32, 64})
      for (const int thread : {0, 1, 31, 32, 33, 63, 64, 95, 96, 127}) {
        const auto value = value_in_lane(view, id, thread, wave);
        const bool in_upper = (thread & 32) != 0;
        if (!value || (*value != 0) != in_upper) return false;
        if (in_upper && upper != 0 && *value != upper) return false;
      }
    return true;
  }

  std::string written_name_of(const Function& f, const Expr& e) const {
    return e.site == kNone ? e.text : shown_text(context_, f.sites[e.site].callee, 40);
  }

  /// `for (int d = 32; d > 0; d /= 2)`: the 32, or kNone.
  ExprId loop_start(const FunctionView& view, ExprId operand) const {
    const Function& f = *view.f;
    const Expr& load = f.exprs[skip_casts(f, operand)];
    if (load.op != Op::load || load.args.empty()) return kNone;
    const Expr& place = f.exprs[load.args[0]];
    if (place.op != Op::local) return kNone;
    ExprId start = kNone;
    bool halves = false;
    for (const kf::Stmt& s : f.stmts)
      if (s.kind == kf::StmtKind::decl && s.var == place.var && s.a != kNone
          && constant(f, s.a) == 32)
        start = s.a;
    for (const Expr& e : f.exprs) {
      if (e.op != Op::assign || e.args.size() != 2) continue;
      const Expr& to = f.exprs[e.args[0]];
      if (to.op != Op::local || to.var != place.var) continue;
      const Expr& value = f.exprs[skip_casts(f, e.args[1])];
      const auto by = value.args.size() == 2 ? constant(f, value.args[1]) : std::nullopt;
      if ((value.op == Op::div && by == 2) || (value.op == Op::shr && by == 1)) halves = true;
      // int d; for (d = 32; ...)
      if (start == kNone && constant(f, e.args[1]) == 32) start = e.args[1];
    }
    return halves ? start : kNone;
  }

  /// `threadIdx.x & 63`, `% 64`, `/ 64`, `>> 6`
  std::optional<Place> split(const FunctionView& view, ExprId id) const {
    const Function& f = *view.f;
    const Expr& e = f.exprs[id];
    if (e.args.size() != 2) return std::nullopt;
    const auto c = constant(f, e.args[1]);
    const bool lane = (e.op == Op::bit_and && c == 63) || (e.op == Op::rem && c == 64);
    const bool wave = (e.op == Op::div && c == 64) || (e.op == Op::shr && c == 6);
    if (!lane && !wave) return std::nullopt;
    if (!is_thread(view, e.args[0])) return std::nullopt;
    Place place{id,
                "`" + shown_text(context_, e.where) + "` counts " + (lane ? "lanes" : "waves")
                    + " in 64s, and a wave of " + wave32_names(context_) + " has 32 lanes",
                std::nullopt, false};
    if (e.op == Op::rem || e.op == Op::div) place.edit = edit_at(f, e.args[1], "warpSize");
    if (e.op == Op::bit_and) place.edit = edit_at(f, e.args[1], "(warpSize - 1)");
    return place;
  }

  /// threadIdx.x, or a local that is it.
  static bool is_thread(const FunctionView& view, ExprId id) {
    const Function& f = *view.f;
    const Expr& e = f.exprs[view.resolve(id)];
    if (e.op == Op::thread_idx) return e.value == 0;
    if (is_call(e, {"thread_rank"})) return true;
    // threadIdx.x + threadIdx.y * blockDim.x
    if (e.op != Op::add || !mentions(f, view.resolve(id), Op::thread_idx)) return false;
    return !mentions(f, view.resolve(id), Op::block_idx);
  }

  std::optional<Edit> edit_at(const Function& f, ExprId id, std::string text) const {
    const Expr& e = f.exprs[skip_implicit(f, id)];
    if (e.where.in_macro_body || !can_edit(context_.facts, e.where)) return std::nullopt;
    if (e.op != Op::constant || e.var != kNone) return std::nullopt;
    return Edit{e.where.best(), std::move(text)};
  }

  /// The value is kept under a name that says lane, warp or wave.
  static bool names_lane(const FunctionView& view, ExprId id) {
    const Function& f = *view.f;
    for (const kf::Stmt& s : f.stmts)
      if (s.kind == kf::StmtKind::decl && s.a != kNone && s.var != kNone
          && skip_casts(f, s.a) == id)
        return names_a_warp(f.vars[s.var].name);
    return false;
  }

  /// The function, or what it calls, has a cross-lane operation of any kind.
  bool exchanges_lanes(std::size_t index, int depth) const {
    const Function& f = *flow_.functions()[index].f;
    return std::any_of(f.exprs.begin(), f.exprs.end(), [&](const Expr& e) {
      if (e.op == Op::cross) return e.cross != kf::CrossKind::barrier;
      if (e.op != Op::call) return false;
      // A library's own shuffle may be many templates deep.
      if (e.text.find("shfl") != std::string::npos || e.text.find("shuffle") != std::string::npos)
        return true;
      if (depth >= 3) return false;
      const auto to = flow_.target(e);
      return to && *to != index && exchanges_lanes(*to, depth + 1);
    });
  }

  /// The function, or what it calls, exchanges values over whole waves.
  bool exchanges_waves(std::size_t index, int depth) const {
    const FunctionView& view = flow_.functions()[index];
    const Function& f = *view.f;
    bool found = false;
    for (ExprId id = 0; id < f.exprs.size() && !found; ++id) {
      if (!view.reached(id)) continue;
      const Expr& e = f.exprs[id];
      found = is_whole_wave(f, e);
      if (!found && e.op == Op::call && depth < 3)
        if (const auto to = flow_.target(e); to && *to != index)
          found = exchanges_waves(*to, depth + 1);
    }
    return found;
  }

  const Context& context_;
  LaneMaskFlow flow_;
  std::map<Span, Finding> functions_;
  std::map<Span, Constant> constants_;
  std::map<std::string, std::pair<Span, bool>> tiles_;
  std::set<Span> constant_functions_;
};

void judge(const Context& context, std::vector<Finding>& out) { Judge(context).run(out); }

}  // namespace
}  // namespace hipaudit
