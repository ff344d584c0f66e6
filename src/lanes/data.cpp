// SPDX-License-Identifier: Apache-2.0
#include "lanes/data.hpp"

#include <array>

#include "lanes/machine.hpp"
#include "lanes/memory.hpp"

namespace hipaudit::lanes {

using kf::TypeKind;

Value Data::typed(std::uint64_t h, const kf::Type& type) const {
  Value v{0, kData};
  // Small numbers, so that they serve as indices, and often equal; many where coins decide.
  static constexpr std::array<std::uint64_t, 5> kRanges = {40, 3, 1000, 8, 1000};
  const std::uint64_t range = kRanges[seed_ % kRanges.size()];
  switch (type.is_reference ? type.pointee : type.kind) {
  case TypeKind::boolean: v.bits = h & 1; break;
  case TypeKind::pointer:
  case TypeKind::record:
  case TypeKind::vector: v.bits = outside(h); break;
  case TypeKind::floating:
  case TypeKind::half:
  case TypeKind::bfloat:
  case TypeKind::half2:
  case TypeKind::bfloat2: v.bits = h % 201 - 100; break;
  default: v.bits = h % range; break;
  }
  return v;
}

Value Data::initial(std::uint64_t at, const kf::Type& type) const {
  return typed(mix(mix(at, seed_), type.bytes), type);
}

std::uint64_t Data::count(const std::string& name) const {
  static constexpr std::array<std::uint64_t, 7> kCounts = {200, 1000, 37, 64, 100, 3, 128};
  // Long enough for a search to end at different times.
  static constexpr std::array<std::uint64_t, 3> kLong = {200, 128, 100};
  if (searches()) return kLong[mix(name) % kLong.size()];
  return kCounts[(seed_ + mix(name) % 3) % kCounts.size()];
}

bool Data::searches() const { return seed_ == 2 || seed_ == 4; }

bool Data::is_decided_by_coin(Value x, Value y) const {
  if (seed_ < kFirstCoin && !searches()) return false;
  return ((x.taint ^ y.taint) & kData) && !((x.taint | y.taint) & kPoison);
}

bool Data::coin(Value x, Value y) const {
  return mix(mix(x.bits, y.bits), seed_) % (seed_ < kFirstCoin ? 48 : 2) == 0;
}

}  // namespace hipaudit::lanes
