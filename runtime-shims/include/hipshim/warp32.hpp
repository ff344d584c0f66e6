// SPDX-License-Identifier: Apache-2.0
//
// CUDA's warp of 32 lanes on a wave of any size.
//
// On a wave of 64 the two halves are two warps: `lane_id()` is 0..31 in both, masks are 32 bits
// wide and speak of the caller's half, and no value crosses from one half to the other. On a wave
// of 32 and on NVIDIA the warp is the hardware's. So code that was right for CUDA stays right, call
// by call, without knowing the wave size.
//
// Every operation has two forms. `x_sync(mask, ...)` keeps the mask of the CUDA call: NVIDIA gets
// it unchanged; on AMD it filters votes, and nothing else, because a wave has one program counter
// and lanes cannot be waited for. `x(...)` has no mask and means the lanes that are active. Any
// integer will do for a mask; its low 32 bits count, so 0xffffffff, -1, ~0u, 0xffffffffULL and a
// 64-bit full mask are all the whole warp.
//
// Words used in the contracts below:
//   Lanes      which lanes must make the call
//   Valid      in which lanes the result may be used
//   Cost       on AMD, as instructions seen in the code that clang 22 makes at -O3; nothing was
//              timed there
//   Emitted    the hipaudit rules whose fixes write the call
#ifndef HIPSHIM_WARP32_HPP
#define HIPSHIM_WARP32_HPP

#include "hipshim/config.hpp"
#include "hipshim/detail/bits.hpp"
#include "hipshim/detail/lanes.hpp"
#include HIPSHIM_WARP_HEADER

namespace hipshim {
inline namespace v1 {
namespace warp32 {
namespace detail {

using namespace hipshim::v1::detail;

template <class Mask>
HIPSHIM_DEVICE inline std::uint32_t mask32(Mask mask) {
  static_assert(std::is_integral<Mask>::value || std::is_enum<Mask>::value,
                "hipshim::warp32: the lane mask must be an integer");
  return static_cast<std::uint32_t>(static_cast<unsigned long long>(mask));
}

// CUDA's shuffles take a small integer as int and give an int back.
template <class T>
using Shuffled =
    std::conditional_t<std::is_integral<T>::value && (sizeof(T) < sizeof(int)), int, T>;

template <class Kind, class T>
HIPSHIM_DEVICE inline Shuffled<T> shuffle(Kind kind, std::uint32_t mask, T value,
                                          std::uint32_t operand, int width) {
  // CUDA's own __half2 has a copy constructor, so "trivially copyable" would ask too much.
  static_assert(
      std::is_trivially_copyable<T>::value
          || (std::is_trivially_destructible<T>::value && std::is_standard_layout<T>::value),
      "hipshim::warp32: a shuffled type must be plain data that owns nothing, because its "
      "bytes travel as 32-bit words");
  constexpr std::size_t kWords = (sizeof(T) + 3) / 4;
  std::uint32_t words[kWords] = {};
  detail::copy_bytes(words, value, sizeof(T));
  HIPSHIM_UNROLL
  for (std::size_t i = 0; i < kWords; ++i)
    words[i] = detail::shuffle_word(kind, mask, words[i], operand, width);
  detail::copy_bytes(value, words, sizeof(T));
  return static_cast<Shuffled<T>>(value);
}

// Bits that are equal when CUDA calls two values equal: it compares floating values by their bits.
template <class T>
struct Comparable {
  static_assert((std::is_arithmetic<T>::value || std::is_enum<T>::value
                 || std::is_pointer<T>::value)
                    && sizeof(T) <= 8,
                "hipshim::warp32: match takes an integer, a float, a double or a pointer, as CUDA "
                "does");
  using Bits = std::conditional_t<sizeof(T) <= 4, std::uint32_t, std::uint64_t>;
  HIPSHIM_DEVICE static Bits bits(const T& value) {
    Bits result = 0;
    detail::copy_bytes(result, value, sizeof(T));
    return result;
  }
};

// In which type a reduction is made, and what CUDA gives back: int or unsigned, for the bitwise
// ones unsigned.
template <class T>
struct Reducible {
  static_assert(std::is_integral<T>::value && sizeof(T) <= 8,
                "hipshim::warp32: reduce takes integers, as CUDA does; for floating values see "
                "hipshim::wave");
  using Promoted = decltype(T{} + T{});
  using Word = std::conditional_t<sizeof(Promoted) == 4, std::uint32_t, unsigned long long>;
  using Signed = std::conditional_t<sizeof(Promoted) == 4, int, long long>;
  using Ordered = std::conditional_t<std::is_signed<Promoted>::value, Signed, Word>;
};

template <class T>
using Word = typename Reducible<T>::Word;
template <class T>
using Ordered = typename Reducible<T>::Ordered;

template <class Op, class T>
HIPSHIM_DEVICE inline T reduce_over(std::true_type, std::uint32_t mask, T value) {
  return NativeReduce<Op, T>::apply(mask, value);
}

template <class Op, class T>
HIPSHIM_DEVICE inline T reduce_over(std::false_type, std::uint32_t mask, T value) {
  const std::uint32_t members = members32(mask);
  if (wave_agrees(members == 0xffffffffu)) {
    HIPSHIM_UNROLL
    for (std::uint32_t distance = 16; distance != 0; distance >>= 1)
      value = Op::apply(value, detail::shuffle(FromXor{}, mask, value, distance, 32));
    return value;
  }
  // Some lanes are missing, so each lane collects its own group, member by member. The loop ends
  // for the whole wave at once: a lane that left early could no longer be read from.
  const auto own = lane32();
  std::uint32_t rest = members & (members - 1);
  T total =
      detail::shuffle(FromIndex{}, mask, value,
                      members != 0 ? static_cast<std::uint32_t>(first_set(members) - 1) : own, 32);
  while (wave_has(rest != 0)) {
    const std::uint32_t source = rest != 0 ? static_cast<std::uint32_t>(first_set(rest) - 1) : own;
    const T other = detail::shuffle(FromIndex{}, mask, value, source, 32);
    total = rest != 0 ? Op::apply(total, other) : total;
    rest &= rest - 1;
  }
  return total;
}

template <class Op, class Result, class Work, class T>
HIPSHIM_DEVICE inline Result reduce(std::uint32_t mask, T value) {
  using Native = std::integral_constant<bool, NativeReduce<Op, Work>::kAvailable>;
  return static_cast<Result>(detail::reduce_over<Op>(Native{}, mask, static_cast<Work>(value)));
}

template <class T>
HIPSHIM_DEVICE inline std::uint32_t bits_of_mask(T bits) {
  static_assert(std::is_integral<T>::value && sizeof(T) <= 4,
                "hipshim::warp32: this counts in a mask of 32 lanes and would drop the upper half "
                "of a 64-bit mask; use hipshim::wave for a mask of the whole wave");
  return static_cast<std::uint32_t>(bits);
}

}  // namespace detail

// ---- lanes ----

// lane_id
//   CUDA       %laneid, or threadIdx.x & 31 in a one-dimensional block
//   HIP        __lane_id() counts to 63 on a wave of 64
//   Lanes      any. Valid: the caller
//   Cost       2 mbcnt and 1 and
//   Emitted    inline-ptx, lane-bit-shift, mixed-lane-units
HIPSHIM_DEVICE inline std::uint32_t lane_id() { return detail::lane32(); }

// lanemask_lt, _le, _eq, _ge, _gt: the lanes below, up to, at, from and above the caller in its
// warp
//   CUDA       %lanemask_lt and its siblings
//   HIP        __lanemask_lt() and __lanemask_gt() are 64 bits wide and leave out inactive lanes;
//              these do not
//   Lanes      any. Valid: the caller
//   Cost       lane_id() and 2 or 3 more
//   Emitted    inline-ptx, lanemask-builtin, lane-prefix-mask
HIPSHIM_DEVICE inline std::uint32_t lanemask_lt() { return (1u << lane_id()) - 1u; }
HIPSHIM_DEVICE inline std::uint32_t lanemask_le() { return (2u << lane_id()) - 1u; }
HIPSHIM_DEVICE inline std::uint32_t lanemask_eq() { return 1u << lane_id(); }
HIPSHIM_DEVICE inline std::uint32_t lanemask_ge() { return ~0u << lane_id(); }
HIPSHIM_DEVICE inline std::uint32_t lanemask_gt() { return ~1u << lane_id(); }

// active_mask
//   CUDA       __activemask()
//   HIP        64 bits of the whole wave; absent before ROCm 6.2
//   Lanes      any. Valid: the caller; a set of lanes of its own warp, always with itself
//   Cost       lane_id() and 1 shift (none on a wave of 32)
//   Undefined  to rely on more than "these lanes run now", as on CUDA
//   Emitted    narrow-lane-mask, warp-aggregated-atomic, inline-ptx
HIPSHIM_DEVICE inline std::uint32_t active_mask() { return detail::active32(); }

// popc, ffs, clz of a 32-lane mask
//   CUDA       __popc, __ffs, __clz, which return int
//   HIP        __popc is unsigned in every version and __ffs in older ones, so `__popc(m) - k < 0`
//              is never true; given a 64-bit vote they drop its upper half. A 64-bit argument does
//              not compile here
//   Lanes      any. Valid: the caller. ffs(0) is 0, clz(0) is 32
//   Cost       1 or 2
//   Emitted    popc-signedness, narrow-mask-op
template <class T>
HIPSHIM_DEVICE inline int popc(T bits) {
  return detail::count_set(detail::bits_of_mask(bits));
}
template <class T>
HIPSHIM_DEVICE inline int ffs(T bits) {
  return detail::first_set(detail::bits_of_mask(bits));
}
template <class T>
HIPSHIM_DEVICE inline int clz(T bits) {
  return detail::leading_zeros(detail::bits_of_mask(bits));
}

// ---- votes ----

// ballot: the lanes of the caller's warp for which the predicate holds
//   CUDA       __ballot_sync; the form without mask: the __ballot of old
//   HIP        64 bits of the whole wave: kept in 32 bits, the upper warp sees the lower warp's
//              votes
//   Lanes      CUDA: all that the mask names. AMD: the active ones vote, the others count as no
//   Valid      every calling lane
//   Cost       1 compare, 1 shift, lane_id() (compare alone on a wave of 32)
//   Undefined  on NVIDIA, a mask that does not name the caller
//   Emitted    narrow-lane-mask, packed-ballot-output, narrow-mask-op, full-mask-compare,
//              sync-mask-width, sync-mask-half, inline-ptx
HIPSHIM_DEVICE inline std::uint32_t ballot(int predicate) {
  return detail::ballot32(detail::default_mask(), predicate != 0);
}
template <class Mask>
HIPSHIM_DEVICE inline std::uint32_t ballot_sync(Mask mask, int predicate) {
  return detail::ballot32(detail::mask32(mask), predicate != 0);
}

// any, all: does the predicate hold for one lane, for every lane, of the warp
//   CUDA       __any_sync, __all_sync; without mask: the __any and __all of old. 1 or 0
//   HIP        one answer for all 64 lanes of the wave
//   Lanes      as ballot; inactive lanes do not take part in either
//   Valid      every calling lane
//   Cost       ballot() and 1 compare
//   Undefined  as ballot
//   Emitted    vote-as-data, full-mask-compare, sync-mask-width, sync-mask-half
HIPSHIM_DEVICE inline int any(int predicate) {
  return detail::any32(detail::default_mask(), predicate != 0) ? 1 : 0;
}
template <class Mask>
HIPSHIM_DEVICE inline int any_sync(Mask mask, int predicate) {
  return detail::any32(detail::mask32(mask), predicate != 0) ? 1 : 0;
}
HIPSHIM_DEVICE inline int all(int predicate) {
  return detail::all32(detail::default_mask(), predicate != 0) ? 1 : 0;
}
template <class Mask>
HIPSHIM_DEVICE inline int all_sync(Mask mask, int predicate) {
  return detail::all32(detail::mask32(mask), predicate != 0) ? 1 : 0;
}

// uni: does every lane of the warp give the same answer, yes or no
//   CUDA       __uni_sync
//   HIP        nothing
//   Lanes      as ballot; inactive lanes do not take part
//   Valid      every calling lane that the mask names. 1 or 0
//   Cost       2 votes
//   Undefined  as ballot
//   Emitted    inline-ptx
HIPSHIM_DEVICE inline int uni(int predicate) {
  const std::uint32_t mask = detail::default_mask();
  return detail::all32(mask, predicate != 0) == detail::any32(mask, predicate != 0) ? 1 : 0;
}
template <class Mask>
HIPSHIM_DEVICE inline int uni_sync(Mask mask, int predicate) {
  const std::uint32_t lanes = detail::mask32(mask);
  return detail::all32(lanes, predicate != 0) == detail::any32(lanes, predicate != 0) ? 1 : 0;
}

// match_any: the lanes of the warp that hold the caller's value (compared by its bits, as CUDA
// does)
//   CUDA       __match_any_sync
//   HIP        64 bits of the whole wave; absent before ROCm 6.2
//   Lanes      as ballot
//   Valid      every calling lane that the mask names
//   Cost       5 or 6 per bit of the value, no branch, no memory
//   Undefined  as ballot
//   Emitted    narrow-lane-mask, warp-aggregated-atomic, sync-mask-width, sync-mask-half
template <class T>
HIPSHIM_DEVICE inline std::uint32_t match_any(T value) {
  return detail::match_any_bits(detail::default_mask(), detail::Comparable<T>::bits(value));
}
template <class Mask, class T>
HIPSHIM_DEVICE inline std::uint32_t match_any_sync(Mask mask, T value) {
  return detail::match_any_bits(detail::mask32(mask), detail::Comparable<T>::bits(value));
}

// match_all: the lanes that take part if all hold one value, else 0; *same says which
//   CUDA       __match_all_sync
//   HIP        as match_any
//   Lanes      as ballot
//   Valid      every calling lane that the mask names
//   Cost       2 votes and 1 shuffle per 4 bytes
//   Undefined  as ballot
//   Emitted    narrow-lane-mask, sync-mask-width, sync-mask-half
template <class T>
HIPSHIM_DEVICE inline std::uint32_t match_all(T value, int* same) {
  bool answer = false;
  const std::uint32_t lanes =
      detail::match_all_bits(detail::default_mask(), detail::Comparable<T>::bits(value), answer);
  *same = answer ? 1 : 0;
  return lanes;
}
template <class Mask, class T>
HIPSHIM_DEVICE inline std::uint32_t match_all_sync(Mask mask, T value, int* same) {
  bool answer = false;
  const std::uint32_t lanes =
      detail::match_all_bits(detail::mask32(mask), detail::Comparable<T>::bits(value), answer);
  *same = answer ? 1 : 0;
  return lanes;
}

// ---- shuffles ----

// shfl, shfl_up, shfl_down, shfl_xor: another lane's value, within segments of `width` lanes
//   CUDA       __shfl_sync and its siblings; without mask: the __shfl of old
//   HIP        the default width is the wave, so lane 0 is not the upper warp's lane 0; before ROCm
//              5.7 __shfl does not wrap the source lane; half types only through their own headers
//   Types      any that is trivially copyable, half and bf16 and their pairs and structs included;
//              a small integer comes back as int, as on CUDA
//   Lanes      the caller and the lane it reads; on CUDA all that the mask names
//   Valid      lanes whose source lane takes part. A source outside the segment gives the lane's
//              own value; operands count modulo 32 as in PTX, so shfl wraps and shfl_down by 32 is
//              the own value
//   Cost       1 ds_bpermute for each 4 bytes, and the address (4 to 8) once
//   Undefined  to read a lane that takes no part (AMD gives 0), a width that is not 1, 2, 4, 8, 16
//              or 32
//   Emitted    shuffle-crosses-logical-warps, shuffle-argument-left, half-shuffle, sync-mask-width,
//              sync-mask-half, mixed-lane-units, partial-wave-read, inline-ptx
template <class T>
HIPSHIM_DEVICE inline detail::Shuffled<T> shfl(T value, int source, int width = 32) {
  return detail::shuffle(detail::FromIndex{}, detail::default_mask(), value,
                         static_cast<std::uint32_t>(source), width);
}
template <class T>
HIPSHIM_DEVICE inline detail::Shuffled<T> shfl_up(T value, unsigned delta, int width = 32) {
  return detail::shuffle(detail::FromUp{}, detail::default_mask(), value, delta, width);
}
template <class T>
HIPSHIM_DEVICE inline detail::Shuffled<T> shfl_down(T value, unsigned delta, int width = 32) {
  return detail::shuffle(detail::FromDown{}, detail::default_mask(), value, delta, width);
}
template <class T>
HIPSHIM_DEVICE inline detail::Shuffled<T> shfl_xor(T value, int lane_mask, int width = 32) {
  return detail::shuffle(detail::FromXor{}, detail::default_mask(), value,
                         static_cast<std::uint32_t>(lane_mask), width);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline detail::Shuffled<T> shfl_sync(Mask mask, T value, int source,
                                                    int width = 32) {
  return detail::shuffle(detail::FromIndex{}, detail::mask32(mask), value,
                         static_cast<std::uint32_t>(source), width);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline detail::Shuffled<T> shfl_up_sync(Mask mask, T value, unsigned delta,
                                                       int width = 32) {
  return detail::shuffle(detail::FromUp{}, detail::mask32(mask), value, delta, width);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline detail::Shuffled<T> shfl_down_sync(Mask mask, T value, unsigned delta,
                                                         int width = 32) {
  return detail::shuffle(detail::FromDown{}, detail::mask32(mask), value, delta, width);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline detail::Shuffled<T> shfl_xor_sync(Mask mask, T value, int lane_mask,
                                                        int width = 32) {
  return detail::shuffle(detail::FromXor{}, detail::mask32(mask), value,
                         static_cast<std::uint32_t>(lane_mask), width);
}

// ---- order ----

// sync: what the warp's lanes wrote before is seen by its lanes after
//   CUDA       __syncwarp
//   HIP        absent before ROCm 7.0; dropped, the compiler moves shared memory accesses across;
//              __syncthreads in its place hangs where lanes are apart
//   Lanes      CUDA: all that the mask names, and it waits for them. AMD: the active ones; it
//              cannot wait
//   Cost       no instruction; values held in registers are stored and loaded again
//   Undefined  on AMD, to wait for a lane that is in another branch: it runs after this one
//   Emitted    warp-sync-dropped, inline-ptx
HIPSHIM_DEVICE inline void sync() { detail::sync32(); }
template <class Mask>
HIPSHIM_DEVICE inline void sync(Mask mask) {
  detail::sync32(detail::mask32(mask));
}

// ---- reductions ----

// reduce_add, _min, _max, _and, _or, _xor over the lanes of the mask
//   CUDA       __reduce_add_sync and its siblings (sm_80); here also 64-bit integers, and every sm
//   HIP        absent before ROCm 7.0; over more lanes than the mask names in some builds, and
//              logical in place of bitwise for some masks before 7.13
//   Types      integers. add wraps; add, min and max give int or unsigned (or the 64-bit one), and,
//              or and xor the unsigned one, as on CUDA
//   Lanes      all that the mask names; on AMD those of them that are active
//   Valid      every calling lane that the mask names. Lanes with different masks may call together
//   Cost       full warps: 5 shuffles. Else one shuffle per lane of the largest group. NVIDIA
//              sm_80, 32 bits: 1
//   Undefined  a mask that does not name the caller
//   Emitted    sync-mask-width, sync-mask-half
template <class Mask, class T>
HIPSHIM_DEVICE inline detail::Ordered<T> reduce_add_sync(Mask mask, T value) {
  return detail::reduce<detail::Add, detail::Ordered<T>, detail::Word<T>>(detail::mask32(mask),
                                                                          value);
}
template <class T>
HIPSHIM_DEVICE inline detail::Ordered<T> reduce_add(T value) {
  return detail::reduce<detail::Add, detail::Ordered<T>, detail::Word<T>>(detail::default_mask(),
                                                                          value);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline detail::Ordered<T> reduce_min_sync(Mask mask, T value) {
  return detail::reduce<detail::Min, detail::Ordered<T>, detail::Ordered<T>>(detail::mask32(mask),
                                                                             value);
}
template <class T>
HIPSHIM_DEVICE inline detail::Ordered<T> reduce_min(T value) {
  return detail::reduce<detail::Min, detail::Ordered<T>, detail::Ordered<T>>(detail::default_mask(),
                                                                             value);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline detail::Ordered<T> reduce_max_sync(Mask mask, T value) {
  return detail::reduce<detail::Max, detail::Ordered<T>, detail::Ordered<T>>(detail::mask32(mask),
                                                                             value);
}
template <class T>
HIPSHIM_DEVICE inline detail::Ordered<T> reduce_max(T value) {
  return detail::reduce<detail::Max, detail::Ordered<T>, detail::Ordered<T>>(detail::default_mask(),
                                                                             value);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline detail::Word<T> reduce_and_sync(Mask mask, T value) {
  return detail::reduce<detail::And, detail::Word<T>, detail::Word<T>>(detail::mask32(mask), value);
}
template <class T>
HIPSHIM_DEVICE inline detail::Word<T> reduce_and(T value) {
  return detail::reduce<detail::And, detail::Word<T>, detail::Word<T>>(detail::default_mask(),
                                                                       value);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline detail::Word<T> reduce_or_sync(Mask mask, T value) {
  return detail::reduce<detail::Or, detail::Word<T>, detail::Word<T>>(detail::mask32(mask), value);
}
template <class T>
HIPSHIM_DEVICE inline detail::Word<T> reduce_or(T value) {
  return detail::reduce<detail::Or, detail::Word<T>, detail::Word<T>>(detail::default_mask(),
                                                                      value);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline detail::Word<T> reduce_xor_sync(Mask mask, T value) {
  return detail::reduce<detail::Xor, detail::Word<T>, detail::Word<T>>(detail::mask32(mask), value);
}
template <class T>
HIPSHIM_DEVICE inline detail::Word<T> reduce_xor(T value) {
  return detail::reduce<detail::Xor, detail::Word<T>, detail::Word<T>>(detail::default_mask(),
                                                                       value);
}

}  // namespace warp32
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_WARP32_HPP
