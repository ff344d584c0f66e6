// SPDX-License-Identifier: Apache-2.0
// Decides whether one constant is the width of a warp and the number of bits in a word.
#include <algorithm>
#include <map>
#include <optional>

#include "match/constants.hpp"
#include "match/lane_masks.hpp"
#include "match/memory.hpp"
#include "match/rule.hpp"

namespace hipaudit {

extern const Rule rule_warp_constant_two_roles;

namespace {

constexpr std::string_view kDoc = R"md(
## What it finds

A named constant that counts lanes (the width or distance of a shuffle, `threadIdx.x % WARP_SIZE`) and that
also splits an index into a word and a bit of it: `words[i / WARP_SIZE]` with `1u << (i % WARP_SIZE)`. Both
are given.

## Why it is wrong on AMD

On CUDA both numbers are 32. A port that makes the constant 64 for gfx9 also shifts a 32-bit word by up to 63:
the bits beyond 31 are lost or land elsewhere. A port that leaves it 32 cannot change one without the other.

## Example

```cpp
#define WARP_SIZE 64  // was 32

__device__ bool marked(const unsigned* words, int i) {
  return words[i / WARP_SIZE] >> (i % WARP_SIZE) & 1;
}
```

## Use instead

```cpp
constexpr int kWordBits = 8 * sizeof(unsigned);

__device__ bool marked(const unsigned* words, int i) {
  return words[i / kWordBits] >> (i % kWordBits) & 1;
}
```

## Fix safety

Manual: a second constant needs a name.

## Not reported

- a bit per lane: `1u << (threadIdx.x % WARP_SIZE)` (lane-bit-shift judges it)
- words of 64 bits with a constant of 64
- a constant with only one of the roles

## References

- HIP documentation, "HIP porting guide", lane masks
)md";

using kf::Expr;
using kf::ExprId;
using kf::Function;

struct Role {
  Where where;
  std::string text;
};

struct Roles {
  std::optional<Role> lanes;
  std::optional<Role> bits;
  std::int64_t widest = 0;  ///< of the constant, where it counts bits
};

class Judge {
 public:
  Judge(const Context& context, std::vector<Finding>& out)
      : context_(context), out_(out), constants_(context.facts) {
    for (const ConstantUse& use : context.facts.constant_uses)
      if (const auto target = constants_.at(use.target)) {
        const Span& place = use.where.in_macro_body ? use.where.expansion : use.where.best();
        by_place_[place] = *target;
      }
  }

  void run() {
    for (const Function* f : match::judged_functions(context_.facts)) look_at(*f);
    for (const auto& [index, roles] : roles_)
      if (roles.lanes && roles.bits) report(index, roles);
  }

 private:
  /// The named constant that an expression is.
  std::optional<std::size_t> constant_at(const Function& f, ExprId id) const {
    const Expr& e = f.exprs[match::skip_casts(f, id)];
    if (e.op != kf::Op::constant && e.op != kf::Op::load && e.op != kf::Op::global)
      return std::nullopt;
    const Span& place = e.where.in_macro_body ? e.where.expansion : e.where.best();
    const auto found = by_place_.find(place);
    if (found == by_place_.end()) return std::nullopt;
    return found->second;
  }

  void look_at(const Function& f) {
    const auto& initialisers = match::single_initialisers(f);
    for (const Expr& e : f.exprs) {
      if (match::is_shuffle(e)) shuffle(f, e);
      if ((e.op == kf::Op::rem || e.op == kf::Op::div) && e.args.size() == 2
          && is_thread_index(f, e.args[0], initialisers))
        lanes(f, e.args[1], e);
      if ((e.op == kf::Op::shl || e.op == kf::Op::shr) && e.args.size() == 2)
        shift(f, e, initialisers);
    }
  }

  /// Width and distance; also `WARP_SIZE / 2`.
  void shuffle(const Function& f, const Expr& e) {
    for (std::size_t i = 2; i < e.args.size(); ++i) {
      if (e.args[i] == kf::kNone) continue;
      ExprId at = match::skip_casts(f, e.args[i]);
      if (f.exprs[at].op == kf::Op::div) at = f.exprs[at].args[0];
      lanes(f, at, e);
    }
  }

  void lanes(const Function& f, ExprId id, const Expr& site) {
    const auto index = constant_at(f, id);
    if (!index) return;
    Roles& roles = roles_[*index];
    if (!roles.lanes || site.where.best() < roles.lanes->where.best())
      roles.lanes = Role{site.where, match::shown_text(context_, site.where)};
  }

  /// threadIdx.x and linear sums of it with other thread indices; nothing of blocks or data.
  bool is_thread_index(const Function& f, ExprId id, const std::vector<ExprId>& initialisers,
                       int depth = 0) const {
    if (depth > 12) return false;
    const ExprId at = resolve(f, id, initialisers);
    const Expr& e = f.exprs[at];
    switch (e.op) {
    case kf::Op::thread_idx:
    case kf::Op::lane_id: return true;
    case kf::Op::add:
    case kf::Op::mul: {
      bool any = false;
      for (const ExprId arg : e.args) {
        const Expr& a = f.exprs[resolve(f, arg, initialisers)];
        if (a.op == kf::Op::block_dim || a.op == kf::Op::constant) continue;
        if (!is_thread_index(f, arg, initialisers, depth + 1)) return false;
        any = true;
      }
      return any;
    }
    default: return false;
    }
  }

  static ExprId resolve(const Function& f, ExprId id, const std::vector<ExprId>& initialisers) {
    for (int hops = 0; hops < 8; ++hops) {
      id = match::skip_casts(f, id);
      const Expr& e = f.exprs[id];
      if (e.op != kf::Op::load || e.args.empty()) return id;
      const Expr& place = f.exprs[e.args[0]];
      if (place.op != kf::Op::local || place.var >= initialisers.size()
          || initialisers[place.var] == kf::kNone)
        return id;
      id = initialisers[place.var];
    }
    return id;
  }

  /// 1u << (i % C) and word >> (i % C), where i is an index of data and i / C one of words.
  void shift(const Function& f, const Expr& e, const std::vector<ExprId>& initialisers) {
    const kf::Type& type = f.type_of(match::skip_implicit(f, e.args[0]));
    const ExprId amount = resolve(f, e.args[1], initialisers);
    const Expr& rest = f.exprs[amount];
    if (rest.op != kf::Op::rem || rest.args.size() != 2) return;
    const auto index = constant_at(f, rest.args[1]);
    const auto width = match::constant(f, rest.args[1]);
    if (!index || !width || type.kind != kf::TypeKind::integer) return;
    if (type.bits() != 32) return;
    if (is_thread_index(f, rest.args[0], initialisers)) return;
    const std::string bit_index = shape(f, rest.args[0], initialisers);
    const bool words = std::any_of(f.exprs.begin(), f.exprs.end(), [&](const Expr& d) {
      return d.op == kf::Op::div && d.args.size() == 2 && constant_at(f, d.args[1]) == index
             && shape(f, d.args[0], initialisers) == bit_index && indexes(f, d);
    });
    if (!words) return;
    Roles& roles = roles_[*index];
    if (!roles.bits || e.where.best() < roles.bits->where.best())
      roles.bits = Role{e.where, match::shown_text(context_, e.where)};
    roles.widest = std::max(roles.widest, *width);
  }

  static std::string shape(const Function& f, ExprId id, const std::vector<ExprId>& initialisers) {
    return print_expr(f, resolve(f, id, initialisers));
  }

  /// The quotient selects an element, itself or through a local.
  static bool indexes(const Function& f, const Expr& quotient) {
    const auto& initialisers = match::single_initialisers(f);
    return std::any_of(f.exprs.begin(), f.exprs.end(), [&](const Expr& e) {
      if (e.op != kf::Op::index || e.args.size() != 2) return false;
      bool found = false;
      match::walk(f, resolve(f, e.args[1], initialisers),
                  [&](ExprId id) { found = found || &f.exprs[id] == &quotient; });
      return found;
    });
  }

  void report(std::size_t index, const Roles& roles) {
    const match::NamedConstant& constant = constants_.all()[index];
    const Where where = constant.definitions.front()->where;
    if (!match::in_project(context_.facts, where)) return;
    std::int64_t widest = roles.widest;
    for (const ConstantFact* d : constant.definitions)
      if (d->value) widest = std::max(widest, *d->value);
    const bool wide = widest > 32;
    Finding finding = match::finding(
        rule_warp_constant_two_roles, where, nullptr,
        wide ? constant.name + " is " + std::to_string(widest)
                   + " as the width of a warp, and also the number of bits in a word of 32"
             : constant.name
                   + " is the width of a warp and the number of bits in a word: only one of them "
                     "may follow the wave");
    finding.confidence = wide ? Confidence::certain : Confidence::likely;
    if (wide) finding.targets = match::targets_with_wave(context_, 64);
    finding.related.push_back({roles.lanes->where.best(), "counts lanes: " + roles.lanes->text});
    finding.related.push_back({roles.bits->where.best(), "counts bits: " + roles.bits->text});
    if (wide) finding.owns.push_back(roles.bits->where.best());
    finding.fixes.push_back(
        {Safety::manual, "give the bits of a word a constant of their own", {}, {}});
    out_.push_back(std::move(finding));
  }

  const Context& context_;
  std::vector<Finding>& out_;
  match::Constants constants_;
  std::map<Span, std::size_t> by_place_;
  std::map<std::size_t, Roles> roles_;
};

void judge(const Context& context, std::vector<Finding>& out) { Judge(context, out).run(); }

}  // namespace

HIPAUDIT_RULE(rule_warp_constant_two_roles) = {
    .id = "warp-constant-two-roles",
    .topic = "waves",
    .summary = "one constant is the width of a warp and the bits of a word",
    .severity = Severity::warning,
    .fix = Safety::manual,
    .needs = bit(FactKind::constants) | bit(FactKind::functions),
    .doc = kDoc,
    .judge = judge,
};

}  // namespace hipaudit
