// SPDX-License-Identifier: Apache-2.0
#include "lanes/mix.hpp"

namespace hipaudit::lanes {

bool is_idempotent(Operator op) {
  return op == Operator::min || op == Operator::max || op == Operator::bit_and
         || op == Operator::bit_or;
}

Holding holding_of(const Mix& mix) {
  const auto equals = [&](unsigned lane, unsigned first, unsigned count) {
    for (unsigned s = 0; s < kLanes; ++s)
      if (mix.lanes[lane][s] != (s >= first && s < first + count ? 1 : 0)) return false;
    return true;
  };
  for (unsigned width = kLanes; width >= 2; width /= 2) {
    bool all = true;
    bool first = true;
    bool scan = true;
    bool exclusive = mix.op == Operator::add && mix.type.kind == TypeKind::integer
                     && mix.type.bytes >= 4;  // a narrow sum wraps before it is widened
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const unsigned group = lane & ~(width - 1);
      const bool whole = equals(lane, group, width);
      all = all && whole;
      if (lane == group) first = first && whole;
      scan = scan && equals(lane, group, lane - group + 1);
      exclusive = exclusive && equals(lane, group, lane - group);
    }
    if (mix.op != Operator::none && (all || first)) return {Pattern::reduce, width, all};
    if (mix.op != Operator::none && scan) return {Pattern::scan, width, true};
    if (exclusive) return {Pattern::exclusive, width, true};
    bool spread = mix.op == Operator::none && width == kLanes;
    for (unsigned lane = 1; lane < kLanes; ++lane)
      spread = spread && mix.lanes[lane] == mix.lanes[0];
    if (spread) return {Pattern::spread, width, true};
  }
  return {};
}

bool may_be_combined(const kf::Type& type) {
  switch (type.kind) {
  case TypeKind::unknown:
  case TypeKind::half:
  case TypeKind::bfloat: return true;
  case TypeKind::integer:
  case TypeKind::floating: return type.bytes <= 8;
  default: return false;
  }
}

bool is_real(const kf::Type& type) {
  return type.kind == TypeKind::floating || type.kind == TypeKind::half
         || type.kind == TypeKind::bfloat;
}

bool keeps(const kf::Type& value, const kf::Type& through) {
  if (value.kind == TypeKind::unknown || through.kind == TypeKind::unknown) return true;
  if (value.kind == through.kind && value.bytes == through.bytes
      && value.is_signed == through.is_signed)
    return true;
  if (value.kind == TypeKind::integer && through.kind == TypeKind::integer)
    return through.bytes > value.bytes;
  return is_real(value) && is_real(through) && through.bytes >= value.bytes;
}

}  // namespace hipaudit::lanes
