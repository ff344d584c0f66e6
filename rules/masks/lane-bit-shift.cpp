// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "match/lane_masks.hpp"
#include "match/rule.hpp"

namespace hipaudit {
namespace {

constexpr std::string_view kDoc = R"md(
## What it finds
A 32-bit value shifted by the number of a lane of the real wave: `1u << lane` or `1 << lane` as the
lane's bit, `word >> lane` as the bit of the lane in a word; where `lane` is `__lane_id()`, `threadIdx.x % warpSize` or
`threadIdx.x & 63`.

## Why it is wrong on AMD
On a wave of 64 the lane reaches 63, and a shift of 32 bits by 32 or more is undefined. The hardware
takes the count modulo 32 (`v_lshlrev_b32` reads five bits of it): lane 33 gets the bit of lane 1. A
signed `1 << 31` that is widened to 64 bits names all the upper lanes besides.

## Example
```cpp
const unsigned lane = threadIdx.x % warpSize;
const bool mine = (__ballot(p) & (1u << lane)) != 0;    // lane 33 looks at lane 1's vote
```

## Use instead
```cpp
const bool mine = (__ballot(p) & (1ull << lane)) != 0;
```

## Fix safety
Safe for `1 << lane` where the value goes straight into 64-bit arithmetic: the `1` becomes `1ull`.
Otherwise the finding is only shown: the word that keeps the value has to be widened too.

## Not reported
* Lanes of a 32-lane warp (`threadIdx.x % 32`), the lane of a parameter, and code that only lanes
  0-31 or waves of 32 reach.
* The lanes below or above a lane, `(1u << lane) - 1`: see lane-prefix-mask.
* Shifts whose amount is cut to five bits: `1u << (lane & 31)`.

## References
* AMD Instinct MI200 ISA, `V_LSHLREV_B32`: the shift count is the low five bits.
* Measured: `1u << n` compiles to `v_lshlrev_b32` for gfx90a and gfx1100.
)md";

using namespace match;
using kf::kNone;
using kf::Op;

void judge(const Context& context, std::vector<Finding>& out);

}  // namespace

HIPAUDIT_RULE(rule_lane_bit_shift) = {
    .id = "lane-bit-shift",
    .topic = "masks",
    .summary = "a 32-bit value is shifted by a lane number that reaches 63",
    .severity = Severity::error,
    .fix = Safety::safe,
    .needs = bit(FactKind::functions) | bit(FactKind::host_calls),
    .doc = kDoc,
    .judge = judge,
};

namespace {

/// The lane in a shift count: `lane`, `31 - lane`, `lane + 1`.
ExprId lane_of(const FunctionView& view, ExprId amount) {
  if (is_wave_lane(view, amount)) return amount;
  const Expr& e = view.f->exprs[view.resolve(amount)];
  if ((e.op != Op::sub && e.op != Op::add) || e.args.size() != 2) return kNone;
  const bool left = constant(*view.f, e.args[0]).has_value();
  const bool right = constant(*view.f, e.args[1]).has_value();
  if (left && is_wave_lane(view, e.args[1])) return e.args[1];
  if (right && is_wave_lane(view, e.args[0])) return e.args[0];
  return kNone;
}

/// What takes the value up to its first widening goes through arithmetic that is the same in 64
/// bits.
bool widens(const FunctionView& view, ExprId shift) {
  const Function& f = *view.f;
  for (ExprId at = shift, up = view.parent[at]; up != kNone; at = up, up = view.parent[at]) {
    const Expr& e = f.exprs[up];
    if (e.op == Op::cast) {
      if (e.explicit_cast) return false;
      if (f.type_of(up).is_integer(64)) return true;
      continue;
    }
    const bool carries = e.op == Op::sub || e.op == Op::bit_not || e.op == Op::bit_or;
    if (!carries || !is_narrow_integer(f.type_of(up))) return false;
    if (e.args.size() == 2 && !std::ranges::all_of(e.args, [&](ExprId arg) {
          return arg == at || constant(f, arg).has_value();
        }))
      return false;
  }
  return false;
}

struct Shift {
  std::size_t function = 0;
  ExprId shift = kNone;
};

class Judge {
 public:
  explicit Judge(const Context& context) : context_(context), flow_(context.facts) {}

  void run(std::vector<Finding>& out) {
    if (!any_wave(context_.targets, 64)) return;
    std::map<Span, Shift> found;
    for (std::size_t i = 0; i < flow_.functions().size(); ++i) {
      if (flow_.only_small_blocks(i)) continue;
      const FunctionView& view = flow_.functions()[i];
      std::set<ExprId> prefixes;
      for (ExprId id = 0; id < view.f->exprs.size(); ++id)
        if (const auto prefix = view.reached(id) ? prefix_mask(view, id) : std::nullopt)
          prefixes.insert(prefix->shift);
      for (ExprId id = 0; id < view.f->exprs.size(); ++id)
        if (!prefixes.contains(id) && is_fault(view, id))
          found.emplace(view.f->exprs[id].where.best(), Shift{i, id});
    }
    for (const auto& [span, shift] : found) out.push_back(report(shift));
  }

 private:
  bool is_fault(const FunctionView& view, ExprId id) const {
    const Function& f = *view.f;
    const Expr& e = f.exprs[id];
    if ((e.op != Op::shl && e.op != Op::shr) || e.args.size() != 2 || !view.reached(id))
      return false;
    if (!is_narrow_integer(f.type_of(id)) || lane_of(view, e.args[1]) == kNone) return false;
    // A constant makes a set of lanes; any other word is one when a lane looks for its bit in it.
    const bool set = constant(f, e.args[0]).has_value();
    if (!set && e.op == Op::shl) return false;
    if (!is_reportable(context_.facts, &f, e.where)) return false;
    return !first_half_only(view, id) && !under_wave_test(view, id) && !lane_stays_low(view, id);
  }

  /// `lane < 32 && (word >> lane) & 1`, `lane < 32 ? 1u << lane : 0`.
  static bool lane_stays_low(const FunctionView& view, ExprId id) {
    for (ExprId at = id, up = view.parent[at]; up != kNone; at = up, up = view.parent[at]) {
      const Expr& e = view.f->exprs[up];
      const bool then = e.op == Op::select && e.args.size() == 3 && e.args[1] == at;
      const bool right = e.op == Op::logical_and && e.args.size() == 2 && e.args[1] == at;
      if ((then || right) && leaves_first_half(view, e.args[0])) return true;
    }
    return false;
  }

  Finding report(const Shift& shift) const {
    const FunctionView& view = flow_.functions()[shift.function];
    const Function& f = *view.f;
    const Expr& e = f.exprs[shift.shift];
    const std::string lane = shown_text(context_, f.exprs[lane_of(view, e.args[1])].where);
    Finding out = finding(rule_lane_bit_shift, e.where, &f,
                          "`" + shown_text(context_, e.where) + "` has "
                              + std::to_string(f.type_of(shift.shift).bits()) + " bits and `" + lane
                              + "` reaches 63 on " + wave64_names(context_)
                              + ": lanes 32-63 get what lanes 0-31 get");
    out.targets = targets_with_wave(context_, 64);
    out.details.push_back("the hardware takes the shift count modulo 32: lane 33 counts as lane 1");
    if (f.tainted || e.tainted) {
      out.confidence = Confidence::likely;
      return out;
    }
    // A macro's 1 may be shifted by other things elsewhere.
    const Expr& one = f.exprs[skip_implicit(f, e.args[0])];
    const bool literal = one.op == Op::constant && one.var == kNone && one.value == 1
                         && !one.where.in_macro_body && can_edit(context_.facts, one.where);
    // 1ull << (lane + 1) would be undefined in lane 63.
    if (e.op == Op::shl && literal && is_wave_lane(view, e.args[1]) && widens(view, shift.shift))
      out.fixes.push_back({Safety::safe, "shift 64 bits", {{one.where.best(), "1ull"}}, {}});
    return out;
  }

  const Context& context_;
  LaneMaskFlow flow_;
};

void judge(const Context& context, std::vector<Finding>& out) { Judge(context).run(out); }

}  // namespace
}  // namespace hipaudit
