// SPDX-License-Identifier: Apache-2.0
// Decides whether a lane built-in of the compiler means what it should on every selected target.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "match/wave_guard.hpp"

namespace hipaudit {
namespace {

constexpr std::string_view kDoc = R"md(
## What it finds

Lane built-ins whose pattern holds for one wave size, in code that is compiled for a target of the other:

- DPP controls row_bcast (0x142, 0x143) and wave_shl/rol/shr/ror (0x130, 0x134, 0x138, 0x13c), as
  `__builtin_amdgcn_update_dpp`, `__builtin_amdgcn_mov_dpp`, `__hip_move_dpp` or in `asm`: GFX8 and GFX9 alone
- row_xmask (0x160 to 0x16f), `__builtin_amdgcn_mov_dpp8`, `permlane16`, `permlanex16`: GFX10 and later;
  `permlane64`: GFX11 and later, and it moves nothing on a wave of 32
- `__builtin_amdgcn_ballot_w32` where the wave has 64 lanes
- `__builtin_amdgcn_readlane` of lane 32 and up where the wave has 32
- `__builtin_amdgcn_mbcnt_lo` without `mbcnt_hi` where the wave has 64: it counts lanes 0-31 alone
- `__builtin_amdgcn_readfirstlane(threadIdx.x / 32)` where the wave has 64: both halves get the first's number
- `__builtin_amdgcn_ds_bpermute` whose address names lanes 32-63 of a wave of 32, or whose lanes 32-63 name
  lanes 0-31 again

## Why it is wrong on AMD

Some of them do not compile for the other architecture (clang: "broadcasts are not supported on GFX10+", "needs
target feature gfx10-insts"); in `asm` it is the assembler that says so, after every check of the front end. The
others compile and take other lanes.

## Example

```cpp
v += __builtin_amdgcn_update_dpp(0, v, 0x142, 0xa, 0xf, false);   // no such thing on gfx1100
```

## Use instead

```cpp
v += __shfl_up(v, 16);    // or hipshim::wave::reduce_sum(v)
```

## Fix safety

Manual: the step belongs to a sequence that is made for one wave size.

## Not reported

- behind a test of the wave size or of the architecture, in the preprocessor or at run time, and in instances
  that the host picks by a query
- DPP within a row of 16 lanes, swizzles within 32 lanes, `readfirstlane` of anything else
- a helper whose control is a template parameter: its callers are reported, unless they choose

## References

- LLVM, User Guide for AMDGPU Backend; AMDGPU ISA documents "MI200" and "RDNA3": DPP controls, V_READLANE_B32,
  V_MBCNT_LO_U32_B32, DS_BPERMUTE_B32
- Compiled for gfx90a, gfx942, gfx950, gfx1030, gfx1100 and gfx1201 with clang 22
)md";

using namespace match;
using kf::kNone;
using kf::Op;

void judge(const Context& context, std::vector<Finding>& out);

}  // namespace

HIPAUDIT_RULE(rule_lane_builtin_wave) = {
    .id = "lane-builtin-wave",
    .topic = "waves",
    .summary = "a lane built-in is used as it works at one wave size only",
    .severity = Severity::error,
    .fix = Safety::manual,
    .needs = bit(FactKind::functions) | bit(FactKind::host_calls),
    .doc = kDoc,
    .judge = judge,
};

namespace {

/// A built-in that fails where waves have `wave` lanes.
struct Fault {
  int wave = 32;
  std::string what;    ///< "`row_bcast:15` (DPP control 0x142)"
  std::string effect;  ///< "does not exist on"
  bool compiles = true;
  Confidence confidence = Confidence::certain;
};

std::optional<std::string> gfx9_control(std::int64_t control) {
  switch (control) {
  case 0x142: return "row_bcast:15";
  case 0x143: return "row_bcast:31";
  case 0x130: return "wave_shl:1";
  case 0x134: return "wave_rol:1";
  case 0x138: return "wave_shr:1";
  case 0x13c: return "wave_ror:1";
  default: return std::nullopt;
  }
}

std::string hex(std::int64_t value) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (auto v = static_cast<std::uint64_t>(value); v != 0 || out.empty(); v >>= 4)
    out.insert(out.begin(), kDigits[v & 15]);
  return "0x" + out;
}

/// The DPP control of a call: a constant argument, or the first template argument.
std::optional<std::int64_t> dpp_control(const Function& f, const Expr& e) {
  if (is_call(e, {"__builtin_amdgcn_update_dpp"}) && e.args.size() >= 3)
    return constant(f, e.args[2]);
  if (is_call(e, {"__builtin_amdgcn_mov_dpp"}) && e.args.size() >= 2) return constant(f, e.args[1]);
  if (is_call(e, {"__hip_move_dpp_N"})) {
    const std::size_t open = e.callee.find('<');
    if (open == std::string::npos) return std::nullopt;
    std::int64_t value = 0;
    for (std::size_t i = open + 1; i < e.callee.size() && e.callee[i] >= '0' && e.callee[i] <= '9';
         ++i)
      value = std::min<std::int64_t>(value * 10 + (e.callee[i] - '0'), 0xffff);
    return value;
  }
  return std::nullopt;
}

std::optional<Fault> by_control(std::int64_t control) {
  if (const auto name = gfx9_control(control))
    return Fault{32, "`" + *name + "` (DPP control " + hex(control) + ")",
                 "is an instruction of GFX8 and GFX9, and does not compile for", false};
  if (control >= 0x160 && control <= 0x16f)
    return Fault{64, "`row_xmask` (DPP control " + hex(control) + ")",
                 "is an instruction of GFX10 and later, and does not compile for", false};
  return std::nullopt;
}

std::optional<Fault> absent(const Function& f, const Expr& e) {
  if (const auto control = dpp_control(f, e)) return by_control(*control);
  for (const std::string_view name :
       {"__builtin_amdgcn_mov_dpp8", "__builtin_amdgcn_permlane16", "__builtin_amdgcn_permlanex16"})
    if (is_call(e, {name}))
      return Fault{64, "`" + std::string(name) + "`",
                   "is for GFX10 and later, and does not compile for", false};
  if (is_call(e, {"__builtin_amdgcn_permlane64"}))
    return Fault{64, "`__builtin_amdgcn_permlane64`",
                 "is for GFX11 and later, and does not compile for", false};
  if (is_call(e, {"__builtin_amdgcn_ballot_w32"}))
    return Fault{64, "`__builtin_amdgcn_ballot_w32`",
                 "is for waves of 32 lanes, and does not compile for", false};
  return std::nullopt;
}

bool has_call(const Function& f, std::initializer_list<std::string_view> names) {
  return std::any_of(f.exprs.begin(), f.exprs.end(),
                     [&](const Expr& e) { return is_call(e, names); });
}

/// threadIdx.x / 32 in each lane of a wave of 64: not the same in both halves.
bool differs_between_halves(const FunctionView& view, ExprId id) {
  const auto low = value_in_lane(view, id, 0, 64);
  const auto middle = value_in_lane(view, id, 31, 64);
  const auto high = value_in_lane(view, id, 32, 64);
  const auto last = value_in_lane(view, id, 63, 64);
  return low && middle && high && last && *low == *middle && *high == *last && *low != *high;
}

std::optional<Fault> readlane(const FunctionView& view, const Expr& e) {
  const Function& f = *view.f;
  if (is_call(e, {"__builtin_amdgcn_readlane", "__builtin_amdgcn_writelane"})
      && e.args.size() >= 2) {
    const auto lane = constant(f, e.args[1]);
    if (lane && *lane >= 32 && *lane < 64)
      return Fault{32, "lane " + std::to_string(*lane) + " of `" + e.text + "`",
                   "does not exist on a wave of 32: it is taken modulo 32 on"};
  }
  if (is_call(e, {"__builtin_amdgcn_readfirstlane"}) && e.args.size() == 1
      && differs_between_halves(view, e.args[0]))
    return Fault{64, "a warp number in 32s given to `__builtin_amdgcn_readfirstlane`",
                 "becomes that of lanes 0-31 for lanes 32-63, too, on"};
  return std::nullopt;
}

std::optional<Fault> mbcnt(const Function& f, const Expr& e) {
  if (!is_call(e, {"__builtin_amdgcn_mbcnt_lo", "__mbcnt_lo"})) return std::nullopt;
  if (has_call(f, {"__builtin_amdgcn_mbcnt_hi", "__mbcnt_hi"})) return std::nullopt;
  return Fault{64, "`" + e.text + "` without `mbcnt_hi`",
               "counts lanes 0-31 alone, so lanes 32-63 all get the same number, on"};
}

/// The lane that ds_bpermute reads, per lane: its address is four times the lane.
std::optional<Fault> bpermute(const FunctionView& view, const Expr& e) {
  const Function& f = *view.f;
  if (!is_call(e, {"__builtin_amdgcn_ds_bpermute", "__hip_ds_bpermute", "__hip_ds_bpermutef"})
      || e.args.empty() || !depends_on_thread(f, e.args[0]))
    return std::nullopt;
  bool leaves_32 = false;
  for (int lane = 0; lane < 32; ++lane) {
    const auto address = value_in_lane(view, e.args[0], lane, 32);
    if (!address || *address < 0) return std::nullopt;
    leaves_32 = leaves_32 || *address / 4 >= 32;
  }
  if (leaves_32)
    return Fault{32, "the address of `" + e.text + "`", "names lanes 32-63, which do not exist on",
                 true, Confidence::likely};
  for (int lane = 0; lane < 32; ++lane) {
    const auto low = value_in_lane(view, e.args[0], lane, 64);
    const auto high = value_in_lane(view, e.args[0], lane + 32, 64);
    if (!low || !high || *low / 4 >= 32 || *high / 4 != *low / 4) return std::nullopt;
  }
  return Fault{64, "the address of `" + e.text + "` is that of a lane modulo 32 and",
               "sends lanes 32-63 to lanes 0-31 on", true, Confidence::likely};
}

/// `v_add_f32 ... row_bcast:15` in an asm statement.
std::optional<Fault> in_asm(const std::string& text) {
  for (const std::string_view name :
       {"row_bcast:", "wave_shl:", "wave_rol:", "wave_shr:", "wave_ror:"})
    if (const std::size_t at = text.find(name); at != std::string::npos) {
      std::size_t end = at + name.size();
      while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
      return Fault{32, "`" + text.substr(at, end - at) + "` in asm",
                   "is an instruction of GFX8 and GFX9, and does not assemble for", false};
    }
  for (const std::string_view name : {"v_permlane16", "v_permlanex16", "row_xmask:", "dpp8:"})
    if (text.find(name) != std::string::npos)
      return Fault{64, "`" + std::string(name) + "` in asm",
                   "is an instruction of GFX10 and later, and does not assemble for", false};
  return std::nullopt;
}

class Judge {
 public:
  explicit Judge(const Context& context) : context_(context), flow_(context.facts) {}

  void run(std::vector<Finding>& out) {
    for (std::size_t i = 0; i < flow_.functions().size(); ++i) function(i);
    for (auto& [key, found] : found_) out.push_back(std::move(found));
  }

 private:
  bool compiled_at(const Function& f, int wave) const {
    return any_wave(context_.targets, wave) && compiled_for(context_, f, wave);
  }

  void function(std::size_t index) {
    const FunctionView& view = flow_.functions()[index];
    const Function& f = *view.f;
    if (f.name.rfind("hipshim::", 0) == 0) return;
    for (ExprId id = 0; id < f.exprs.size(); ++id) {
      const Expr& e = f.exprs[id];
      if (e.op != Op::call || !view.reached(id)) continue;
      uninstantiated(index, id);
      std::optional<Fault> fault = absent(f, e);
      if (!fault) fault = readlane(view, e);
      if (!fault) fault = mbcnt(f, e);
      if (!fault) fault = bpermute(view, e);
      if (!fault || !compiled_at(f, fault->wave) || chosen_by_wave(context_, view, id)) continue;
      if (fault->compiles && fault->wave == 64
          && (flow_.only_small_blocks(index) || first_half_only(view, id)))
        continue;
      place(index, id, *fault);
    }
    walk_stmts(f, [&](const kf::Stmt& s) {
      if (s.kind != kf::StmtKind::asm_) return;
      const auto fault = in_asm(s.text);
      if (!fault || !compiled_at(f, fault->wave)) return;
      if (picked_by_architecture(context_, s.where.best())
          || picked_by_architecture(context_, f.where.best()) || guarded(view, s))
        return;
      report(view, s.where, *fault, s.tainted);
    });
  }

  /// An asm statement behind a test of the wave size.
  bool guarded(const FunctionView& view, const kf::Stmt& s) const {
    const auto id = static_cast<kf::StmtId>(&s - view.f->stmts.data());
    // One expression of it, or of a neighbour in the same block, stands for it.
    for (const ExprId e : s.exprs)
      if (chosen_by_wave(context_, view, e)) return true;
    return s.exprs.empty()
           && std::any_of(view.guards[id].begin(), view.guards[id].end(), [&](const Guard& g) {
                return g.condition != kNone && mentions(*view.f, g.condition, Op::warp_size);
              });
  }

  /// Where the choice is made: for a control that is a template argument, at the callers.
  void place(std::size_t index, ExprId id, const Fault& fault) {
    const FunctionView& view = flow_.functions()[index];
    const Function& f = *view.f;
    const bool by_argument = !f.pattern.empty() && !fault.compiles && !flow_.calls_of(index).empty()
                             && dpp_control(f, f.exprs[id]).has_value();
    if (!by_argument) return report(view, f.exprs[id].where, fault, f.exprs[id].tainted);
    for (const auto& [caller, call] : flow_.calls_of(index)) {
      const FunctionView& from = flow_.functions()[caller];
      const Expr& e = from.f->exprs[call];
      // A caller that is not instantiated names the pattern, and its text the control.
      if (e.callee != f.key && written_control(e) != dpp_control(f, f.exprs[id])) continue;
      report_call(from, call, fault);
    }
  }

  /// moved<0x142>(v) where neither moved nor its caller is instantiated.
  void uninstantiated(std::size_t index, ExprId id) {
    const FunctionView& view = flow_.functions()[index];
    const Function& f = *view.f;
    const Expr& e = f.exprs[id];
    if (!f.is_pattern || !is_call(e, {"__builtin_amdgcn_update_dpp", "__builtin_amdgcn_mov_dpp"}))
      return;
    const bool by_argument = std::any_of(e.args.begin(), e.args.end(), [&](ExprId arg) {
      return f.exprs[skip_casts(f, arg)].op == Op::template_param;
    });
    if (!by_argument) return;
    for (const auto& [caller, call] : flow_.calls_of(index)) {
      const FunctionView& from = flow_.functions()[caller];
      const auto control = written_control(from.f->exprs[call]);
      const auto fault = control ? by_control(*control) : std::nullopt;
      if (fault) report_call(from, call, *fault);
    }
  }

  void report_call(const FunctionView& from, ExprId call, const Fault& fault) {
    if (!from.reached(call) || !compiled_at(*from.f, fault.wave)
        || chosen_by_wave(context_, from, call))
      return;
    report(from, from.f->exprs[call].where, fault, from.f->exprs[call].tainted);
  }

  /// The control among the template arguments that a call is written with.
  std::optional<std::int64_t> written_control(const Expr& call) const {
    const std::string text = shown_text(context_, call.where, 200);
    const std::size_t open = text.find('<');
    const std::size_t close = text.find_first_of(">(", open == std::string::npos ? 0 : open);
    if (open == std::string::npos || close == std::string::npos) return std::nullopt;
    for (std::size_t at = text.find("0x", open); at != std::string::npos && at < close;
         at = text.find("0x", at + 2)) {
      const std::int64_t value = std::strtol(text.c_str() + at, nullptr, 16);
      if (by_control(value)) return value;
    }
    return std::nullopt;
  }

  /// One function goes wrong once per wave size: later places are related.
  void report(const FunctionView& view, const Where& where, const Fault& fault, bool tainted) {
    const Function& f = *view.f;
    if (!is_reportable(context_.facts, &f, where)) return;
    const std::string names = fault.wave == 64 ? wave64_names(context_) : wave32_names(context_);
    Finding made =
        finding(rule_lane_builtin_wave, where, &f, fault.what + " " + fault.effect + " " + names);
    made.targets = targets_with_wave(context_, fault.wave);
    made.confidence = f.tainted || tainted ? Confidence::likely : fault.confidence;
    made.fixes.push_back(
        {Safety::manual, "use a shuffle or hipshim::wave, or choose by the wave size", {}, {}});
    const std::pair key(f.where, fault.wave * 2 + (fault.compiles ? 1 : 0));
    const auto [at, fresh] = found_.try_emplace(key, made);
    if (fresh || at->second.where.best() == where.best()) return;
    Finding& kept = at->second;
    if (where.best() < kept.where.best()) std::swap(kept, made);
    const Span other = made.where.best();
    made.related.push_back({other, made.message});
    for (Related& related : made.related)
      if (std::none_of(kept.related.begin(), kept.related.end(),
                       [&](const Related& r) { return r.span == related.span; })
          && related.span != kept.where.best())
        kept.related.push_back(related);
    std::sort(kept.related.begin(), kept.related.end(),
              [](const Related& a, const Related& b) { return a.span < b.span; });
  }

  const Context& context_;
  LaneMaskFlow flow_;
  std::map<std::pair<Where, int>, Finding> found_;
};

void judge(const Context& context, std::vector<Finding>& out) { Judge(context).run(out); }

}  // namespace
}  // namespace hipaudit
