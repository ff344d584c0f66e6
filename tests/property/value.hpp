// SPDX-License-Identifier: Apache-2.0
// What the generator knows of an expression: its type, and its range at both wave sizes. So no
// generated kernel overflows, shifts too far or leaves an array where CUDA would run it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>

namespace hipaudit::property {

/// The same on every machine, unlike the distributions of <random>. (Compilers that evaluate
/// arguments in another order make other kernels.)
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t stream)
      : state_(seed * 0x9e3779b97f4a7c15ULL + stream * 0xd1b54a32d192ed03ULL + 1) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  int below(int n) { return static_cast<int>(next() % static_cast<std::uint64_t>(n)); }
  int between(int lo, int hi) { return lo + below(hi - lo + 1); }
  bool chance(int percent) { return below(100) < percent; }
  template <class T>
  T of(std::initializer_list<T> list) {
    return list.begin()[below(static_cast<int>(list.size()))];
  }
  const char* of(std::initializer_list<const char*> list) {
    return list.begin()[below(static_cast<int>(list.size()))];
  }

 private:
  std::uint64_t state_;
};

enum class Type : std::uint8_t { i32, u32, i64, u64, f32 };

__extension__ using Wide = __int128;

struct Range {
  Wide lo = 0;
  Wide hi = 0;
  [[nodiscard]] bool in(Range o) const { return o.lo <= lo && hi <= o.hi; }
};

inline Range join(Range a, Range b) { return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)}; }

inline bool is_signed(Type t) { return t == Type::i32 || t == Type::i64; }
inline int bits(Type t) { return t == Type::i64 || t == Type::u64 ? 64 : 32; }

/// Floats hold whole numbers whose sums are exact.
inline Range limits(Type t) {
  const Wide one = 1;
  switch (t) {
  case Type::i32: return {-(one << 31), (one << 31) - 1};
  case Type::u32: return {0, (one << 32) - 1};
  case Type::i64: return {-(one << 63), (one << 63) - 1};
  case Type::u64: return {0, (one << 64) - 1};
  case Type::f32: return {-(one << 22), one << 22};
  }
  return {};
}

inline const char* name(Type t) {
  switch (t) {
  case Type::i32: return "int";
  case Type::u32: return "unsigned";
  case Type::i64: return "long long";
  case Type::u64: return "unsigned long long";
  case Type::f32: return "float";
  }
  return "";
}

/// Threads that surely agree on a value, at 32 lanes.
enum class Uniform : std::uint8_t { block, warp, none };

/// An expression.
struct Value {
  std::string text;
  Type type = Type::i32;
  Range at32;
  Range at64;
  Uniform uniform = Uniform::none;
};

inline Range converted(Range r, Type t) { return r.in(limits(t)) ? r : limits(t); }

/// Empty where a float would not hold it.
std::optional<Value> convert(Value v, Type t, bool written = false);
/// Empty where the result could overflow, at either wave size, or is not defined for the types.
std::optional<Value> binary(const Value& a, const char* op, const Value& b);
/// Empty where the amount could be out of range at 32 lanes.
std::optional<Value> shift(const Value& a, bool left, const Value& amount);

inline Value number(long long v) {
  const Range r{v, v};
  return {std::to_string(v), Type::i32, r, r, Uniform::block};
}

}  // namespace hipaudit::property
