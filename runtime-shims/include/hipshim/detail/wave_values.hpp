// SPDX-License-Identifier: Apache-2.0
//
// What reductions and scans compute with: the type in which lanes hold a value, how the caller's
// type goes in and comes out, and the value that changes nothing.
//
//   sums          integers in 32 or 64 bits; float and double as they are; half and bfloat16 as
//                 float, rounded once at the end
//   min, max      floating values as signed integers of the same order: a NaN loses to a number,
//                 -0.0 is below 0.0, and the result does not depend on the order in which lanes
//                 meet
//   and, or, xor  unsigned words
#ifndef HIPSHIM_DETAIL_WAVE_VALUES_HPP
#define HIPSHIM_DETAIL_WAVE_VALUES_HPP

#include "hipshim/config.hpp"
#include "hipshim/detail/bits.hpp"
#include "hipshim/detail/half_types.hpp"
#include "hipshim/detail/lanes.hpp"
#include HIPSHIM_LANE_OPS_HEADER

namespace hipshim {
inline namespace v1 {
namespace detail {

// ---- who takes part ----

HIPSHIM_DEVICE inline bool contains(std::uint64_t lanes, std::uint32_t lane) {
  return ((lanes >> lane) & 1u) != 0;
}

struct Everyone {
  static constexpr bool kWhole = false;
  HIPSHIM_DEVICE std::uint64_t members() const { return active_lanes(); }
  template <class Work>
  HIPSHIM_ALWAYS_INLINE Work names(Work value, Work) const {
    return value;
  }
};
struct Named {
  static constexpr bool kWhole = false;
  std::uint64_t mask;
  HIPSHIM_DEVICE std::uint64_t members() const { return members_of(mask); }
  template <class Work>
  HIPSHIM_ALWAYS_INLINE Work names(Work value, Work other) const {
    return detail::contains(mask, lane_in_wave()) ? value : other;
  }
};

struct Whole {
  static constexpr bool kWhole = true;
  HIPSHIM_DEVICE std::uint64_t members() const {
    return ~std::uint64_t{0} >> (64 - lanes_per_wave());
  }
  template <class Work>
  HIPSHIM_ALWAYS_INLINE Work names(Work value, Work) const {
    return value;
  }
};

// ---- neutral values ----

// std::numeric_limits is for hosts where nvcc compiles.
template <class Int>
HIPSHIM_DEVICE constexpr Int greatest() {
  using Unsigned = std::make_unsigned_t<Int>;
  return static_cast<Int>(static_cast<Unsigned>(~Unsigned{0})
                          >> (std::is_signed<Int>::value ? 1 : 0));
}

template <class Op, class Work>
struct Neutral;
// A sum of nothing but -0.0 is -0.0.
template <class Work>
struct Neutral<Add, Work> {
  HIPSHIM_DEVICE static constexpr Work value() {
    return std::is_floating_point<Work>::value ? -static_cast<Work>(0.0f) : Work{0};
  }
};
template <class Work>
struct Neutral<Min, Work> {
  HIPSHIM_DEVICE static constexpr Work value() { return detail::greatest<Work>(); }
};
template <class Work>
struct Neutral<Max, Work> {
  HIPSHIM_DEVICE static constexpr Work value() { return static_cast<Work>(~greatest<Work>()); }
};
template <class Work>
struct Neutral<And, Work> {
  HIPSHIM_DEVICE static constexpr Work value() { return static_cast<Work>(~Work{0}); }
};
template <class Work>
struct Neutral<Or, Work> {
  HIPSHIM_DEVICE static constexpr Work value() { return 0; }
};
template <class Work>
struct Neutral<Xor, Work> {
  HIPSHIM_DEVICE static constexpr Work value() { return 0; }
};

// ---- floating values as ordered integers ----

// The other way is the same operation.
template <class Int>
HIPSHIM_DEVICE inline Int flip_negative(Int bits) {
  return bits < 0 ? static_cast<Int>(bits ^ detail::greatest<Int>()) : bits;
}

// The ends of the integers' range are NaNs, so the neutral value of the operation comes
// back as NaN where no lane had a number.
template <class Op, class Int>
HIPSHIM_DEVICE inline Int order_of_bits(Int bits, Int infinity) {
  const Int size = static_cast<Int>(bits & detail::greatest<Int>());
  return size > infinity ? Neutral<Op, Int>::value() : detail::flip_negative(bits);
}

// ---- the 16-bit formats ----

HIPSHIM_DEVICE inline float bf16_to_float(std::uint16_t bits) {
  float value = 0;
  detail::copy_bits(value, static_cast<std::uint32_t>(bits) << 16);
  return value;
}

// To nearest, ties to even. A NaN is made quiet, so that it stays one.
HIPSHIM_DEVICE inline std::uint16_t float_to_bf16(float value) {
  std::uint32_t bits = 0;
  detail::copy_bits(bits, value);
  const bool nan = (bits & 0x7fffffffu) > 0x7f800000u;
  const std::uint32_t rounded = bits + 0x7fffu + ((bits >> 16) & 1u);
  return static_cast<std::uint16_t>((nan ? bits | 0x400000u : rounded) >> 16);
}

// Asked here, because nvcc lets no device function call a constexpr one of the host.
template <class T>
using IsHalf = std::integral_constant<bool, is_half<T>()>;

template <class T>
HIPSHIM_DEVICE inline float widen16(T value) {
  std::uint16_t bits = 0;
  detail::copy_bits(bits, value);
  constexpr bool kHalf = IsHalf<T>::value;
  return kHalf ? detail::f16_to_float(bits) : detail::bf16_to_float(bits);
}

// `like` makes the result: these types need not have a default constructor for device code.
template <class T>
HIPSHIM_DEVICE inline T narrow16(float value, T like) {
  constexpr bool kHalf = IsHalf<T>::value;
  const std::uint16_t bits = kHalf ? detail::float_to_f16(value) : detail::float_to_bf16(value);
  detail::copy_bits(like, bits);
  return like;
}

// ---- in and out ----

// `start` is what an exclusive scan begins with.

struct IntegerKind {};
struct FloatKind {};
struct SmallFloatKind {};
struct NoKind {};

template <class T>
using KindOf = std::conditional_t<
    is_half<T>() || is_bfloat<T>(), SmallFloatKind,
    std::conditional_t<
        std::is_integral<T>::value && sizeof(T) <= 8, IntegerKind,
        std::conditional_t<std::is_floating_point<T>::value && sizeof(T) <= 8, FloatKind, NoKind>>>;

template <class Op, class T, class Kind = KindOf<T>>
struct Codec {
  static_assert(!std::is_same<Kind, NoKind>::value,
                "hipshim: reductions and scans take integers, float, double, half and bfloat16");
  static_assert(std::is_same<Kind, NoKind>::value,
                "hipshim: reductions and scans by and, or and xor take integers");
};

// Small integers come back as int, as CUDA's own reductions give them.
template <class Op, class T>
struct Codec<Op, T, IntegerKind> {
  using Result = decltype(T{} + T{});
  using Unsigned = std::conditional_t<sizeof(Result) == 4, std::uint32_t, std::uint64_t>;
  using Signed = std::conditional_t<sizeof(Result) == 4, std::int32_t, std::int64_t>;
  static constexpr bool kOrdered = std::is_same<Op, Min>::value || std::is_same<Op, Max>::value;
  using Work = std::conditional_t<kOrdered && std::is_signed<Result>::value, Signed, Unsigned>;
  HIPSHIM_DEVICE static Work start() { return Neutral<Op, Work>::value(); }
  HIPSHIM_DEVICE static Work encode(T value) { return static_cast<Work>(value); }
  HIPSHIM_DEVICE static Result decode(Work work, T) { return static_cast<Result>(work); }
};

template <class T>
struct Codec<Add, T, FloatKind> {
  using Result = T;
  using Work = T;
  HIPSHIM_DEVICE static Work start() { return 0; }  // +0.0, as everywhere
  HIPSHIM_DEVICE static Work encode(T value) { return value; }
  HIPSHIM_DEVICE static Result decode(Work work, T) { return work; }
};

template <class Op, class T>
struct OrderCodec {
  using Result = T;
  using Work = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  static constexpr Work kInfinity =
      static_cast<Work>(sizeof(T) == 4 ? 0x7f800000 : 0x7ff0000000000000);
  HIPSHIM_DEVICE static Work start() {
    return std::is_same<Op, Min>::value ? kInfinity : static_cast<Work>(-1 - kInfinity);
  }
  HIPSHIM_DEVICE static Work encode(T value) {
    Work bits = 0;
    detail::copy_bits(bits, value);
    return detail::order_of_bits<Op, Work>(bits, kInfinity);
  }
  HIPSHIM_DEVICE static Result decode(Work work, T) {
    T value = 0;
    detail::copy_bits(value, detail::flip_negative(work));
    return value;
  }
};
template <class T>
struct Codec<Min, T, FloatKind> : OrderCodec<Min, T> {};
template <class T>
struct Codec<Max, T, FloatKind> : OrderCodec<Max, T> {};

template <class Op, class T>
struct SmallFloatCodec {
  using Result = T;
  using Wide = Codec<Op, float>;
  using Work = typename Wide::Work;
  HIPSHIM_DEVICE static Work start() { return Wide::start(); }
  HIPSHIM_DEVICE static Work encode(T value) { return Wide::encode(detail::widen16(value)); }
  HIPSHIM_DEVICE static Result decode(Work work, T like) {
    return detail::narrow16(Wide::decode(work, 0.0f), like);
  }
};
template <class T>
struct Codec<Add, T, SmallFloatKind> : SmallFloatCodec<Add, T> {};
template <class T>
struct Codec<Min, T, SmallFloatKind> : SmallFloatCodec<Min, T> {};
template <class T>
struct Codec<Max, T, SmallFloatKind> : SmallFloatCodec<Max, T> {};

template <class Op, class T>
using ResultOf = typename Codec<Op, T>::Result;
template <class Op, class T>
using WorkOf = typename Codec<Op, T>::Work;

}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_WAVE_VALUES_HPP
