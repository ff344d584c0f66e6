// SPDX-License-Identifier: Apache-2.0
// Values of the lanes of a block, and arithmetic on them.
#pragma once

#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "facts/kernel_form.hpp"

namespace hipaudit::lanes {

/// Lanes of a block that are run at most.
inline constexpr int kMaxLanes = 256;
using Mask = std::bitset<kMaxLanes>;

/// Where a value comes from, as far as a verdict must know.
enum Taint : std::uint8_t {
  kPoison = 1,      ///< undefined on CUDA: an inactive lane's value, an unwritten variable
  kData = 2,        ///< memory or a parameter: the made-up value is one of many
  kUnmodelled = 4,  ///< a call without a body, inline assembly, a template parameter
  kGuessed = 8,     ///< taken from a name: a parameter called `lane`
};

/// Integers as C++ has them (sign- or zero-extended to 64 bits); floating values as elements of
/// the ring of 64-bit integers, in which sums do not depend on their order; pointers as addresses.
struct Value {
  std::uint64_t bits = 0;
  std::uint8_t taint = 0;
  bool operator==(const Value&) const = default;
};

[[nodiscard]] std::uint64_t mix(std::uint64_t x);
[[nodiscard]] std::uint64_t mix(std::uint64_t a, std::uint64_t b);
[[nodiscard]] std::uint64_t mix(std::string_view text);

/// A value per lane; one for all lanes as long as they agree.
class Vec {
 public:
  Vec() = default;
  explicit Vec(Value all) : one_(all) {}
  [[nodiscard]] bool uniform() const { return many_.empty(); }
  Value operator[](int lane) const {
    return many_.empty() ? one_ : many_[static_cast<std::size_t>(lane)];
  }
  /// All lanes, each to be changed by itself.
  Value* spread(int lanes) {
    if (many_.empty()) many_.assign(static_cast<std::size_t>(lanes), one_);
    return many_.data();
  }
  Value& lane(int l, int lanes) { return spread(lanes)[l]; }

 private:
  Value one_;
  std::vector<Value> many_;
};

/// The lanes of a block, and which of them execute.
struct Lanes {
  int count = 0;
  Mask on;        ///< lanes that execute
  Mask poisoned;  ///< lanes that took a branch on a value that CUDA leaves undefined

  static std::size_t bit(int lane) { return static_cast<std::size_t>(lane); }
  [[nodiscard]] bool active(int lane) const { return on[bit(lane)]; }
  [[nodiscard]] int first_active() const {
    for (int l = 0; l < count; ++l)
      if (active(l)) return l;
    return 0;
  }
  /// f(lane) in each active lane.
  template <class F>
  Vec each(F f) const {
    Vec out;
    Value* to = out.spread(count);
    for (int l = 0; l < count; ++l)
      if (active(l)) to[l] = f(l);
    return out;
  }
  template <class F>
  Vec map(const Vec& a, F f) const {
    if (a.uniform()) return Vec(f(a[0]));
    return each([&](int l) { return f(a[l]); });
  }
  template <class F>
  Vec zip(const Vec& a, const Vec& b, F f) const {
    if (a.uniform() && b.uniform()) return Vec(f(a[0], b[0]));
    return each([&](int l) { return f(a[l], b[l]); });
  }
};

[[nodiscard]] inline Vec constant(std::int64_t v) {
  return Vec(Value{static_cast<std::uint64_t>(v), 0});
}

/// Structures and vectors are handled by address.
[[nodiscard]] inline bool is_vector_like(const kf::Type& t) {
  return t.kind == kf::TypeKind::record || t.kind == kf::TypeKind::vector;
}

/// `v` in `type`: cut to its width and extended as its sign asks.
[[nodiscard]] Value convert(Value v, const kf::Type& type);
/// `size` bytes of a value from byte `delta` on.
[[nodiscard]] Value part(Value whole, std::int64_t delta, std::uint32_t size);
/// `a op b` for operands of type `left` and a result of type `type`.
[[nodiscard]] Value apply(kf::Op op, Value a, Value b, const kf::Type& left, const kf::Type& type);
/// add, min, max, and, xor, or, as `name` says.
[[nodiscard]] Value combine(const std::string& name, Value a, Value b, const kf::Type& type);
/// What an atomic operation leaves in memory, and whether it stores at all.
[[nodiscard]] std::pair<Value, bool> updated(kf::AtomicKind kind, Value old, Value a, Value b,
                                             const kf::Type& type);
/// __popc, __ffs, __clz, __brev and their 64-bit forms.
[[nodiscard]] std::uint64_t bit_operation(const std::string& name, std::uint64_t x);
/// A literal: itself where it is whole, else a number made of its text.
[[nodiscard]] Value floating(const std::string& text);
/// Of float4 and the like.
[[nodiscard]] kf::Type element_type(const kf::Type& type);

}  // namespace hipaudit::lanes
