// SPDX-License-Identifier: Apache-2.0
#include "lanes/values.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

namespace hipaudit::lanes {

using kf::Op;
using kf::TypeKind;

std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}
std::uint64_t mix(std::uint64_t a, std::uint64_t b) { return mix(a ^ mix(b)); }
std::uint64_t mix(std::string_view text) {
  std::uint64_t h = 0xcbf29ce484222325ULL;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return mix(h);
}

Value convert(Value v, const kf::Type& type) {
  if (type.kind == TypeKind::boolean) return {v.bits != 0 ? 1U : 0U, v.taint};
  if (type.kind != TypeKind::integer || type.bytes == 0 || type.bytes >= 8) return v;
  const unsigned drop = 64 - type.bits();
  if (type.is_signed)
    v.bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(v.bits << drop) >> drop);
  else
    v.bits = v.bits << drop >> drop;
  return v;
}

Value part(Value whole, std::int64_t delta, std::uint32_t size) {
  if (delta >= 8 || size >= 8)
    return {mix(whole.bits, static_cast<std::uint64_t>(delta)), whole.taint};
  const std::uint64_t shifted = whole.bits >> (8 * delta);
  return {size == 0 ? shifted : shifted & ((std::uint64_t{1} << (8 * size)) - 1), whole.taint};
}

Value apply(Op op, Value a, Value b, const kf::Type& left, const kf::Type& type) {
  const std::uint64_t x = a.bits;
  const std::uint64_t y = b.bits;
  const bool integral = left.kind == TypeKind::integer || left.kind == TypeKind::boolean;
  const bool is_unsigned = integral && !left.is_signed;
  const auto sx = static_cast<std::int64_t>(x);
  const auto sy = static_cast<std::int64_t>(y);
  const auto made = [&](std::uint64_t bits) { return convert({bits, 0}, type); };
  const unsigned width = type.kind == TypeKind::integer && type.bytes > 0 && type.bytes < 8
                             ? std::max(32U, type.bits())
                             : 64;
  switch (op) {
  case Op::add: return made(x + y);
  case Op::sub: return made(x - y);
  case Op::mul: return made(x * y);
  case Op::div:
  case Op::rem:
    if (y == 0) return {0, kPoison};
    if (!integral) {
      if (op == Op::div && y == 1) return made(x);
      return made(mix(mix(x, y), static_cast<std::uint64_t>(op)));
    }
    if (is_unsigned) return made(op == Op::div ? x / y : x % y);
    if (sy == -1) return made(op == Op::div ? 0 - x : 0);
    return made(static_cast<std::uint64_t>(op == Op::div ? sx / sy : sx % sy));
  // The hardware looks at the low bits of the amount only.
  case Op::shl: return made(x << (y & (width - 1)));
  case Op::shr:
    if (is_unsigned) return made(x >> (y & (width - 1)));
    return made(static_cast<std::uint64_t>(sx >> (y & (width - 1))));
  case Op::bit_and: return made(x & y);
  case Op::bit_or: return made(x | y);
  case Op::bit_xor: return made(x ^ y);
  case Op::lt: return {is_unsigned ? x < y : sx < sy, 0};
  case Op::le: return {is_unsigned ? x <= y : sx <= sy, 0};
  case Op::gt: return {is_unsigned ? x > y : sx > sy, 0};
  case Op::ge: return {is_unsigned ? x >= y : sx >= sy, 0};
  case Op::eq: return {x == y, 0};
  case Op::ne: return {x != y, 0};
  default: return {};
  }
}

Value combine(const std::string& name, Value a, Value b, const kf::Type& type) {
  const auto has = [&](const char* part) { return name.find(part) != std::string::npos; };
  const auto taint = static_cast<std::uint8_t>(a.taint | b.taint);
  const bool less = type.kind == TypeKind::integer && !type.is_signed
                        ? a.bits < b.bits
                        : static_cast<std::int64_t>(a.bits) < static_cast<std::int64_t>(b.bits);
  std::uint64_t r = 0;
  if (has("add") || has("sum"))
    r = a.bits + b.bits;
  else if (has("min"))
    r = less ? a.bits : b.bits;
  else if (has("max"))
    r = less ? b.bits : a.bits;
  else if (has("and"))
    r = a.bits & b.bits;
  else if (has("xor"))
    r = a.bits ^ b.bits;
  else
    r = a.bits | b.bits;
  return convert({r, taint}, type);
}

std::pair<Value, bool> updated(kf::AtomicKind kind, Value old, Value a, Value b,
                               const kf::Type& type) {
  using kf::AtomicKind;
  const std::uint64_t o = old.bits;
  switch (kind) {
  case AtomicKind::add: return {{o + a.bits, 0}, true};
  case AtomicKind::sub: return {{o - a.bits, 0}, true};
  case AtomicKind::min: return {combine("min", old, a, type), true};
  case AtomicKind::max: return {combine("max", old, a, type), true};
  case AtomicKind::and_: return {{o & a.bits, 0}, true};
  case AtomicKind::or_: return {{o | a.bits, 0}, true};
  case AtomicKind::xor_: return {{o ^ a.bits, 0}, true};
  case AtomicKind::exch: return {{a.bits, 0}, true};
  case AtomicKind::cas: return {{b.bits, 0}, convert(a, type).bits == o};
  case AtomicKind::inc: return {{o >= a.bits ? 0 : o + 1, 0}, true};
  case AtomicKind::dec: return {{o == 0 || o > a.bits ? a.bits : o - 1, 0}, true};
  default: return {{mix(o, a.bits), kUnmodelled}, true};
  }
}

std::uint64_t bit_operation(const std::string& name, std::uint64_t x) {
  const auto low = static_cast<std::uint32_t>(x);
  if (name == "__popc" || name == "__builtin_popcount")
    return static_cast<unsigned>(std::popcount(low));
  if (name == "__popcll" || name == "__builtin_popcountll" || name == "__builtin_popcountl")
    return static_cast<unsigned>(std::popcount(x));
  if (name == "__ffs") return low ? static_cast<unsigned>(std::countr_zero(low)) + 1 : 0;
  if (name == "__ffsll") return x ? static_cast<unsigned>(std::countr_zero(x)) + 1 : 0;
  if (name == "__clz") return static_cast<unsigned>(std::countl_zero(low));
  if (name == "__clzll") return static_cast<unsigned>(std::countl_zero(x));
  if (name == "__builtin_ctz") return static_cast<unsigned>(std::countr_zero(low));
  if (name == "__builtin_ctzll") return static_cast<unsigned>(std::countr_zero(x));
  std::uint64_t r = 0;
  const int bits = name == "__brev" ? 32 : 64;
  for (int i = 0; i < bits; ++i)
    if (x >> i & 1) r |= std::uint64_t{1} << (bits - 1 - i);
  return r;
}

Value floating(const std::string& text) {
  const double d = std::strtod(text.c_str(), nullptr);
  if (std::isnan(d)) return {mix("nan"), 0};
  if (d > 1e18) return {static_cast<std::uint64_t>(std::int64_t{1} << 62), 0};
  if (d < -1e18) return {static_cast<std::uint64_t>(-(std::int64_t{1} << 62)), 0};
  const auto whole = static_cast<std::int64_t>(d);
  if (static_cast<double>(whole) == d) return {static_cast<std::uint64_t>(whole), 0};
  return {mix(text) | 1, 0};
}

kf::Type element_type(const kf::Type& type) {
  kf::Type out;
  const bool floats =
      type.text.find("float") != std::string::npos || type.text.find("double") != std::string::npos;
  out.kind = floats ? TypeKind::floating : TypeKind::integer;
  out.is_signed = true;
  std::uint32_t n = 1;
  if (!type.text.empty() && type.text.back() >= '1' && type.text.back() <= '4')
    n = static_cast<std::uint32_t>(type.text.back() - '0');
  else if (const auto comma = type.text.rfind(", "); comma != std::string::npos)
    n = static_cast<std::uint32_t>(std::max(1, std::atoi(type.text.c_str() + comma + 2)));
  out.bytes = type.bytes / (n == 3 && type.bytes % 3 != 0 ? 4 : std::max(1U, n));
  return out;
}

}  // namespace hipaudit::lanes
