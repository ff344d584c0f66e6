// SPDX-License-Identifier: Apache-2.0
// Values of the lanes of a block, and arithmetic on them.
#pragma once

#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

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
  kVote = 16,       ///< made of votes or comparisons: no coin decides what it equals
};

/// Integers as C++ has them (sign- or zero-extended to 64 bits); floating values as elements of
/// the ring of 64-bit integers, in which sums do not depend on their order; pointers as addresses.
struct Value {
  std::uint64_t bits = 0;
  std::uint8_t taint = 0;
  bool operator==(const Value&) const = default;
};

[[nodiscard]] inline std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}
[[nodiscard]] inline std::uint64_t mix(std::uint64_t a, std::uint64_t b) { return mix(a ^ mix(b)); }
[[nodiscard]] std::uint64_t mix(std::string_view text);

/// A value per lane; one for all lanes as long as they agree. Copies share their lanes until one of
/// them is changed.
class Vec {
 public:
  Vec() = default;
  explicit Vec(Value all) : one_(all) {}
  Vec(const Vec& other) : one_(other.one_), many_(other.many_) {
    if (many_) ++many_->owners;
  }
  Vec(Vec&& other) noexcept : one_(other.one_), many_(std::exchange(other.many_, nullptr)) {}
  Vec& operator=(Vec other) noexcept {
    one_ = other.one_;
    std::swap(many_, other.many_);
    return *this;
  }
  ~Vec() {
    if (many_ && --many_->owners == 0) put_back(many_);
  }

  [[nodiscard]] bool uniform() const { return !many_; }
  Value operator[](int lane) const { return many_ ? many_->lanes[lane] : one_; }
  /// All lanes, each to be changed by itself.
  Value* spread(int lanes);
  /// ... and all of them will be.
  Value* fresh();
  Value& lane(int l, int lanes) { return spread(lanes)[l]; }

 private:
  struct Block {
    int owners = 1;
    Block* next = nullptr;
    Value lanes[kMaxLanes];
  };
  struct Pool;
  /// A thread keeps the blocks that it has used.
  static Block* take();
  static void put_back(Block* block);

  Value one_;
  Block* many_ = nullptr;
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
    Value* to = out.fresh();
    if (static_cast<int>(on.count()) == count)
      for (int l = 0; l < count; ++l) to[l] = f(l);
    else
      for (int l = 0; l < count; ++l) to[l] = active(l) ? f(l) : Value{};
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

/// To a type: cut to its width and extended as its sign asks.
class Conversion {
 public:
  explicit Conversion(const kf::Type& type) {
    if (type.kind == kf::TypeKind::boolean) {
      to_ = To::boolean;
    } else if (type.kind == kf::TypeKind::integer && type.bytes > 0 && type.bytes < 8) {
      to_ = type.is_signed ? To::signed_ : To::unsigned_;
      drop_ = 64 - type.bits();
    }
  }
  /// Leaves every value as it is.
  [[nodiscard]] bool is_identity() const { return to_ == To::same; }
  Value operator()(Value v) const {
    switch (to_) {
    case To::same: break;
    case To::boolean: v.bits = v.bits != 0 ? 1 : 0; break;
    case To::unsigned_: v.bits = v.bits << drop_ >> drop_; break;
    case To::signed_:
      v.bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(v.bits << drop_) >> drop_);
      break;
    }
    return v;
  }

 private:
  enum class To : std::uint8_t { same, boolean, unsigned_, signed_ };
  To to_ = To::same;
  unsigned drop_ = 0;
};
[[nodiscard]] inline Value convert(Value v, const kf::Type& type) { return Conversion(type)(v); }
[[nodiscard]] inline Vec convert(const Lanes& lanes, const Vec& v, const kf::Type& type) {
  const Conversion to(type);
  return to.is_identity() ? v : lanes.map(v, to);
}

/// `size` bytes of a value from byte `delta` on.
[[nodiscard]] Value part(Value whole, std::int64_t delta, std::uint32_t size);

/// `a op b` for operands of type `left` and a result of type `type`.
class Arithmetic {
 public:
  Arithmetic(kf::Op op, const kf::Type& left, const kf::Type& type);
  Value operator()(Value a, Value b) const;

 private:
  [[nodiscard]] Value divided(std::uint64_t x, std::uint64_t y) const;

  kf::Op op_;
  bool integral_;
  bool unsigned_;
  unsigned amount_;  ///< bits of a shift's amount that the hardware looks at
  Conversion result_;
};
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
