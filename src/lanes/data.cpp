// SPDX-License-Identifier: Apache-2.0
#include "lanes/data.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "lanes/machine.hpp"
#include "lanes/memory.hpp"

namespace hipaudit::lanes {

using kf::TypeKind;

namespace {

/// How often a coin decides that data equals a constant.
enum class Coins : std::uint8_t { none, seldom, even };

/// How values lie in memory.
enum class Pattern : std::uint8_t {
  small,        ///< not negative
  centred,      ///< around zero
  mostly_two,   ///< ... with few others, in every other group of 32 elements
  mostly_zero,  ///< ... likewise
  by_warp,      ///< equal within 32 elements
  half_zero,    ///< zero in every other group of 32
  sparse,       ///< zero but for one in eight
  scaled,       ///< below another bound in each group of 32
  ramp,         ///< the element's own number
};

// What the seeds are for. Small values serve as indices and are often equal. Votes say little where
// all lanes, or none, pass a test: in some patterns most values are the same, and few are others.
struct Recipe {
  Pattern pattern;
  std::uint64_t range;
  Coins coins = Coins::none;
};
constexpr std::array<Recipe, 22> kRecipes = {{
    {Pattern::small, 40},
    {Pattern::centred, 101},
    {Pattern::small, 1000, Coins::seldom},  // as searches find their key
    {Pattern::mostly_two, 3},
    {Pattern::mostly_zero, 3},
    {Pattern::small, 2},
    {Pattern::small, 40, Coins::even},
    {Pattern::small, 3, Coins::even},
    {Pattern::small, 1000, Coins::even},
    {Pattern::small, 8, Coins::even},
    {Pattern::by_warp, 129},
    {Pattern::small, 3},
    {Pattern::half_zero, 129},
    {Pattern::by_warp, 5},
    {Pattern::ramp, 1},
    {Pattern::sparse, 129},
    {Pattern::centred, 2000000001},
    {Pattern::by_warp, 64},
    {Pattern::mostly_two, 3},
    {Pattern::half_zero, 64},
    {Pattern::scaled, 64},
    {Pattern::by_warp, 129},
}};
static_assert(kRecipes[kFirstCoin].coins == Coins::even
              && kRecipes[kFirstCoin - 1].coins == Coins::none);
static_assert(kRecipes[kFirstMore - 1].coins == Coins::even
              && kRecipes[kFirstMore].coins == Coins::none);

/// After the last, those from kFirstMore on again, another one for each object.
const Recipe& recipe(unsigned seed, std::uint64_t object = 0) {
  if (seed < kRecipes.size()) return kRecipes[seed];
  return kRecipes[kFirstMore + mix(object, seed) % (kRecipes.size() - kFirstMore)];
}

bool is_floating(TypeKind kind) {
  switch (kind) {
  case TypeKind::floating:
  case TypeKind::half:
  case TypeKind::bfloat:
  case TypeKind::half2:
  case TypeKind::bfloat2: return true;
  default: return false;
  }
}

bool is_address(TypeKind kind) {
  return kind == TypeKind::pointer || kind == TypeKind::record || kind == TypeKind::vector;
}

TypeKind kind_of(const kf::Type& type) { return type.is_reference ? type.pointee : type.kind; }

bool has_sign(const kf::Type& type) { return is_floating(kind_of(type)) || type.is_signed; }

/// Below, above and between what code compares with.
std::uint64_t exception(std::uint64_t h, const kf::Type& type) {
  static constexpr std::array<std::int64_t, 9> kOthers = {-100, -1, 1, 5, 100, 128, 200, 999, 41};
  return static_cast<std::uint64_t>(kOthers[has_sign(type) ? h % 9 : 2 + h % 7]);
}

/// Around zero where the type has a sign.
Value around(std::uint64_t h, std::uint64_t range, const kf::Type& type) {
  if (kind_of(type) == TypeKind::boolean) return {h & 1, kData};
  const std::uint64_t v = h % range;
  return {has_sign(type) ? v - range / 2 : v, kData};
}

Value typical(bool two, bool is_exception, std::uint64_t h, const kf::Type& type) {
  if (kind_of(type) == TypeKind::boolean) return {two != is_exception ? 1U : 0U, kData};
  if (!is_exception) return {two ? 2U : 0U, kData};
  // Also what is usual elsewhere.
  return {h % 9 == 0 ? (two ? 0U : 2U) : exception(mix(h), type), kData};
}

}  // namespace

bool has_coins(unsigned seed) { return recipe(seed).coins != Coins::none; }

namespace {

Value made_up(const Recipe& r, std::uint64_t h, const kf::Type& type) {
  const TypeKind kind = kind_of(type);
  if (is_address(kind)) return {outside(h), kData};
  switch (r.pattern) {
  case Pattern::mostly_two:
  case Pattern::mostly_zero: return typical(r.pattern == Pattern::mostly_two, h % 16 == 0, h, type);
  case Pattern::small: break;
  default: return around(h, std::max<std::uint64_t>(r.range, 2), type);
  }
  if (kind == TypeKind::boolean) return {h & 1, kData};
  if (is_floating(kind)) return {h % 201 - 100, kData};
  return {h % r.range, kData};
}

}  // namespace

Value Data::typed(std::uint64_t h, const kf::Type& type) const {
  return made_up(recipe(seed_), h, type);
}

Value Data::initial(std::uint64_t at, const kf::Type& type) const {
  const std::uint64_t object = at >> 32;
  const Recipe& r = recipe(seed_, object);
  const std::uint64_t h = mix(mix(at, seed_), type.bytes);
  if (is_address(kind_of(type))) return made_up(r, h, type);
  const std::uint64_t element = at / std::max(type.bytes, 1U);
  const std::uint64_t group = element / 32;
  // The parity of a number's bits differs between neighbours at most distances: what one warp has,
  // the next has not.
  const bool turned = seed_ >= kRecipes.size() && mix(object, seed_ + 1) % 2 != 0;
  const bool odd = (std::popcount(group) % 2 != 0) != turned;
  switch (r.pattern) {
  case Pattern::mostly_two:
  case Pattern::mostly_zero:
    // Half of the groups of 32 neighbours have no exceptions, and another value.
    return typical(odd != (r.pattern == Pattern::mostly_two), !odd && h % 8 == 0, h, type);
  case Pattern::by_warp: return made_up(r, mix(mix(group, seed_), type.bytes), type);
  case Pattern::sparse: return mix(h) % 8 != 0 ? Value{0, kData} : made_up(r, h, type);
  case Pattern::half_zero: return odd ? Value{0, kData} : made_up(r, h, type);
  case Pattern::scaled:
    if (kind_of(type) == TypeKind::boolean) return {h & 1, kData};
    return {h % (std::uint64_t{1} << mix(group, seed_) % 7), kData};
  case Pattern::ramp: {
    const std::uint64_t n = element % 128;
    if (kind_of(type) == TypeKind::boolean) return {n >> 5 & 1, kData};
    return {has_sign(type) ? n - 64 : n, kData};
  }
  default: return made_up(r, h, type);
  }
}

std::uint64_t Data::count(const std::string& name) const {
  // One of them for more than a wave of threads, and the others for few turns.
  static constexpr std::array<std::uint64_t, 4> kSmall = {100, 3, 5, 2};
  if (small_) return kSmall[(seed_ + mix(name)) % kSmall.size()];
  static constexpr std::array<std::uint64_t, 7> kCounts = {200, 1000, 37, 64, 100, 3, 128};
  // Long enough for a search to end at different times.
  static constexpr std::array<std::uint64_t, 3> kLong = {200, 128, 100};
  // Around the multiples of a wave, and none at all.
  static constexpr std::array<std::uint64_t, 12> kEdges = {31, 63, 32, 0,  65, 255,
                                                           40, 1,  33, 96, 2,  17};
  if (searches()) return kLong[mix(name) % kLong.size()];
  if (seed_ >= kFirstMore) return kEdges[(seed_ - kFirstMore + mix(name) % 5) % kEdges.size()];
  return kCounts[(seed_ + mix(name) % 3) % kCounts.size()];
}

bool Data::searches() const { return recipe(seed_).coins == Coins::seldom; }

bool Data::has_coins() const { return lanes::has_coins(seed_); }

bool Data::is_decided_by_coin(Value x, Value y) const {
  if (!has_coins()) return false;
  return ((x.taint ^ y.taint) & kData) && !((x.taint | y.taint) & (kPoison | kVote));
}

bool Data::coin(Value x, Value y) const {
  return mix(mix(x.bits, y.bits), seed_) % (searches() ? 48 : 2) == 0;
}

}  // namespace hipaudit::lanes
