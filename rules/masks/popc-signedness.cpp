// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "match/lane_masks.hpp"
#include "match/rule.hpp"

namespace hipaudit {
namespace {

constexpr std::string_view kDoc = R"md(
## What it finds
A difference, negation or choice made of `__popc`, `__popcll`, `__ffs` or `__ffsll` that is negative
on CUDA and is then looked at as a number of another width or sign: compared, widened to 64 bits or
to a floating type, divided, shifted right, clamped with `max` or `min`, or used as an offset.

## Why it is wrong on AMD
CUDA's `__popc` returns `int`; HIP's returns `unsigned int` in every version, and HIP's `__ffs` does
so up to ROCm 6.2 at least. `__popc(m) - k < 0` is then never true, `long n = __popc(m) - 1` is
4294967295 for an empty mask, `max(__popc(m) - 4, 0)` clamps nothing, and `found ? __ffs(m) : -1` is
positive as soon as it is widened. Clang does not warn of the subtraction.

## Example
```cpp
if (__popc(votes) - needed < 0) return;             // never true
float drift = __popc(left) - __popc(right);         // 4294967295 in place of -1
```

## Use instead
```cpp
if (static_cast<int>(__popc(votes)) - needed < 0) return;
float drift = static_cast<int>(__popc(left)) - static_cast<int>(__popc(right));
```

## Fix safety
Safe: the cast gives back the type that the code was written for; on CUDA it changes nothing.

## Not reported
* `int k = __popc(m) - 1;` and whatever else ends in 32 bits: the value wraps back. `==` and `!=`.
* Differences that are never negative: `32 - __popc(m)`, `__popc(m) - __popc(m & below)`,
  `__popc(__activemask()) - 1`, code that a test of the mask or of the count guards.
* Comparison or arithmetic with values that are unsigned on CUDA too.
* A widened difference with a variable, `long left = n - __popc(m)`: only as `possible`.

## References
* HIP device functions, integer intrinsics:
  https://rocm.docs.amd.com/projects/HIP/en/latest/reference/math_api.html
* hip/amd_detail/amd_device_functions.h: `unsigned int __popc(unsigned int)`
* CUDA Math API, "Integer Intrinsics": `int __popc(unsigned int)`, `int __ffs(int)`
)md";

using namespace match;
using kf::kNone;
using kf::Op;
using kf::TypeKind;

void judge(const Context& context, std::vector<Finding>& out);

}  // namespace

HIPAUDIT_RULE(rule_popc_signedness) = {
    .id = "popc-signedness",
    .topic = "masks",
    .summary = "a negative count: HIP's __popc is unsigned, CUDA's is int",
    .severity = Severity::warning,
    .fix = Safety::safe,
    .needs = bit(FactKind::functions),
    .doc = kDoc,
    .judge = judge,
};

namespace {

bool is_population_count(const Expr& e) { return is_call(e, {"__popc", "__popcll"}); }
bool is_first_set(const Expr& e) { return is_call(e, {"__ffs", "__ffsll"}); }
bool is_min_or_max(const Expr& e) { return is_call(e, {"min", "max"}) && e.args.size() == 2; }

/// What is known of a value as CUDA computes it. Without bounds: it depends on something else.
struct Range {
  bool bounded = false;
  std::int64_t low = 0;
  std::int64_t high = 0;
  [[nodiscard]] bool negative() const { return bounded && low < 0; }
  [[nodiscard]] bool never_negative() const { return bounded && low >= 0; }
};

/// Counts in one function: which expressions are int on CUDA and unsigned on HIP.
class Counts {
 public:
  Counts(const Context& context, const FunctionView& view) : context_(context), view_(view) {}

  [[nodiscard]] const Function& f() const { return *view_.f; }
  [[nodiscard]] const Expr& at(ExprId id) const { return f().exprs[id]; }

  /// Without implicit casts: an operand as it was before the common type was found.
  [[nodiscard]] ExprId bare(ExprId id) const {
    while (at(id).op == Op::cast && !at(id).explicit_cast && !at(id).args.empty())
      id = at(id).args[0];
    return id;
  }

  /// A count, or arithmetic on one and on what CUDA has as int.
  [[nodiscard]] bool turned(ExprId id, int depth = 0) const {
    if (depth > 16) return false;
    id = bare(id);
    const Expr& e = at(id);
    const kf::Type& type = f().type_of(id);
    if (type.kind != TypeKind::unknown && !type.is_integer(32)) return false;
    if (is_population_count(e) || is_first_set(e)) return true;
    const auto both = [&](std::size_t first) {
      if (e.args.size() < first + 2) return false;
      bool any = false;
      for (std::size_t i = first; i < first + 2; ++i) {
        const bool count = turned(e.args[i], depth + 1);
        any = any || count;
        if (!count && !is_int(e.args[i])) return false;
      }
      return any;
    };
    switch (e.op) {
    case Op::add:
    case Op::sub:
    case Op::mul:
    case Op::div:
    case Op::rem: return both(0);
    case Op::select: return both(1);
    case Op::neg:
    case Op::shl:
    case Op::shr: return !e.args.empty() && turned(e.args[0], depth + 1);
    case Op::comma: return e.args.size() == 2 && turned(e.args[1], depth + 1);
    case Op::call: return is_min_or_max(e) && both(0);
    case Op::load: {
      const ExprId initial = deduced(id);
      return initial != kNone && turned(initial, depth + 1);
    }
    default: return false;
    }
  }

  /// Signed on CUDA and of no more than 32 bits; counts themselves not included.
  [[nodiscard]] bool is_int(ExprId id) const {
    id = bare(id);
    const kf::Type& type = f().type_of(id);
    if (type.kind == TypeKind::boolean) return true;
    if (type.kind != TypeKind::integer) return false;
    return type.bytes < 4 || (type.bytes == 4 && type.is_signed);
  }

  [[nodiscard]] Range range(ExprId id, int depth = 0) const {
    if (depth > 16) return {};
    id = bare(id);
    if (const auto value = constant(f(), id)) return {true, *value, *value};
    const Expr& e = at(id);
    if (is_population_count(e) || is_first_set(e)) {
      const bool wide = e.text == "__popcll" || e.text == "__ffsll";
      return {true, never_zero(id) ? 1 : 0, wide ? 64 : 32};
    }
    const auto arg = [&](std::size_t i) { return range(e.args[i], depth + 1); };
    switch (e.op) {
    case Op::sub: {
      const Range a = arg(0);
      const Range b = arg(1);
      if (!a.bounded || !b.bounded) return {};
      if (is_subset(e.args[1], e.args[0])) return {true, 0, a.high};
      return {true, a.low - b.high, a.high - b.low};
    }
    case Op::add: {
      const Range a = arg(0);
      const Range b = arg(1);
      if (!a.bounded || !b.bounded) return {};
      return {true, a.low + b.low, a.high + b.high};
    }
    case Op::neg: {
      const Range a = arg(0);
      return {a.bounded, -a.high, -a.low};
    }
    case Op::select: {
      // `m != 0 ? __popc(m) - 1 : 0`
      const auto arm = [&](std::size_t i) {
        const Range r = arg(i);
        const bool asked = r.negative() && asks_about(e.args[0], e.args[i]);
        return asked ? Range{true, 0, std::max<std::int64_t>(r.high, 0)} : r;
      };
      const Range a = arm(1);
      const Range b = arm(2);
      if (a.negative() && !b.bounded) return {true, a.low, a.high};
      if (b.negative() && !a.bounded) return {true, b.low, b.high};
      if (!a.bounded || !b.bounded) return {};
      return {true, std::min(a.low, b.low), std::max(a.high, b.high)};
    }
    case Op::mul:
    case Op::div: {
      const Range a = arg(0);
      const auto b = constant(f(), e.args[1]);
      if (!a.bounded || !b || *b <= 0 || *b > 1024) return {};
      if (e.op == Op::mul) return {true, a.low * *b, a.high * *b};
      return {true, a.low / *b, a.high / *b};
    }
    case Op::load: {
      const ExprId place = e.args.empty() ? kNone : e.args[0];
      if (place == kNone || at(place).op != Op::local || view_.once[at(place).var] == kNone)
        return {};
      return range(view_.once[at(place).var], depth + 1);
    }
    default: return {};
    }
  }

  /// The counts in the value, also behind `auto` locals.
  void leaves(ExprId id, std::vector<ExprId>& out, int depth = 0) const {
    if (depth > 16) return;
    id = bare(id);
    const Expr& e = at(id);
    if (is_population_count(e) || is_first_set(e)) {
      if (std::find(out.begin(), out.end(), id) == out.end()) out.push_back(id);
      return;
    }
    if (const ExprId initial = deduced(id); initial != kNone)
      return leaves(initial, out, depth + 1);
    if (!turned(id)) return;
    for (std::size_t i = e.op == Op::select ? 1 : 0; i < e.args.size(); ++i)
      leaves(e.args[i], out, depth + 1);
  }

  /// A condition around `id` asks about the mask or the count, so that its bounds are not known.
  [[nodiscard]] bool guarded(ExprId id) const {
    const auto asks = [&](ExprId condition) { return asks_about(condition, id); };
    for (ExprId below = id, up = view_.parent[id]; up != kNone; below = up, up = view_.parent[up]) {
      const Expr& e = at(up);
      const bool after = (e.op == Op::select || e.op == Op::logical_and || e.op == Op::logical_or)
                         && e.args[0] != below;
      if (after && asks(e.args[0])) return true;
    }
    // The condition that `id` itself is part of says nothing.
    const auto& guards = view_.guards[view_.owner[id]];
    return std::any_of(guards.begin(), guards.end(), [&](const Guard& g) {
      bool own = false;
      if (g.condition != kNone) walk(f(), g.condition, [&](ExprId e) { own = own || e == id; });
      return !own && asks(g.condition);
    });
  }

  /// The condition speaks of a mask that is counted in `value`, or of the count.
  [[nodiscard]] bool asks_about(ExprId condition, ExprId value) const {
    std::vector<ExprId> counts;
    leaves(value, counts);
    if (condition == kNone || counts.empty()) return false;
    const std::string text = print_expr(f(), condition);
    const auto named = [&](const std::string& s) {
      return s.size() > 1 && text.find(s) != std::string::npos;
    };
    for (const ExprId c : counts)
      for (const ExprId arg : at(c).args)
        if (named(print_expr(f(), bare(arg)))) return true;
    bool found = false;
    walk(f(), value, [&](ExprId e) {
      found = found || (at(e).op == Op::load && deduced(e) != kNone && named(print_expr(f(), e)));
    });
    return found;
  }

 private:
  /// The initialiser of the local that is read, when its type is `auto`.
  [[nodiscard]] ExprId deduced(ExprId id) const {
    const Expr& e = at(id);
    if (e.op != Op::load || e.args.empty()) return kNone;
    const Expr& place = at(e.args[0]);
    if (place.op != Op::local || place.var >= view_.once.size()) return kNone;
    const ExprId initial = view_.once[place.var];
    if (initial == kNone) return kNone;
    const Span& type = f().vars[place.var].type_where;
    const std::string text = shown_text(context_, {type, type, false});
    return text.find("auto") != std::string::npos ? initial : kNone;
  }

  /// __popc(__activemask()), __popc(__match_any(key)): the caller is one of them.
  [[nodiscard]] bool never_zero(ExprId count) const {
    if (at(count).args.empty()) return false;
    const ExprId mask = view_.resolve(at(count).args[0]);
    const Expr& m = at(mask);
    if (m.op == Op::cross)
      return m.cross == kf::CrossKind::active_mask || m.cross == kf::CrossKind::match_any
             || (m.cross == kf::CrossKind::ballot && m.args.size() > 1
                 && constant(f(), m.args[1]).value_or(0) != 0);
    if (is_call(m, {"active_mask", "match_any", "match_any_sync", "lanemask_le", "lanemask_ge"}))
      return true;
    const auto value = constant(f(), mask);
    return value && *value != 0;
  }

  /// __popc(m & x) beside __popc(m).
  [[nodiscard]] bool is_subset(ExprId part, ExprId whole) const {
    const Expr& p = at(view_.resolve(part));
    const Expr& w = at(view_.resolve(whole));
    if (!is_population_count(p) || !is_population_count(w)) return false;
    const Expr& both = at(view_.resolve(p.args[0]));
    if (both.op != Op::bit_and) return false;
    const std::string all = print_expr(f(), view_.resolve(w.args[0]));
    return std::any_of(both.args.begin(), both.args.end(),
                       [&](ExprId arg) { return print_expr(f(), view_.resolve(arg)) == all; });
  }

  const Context& context_;
  const FunctionView& view_;
};

/// A place where the sign of a count is looked at.
struct Sink {
  ExprId at = kNone;     ///< what the finding stands at
  ExprId value = kNone;  ///< the value that CUDA has below zero
  Confidence confidence = Confidence::certain;
  std::string effect;
};

class Judge {
 public:
  Judge(const Context& context, const FunctionView& view)
      : context_(context), view_(view), counts_(context, view) {}

  void run(std::vector<Finding>& out) {
    const bool any = std::any_of(f().exprs.begin(), f().exprs.end(), [](const Expr& e) {
      return is_population_count(e) || is_first_set(e);
    });
    if (!any) return;
    std::map<Span, std::size_t> by_count;
    for (ExprId id = 0; id < f().exprs.size(); ++id) {
      if (!view_.reached(id)) continue;
      const auto sink = sink_at(id);
      if (!sink || !is_reportable(context_.facts, view_.f, counts_.at(sink->at).where)) continue;
      std::vector<ExprId> leaves;
      counts_.leaves(sink->value, leaves);
      if (leaves.empty()) continue;
      const Span key = counts_.at(leaves.front()).where.best();
      const auto [known, fresh] = by_count.emplace(key, out.size());
      if (fresh) {
        out.push_back(report(*sink, leaves));
      } else if (const Span at = counts_.at(sink->at).where.best();
                 at != out[known->second].where.best()) {
        out[known->second].related.push_back({at, "and here: " + sink->effect});
        out[known->second].owns.push_back(at);
      }
    }
  }

 private:
  [[nodiscard]] const Function& f() const { return *view_.f; }

  std::optional<Sink> sink_at(ExprId id) const {
    const Expr& e = counts_.at(id);
    switch (e.op) {
    case Op::lt:
    case Op::le:
    case Op::gt:
    case Op::ge: return comparison(id);
    case Op::cast: return widening(id);
    case Op::div:
    case Op::rem:
    case Op::shr: return division(id);
    case Op::call: return is_min_or_max(e) ? clamp(id) : std::nullopt;
    case Op::index:
    case Op::add:
    case Op::sub: return offset(id);
    default: return std::nullopt;
    }
  }

  /// `__popc(m) - k < 0`, `i >= __popc(m) - n`, `__popc(m) > -1`
  std::optional<Sink> comparison(ExprId id) const {
    const Expr& e = counts_.at(id);
    if (e.args.size() != 2) return std::nullopt;
    for (int side = 0; side < 2; ++side) {
      const ExprId count = e.args[static_cast<std::size_t>(side)];
      const ExprId other = e.args[static_cast<std::size_t>(1 - side)];
      if (!counts_.turned(count)) continue;
      const bool other_counts = counts_.turned(other);
      if (!other_counts && !counts_.is_int(other)) return std::nullopt;
      // As if the count stood on the left.
      const bool less = (side == 0) == (e.op == Op::lt || e.op == Op::le);
      const bool strict = e.op == Op::lt || e.op == Op::gt;
      const Range range = counts_.range(count);
      const auto limit = constant(f(), counts_.bare(other));
      if (limit && *limit < 0)
        return Sink{id, count, Confidence::certain,
                    "`" + text(id) + "` compares with "
                        + std::to_string(static_cast<std::uint32_t>(*limit)) + ", not with "
                        + std::to_string(*limit)};
      if (limit) {
        if (range.never_negative()) return std::nullopt;
        // `< 0` and `>= 0` do not depend on anything any more.
        if (*limit == 0 && less == strict)
          return Sink{id, count, Confidence::certain,
                      "`" + text(id) + "` is " + (less ? "never" : "always") + " true"};
        if (counts_.guarded(id)) return std::nullopt;
        const bool sure = range.negative() && !weak(count, range);
        return Sink{id, count,
                    sure          ? Confidence::certain
                    : *limit == 0 ? Confidence::likely
                                  : Confidence::possible,
                    below_zero(count) + " makes `" + text(id) + "` " + (less ? "false" : "true")};
      }
      if (starts_below_zero(other))
        return Sink{id, count, Confidence::certain,
                    "`" + text(other)
                        + "` starts below zero, and as an unsigned number it is no "
                          "longer less than a count"};
      if (range.never_negative() || counts_.guarded(id)) continue;
      if (!has_difference(count)) continue;
      return Sink{id, count,
                  range.negative() && !weak(count, range) ? Confidence::certain
                                                          : Confidence::likely,
                  below_zero(count) + " makes `" + text(id) + "` " + (less ? "false" : "true")};
    }
    return std::nullopt;
  }

  /// `long n = __popc(m) - 1`, `float d = __popc(a) - __popc(b)`
  std::optional<Sink> widening(ExprId id) const {
    const Expr& e = counts_.at(id);
    if (e.args.empty()) return std::nullopt;
    const kf::Type& type = f().type_of(id);
    const bool wide = type.kind == TypeKind::floating || type.kind == TypeKind::half
                      || type.kind == TypeKind::bfloat || type.is_integer(64);
    const ExprId value = e.args[0];
    if (!wide || !counts_.turned(value)) return std::nullopt;
    const Range range = counts_.range(value);
    if (range.never_negative() || !has_difference(value) || counts_.guarded(id))
      return std::nullopt;
    Confidence sure = range.negative() ? Confidence::certain : Confidence::possible;
    if (range.negative() && weak(value, range)) sure = Confidence::likely;
    return Sink{value, value, sure,
                below_zero(value) + " is "
                    + (type.is_integer(64) ? "2^32 too large" : "about 4.29e9") + " as `"
                    + type.text + "`"};
  }

  /// `(__popc(m) - 16) / 2`
  std::optional<Sink> division(ExprId id) const {
    const Expr& e = counts_.at(id);
    if (e.args.size() != 2 || !counts_.turned(e.args[0])) return std::nullopt;
    if (e.op != Op::shr && !counts_.is_int(e.args[1])) return std::nullopt;
    const Range range = counts_.range(e.args[0]);
    if (!range.negative() || counts_.guarded(id)) return std::nullopt;
    return Sink{id, e.args[0], weak(e.args[0], range) ? Confidence::likely : Confidence::certain,
                below_zero(e.args[0]) + " is " + (e.op == Op::shr ? "shifted" : "divided")
                    + " as a number near 2^32"};
  }

  /// `max(__popc(m) - 4, 0)`
  std::optional<Sink> clamp(ExprId id) const {
    const Expr& e = counts_.at(id);
    for (std::size_t i = 0; i < 2; ++i) {
      const ExprId count = e.args[i];
      const ExprId other = e.args[1 - i];
      // An overload for int converts the argument back.
      if (!counts_.turned(count) || !counts_.is_int(other) || f().type_of(id).is_signed) continue;
      const Range range = counts_.range(count);
      const auto limit = constant(f(), counts_.bare(other));
      const bool clamps = limit == 0 && e.text == "max" && has_difference(count);
      if (limit && *limit < 0)
        return Sink{id, count, Confidence::certain,
                    "`" + text(other) + "` is " + std::to_string(static_cast<std::uint32_t>(*limit))
                        + " in `" + text(id) + "`"};
      if (range.never_negative() || (!range.negative() && !clamps) || counts_.guarded(id)) continue;
      return Sink{id, count, Confidence::certain,
                  below_zero(count) + " is the largest of numbers in `" + text(id) + "`"};
    }
    return std::nullopt;
  }

  /// `row[-__popc(m)]`, `p + (__popc(a) - __popc(b))`: the offset is widened without its sign.
  std::optional<Sink> offset(ExprId id) const {
    const Expr& e = counts_.at(id);
    if (e.args.size() != 2) return std::nullopt;
    if (e.op != Op::index && f().type_of(id).kind != TypeKind::pointer) return std::nullopt;
    const ExprId value = counts_.bare(e.args[1]);
    if (!counts_.turned(value)) return std::nullopt;
    const Range range = counts_.range(value);
    const Expr& v = counts_.at(value);
    const bool two_counts =
        v.op == Op::sub && counts_.turned(v.args[0]) && counts_.turned(v.args[1]);
    if (!range.negative() || (range.high > 0 && !two_counts) || counts_.guarded(id))
      return std::nullopt;
    return Sink{value, value, Confidence::certain, below_zero(value) + " is an offset near 2^32"};
  }

  /// One below a count of what may never be empty, although nothing says so.
  [[nodiscard]] bool weak(ExprId value, const Range& range) const {
    const Expr& e = counts_.at(counts_.bare(value));
    if (range.low != -1 || e.op != Op::sub) return false;
    const ExprId count = view_.resolve(e.args[0]);
    const Expr& c = counts_.at(count);
    // __popc(votes & lanes_up_to_me) - 1: the caller's own bit is there.
    return !c.args.empty() && is_population_count(c)
           && counts_.at(view_.resolve(c.args[0])).op == Op::bit_and;
  }

  [[nodiscard]] bool has_difference(ExprId value) const {
    const ExprId id = counts_.bare(value);
    const Expr& e = counts_.at(id);
    if (e.op == Op::sub || e.op == Op::neg) return true;
    if (counts_.range(id).negative()) return true;
    if (e.op == Op::load) {
      const ExprId initial = view_.resolve(id);
      return initial != id && has_difference(initial);
    }
    return std::any_of(e.args.begin(), e.args.end(), [&](ExprId arg) {
      return e.op != Op::call && arg != kNone && counts_.turned(arg) && has_difference(arg);
    });
  }

  /// `int i = -2` and then counted up.
  [[nodiscard]] bool starts_below_zero(ExprId id) const {
    const Expr& e = counts_.at(counts_.bare(id));
    if (e.op != Op::load || e.args.empty() || counts_.at(e.args[0]).op != Op::local) return false;
    bool below = false;
    walk_stmts(f(), [&](const kf::Stmt& s) {
      if (s.kind != kf::StmtKind::decl || s.var != counts_.at(e.args[0]).var || s.a == kNone)
        return;
      const auto value = constant(f(), s.a);
      below = below || (value && *value < 0);
    });
    return below;
  }

  [[nodiscard]] std::string text(ExprId id) const {
    return shown_text(context_, counts_.at(counts_.bare(id)).where, 60);
  }
  [[nodiscard]] std::string below_zero(ExprId value) const {
    return "a negative `" + text(value) + "`";
  }

  Finding report(const Sink& sink, const std::vector<ExprId>& leaves) const {
    const Expr& count = counts_.at(leaves.front());
    const bool old_only = std::all_of(leaves.begin(), leaves.end(),
                                      [&](ExprId id) { return is_first_set(counts_.at(id)); });
    Finding out = finding(rule_popc_signedness, counts_.at(sink.at).where, view_.f,
                          "HIP's " + count.text + " is unsigned"
                              + (old_only ? " up to ROCm 6.2 at least" : "")
                              + " where CUDA's is int: " + sink.effect);
    out.details.push_back("CUDA: int " + count.text + "(...); HIP: unsigned int " + count.text
                          + "(...); -1 as unsigned int is 4294967295");
    out.confidence = std::min(sink.confidence, old_only ? Confidence::likely : Confidence::certain);
    bool tainted = f().tainted || counts_.at(sink.at).tainted;
    Fix fix{Safety::safe, "reckon with int, as CUDA does", {}, {}};
    for (const ExprId leaf : leaves) {
      const Expr& e = counts_.at(leaf);
      tainted = tainted || e.tainted;
      const Span& span = e.where.spelling;
      if (!can_edit(context_.facts, e.where) || e.site == kNone
          || f().sites[e.site].callee.spelling.begin != span.begin
          || f().sites[e.site].rparen.end != span.end) {
        fix.edits.clear();
        break;
      }
      fix.edits.push_back({{span.file, span.begin, span.begin}, "static_cast<int>("});
      fix.edits.push_back({{span.file, span.end, span.end}, ")"});
      if (!counts_.at(sink.at).where.best().contains(span))
        out.related.push_back({span, "counted here"});
    }
    if (tainted) out.confidence = std::min(out.confidence, Confidence::likely);
    if (!tainted && fix.edits.size() == 2 * leaves.size()) out.fixes.push_back(std::move(fix));
    return out;
  }

  const Context& context_;
  const FunctionView& view_;
  Counts counts_;
};

void judge(const Context& context, std::vector<Finding>& out) {
  for (const Function* f : judged_functions(context.facts)) {
    if (f->name.rfind("hipshim::", 0) == 0) continue;
    const FunctionView view(*f);
    Judge(context, view).run(out);
  }
}

}  // namespace
}  // namespace hipaudit
