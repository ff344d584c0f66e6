// SPDX-License-Identifier: Apache-2.0
#include "lanes/values.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <vector>

namespace hipaudit::lanes {

using kf::Op;
using kf::TypeKind;

std::uint64_t mix(std::string_view text) {
  std::uint64_t h = 0xcbf29ce484222325ULL;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return mix(h);
}

/// Blocks that are not in use.
struct Vec::Pool {
  Pool() = default;
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool() {
    while (free) delete std::exchange(free, free->next);
  }
  Block* free = nullptr;

  static Pool& of_thread() {
    static thread_local Pool pool;
    return pool;
  }
};

Vec::Block* Vec::take() {
  Pool& pool = Pool::of_thread();
  if (!pool.free) return new Block;
  Block* block = std::exchange(pool.free, pool.free->next);
  block->owners = 1;
  return block;
}

void Vec::put_back(Block* block) {
  Pool& pool = Pool::of_thread();
  block->next = std::exchange(pool.free, block);
}

Value* Vec::spread(int lanes) {
  if (many_ && many_->owners == 1) return many_->lanes;
  Block* block = take();
  if (many_)
    std::copy_n(many_->lanes, lanes, block->lanes);
  else
    std::fill_n(block->lanes, lanes, one_);
  if (many_) --many_->owners;
  many_ = block;
  return block->lanes;
}

Value* Vec::fresh() {
  if (!many_ || many_->owners != 1) {
    if (many_) --many_->owners;
    many_ = take();
  }
  return many_->lanes;
}

Value part(Value whole, std::int64_t delta, std::uint32_t size) {
  if (delta >= 8 || size >= 8)
    return {mix(whole.bits, static_cast<std::uint64_t>(delta)), whole.taint};
  const std::uint64_t shifted = whole.bits >> (8 * delta);
  return {size == 0 ? shifted : shifted & ((std::uint64_t{1} << (8 * size)) - 1), whole.taint};
}

Arithmetic::Arithmetic(Op op, const kf::Type& left, const kf::Type& type)
    : op_(op), integral_(left.kind == TypeKind::integer || left.kind == TypeKind::boolean),
      unsigned_(integral_ && !left.is_signed), result_(type) {
  const bool narrow = type.kind == TypeKind::integer && type.bytes > 0 && type.bytes < 8;
  amount_ = (narrow ? std::max(32U, type.bits()) : 64) - 1;
}

Value Arithmetic::divided(std::uint64_t x, std::uint64_t y) const {
  if (y == 0) return {0, kPoison};
  const bool quotient = op_ == Op::div;
  if (!integral_) {
    if (quotient && y == 1) return {x, 0};
    return {mix(mix(x, y), static_cast<std::uint64_t>(op_)), 0};
  }
  if (unsigned_) return {quotient ? x / y : x % y, 0};
  const auto sx = static_cast<std::int64_t>(x);
  const auto sy = static_cast<std::int64_t>(y);
  if (sy == -1) return {quotient ? 0 - x : 0, 0};
  return {static_cast<std::uint64_t>(quotient ? sx / sy : sx % sy), 0};
}

Value Arithmetic::operator()(Value a, Value b) const {
  const std::uint64_t x = a.bits;
  const std::uint64_t y = b.bits;
  const auto sx = static_cast<std::int64_t>(x);
  const auto sy = static_cast<std::int64_t>(y);
  Value out{0, static_cast<std::uint8_t>(a.taint | b.taint)};
  switch (op_) {
  case Op::add: out.bits = x + y; break;
  case Op::sub: out.bits = x - y; break;
  case Op::mul: out.bits = x * y; break;
  case Op::div:
  case Op::rem: {
    const Value v = divided(x, y);
    out.bits = v.bits;
    out.taint |= v.taint;
    break;
  }
  case Op::shl: out.bits = x << (y & amount_); break;
  case Op::shr:
    out.bits = unsigned_ ? x >> (y & amount_) : static_cast<std::uint64_t>(sx >> (y & amount_));
    break;
  case Op::bit_and: out.bits = x & y; break;
  case Op::bit_or: out.bits = x | y; break;
  case Op::bit_xor: out.bits = x ^ y; break;
  case Op::lt: out.bits = unsigned_ ? x < y : sx < sy; return out;
  case Op::le: out.bits = unsigned_ ? x <= y : sx <= sy; return out;
  case Op::gt: out.bits = unsigned_ ? x > y : sx > sy; return out;
  case Op::ge: out.bits = unsigned_ ? x >= y : sx >= sy; return out;
  case Op::eq: out.bits = x == y; return out;
  case Op::ne: out.bits = x != y; return out;
  default: break;
  }
  return result_(out);
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
