// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cstdio>
#include <map>
#include <string>

#include "match/lane_masks.hpp"
#include "match/rule.hpp"
#include "match/sync_masks.hpp"

namespace hipaudit {
namespace {

constexpr std::string_view kDoc = R"md(
## What it finds
A constant set of lanes of a 32-lane warp, met with a vote of 64 lanes: `votes & 0xffff0000`,
`votes & 0x55555555`, `votes & 0x80000000`, `votes == 0x0000ffff`; or given to a `*_sync` call as a
64-bit mask: `__shfl_xor_sync(0x0000ffffull, v, 1)`.

## Why it is wrong on AMD
Such a constant names lanes 0-31 of a wave of 64. Lanes 32-63 are not asked and get the answer for
lanes 0-31; a comparison with the votes of all 64 lanes fails. A `_sync` call traps where lanes 32-63
make it too, unless `NDEBUG` is defined; then votes leave out lanes 32-63, and shuffles ignore the
mask.

## Example
```cpp
bool upper = (__ballot(p) & 0xffff0000) != 0;  // lanes 32-63 look at lanes 16-31
```

## Use instead
```cpp
bool upper = (hipshim::warp32::ballot(p) & 0xffff0000) != 0;
```

## Fix safety
Safe where every use of the vote reckons with 32 lanes, and for `_sync` calls: `hipshim::warp32` has
the caller's 32 lanes. Unsafe where the code also speaks of the real wave; the constant may then have
to be repeated for lanes 32-63. No fix for a shuffle whose lane or distance is computed from `warpSize`.

## Not reported
* Bits of data, and a constant with bits for lanes 32-63.
* One lane's bit, `votes & 8`; 32 ones, see full-mask-compare and sync-mask-half; a 32-bit mask given
  to a `_sync` call, see sync-mask-width; votes that are then kept in 32 bits or counted by `__popc`,
  see narrow-lane-mask and narrow-mask-op.
* Code that only blocks of at most 32 threads reach, or only threads 0-31 of a block, or that stands
  under a test of the wave size.

## References
* HIP C++ language extensions, "Warp cross-lane functions":
  https://rocm.docs.amd.com/projects/HIP/en/latest/how-to/hip_cpp_language_extensions.html
* hip/amd_detail/amd_warp_sync_functions.h
)md";

using namespace match;
using kf::kNone;
using kf::Op;

void judge(const Context& context, std::vector<Finding>& out);

}  // namespace

HIPAUDIT_RULE(rule_partial_lane_constant) = {
    .id = "partial-lane-constant",
    .topic = "masks",
    .summary = "a constant set of lanes knows 32 of 64",
    .severity = Severity::warning,
    .fix = Safety::safe,
    .needs = bit(FactKind::functions) | bit(FactKind::host_calls),
    .doc = kDoc,
    .judge = judge,
};

namespace {

constexpr std::uint64_t kLastLane = 0x80000000ULL;

/// Some lanes of 32, neither one nor all; or the last one.
bool is_part(std::uint64_t bits) {
  return bits < 0xffffffffULL && (std::popcount(bits) > 1 || bits == kLastLane);
}

std::string hex(std::uint64_t bits) {
  char text[20];
  std::snprintf(text, sizeof text, "0x%08llx", static_cast<unsigned long long>(bits));
  return text;
}

class Judge {
 public:
  explicit Judge(const Context& context) : context_(context), flow_(context.facts) {}

  void run(std::vector<Finding>& out) {
    std::map<Span, std::size_t> by_vote;
    for (std::size_t i = 0; i < flow_.functions().size(); ++i) {
      const FunctionView& v = flow_.functions()[i];
      if (flow_.only_small_blocks(i)) continue;
      for (ExprId id = 0; id < v.f->exprs.size(); ++id) {
        if (!v.reached(id) || !is_reportable(context_.facts, v.f, v.f->exprs[id].where)) continue;
        if (first_half_only(v, id) || under_wave_test(v, id)) continue;
        if (v.f->exprs[id].op == Op::cross) {
          if (auto finding = given_to_sync(i, id)) out.push_back(std::move(*finding));
        } else {
          met(i, id, by_vote, out);
        }
      }
    }
  }

 private:
  void met(std::size_t i, ExprId id, std::map<Span, std::size_t>& by_vote,
           std::vector<Finding>& out) const {
    const FunctionView& v = flow_.functions()[i];
    const Function& f = *v.f;
    const Expr& e = f.exprs[id];
    if (e.args.size() != 2 || (e.op != Op::bit_and && e.op != Op::eq && e.op != Op::ne)) return;
    if (e.op == Op::bit_and && is_narrowed(v, id)) return;
    for (std::size_t side = 0; side < 2; ++side) {
      const auto bits = mask_bits(f, e.args[side]);
      if (!bits || !is_part(*bits)) continue;
      Origins votes = flow_.carried(i, e.args[1 - side]);
      if (votes.empty() || flow_.upper_half_used(i, votes)) return;
      std::erase_if(votes, [&](std::uint32_t o) { return flow_.is_low(o); });
      if (votes.empty()) return;
      const Span key = flow_.written_at(votes.front());
      const auto [known, fresh] = by_vote.emplace(key, out.size());
      if (!fresh) {
        Finding& first = out[known->second];
        const Span at = e.where.best();
        const bool listed = first.where.best() == at || first.where.best().contains(at)
                            || at.contains(first.where.best())
                            || std::any_of(first.related.begin(), first.related.end(),
                                           [&](const Related& r) { return r.span == at; });
        if (!listed) first.related.push_back({at, "and here, with " + hex(*bits)});
        return;
      }
      out.push_back(report(v, id, *bits, votes));
      return;
    }
  }

  Finding report(const FunctionView& v, ExprId id, std::uint64_t bits, const Origins& votes) const {
    const Function& f = *v.f;
    const Expr& e = f.exprs[id];
    const std::uint32_t source = votes.front();
    const std::string vote =
        written_name(context_, *flow_.view_of(source).f, flow_.origins()[source].vote);
    const std::string effect = e.op == Op::bit_and
                                   ? "lanes 32-63 are not asked and get the answer for lanes 0-31"
                                   : "the votes of lanes 32-63 count against the comparison";
    Finding out =
        finding(rule_partial_lane_constant, e.where, &f,
                hex(bits) + " names " + std::to_string(std::popcount(bits))
                    + (std::popcount(bits) == 1 ? " lane" : " lanes") + " of 32, and " + vote
                    + " has the 64 lanes of " + wave64_names(context_) + ": " + effect);
    out.targets = targets_with_wave(context_, 64);
    out.details.push_back("for both warps of a wave the constant would be "
                          + hex(bits).insert(2, hex(bits).substr(2)));
    // The first lanes alone may be all that hold data.
    if (std::has_single_bit(bits + 1)) out.confidence = Confidence::likely;
    for (const std::uint32_t o : votes)
      if (!e.where.best().contains(flow_.written_at(o)))
        out.related.push_back({flow_.written_at(o), "the vote of 64 lanes"});
    if (f.tainted || e.tainted) {
      out.confidence = Confidence::likely;
      return out;
    }
    if (auto fix = warp32_fix(context_, flow_, votes)) {
      if (speaks_of_waves(v)) fix->safety = Safety::unsafe;
      out.fixes.push_back(std::move(*fix));
    }
    return out;
  }

  /// __shfl_xor_sync(0x0000ffffull, v, 1)
  std::optional<Finding> given_to_sync(std::size_t function, ExprId id) const {
    const FunctionView& v = flow_.functions()[function];
    const Function& f = *v.f;
    const Expr& e = f.exprs[id];
    if (!e.sync_form || e.tile != 0 || e.args.empty() || e.args[0] == kNone) return std::nullopt;
    const ExprId mask = skip_implicit(f, e.args[0]);
    const auto bits = mask_bits(f, mask);
    if (!bits || !is_part(*bits) || is_narrow_integer(f.type_of(mask))) return std::nullopt;
    if (project_defines(context_.facts, f, id)) return std::nullopt;
    const Where& where = e.site == kNone ? e.where : f.sites[e.site].callee;
    Finding out = finding(
        rule_partial_lane_constant, where, &f,
        hex(*bits) + " names lanes of 0-31 only: where lanes 32-63 of " + wave64_names(context_)
            + " make this call too, it traps without " + "NDEBUG, and with it "
            + (is_shuffle(e) ? "the mask is ignored" : "they get the answer for lanes 0-31"));
    out.targets = targets_with_wave(context_, 64);
    out.confidence = Confidence::likely;
    out.owns.push_back(f.exprs[mask].where.best());
    if (f.tainted || e.tainted) return out;
    const auto edit = to_warp32(context_.facts, f, id);
    if (edit && !follows_wave(flow_, function, id))
      out.fixes.push_back({speaks_of_waves(v) ? Safety::unsafe : Safety::safe,
                           "speak of the caller's 32 lanes with hipshim::warp32",
                           {*edit},
                           {include_for(where, "hipshim/warp32.hpp")}});
    return out;
  }

  const Context& context_;
  LaneMaskFlow flow_;
};

void judge(const Context& context, std::vector<Finding>& out) {
  if (any_wave(context.targets, 64)) Judge(context).run(out);
}

}  // namespace
}  // namespace hipaudit
