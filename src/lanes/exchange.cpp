// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "lanes/interpreter.hpp"

namespace hipaudit::lanes {

namespace {

constexpr std::size_t kMaxExchanges = 64;

/// Lane that `lane` reads in segments of `width` on waves of `wave`: HIP's own arithmetic, which
/// is CUDA's at 32.
int source(CrossKind kind, int lane, std::int64_t x, int width, int wave) {
  const int self = lane % wave;
  const int base = lane - self;
  const int segment = self & ~(width - 1);
  std::int64_t index = self;
  switch (kind) {
  case CrossKind::shfl: index = (x & (width - 1)) + segment; break;
  case CrossKind::shfl_up: index = self - x < segment ? self : self - x; break;
  case CrossKind::shfl_down: index = (self & (width - 1)) + x >= width ? self : self + x; break;
  default: index = (self ^ x) >= ((self + width) & ~(width - 1)) ? self : self ^ x; break;
  }
  return base + static_cast<int>(index & (wave - 1));
}

/// The lanes that the caller's mask names, within a group of `span`.
std::uint64_t named_lanes(const Function& f, ExprId mask, const Value& v, int span) {
  if (mask == kNone) return ~std::uint64_t{0};
  // A mask of 32 bits does not compile on a wave of 64; taken for all lanes of its half where it
  // names all.
  const auto low = static_cast<std::uint32_t>(v.bits);
  if (span > 32 && f.type_of(mask).bytes < 8 && low == ~0U) return ~std::uint64_t{0};
  // 0xffffffffull << (lane & 32): the caller's half.
  if (span == 32 && low == 0) return v.bits >> 32;
  return v.bits;
}

}  // namespace

int Machine::span_of(const Function& f, const Expr& e) const {
  if (!spans_the_wave(e)) return 32;
  const bool wide = world_.wide != (world_.except.count(site_of(f, e)) != 0);
  return wide ? world_.wave : 32;
}

int Machine::group_of(const Function& f, const Expr& e) const {
  return e.tile != 0 && e.tile != 255 ? e.tile : span_of(f, e);
}

Value Machine::inactive(int span) const {
  return {0, static_cast<std::uint8_t>(world_.wide || span > 32 ? 0 : kPoison)};
}

Vec Machine::cross(Frame& frame, ExprId id, const Expr& e) {
  SiteInfo* info = nullptr;
  const Function& f = *frame.f;
  if (spans_the_wave(e)) {
    info = &trace_.sites[site_of(f, e)];
    if (!info->function) {
      info->function = &f;
      info->expr = id;
    }
  }
  Exchange exchange;
  if (info && info->exchanges.size() < kMaxExchanges) {
    exchange.from.assign(Lanes::bit(lanes_.count), -1);
    exchange.got.assign(Lanes::bit(lanes_.count), 0);
  }
  Vec out = exchanged(frame, id, e, info, exchange);
  if (!info) return out;
  if (world_.perturbed && world_.perturbed->first == site_of(f, e)
      && lanes_.active(world_.perturbed->second)) {
    Value& v = out.lane(world_.perturbed->second, lanes_.count);
    v.bits = convert({v.bits ^ (mix(v.bits, 77) | 1), 0}, f.types[e.type]).bits;
    if (e.cross == CrossKind::any || e.cross == CrossKind::all) v.bits &= 1;
  }
  if (!exchange.got.empty()) {
    for (int l = 0; l < lanes_.count; ++l)
      if (lanes_.active(l)) {
        exchange.got[Lanes::bit(l)] = out[l].bits;
        if (!kf::is_shuffle(e)) exchange.from[Lanes::bit(l)] = l;
      }
    info->exchanges.push_back(std::move(exchange));
  }
  return out;
}

Vec Machine::exchanged(Frame& frame, ExprId id, const Expr& e, SiteInfo* info, Exchange& exchange) {
  switch (e.cross) {
  case CrossKind::shfl:
  case CrossKind::shfl_up:
  case CrossKind::shfl_down:
  case CrossKind::shfl_xor: return shuffle(frame, id, e, info, exchange);
  case CrossKind::ballot:
  case CrossKind::any:
  case CrossKind::all:
  case CrossKind::active_mask: return vote(frame, e);
  case CrossKind::match_any:
  case CrossKind::match_all: return match(frame, e);
  case CrossKind::reduce: return reduce(frame, e);
  case CrossKind::barrier: return barrier(frame, id, e);
  case CrossKind::sync_warp:
    if (!e.args.empty() && e.args[0] != kNone) value(frame, e.args[0]);
    return constant(0);
  default: return constant(0);
  }
}

Vec Machine::shuffle(Frame& frame, ExprId id, const Expr& e, SiteInfo* info, Exchange& exchange) {
  const Vec v = value(frame, e.args[1]);
  const Vec x = value(frame, e.args[2]);
  if (e.args[0] != kNone) value(frame, e.args[0]);
  const int span = span_of(*frame.f, e);
  int width = span;
  int wave = span;
  std::uint8_t taint = 0;
  if (e.tile == 255) {
    taint = kUnmodelled;
  } else if (e.tile != 0) {
    width = e.tile;
    wave = std::max<int>(e.tile, 32);
  }
  // Also within a tile: hipshim::warp32's take a width.
  if (e.args[3] != kNone) {
    const Value w = value(frame, e.args[3])[lanes_.first_active()];
    taint |= w.taint & kUnmodelled;
    const auto asked = static_cast<std::int64_t>(w.bits);
    if (asked < 1 || asked > 64 || (asked & (asked - 1)) != 0)
      return made_of(mix("shuffle of unknown width"), {v, x}, frame.f->types[e.type], kUnmodelled);
    width = static_cast<int>(asked);
    if (width == 32 && e.tile == 0
        && frame.f->exprs[kf::skip_casts(*frame.f, e.args[3])].op == Op::constant)
      trace_.by_32.insert({frame.f, id});
    wave = e.tile != 0 ? 32 : world_.wave;
  }
  std::optional<std::uint64_t> first;
  Vec out;
  for (int l = 0; l < lanes_.count; ++l) {
    if (!lanes_.active(l)) continue;
    const Value lane = x[l];
    // The intrinsics take an int.
    const auto n = static_cast<std::int64_t>(static_cast<std::int32_t>(lane.bits));
    const int from = source(e.cross, l, n, std::min(width, std::max(width, wave)), wave);
    if (info) {
      if (first && *first != lane.bits) info->same_source = false;
      first = lane.bits;
      if (lane.taint & kData) info->source_is_data = true;
      if (lane.taint & kUnmodelled) info->source_unmodelled = true;
      note_distance(e, *info, n, lane.taint);
      if (!exchange.from.empty()) exchange.from[Lanes::bit(l)] = from;
    }
    Value& r = out.lane(l, lanes_.count);
    if (from < 0 || from >= lanes_.count || !lanes_.active(from)) {
      r = inactive(span);
      if (info) info->reads_inactive = true;
    } else {
      r = v[from];
    }
    r.taint |= static_cast<std::uint8_t>(taint | (lane.taint & (kPoison | kUnmodelled)));
  }
  // A lane above 31 named for everybody. Lanes that name their own place in the block are not.
  if (info && e.cross == CrossKind::shfl && info->same_source && first && *first >= 32
      && *first < 64 && !info->source_is_data)
    info->reaches_32 = true;
  return out;
}

void Machine::note_distance(const Expr& e, SiteInfo& info, std::int64_t n, std::uint8_t taint) {
  if (e.cross == CrossKind::shfl) {
    trace_.only_down = false;
    return;
  }
  if (taint & (kData | kUnmodelled)) return;
  if (n >= 32 && n < 64) info.reaches_32 = true;
  info.deltas.insert(n);
  if (e.cross != CrossKind::shfl_xor) trace_.deltas.insert(n);
  if (e.cross != CrossKind::shfl_down) trace_.only_down = false;
}

Vec Machine::vote(Frame& frame, const Expr& e) {
  const Function& f = *frame.f;
  const bool always = e.cross == CrossKind::active_mask;
  const ExprId mask_id = always || e.args.empty() ? kNone : e.args[0];
  const Vec mask = mask_id != kNone ? value(frame, mask_id) : constant(-1);
  const Vec p = always ? constant(1) : value(frame, e.args[1]);
  const int span = group_of(f, e);
  Vec out;
  for (int w = 0; w < lanes_.count; w += span) {
    std::uint64_t voted = 0;
    std::uint64_t there = 0;
    std::uint8_t taint = kVote;
    int first = -1;
    for (int l = w; l < std::min(w + span, lanes_.count); ++l) {
      if (!lanes_.active(l)) continue;
      if (first < 0) first = l;
      there |= std::uint64_t{1} << (l - w);
      if (p[l].bits != 0) voted |= std::uint64_t{1} << (l - w);
      taint |= p[l].taint;
    }
    for (int l = w; l < std::min(w + span, lanes_.count); ++l) {
      if (!lanes_.active(l)) continue;
      const std::uint64_t named = named_lanes(f, mask_id, mask[l], span);
      std::uint64_t r = voted & named;
      if (e.cross == CrossKind::any) r = r != 0;
      if (e.cross == CrossKind::all) r = (voted & named) == (there & named);
      out.lane(l, lanes_.count) =
          convert({r, static_cast<std::uint8_t>(taint | (mask[l].taint & (kPoison | kUnmodelled)))},
                  f.types[e.type]);
    }
  }
  return out;
}

Vec Machine::match(Frame& frame, const Expr& e) {
  const Function& f = *frame.f;
  const Vec mask = e.args[0] != kNone ? value(frame, e.args[0]) : constant(-1);
  const Vec v = value(frame, e.args[1]);
  const int span = group_of(f, e);
  const bool all = e.cross == CrossKind::match_all;
  Vec out;
  Vec agreed;
  for (int w = 0; w < lanes_.count; w += span)
    for (int l = w; l < std::min(w + span, lanes_.count); ++l) {
      if (!lanes_.active(l)) continue;
      const std::uint64_t named = named_lanes(f, e.args[0], mask[l], span);
      std::uint64_t same = 0;
      std::uint64_t there = 0;
      std::uint8_t taint =
          kVote | (mask[l].taint & static_cast<std::uint8_t>(kPoison | kUnmodelled));
      for (int o = w; o < std::min(w + span, lanes_.count); ++o) {
        if (!lanes_.active(o)) continue;
        there |= std::uint64_t{1} << (o - w);
        if (v[o].bits == v[l].bits) same |= std::uint64_t{1} << (o - w);
        taint |= v[o].taint;
      }
      const bool whole = (same & named) == (there & named);
      const std::uint64_t r = all ? (whole ? there & named : 0) : same & named;
      out.lane(l, lanes_.count) = convert({r, taint}, f.types[e.type]);
      agreed.lane(l, lanes_.count) = {whole ? 1U : 0U, taint};
    }
  if (all && e.args.size() > 2 && e.args[2] != kNone)
    memory_.store({frame.f, kNone}, value(frame, e.args[2]), agreed, 4);
  return out;
}

Vec Machine::reduce(Frame& frame, const Expr& e) {
  const Function& f = *frame.f;
  const Vec mask = e.args[0] != kNone ? value(frame, e.args[0]) : constant(-1);
  const Vec v = value(frame, e.args[1]);
  const int span = group_of(f, e);
  const kf::Type& type = f.type_of(e.args[1]);
  Vec out;
  for (int w = 0; w < lanes_.count; w += span)
    for (int l = w; l < std::min(w + span, lanes_.count); ++l) {
      if (!lanes_.active(l)) continue;
      const std::uint64_t named = named_lanes(f, e.args[0], mask[l], span);
      std::optional<Value> total;
      for (int o = w; o < std::min(w + span, lanes_.count); ++o)
        if (lanes_.active(o) && (named >> (o - w) & 1))
          total = total ? combine(e.text, *total, v[o], type) : v[o];
      out.lane(l, lanes_.count) = total.value_or(Value{0, kPoison});
    }
  return out;
}

Vec Machine::barrier(Frame& frame, ExprId id, const Expr& e) {
  for (int w = 0; w < lanes_.count; w += world_.wave) {
    int here = 0;
    int elsewhere = 0;
    int ended = 0;
    for (int l = w; l < std::min(w + world_.wave, lanes_.count); ++l) {
      if (lanes_.active(l))
        ++here;
      else if (root_frame_ && root_frame_->returned[Lanes::bit(l)])
        ++ended;
      else
        ++elsewhere;
    }
    if (here == 0 || (elsewhere == 0 && ended == 0)) continue;
    memory_.note(elsewhere ? Event::Kind::divergent_barrier : Event::Kind::ended_barrier,
                 {frame.f, id}, w);
  }
  if (e.args.empty()) return constant(0);
  const Vec v = value(frame, e.args[0]);
  std::uint64_t count = 0;
  std::uint64_t there = 0;
  std::uint8_t taint = 0;
  for (int l = 0; l < lanes_.count; ++l)
    if (lanes_.active(l)) {
      ++there;
      if (v[l].bits != 0) ++count;
      taint |= v[l].taint;
    }
  if (e.text.find("count") == std::string::npos)
    count = e.text.find("and") != std::string::npos ? count == there : count != 0;
  return Vec(Value{count, taint});
}

}  // namespace hipaudit::lanes
