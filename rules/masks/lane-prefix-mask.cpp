// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "match/lane_masks.hpp"
#include "match/rule.hpp"

namespace hipaudit {
namespace {

constexpr std::string_view kDoc = R"md(
## What it finds
Sets of the lanes below, up to, from or above a lane that do not fit a wave of 64:

* built in 32 bits from a lane that reaches 63: `(1u << lane) - 1`, `~(-1 << lane)`,
  `0xffffffff >> (31 - lane)`, `(2u << lane) - 1`, also in a helper that is given such a lane;
* built from a lane that ends at 31 (`threadIdx.x & 31`) and met with a vote of 64 lanes;
* `(1ull << n) - 1` where `n` reaches 64: `warpSize`, a width of 64, `lane + 1` of a 64-lane wave.

## Why it is wrong on AMD
gfx8 and gfx9 have waves of 64. The hardware takes the count of a 32-bit shift modulo 32 and that of a
64-bit shift modulo 64: `(1u << 33) - 1` is the set below lane 1, `(1ull << 64) - 1` the empty set.
CUDA's shifts give zero there, so that the same text meant all lanes. A prefix that ends at lane 31
met with a 64-lane vote makes lanes 32-63 count among lanes 0-31.

## Example
```cpp
unsigned lane = threadIdx.x & 31;
int before = __popcll(__ballot(p) & ((1u << lane) - 1));  // lanes 32-63 look at lanes 0-31
```

## Use instead
```cpp
unsigned lane = threadIdx.x & 31;
int before = __popcll(hipshim::warp32::ballot(p) & ((1u << lane) - 1));
```

## Fix safety
Safe where the lane ends at 31: the vote becomes the caller's 32 lanes, as on CUDA. Safe where a
prefix of a wave's lane goes straight into 64 bits: it is built in 64 bits. `hipshim::wave::full_mask()`
for `(1ull << warpSize) - 1` is unsafe: its type may differ. Otherwise shown only, also
where the vote is the mask of a shuffle whose lane or distance is computed from `warpSize`.

## Not reported
* `(2ull << lane) - 1`: at lane 63 the bit leaves the word, and all lanes are named.
* A prefix of 32 bits that only meets votes of cooperative tiles of at most 32 lanes.
* A prefix met with a vote that was kept in 32 bits, or counted by `__popc`: see narrow-lane-mask and
  narrow-mask-op. A lane's own bit: see lane-bit-shift.
* Code that only blocks of at most 32 threads, lanes 0-31 or waves of 32 reach; a width that a test
  around it keeps below 64.

## References
* AMD Instinct MI200 ISA, `V_LSHLREV_B32`, `V_LSHLREV_B64`: the count is the low five or six bits.
* PTX ISA, `shl`: "Shift amounts greater than the register width N are clamped to N."
* HIP porting guide, "Lane masks bit-shift":
  https://rocm.docs.amd.com/projects/HIP/en/latest/how-to/hip_porting_guide.html
)md";

using namespace match;
using kf::kNone;
using kf::Op;

void judge(const Context& context, std::vector<Finding>& out);

}  // namespace

HIPAUDIT_RULE(rule_lane_prefix_mask) = {
    .id = "lane-prefix-mask",
    .topic = "masks",
    .summary = "a set of the lanes below one does not fit a wave of 64",
    .severity = Severity::error,
    .fix = Safety::safe,
    .needs = bit(FactKind::functions) | bit(FactKind::host_calls),
    .doc = kDoc,
    .judge = judge,
};

namespace {

using Kind = PrefixMask::Kind;

const char* set_name(Kind kind) {
  switch (kind) {
  case Kind::below: return "the lanes below";
  case Kind::up_to: return "the lanes up to";
  case Kind::from: return "the lanes from";
  case Kind::above: return "the lanes above";
  }
  return "";
}

class Judge {
 public:
  explicit Judge(const Context& context) : context_(context), flow_(context.facts) {}

  void run(std::vector<Finding>& out) {
    std::map<Span, Finding> found;
    for (std::size_t i = 0; i < flow_.functions().size(); ++i) {
      const FunctionView& v = view(i);
      if (flow_.only_small_blocks(i)) continue;
      for (ExprId id = 0; id < v.f->exprs.size(); ++id) {
        const Expr& e = v.f->exprs[id];
        if (!v.reached(id) || first_half_only(v, id) || under_wave_test(v, id)) continue;
        if (!is_reportable(context_.facts, v.f, e.where)) continue;
        if (e.op == Op::bit_and)
          met_with_vote(i, id, found);
        else if (e.op == Op::sub || e.op == Op::add || e.op == Op::shl || e.op == Op::shr)
          built(i, id, found);
      }
    }
    for (auto& [span, finding] : found) out.push_back(std::move(finding));
  }

 private:
  [[nodiscard]] const FunctionView& view(std::size_t i) const { return flow_.functions()[i]; }

  // ---- the set itself ----

  void built(std::size_t i, ExprId id, std::map<Span, Finding>& found) const {
    const FunctionView& v = view(i);
    const Function& f = *v.f;
    const auto prefix = prefix_mask(v, id);
    if (!prefix || v.resolve(prefix->shift) != prefix->shift) return;
    // `~0u << lane` stands in no larger set.
    const kf::Type& type = f.type_of(prefix->shift);
    if (is_narrow_integer(type)) {
      if (meets_tiles_only(v, id)) return;
      if (is_wave_lane(v, prefix->lane))
        add(found, too_narrow(i, id, *prefix, kNone));
      else if (const ExprId call = wave_lane_argument(i, prefix->lane); call != kNone)
        add(found, too_narrow(i, id, *prefix, call));
      else if (f.exprs[v.resolve(amount(f, *prefix))].op == Op::warp_size)
        add(found, whole_wave(i, id, *prefix));
      return;
    }
    if (!type.is_integer(64) || f.exprs[prefix->shift].op != Op::shl) return;
    const ExprId count = amount(f, *prefix);
    if (reaches_64(i, count) && !guarded(v, id, count)) add(found, whole_wave(i, id, *prefix));
    const Expr& sum = f.exprs[v.resolve(count)];
    if (sum.op == Op::add && is_wave_lane(v, prefix->lane)) add(found, one_too_far(i, id, *prefix));
  }

  /// Votes of cooperative tiles of at most 32 lanes: the hardware's shift, modulo 32, is just what
  /// they ask for.
  static bool meets_tiles_only(const FunctionView& v, ExprId prefix) {
    const Function& f = *v.f;
    bool any = false;
    for (ExprId use = 0; use < f.exprs.size(); ++use) {
      const bool reads = use == prefix || (f.exprs[use].op == Op::load && v.resolve(use) == prefix);
      if (!v.reached(use) || !reads) continue;
      const ExprId user = v.user(use);
      if (user == kNone && use == prefix && v.statement(use).kind == kf::StmtKind::decl) continue;
      if (user == kNone || f.exprs[user].op != Op::bit_and) return false;
      const auto& args = f.exprs[user].args;
      if (!std::any_of(args.begin(), args.end(), [&](ExprId arg) { return is_tile_vote(v, arg); }))
        return false;
      any = true;
    }
    return any;
  }

  static bool is_tile_vote(const FunctionView& v, ExprId id) {
    const Function& f = *v.f;
    const auto votes = [&](ExprId value) {
      const Expr& e = f.exprs[v.resolve(value)];
      return e.op == Op::cross && e.tile > 0 && e.tile <= 32;
    };
    if (votes(id)) return true;
    const Expr& e = f.exprs[v.resolve(id)];
    if (e.op != Op::load || e.args.empty() || f.exprs[e.args[0]].op != Op::local) return false;
    // Every value that the local is given.
    const kf::VarId var = f.exprs[e.args[0]].var;
    bool any = false;
    bool all = true;
    const auto stored = [&](ExprId value) {
      any = true;
      all = all && votes(value);
    };
    walk_stmts(f, [&](const kf::Stmt& s) {
      if (s.kind == kf::StmtKind::decl && s.var == var && s.a != kNone) stored(s.a);
    });
    for (ExprId at = 0; at < f.exprs.size(); ++at)
      if (v.reached(at) && f.exprs[at].op == Op::assign && f.exprs[at].args.size() == 2
          && root_of(f, f.exprs[at].args[0]) == var)
        stored(f.exprs[at].args[1]);
    return any && all;
  }

  static void add(std::map<Span, Finding>& found, Finding finding) {
    found.emplace(finding.where.best(), std::move(finding));
  }

  static ExprId amount(const Function& f, const PrefixMask& prefix) {
    return f.exprs[prefix.shift].args[1];
  }

  /// The lane is a parameter, and some caller passes one of the real wave: that call.
  ExprId wave_lane_argument(std::size_t i, ExprId lane) const {
    for (const auto& [caller, call, argument] : arguments(i, lane))
      if (is_wave_lane(view(caller), argument)) return call;
    return kNone;
  }

  struct Passed {
    std::size_t caller = 0;
    ExprId call = kNone;
    ExprId argument = kNone;
  };
  std::vector<Passed> arguments(std::size_t i, ExprId param) const {
    const FunctionView& v = view(i);
    const Function& f = *v.f;
    const Expr& e = f.exprs[v.resolve(param)];
    if (e.op != Op::load || e.args.empty() || f.exprs[e.args[0]].op != Op::local) return {};
    const auto at = std::find(f.params.begin(), f.params.end(), f.exprs[e.args[0]].var);
    if (at == f.params.end()) return {};
    std::vector<Passed> out;
    for (const auto& [caller, call] : flow_.calls_of(i)) {
      const Expr& c = view(caller).f->exprs[call];
      const auto k = static_cast<std::size_t>(at - f.params.begin()) + (c.compound ? 1 : 0);
      if (k < c.args.size() && c.args[k] != kNone) out.push_back({caller, call, c.args[k]});
    }
    return out;
  }

  bool reaches_64(std::size_t i, ExprId count) const {
    const FunctionView& v = view(i);
    if (v.f->exprs[v.resolve(count)].op == Op::warp_size) return true;
    if (const auto value = constant(*v.f, count)) return *value == 64;
    const auto passed = arguments(i, count);
    return std::any_of(passed.begin(), passed.end(), [&](const Passed& p) {
      const FunctionView& from = view(p.caller);
      return from.f->exprs[from.resolve(p.argument)].op == Op::warp_size
             || constant(*from.f, p.argument) == 64;
    });
  }

  /// A condition around the set speaks of the width, or is settled against it.
  static bool guarded(const FunctionView& v, ExprId id, ExprId count) {
    const Function& f = *v.f;
    const ExprId width = v.resolve(count);
    const std::string name = print_expr(f, width);
    const auto speaks = [&](ExprId condition, bool holds) {
      if (condition == kNone) return false;
      if (const auto value = constant(f, condition)) return (*value != 0) != holds;
      bool found = false;
      walk(f, condition, [&](ExprId e) { found = found || print_expr(f, v.resolve(e)) == name; });
      return found;
    };
    for (ExprId below = id, up = v.parent[id]; up != kNone; below = up, up = v.parent[up]) {
      const Expr& e = f.exprs[up];
      if (e.op == Op::select && e.args.size() == 3 && e.args[0] != below
          && speaks(e.args[0], e.args[1] == below))
        return true;
    }
    const auto& guards = v.guards[v.owner[id]];
    return std::any_of(guards.begin(), guards.end(),
                       [&](const Guard& g) { return speaks(g.condition, g.holds); });
  }

  Finding too_narrow(std::size_t i, ExprId id, const PrefixMask& prefix, ExprId call) const {
    const FunctionView& v = view(i);
    const Function& f = *v.f;
    const std::string lane = shown(f, prefix.lane);
    Finding out = finding(rule_lane_prefix_mask, f.exprs[id].where, &f,
                          "`" + shown(f, id) + "` names " + set_name(prefix.kind) + " `" + lane
                              + "` in " + std::to_string(f.type_of(prefix.shift).bits())
                              + " bits, and `" + lane + "` reaches 63 on " + wave64_names(context_)
                              + ": lanes 32-63 get what lanes 0-31 get");
    out.targets = targets_with_wave(context_, 64);
    out.details.push_back("the hardware takes the shift count modulo 32: lane 33 counts as lane 1");
    if (call != kNone) {
      for (const Passed& p : arguments(i, prefix.lane))
        if (is_wave_lane(view(p.caller), p.argument))
          out.related.push_back(
              {view(p.caller).f->exprs[p.call].where.best(), "a lane of the wave is passed here"});
    }
    if (settle(out, f, id) && call == kNone && widens(v, id)) rebuild(out, v, id, prefix);
    return out;
  }

  Finding one_too_far(std::size_t i, ExprId id, const PrefixMask& prefix) const {
    const FunctionView& v = view(i);
    const Function& f = *v.f;
    Finding out = finding(rule_lane_prefix_mask, f.exprs[id].where, &f,
                          "`" + shown(f, id) + "` shifts 64 bits by 64 in lane 63 of "
                              + wave64_names(context_) + ": it names no lane there");
    out.targets = targets_with_wave(context_, 64);
    out.details.push_back("the hardware takes the shift count modulo 64: 1 - 1 is the empty set");
    if (settle(out, f, id)) rebuild(out, v, id, prefix);
    return out;
  }

  Finding whole_wave(std::size_t i, ExprId id, const PrefixMask& prefix) const {
    const FunctionView& v = view(i);
    const Function& f = *v.f;
    const ExprId count = amount(f, prefix);
    Finding out =
        finding(rule_lane_prefix_mask, f.exprs[id].where, &f,
                "`" + shown(f, id) + "` shifts " + std::to_string(f.type_of(prefix.shift).bits())
                    + " bits by 64 where `" + shown(f, count) + "` is 64, as on "
                    + wave64_names(context_) + ": it names no lane instead of all");
    out.targets = targets_with_wave(context_, 64);
    out.details.push_back("the hardware takes the shift count modulo the width of the word: 1 - 1");
    if (settle(out, f, id) && f.exprs[v.resolve(count)].op == Op::warp_size
        && f.type_of(id).is_integer(64) && plain(f, id) && f.exprs[id].op == Op::sub)
      out.fixes.push_back({Safety::unsafe,
                           "name the whole wave",
                           {{f.exprs[id].where.spelling, "hipshim::wave::full_mask()"}},
                           {include_for(f.exprs[id].where, "hipshim/wave.hpp")}});
    return out;
  }

  // ---- the set and a vote ----

  /// Set of lanes of a 32-lane warp, also out of a helper.
  bool is_warp_prefix(std::size_t i, ExprId id, int depth = 4) const {
    const FunctionView& v = view(i);
    id = v.resolve(id);
    if (const auto prefix = prefix_mask(v, id)) {
      if (is_warp_lane(v, prefix->lane)) return true;
      const auto passed = arguments(i, prefix->lane);
      return !passed.empty() && std::all_of(passed.begin(), passed.end(), [&](const Passed& p) {
        return is_warp_lane(view(p.caller), p.argument);
      });
    }
    const Expr& e = v.f->exprs[id];
    if (e.op != Op::call || depth == 0) return false;
    if (is_call(e, {"lanemask_lt", "lanemask_le", "lanemask_gt", "lanemask_ge"}))
      return e.callee.find("warp32") != std::string::npos;
    const auto to = flow_.target(e);
    if (!to) return false;
    bool any = false;
    bool all = true;
    walk_stmts(*view(*to).f, [&](const kf::Stmt& s) {
      if (s.kind != kf::StmtKind::return_ || s.a == kNone) return;
      any = true;
      all = all && is_warp_prefix(*to, s.a, depth - 1);
    });
    return any && all;
  }

  void met_with_vote(std::size_t i, ExprId id, std::map<Span, Finding>& found) const {
    const FunctionView& v = view(i);
    const Function& f = *v.f;
    const Expr& e = f.exprs[id];
    if (e.args.size() != 2 || is_narrowed(v, id)) return;
    for (std::size_t side = 0; side < 2; ++side) {
      Origins votes = flow_.carried(i, e.args[side]);
      if (votes.empty() || !is_warp_prefix(i, e.args[1 - side])) continue;
      if (flow_.upper_half_used(i, votes)) return;
      std::erase_if(votes, [&](std::uint32_t o) { return flow_.is_low(o); });
      if (votes.empty()) return;
      const std::uint32_t source = votes.front();
      const std::string vote =
          written_name(context_, *flow_.view_of(source).f, flow_.origins()[source].vote);
      Finding out = finding(rule_lane_prefix_mask, e.where, &f,
                            "`" + shown(f, e.args[1 - side]) + "` counts lanes to 31 and " + vote
                                + " holds the 64 lanes of " + wave64_names(context_)
                                + ": lanes 32-63 look at lanes 0-31");
      out.targets = targets_with_wave(context_, 64);
      out.details.push_back("lane 32 + l is lane l of its warp, and bit 32 + l of the vote");
      for (const std::uint32_t o : votes)
        if (!e.where.best().contains(flow_.written_at(o)))
          out.related.push_back({flow_.written_at(o), "the vote of 64 lanes"});
      if (settle(out, f, id))
        if (auto fix = warp32_fix(context_, flow_, votes)) {
          if (speaks_of_waves(v)) fix->safety = Safety::unsafe;
          out.fixes.push_back(std::move(*fix));
        }
      // One vote, one finding.
      const Span key = flow_.written_at(source);
      const auto same = std::find_if(found.begin(), found.end(), [&](const auto& known) {
        const auto& related = known.second.related;
        return known.first.contains(key)
               || std::any_of(related.begin(), related.end(),
                              [&](const Related& r) { return r.span == key; });
      });
      if (same == found.end())
        add(found, std::move(out));
      else if (same->first != e.where.best())
        same->second.related.push_back({e.where.best(), "and here"});
      return;
    }
  }

  // ---- helpers ----

  std::string shown(const Function& f, ExprId id) const {
    return shown_text(context_, f.exprs[skip_implicit(f, id)].where, 60);
  }

  /// False for what an error touches.
  static bool settle(Finding& out, const Function& f, ExprId id) {
    if (!f.tainted && !f.exprs[id].tainted) return true;
    out.confidence = Confidence::likely;
    return false;
  }

  /// The value goes into 64 bits without being kept before.
  static bool widens(const FunctionView& v, ExprId id) {
    const Function& f = *v.f;
    for (ExprId up = v.parent[id]; up != kNone; up = v.parent[up]) {
      const Expr& e = f.exprs[up];
      if (e.op == Op::cast) {
        if (e.explicit_cast) return false;
        if (f.type_of(up).is_integer(64)) return true;
        continue;
      }
      if (e.op != Op::bit_not) return false;
    }
    return false;
  }

  bool plain(const Function& f, ExprId id) const {
    return can_edit(context_.facts, f.exprs[id].where) && !f.exprs[id].where.in_macro_body;
  }

  bool in_parentheses(const Span& span) const {
    const std::string& path = context_.facts.files[span.file].path;
    return span.begin > 0 && context_.sources.text(path, span.begin - 1, span.begin) == "("
           && context_.sources.text(path, span.end, span.end + 1) == ")";
  }

  /// Write the set anew in 64 bits.
  void rebuild(Finding& out, const FunctionView& v, ExprId id, const PrefixMask& prefix) const {
    const Function& f = *v.f;
    const ExprId lane = skip_implicit(f, prefix.lane);
    const Where& at = f.exprs[lane].where;
    // The shift must stand in the expression that is replaced.
    if (!plain(f, id) || !plain(f, lane)
        || !f.exprs[id].where.spelling.contains(f.exprs[prefix.shift].where.spelling)
        || !f.exprs[id].where.spelling.contains(at.spelling))
      return;
    std::string text(context_.sources.text(context_.facts.files[at.spelling.file].path,
                                           at.spelling.begin, at.spelling.end));
    const Op op = f.exprs[lane].op;
    if (op != Op::load && op != Op::lane_id && op != Op::call) text = "(" + text + ")";
    switch (prefix.kind) {
    case Kind::below: text = "(1ull << " + text + ") - 1"; break;
    case Kind::up_to: text = "(2ull << " + text + ") - 1"; break;
    case Kind::from: text = "~0ull << " + text; break;
    case Kind::above: text = "~1ull << " + text; break;
    }
    const bool shift_now = prefix.kind == Kind::from || prefix.kind == Kind::above;
    const bool shift_before = f.exprs[id].op == Op::shl || f.exprs[id].op == Op::shr;
    if (shift_now != shift_before && !in_parentheses(f.exprs[id].where.spelling))
      text = "(" + text + ")";
    out.fixes.push_back(
        {Safety::safe, "build the set in 64 bits", {{f.exprs[id].where.spelling, text}}, {}});
  }

  const Context& context_;
  LaneMaskFlow flow_;
};

void judge(const Context& context, std::vector<Finding>& out) {
  if (any_wave(context.targets, 64)) Judge(context).run(out);
}

}  // namespace
}  // namespace hipaudit
