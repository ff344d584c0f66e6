// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <optional>

#include "facts/query.hpp"
#include "lanes/describe.hpp"
#include "lanes/judge.hpp"

namespace hipaudit::lanes {

namespace {

/// __shfl names a lane; the others name a distance, which says nothing when it is not known.
bool reads_a_lane(const SiteInfo& site) {
  return site.function->exprs[site.expr].cross == kf::CrossKind::shfl;
}

bool moves_by_distance(const SiteInfo& site) {
  const kf::CrossKind kind = site.function->exprs[site.expr].cross;
  return kind == kf::CrossKind::shfl_up || kind == kf::CrossKind::shfl_down;
}

/// `x & 31`, `x % 32` as the lane argument.
bool is_masked(const SiteInfo& site) {
  const kf::Function& f = *site.function;
  const kf::Expr& e = f.exprs[kf::skip_casts(f, f.exprs[site.expr].args[2])];
  if (e.op != kf::Op::bit_and && e.op != kf::Op::rem) return false;
  return std::ranges::any_of(e.args, [&](kf::ExprId arg) {
    const auto c = kf::constant(f, arg);
    return c && ((e.op == kf::Op::bit_and && *c == 31) || (e.op == kf::Op::rem && *c == 32));
  });
}

/// The lane argument stems from 32-lane logic: a ffs or clz of a 32-bit mask.
bool index_is_32(const SiteInfo& site) {
  const kf::Function& f = *site.function;
  const std::vector<kf::ExprId> initial = kf::single_initialisers(f);
  bool narrow = false;
  bool wide = false;
  std::function<void(kf::ExprId, int)> look = [&](kf::ExprId id, int depth) {
    if (id == kf::kNone || depth > 6) return;
    kf::walk(f, id, [&](kf::ExprId at) {
      const kf::Expr& x = f.exprs[at];
      if (x.op == kf::Op::warp_size || kf::is_call(x, {"__ffsll", "__clzll", "__popcll"}))
        wide = true;
      if (kf::is_call(x, {"__ffs", "__clz"})) narrow = true;
      if (x.op == kf::Op::local && x.var < initial.size() && initial[x.var] != kf::kNone)
        look(initial[x.var], depth + 1);
    });
  };
  look(f.exprs[site.expr].args[2], 0);
  return narrow && !wide;
}

/// One lane for the whole block: whatever its number, one half of the wave reads the other.
bool named_for_the_warp(const SiteInfo& site) {
  if (!site.same_source) return false;
  const kf::Function& f = *site.function;
  bool given = true;
  kf::walk(f, f.exprs[site.expr].args[2],
           [&](kf::ExprId e) { given = given && f.exprs[e].op != kf::Op::template_param; });
  return given;
}

}  // namespace

LaneVerdict Judge::judge_site(Case& c, const Where& where, bool called, const KernelVerdict& kernel,
                              const std::vector<Trace>& target, std::vector<Case>& other_shapes) {
  LaneVerdict verdict;
  verdict.wave = wave_;
  verdict.context = c.f->name;
  const SiteInfo site = merged(c.cuda, where);
  World alone = World::cuda();
  alone.wave = wave_;
  alone.except = {where};
  std::optional<Trace> witness;
  std::size_t at = 0;
  bool returns_only = true;
  bool incomplete = false;
  for (std::size_t i = 0; i < c.cuda.size(); ++i) {
    if (!c.cuda[i].sites.count(where)) continue;
    Trace t;
    if (c.spent < kRootBudget) t = run_in(c, alone, c.seeds[i]);
    if (c.spent >= kRootBudget || !t.gave_up.empty()) {
      incomplete = true;
      continue;
    }
    const Differences d = differences(c.cuda[i], t);
    if (d.none()) continue;
    verdict.lanes = d.lanes();
    returns_only = d.only_returns();
    witness = std::move(t);
    at = i;
    if (!returns_only) break;
  }
  const auto unknown = [&](const char* why) {
    verdict.outcome = Outcome::unknown;
    verdict.effect = why;
    return verdict;
  };
  if (!witness && incomplete) return unknown("too large to evaluate");
  if (!witness) {
    verdict.outcome = Outcome::right;
    return verdict;
  }
  const kf::Expr& e = site.function->exprs[site.expr];
  // On CUDA the lanes at the edge of the warp keep their own value, which callers seldom use.
  if (c.open_ended() && moves_by_distance(site) && returns_only)
    return unknown("callers that are not seen decide whether the edge of the warp matters");
  if (c.open_ended() && kf::is_lane_mask(e) && returns_only
      && c.f->types[c.f->return_type].bytes != 4)
    return unknown("callers that are not seen decide what they make of 64 votes");
  if (!c.shape.known && any(c.cuda, &Trace::uses_y)
      && right_in_another_shape(c, where, other_shapes))
    return unknown("the shape of the block decides");
  if (!kernel.by_wave.empty() && !mended(c, where, target))
    return unknown("computed with warpSize");
  if (kf::is_shuffle(e) && (site.source_is_data || site.source_unmodelled)
      && !(reads_a_lane(site)
           && (is_masked(site) || index_is_32(site) || named_for_the_warp(site))))
    return unknown("the source lane is not known");
  verdict.outcome = Outcome::wrong;
  const bool sure = c.shape.known && !any(c.cuda, &Trace::guessed)
                    && !any(c.cuda, &Trace::unmodelled) && !site.source_is_data;
  verdict.confidence =
      sure && !c.open_ended() && !called ? Confidence::certain : Confidence::likely;
  describe(c.cuda[at].sites.at(where), witness->sites.at(where), wave_, verdict);
  return verdict;
}

bool Judge::mended(Case& c, const Where& where, const std::vector<Trace>& target) {
  for (std::size_t i = 0; i < c.cuda.size(); ++i) {
    if (differences(c.cuda[i], target[i]).none()) continue;
    World world = World::target(wave_);
    world.except = {where};
    const Trace t = run_in(c, world, c.seeds[i]);
    if (!t.gave_up.empty()) return false;
    if (!differences(c.cuda[i], t).none() && !same_contributions(c.cuda[i], t)) return false;
  }
  return true;
}

bool Judge::right_in_another_shape(const Case& c, const Where& site, OtherShapes& shapes) {
  if (shapes.empty())
    for (const int row : {16, 8, 4}) {
      Case in;
      in.f = c.f;
      in.shape.block = {row, 64 / row, 1};
      begin(in, 2);
      shapes.push_back(std::move(in));
    }
  World alone = World::cuda();
  alone.wave = wave_;
  alone.except = {site};
  return std::ranges::any_of(shapes, [&](Case& in) {
    if (in.cuda.empty()) return false;
    for (std::size_t i = 0; i < in.cuda.size(); ++i) {
      const Trace other = run_in(in, alone, in.seeds[i]);
      if (!other.gave_up.empty() || !differences(in.cuda[i], other).none()) return false;
    }
    return true;
  });
}

}  // namespace hipaudit::lanes
