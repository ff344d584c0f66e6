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

// What the seeds are for. Votes say little where all lanes, or none, pass a test: with two seeds
// most values are the same, and few are others.
constexpr unsigned kSearches = 2;
constexpr unsigned kMostlyTwo = 3;
constexpr unsigned kMostlyZero = 4;

/// Values go up to here: small, so that they serve as indices, and often equal; many where coins
/// decide.
std::uint64_t range(unsigned seed) {
  static constexpr std::array<std::uint64_t, 10> kRanges = {40, 3, 1000, 3, 3, 2, 40, 3, 1000, 8};
  return kRanges[seed % kRanges.size()];
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

/// Below, above and between what code compares with.
std::uint64_t exception(std::uint64_t h, const kf::Type& type) {
  static constexpr std::array<std::int64_t, 8> kOthers = {-1, 1, 5, 100, 128, 200, 999, 41};
  const bool has_sign = is_floating(kind_of(type)) || type.is_signed;
  return static_cast<std::uint64_t>(kOthers[has_sign ? h % 8 : 1 + h % 7]);
}

}  // namespace

bool Data::mostly_same() const { return seed_ == kMostlyTwo || seed_ == kMostlyZero; }

Value Data::typical(bool two, bool is_exception, std::uint64_t h, const kf::Type& type) {
  if (kind_of(type) == TypeKind::boolean) return {two != is_exception ? 1U : 0U, kData};
  if (!is_exception) return {two ? 2U : 0U, kData};
  // Also what is usual elsewhere.
  return {h % 9 == 0 ? (two ? 0U : 2U) : exception(mix(h), type), kData};
}

Value Data::typed(std::uint64_t h, const kf::Type& type) const {
  const TypeKind kind = kind_of(type);
  if (is_address(kind)) return {outside(h), kData};
  if (mostly_same()) return typical(seed_ == kMostlyTwo, h % 16 == 0, h, type);
  if (kind == TypeKind::boolean) return {h & 1, kData};
  if (is_floating(kind)) return {h % 201 - 100, kData};
  return {h % range(seed_), kData};
}

Value Data::initial(std::uint64_t at, const kf::Type& type) const {
  const std::uint64_t h = mix(mix(at, seed_), type.bytes);
  if (!mostly_same() || is_address(kind_of(type))) return typed(h, type);
  // Half of the groups of 32 neighbours have no exceptions, and another value. The parity of a
  // number's bits differs between neighbours at most distances: what one warp has, the next has
  // not.
  const std::uint64_t group = at / std::max(type.bytes, 1U) / 32;
  const bool quiet = std::popcount(group) % 2 != 0;
  return typical(quiet != (seed_ == kMostlyTwo), !quiet && h % 8 == 0, h, type);
}

std::uint64_t Data::count(const std::string& name) const {
  static constexpr std::array<std::uint64_t, 7> kCounts = {200, 1000, 37, 64, 100, 3, 128};
  // Long enough for a search to end at different times.
  static constexpr std::array<std::uint64_t, 3> kLong = {200, 128, 100};
  if (searches()) return kLong[mix(name) % kLong.size()];
  return kCounts[(seed_ + mix(name) % 3) % kCounts.size()];
}

bool Data::searches() const { return seed_ == kSearches; }

bool Data::has_coins() const { return searches() || seed_ >= kFirstCoin; }

bool Data::is_decided_by_coin(Value x, Value y) const {
  if (!has_coins()) return false;
  return ((x.taint ^ y.taint) & kData) && !((x.taint | y.taint) & kPoison);
}

bool Data::coin(Value x, Value y) const {
  return mix(mix(x.bits, y.bits), seed_) % (seed_ < kFirstCoin ? 48 : 2) == 0;
}

}  // namespace hipaudit::lanes
