// SPDX-License-Identifier: Apache-2.0
//
// The wave as the hardware has it: 64 lanes on gfx9 (CDNA, GCN), 32 on gfx10 and newer (RDNA) and
// on NVIDIA.
//
// For code that wants all lanes of a wave and does not care how many they are: a reduction over a
// block, a row that a wave works off. Code that was written for CUDA's 32 lanes stays right with
// warp32.hpp. Nothing here needs the size at compile time: size() is folded where the compiler
// knows it, and masks have 64 bits everywhere.
//
// Every operation is over the lanes that run: a wave that is cut short by the end of the block, or
// by a branch, leaves the missing lanes out. `x_sync(mask, ...)` is over those of them that the
// mask names, and on NVIDIA, where lanes may lag behind, waits for them: all calling lanes pass the
// same 64-bit mask, or `whole` where it is certain that the whole wave is there. Without a mask,
// NVIDIA takes the lanes that happen to be together (__activemask), as code did before it had
// masks.
//
// Words used in the contracts below: see warp32.hpp. Of hipaudit's rules warp-idiom writes these
// calls, when asked for --strategy=native. BENCHMARKS.md has the instructions of the reductions and
// scans beside rocPRIM's. A function that uses them and is not inlined saves 2 to 4 registers for
// the lanes that do not run.
#ifndef HIPSHIM_WAVE_HPP
#define HIPSHIM_WAVE_HPP

#include "hipshim/config.hpp"
#include "hipshim/detail/bits.hpp"
#include "hipshim/detail/dpp_tree.hpp"
#include "hipshim/detail/lanes.hpp"
#include "hipshim/detail/shuffle_tree.hpp"
#include "hipshim/detail/wave_values.hpp"
#include HIPSHIM_ATOMIC_HEADER

namespace hipshim {
inline namespace v1 {
namespace wave {

// A set of lanes of the wave, on every back end.
using mask_t = std::uint64_t;

// As the mask of any x_sync: the caller promises that all lanes of the wave make the call, which
// spares AMD the care for those that do not. The block is then a multiple of size() threads.
struct whole_t {};
constexpr whole_t whole{};

namespace detail {

using namespace hipshim::v1::detail;

using Tree = HIPSHIM_WAVE_TREE;

template <class Mask>
HIPSHIM_DEVICE inline mask_t mask64(Mask mask) {
  static_assert(std::is_integral<Mask>::value && sizeof(Mask) == 8,
                "hipshim::wave: a mask of the wave is an integer of 64 bits (full_mask() names all "
                "lanes); one of 32 bits would leave out half of a wave of 64, see hipshim::warp32");
  return static_cast<mask_t>(mask);
}

HIPSHIM_DEVICE inline mask_t mask64(whole_t) { return Whole{}.members(); }

template <class Mask>
HIPSHIM_DEVICE inline Named named(Mask mask) {
  return Named{detail::mask64(mask)};
}
HIPSHIM_DEVICE inline Whole named(whole_t) { return Whole{}; }

template <class T>
HIPSHIM_DEVICE inline mask_t wide_bits(T bits) {
  static_assert(std::is_integral<T>::value && std::is_unsigned<T>::value,
                "hipshim::wave: popc, ffs and clz take a mask, which is unsigned");
  return bits;
}

// The rules of PTX `shfl`, for a wave of `size` lanes: operands count modulo the size, and a source
// outside the segment means the lane's own value.
HIPSHIM_DEVICE inline std::uint32_t source_in_wave(FromIndex, std::uint32_t lane,
                                                   std::uint32_t operand, std::uint32_t width) {
  return (lane & ~(width - 1)) | (operand & (width - 1));
}
HIPSHIM_DEVICE inline std::uint32_t source_in_wave(FromUp, std::uint32_t lane,
                                                   std::uint32_t operand, std::uint32_t width) {
  const std::uint32_t delta = operand & (lanes_per_wave() - 1);
  return delta <= (lane & (width - 1)) ? lane - delta : lane;
}
HIPSHIM_DEVICE inline std::uint32_t source_in_wave(FromDown, std::uint32_t lane,
                                                   std::uint32_t operand, std::uint32_t width) {
  const std::uint32_t source = lane + (operand & (lanes_per_wave() - 1));
  return source <= (lane | (width - 1)) ? source : lane;
}
HIPSHIM_DEVICE inline std::uint32_t source_in_wave(FromXor, std::uint32_t lane,
                                                   std::uint32_t operand, std::uint32_t width) {
  const std::uint32_t source = lane ^ (operand & (lanes_per_wave() - 1));
  return source <= (lane | (width - 1)) ? source : lane;
}

template <class T>
using ShuffledInWave =
    std::conditional_t<std::is_integral<T>::value && (sizeof(T) < sizeof(int)), int, T>;

template <class Kind, class T>
HIPSHIM_DEVICE inline ShuffledInWave<T> shuffle(Kind kind, mask_t members, T value,
                                                std::uint32_t operand, int width) {
  // CUDA's own __half2 has a copy constructor, so "trivially copyable" would ask too much.
  static_assert(
      std::is_trivially_copyable<T>::value
          || (std::is_trivially_destructible<T>::value && std::is_standard_layout<T>::value),
      "hipshim::wave: a shuffled type must be plain data that owns nothing, because its bytes "
      "travel as 32-bit words");
  constexpr std::size_t kWords = (sizeof(T) + 3) / 4;
  std::uint32_t words[kWords] = {};
  detail::copy_bytes(words, value, sizeof(T));
  const std::uint32_t source =
      detail::source_in_wave(kind, lane_in_wave(), operand, static_cast<std::uint32_t>(width));
  HIPSHIM_UNROLL
  for (std::size_t i = 0; i < kWords; ++i) words[i] = detail::lane_word(members, words[i], source);
  detail::copy_bytes(value, words, sizeof(T));
  return static_cast<ShuffledInWave<T>>(value);
}

// CUDA compares floating values by their bits.
template <class T>
HIPSHIM_DEVICE inline std::conditional_t<sizeof(T) <= 4, std::uint32_t, std::uint64_t>
match_bits(T value) {
  static_assert(
      (std::is_arithmetic<T>::value || std::is_enum<T>::value || std::is_pointer<T>::value)
          && sizeof(T) <= 8,
      "hipshim::wave: match takes an integer, a float, a double or a pointer, as CUDA does");
  std::conditional_t<sizeof(T) <= 4, std::uint32_t, std::uint64_t> bits = 0;
  detail::copy_bytes(bits, value, sizeof(T));
  return bits;
}

// One vote per bit: no branch, so the lanes stay together.
template <class Bits>
HIPSHIM_DEVICE inline mask_t match_any_of(mask_t members, Bits bits) {
  mask_t others = 0;
  HIPSHIM_UNROLL
  for (unsigned i = 0; i < sizeof(Bits) * 8; ++i) {
    const bool bit = (bits & (Bits{1} << i)) != 0;
    others |= ballot_lanes(members, bit) ^ (bit ? ~mask_t{0} : mask_t{0});
  }
  return members & ~others;
}

template <class Bits>
HIPSHIM_DEVICE inline mask_t match_all_of(mask_t members, Bits bits, int* same) {
  const auto first = static_cast<std::uint32_t>(first_set64(members) - 1);
  const Bits leader = detail::pull_from(members, bits, members != 0 ? first : lane_in_wave());
  *same = ballot_lanes(members, bits != leader) == 0 ? 1 : 0;
  return *same != 0 ? members : 0;
}

template <unsigned Width>
HIPSHIM_DEVICE inline void check_width() {
  static_assert(Width >= 2 && Width <= 32 && (Width & (Width - 1)) == 0,
                "hipshim::wave: a group has 2, 4, 8, 16 or 32 lanes, which every wave has");
}

template <class Op, unsigned Width, class Lanes, class T>
HIPSHIM_DEVICE inline ResultOf<Op, T> reduce(Lanes lanes, T value) {
  using Value = Codec<Op, T>;
  return Value::decode(Tree::reduce<Op, Width>(lanes, Value::encode(value)), value);
}

template <unsigned Width>
HIPSHIM_DEVICE inline void check_scan_width() {
  static_assert(Width == 16 || Width == 32,
                "hipshim::wave: a scan over a group has 16 or 32 lanes");
}

template <class Op, unsigned Width, class Lanes, class T>
HIPSHIM_DEVICE inline ResultOf<Op, T> inclusive(Lanes lanes, T value) {
  using Value = Codec<Op, T>;
  return Value::decode(Tree::inclusive<Op, Width>(lanes, Value::encode(value)), value);
}

template <class Op, class Lanes, class T>
HIPSHIM_DEVICE inline ResultOf<Op, T> exclusive(Lanes lanes, T value) {
  using Value = Codec<Op, T>;
  return Value::decode(Tree::exclusive<Op>(lanes, Value::encode(value), Value::start()), value);
}

}  // namespace detail

// ---- lanes ----

// size: how many lanes a wave has
//   CUDA       warpSize, 32
//   HIP        warpSize, a constant before ROCm 7.0 and 64 in every host pass; no longer one since
//   Lanes      any. Valid: the caller
//   Cost       none on AMD where the compiler optimises, it is folded
HIPSHIM_DEVICE inline unsigned size() { return detail::lanes_per_wave(); }

// lane_id: 0 .. size() - 1
//   CUDA       %laneid
//   HIP        __lane_id()
//   Lanes      any. Valid: the caller
//   Cost       2 mbcnt (1 where the wave has 32)
//   Emitted    warp-idiom
HIPSHIM_DEVICE inline unsigned lane_id() { return detail::lane_in_wave(); }

// full_mask: all lanes of a wave
//   CUDA       0xffffffff
//   HIP        no name; (1ull << warpSize) - 1 is undefined for 64
//   Lanes      any. Valid: the caller
//   Cost       none, a constant
//   Emitted    warp-idiom
HIPSHIM_DEVICE inline mask_t full_mask() { return ~mask_t{0} >> (64 - size()); }

// active_mask: the lanes that run now, always with the caller
//   CUDA       __activemask()
//   HIP        absent before ROCm 6.2
//   Lanes      any. Valid: the caller
//   Cost       1 scalar move
//   Undefined  to rely on more than "these lanes run now"
HIPSHIM_DEVICE inline mask_t active_mask() { return detail::active_lanes(); }

// lanemask_lt, _le, _eq, _ge, _gt: the lanes below, up to, at, from and above the caller
//   CUDA       %lanemask_lt and its siblings
//   HIP        __lanemask_lt() and __lanemask_gt() leave out inactive lanes; these do not
//   Lanes      any. Valid: the caller
//   Cost       lane_id() and 2 to 4 more
HIPSHIM_DEVICE inline mask_t lanemask_lt() { return (mask_t{1} << lane_id()) - 1; }
HIPSHIM_DEVICE inline mask_t lanemask_le() { return (mask_t{2} << lane_id()) - 1; }
HIPSHIM_DEVICE inline mask_t lanemask_eq() { return mask_t{1} << lane_id(); }
HIPSHIM_DEVICE inline mask_t lanemask_ge() { return full_mask() & ~lanemask_lt(); }
HIPSHIM_DEVICE inline mask_t lanemask_gt() { return full_mask() & ~lanemask_le(); }

// popc, ffs, clz of a mask: how many lanes, the first lane and 1 (0: none), the lanes above the
// last in 64 bits (64: none)
//   CUDA       __popc, __ffs, __clz
//   HIP        __popcll is unsigned; __ffsll was; __popc and __clz silently drop lanes 32 to 63
//   Lanes      any. Valid: the caller; int
//   Cost       1 or 2 scalar where the mask is a vote
template <class T>
HIPSHIM_DEVICE inline int popc(T bits) {
  return detail::count_set64(detail::wide_bits(bits));
}
template <class T>
HIPSHIM_DEVICE inline int ffs(T bits) {
  return detail::first_set64(detail::wide_bits(bits));
}
template <class T>
HIPSHIM_DEVICE inline int clz(T bits) {
  return detail::leading_zeros64(detail::wide_bits(bits));
}

// ---- votes ----

// ballot: the lanes for which the predicate holds
//   CUDA       __ballot_sync; without mask the __ballot of old. 32 bits
//   HIP        the same 64 bits; CUDA code keeps them in 32
//   Lanes      the active ones vote, the others count as no
//   Valid      every calling lane
//   Cost       1 compare
//   Undefined  on NVIDIA, a mask that does not name the caller
HIPSHIM_DEVICE inline mask_t ballot(int predicate) {
  return detail::ballot_lanes(detail::Everyone{}.members(), predicate != 0);
}
template <class Mask>
HIPSHIM_DEVICE inline mask_t ballot_sync(Mask mask, int predicate) {
  return detail::ballot_lanes(detail::mask64(mask), predicate != 0);
}

// any, all: does the predicate hold for one lane, for every lane. 1 or 0
//   CUDA       __any_sync, __all_sync; without mask the __any and __all of old
//   HIP        the same, over the wave; __all_sync demands a yes of lanes that do not run
//   Lanes      as ballot; inactive lanes do not take part in either
//   Valid      every calling lane
//   Cost       1 compare and 1 scalar compare
//   Undefined  as ballot
HIPSHIM_DEVICE inline int any(int predicate) { return ballot(predicate) != 0 ? 1 : 0; }
template <class Mask>
HIPSHIM_DEVICE inline int any_sync(Mask mask, int predicate) {
  return ballot_sync(mask, predicate) != 0 ? 1 : 0;
}
HIPSHIM_DEVICE inline int all(int predicate) { return ballot(predicate == 0) == 0 ? 1 : 0; }
template <class Mask>
HIPSHIM_DEVICE inline int all_sync(Mask mask, int predicate) {
  return ballot_sync(mask, predicate == 0) == 0 ? 1 : 0;
}

// match_any: the lanes that hold the caller's value (compared by its bits)
//   CUDA       __match_any_sync
//   HIP        absent before ROCm 6.2
//   Lanes      as ballot. Valid: every calling lane that the mask names
//   Cost       about 5 per bit of the value, no branch, no memory
//   Undefined  as ballot
template <class T>
HIPSHIM_DEVICE inline mask_t match_any(T value) {
  return detail::match_any_of(detail::Everyone{}.members(), detail::match_bits(value));
}
template <class Mask, class T>
HIPSHIM_DEVICE inline mask_t match_any_sync(Mask mask, T value) {
  return detail::match_any_of(detail::members_of(detail::mask64(mask)), detail::match_bits(value));
}

// match_all: the lanes that take part if all hold one value, else 0; *same says which
//   CUDA       __match_all_sync
//   HIP        absent before ROCm 6.2
//   Lanes      as ballot. Valid: every calling lane that the mask names
//   Cost       1 vote and 1 shuffle per 4 bytes
//   Undefined  as ballot
template <class T>
HIPSHIM_DEVICE inline mask_t match_all(T value, int* same) {
  return detail::match_all_of(detail::Everyone{}.members(), detail::match_bits(value), same);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline mask_t match_all_sync(Mask mask, T value, int* same) {
  return detail::match_all_of(detail::members_of(detail::mask64(mask)), detail::match_bits(value),
                              same);
}

// ---- shuffles ----

// shfl, shfl_up, shfl_down, shfl_xor: another lane's value, within segments of `width` lanes (a
// power of two; the wave if it is left out)
//   CUDA       __shfl_sync and its siblings
//   HIP        the same default; before ROCm 5.7 __shfl does not wrap the source lane; half types
//              only through their own headers
//   Types      any that is trivially copyable, half and bf16 and their pairs and structs included;
//              a small integer comes back as int, as on CUDA
//   Lanes      the caller and the lane it reads; on NVIDIA all that the mask names
//   Valid      lanes whose source lane takes part. A source outside the segment gives the lane's
//              own value; operands count modulo size(), so shfl wraps
//   Cost       1 ds_bpermute for each 4 bytes, and the address (1 to 7) once
//   Undefined  to read a lane that takes no part (AMD gives 0), a width that is no power of two or
//              above size()
template <class T>
HIPSHIM_DEVICE inline detail::ShuffledInWave<T> shfl(T value, int source,
                                                     int width = static_cast<int>(size())) {
  return detail::shuffle(detail::FromIndex{}, detail::Everyone{}.members(), value,
                         static_cast<std::uint32_t>(source), width);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline detail::ShuffledInWave<T> shfl_sync(Mask mask, T value, int source,
                                                          int width = static_cast<int>(size())) {
  return detail::shuffle(detail::FromIndex{}, detail::mask64(mask), value,
                         static_cast<std::uint32_t>(source), width);
}
template <class T>
HIPSHIM_DEVICE inline detail::ShuffledInWave<T> shfl_up(T value, unsigned delta,
                                                        int width = static_cast<int>(size())) {
  return detail::shuffle(detail::FromUp{}, detail::Everyone{}.members(), value, delta, width);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline detail::ShuffledInWave<T> shfl_up_sync(Mask mask, T value, unsigned delta,
                                                             int width = static_cast<int>(size())) {
  return detail::shuffle(detail::FromUp{}, detail::mask64(mask), value, delta, width);
}
template <class T>
HIPSHIM_DEVICE inline detail::ShuffledInWave<T> shfl_down(T value, unsigned delta,
                                                          int width = static_cast<int>(size())) {
  return detail::shuffle(detail::FromDown{}, detail::Everyone{}.members(), value, delta, width);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline detail::ShuffledInWave<T>
shfl_down_sync(Mask mask, T value, unsigned delta, int width = static_cast<int>(size())) {
  return detail::shuffle(detail::FromDown{}, detail::mask64(mask), value, delta, width);
}
template <class T>
HIPSHIM_DEVICE inline detail::ShuffledInWave<T> shfl_xor(T value, int lane_mask,
                                                         int width = static_cast<int>(size())) {
  return detail::shuffle(detail::FromXor{}, detail::Everyone{}.members(), value,
                         static_cast<std::uint32_t>(lane_mask), width);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline detail::ShuffledInWave<T>
shfl_xor_sync(Mask mask, T value, int lane_mask, int width = static_cast<int>(size())) {
  return detail::shuffle(detail::FromXor{}, detail::mask64(mask), value,
                         static_cast<std::uint32_t>(lane_mask), width);
}

// ---- order ----

// sync: what the wave's lanes wrote before is seen by its lanes after
//   CUDA       __syncwarp
//   HIP        absent before ROCm 7.0
//   Lanes      NVIDIA: all that the mask names, and it waits for them. AMD: the active ones; it
//              cannot wait
//   Cost       no instruction; values held in registers are stored and loaded again
//   Undefined  on AMD, to wait for a lane that is in another branch: it runs after this one
HIPSHIM_DEVICE inline void sync() { detail::lanes_fence(full_mask()); }
template <class Mask>
HIPSHIM_DEVICE inline void sync(Mask mask) {
  detail::lanes_fence(detail::mask64(mask));
}

// ---- reductions ----

// reduce_sum, _min, _max, _and, _or, _xor over the wave; with a width, over each group of 2, 4, 8,
// 16 or 32 neighbouring lanes: reduce_sum<32>(v) is the sum over CUDA's warp
//   CUDA       a loop of shuffles, cub::WarpReduce, __reduce_add_sync (integers, sm_80)
//   HIP        the loop costs one ds_bpermute a step; __reduce_add_sync is absent before ROCm 7.0
//   Types      integers (a small one gives int; sums wrap), float, double, half, bfloat16; and, or,
//              xor integers only. half and bfloat16 are added as float and rounded once. min and
//              max: a NaN loses to a number, -0.0 is below 0.0
//   Lanes      those that run, whichever they are; x_sync: those of them that the mask names
//   Valid      every lane that takes part, all get the same bits
//   Cost       float sum, 64 lanes: 9 vector instructions (whole: 7), no memory; see
//              BENCHMARKS.md. Built without optimisation, and on targets without DPP: 5 or 6
//              shuffles, one per lane if a lane is missing. NVIDIA: 5 shuffles, 32-bit integers 1
//              on sm_80
//   Undefined  lanes that pass different masks; whole, where a lane is missing; on AMD, a function
//              marked optnone. The order of a floating sum differs between wave sizes and back
//              ends
//   Emitted    warp-idiom
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Add, T> reduce_sum(T value) {
  return detail::reduce<detail::Add, 0>(detail::Everyone{}, value);
}
template <unsigned Width, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Add, T> reduce_sum(T value) {
  detail::check_width<Width>();
  return detail::reduce<detail::Add, Width>(detail::Everyone{}, value);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Add, T> reduce_sum_sync(Mask mask, T value) {
  return detail::reduce<detail::Add, 0>(detail::named(mask), value);
}
template <unsigned Width, class Mask, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Add, T> reduce_sum_sync(Mask mask, T value) {
  detail::check_width<Width>();
  return detail::reduce<detail::Add, Width>(detail::named(mask), value);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Min, T> reduce_min(T value) {
  return detail::reduce<detail::Min, 0>(detail::Everyone{}, value);
}
template <unsigned Width, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Min, T> reduce_min(T value) {
  detail::check_width<Width>();
  return detail::reduce<detail::Min, Width>(detail::Everyone{}, value);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Min, T> reduce_min_sync(Mask mask, T value) {
  return detail::reduce<detail::Min, 0>(detail::named(mask), value);
}
template <unsigned Width, class Mask, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Min, T> reduce_min_sync(Mask mask, T value) {
  detail::check_width<Width>();
  return detail::reduce<detail::Min, Width>(detail::named(mask), value);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Max, T> reduce_max(T value) {
  return detail::reduce<detail::Max, 0>(detail::Everyone{}, value);
}
template <unsigned Width, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Max, T> reduce_max(T value) {
  detail::check_width<Width>();
  return detail::reduce<detail::Max, Width>(detail::Everyone{}, value);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Max, T> reduce_max_sync(Mask mask, T value) {
  return detail::reduce<detail::Max, 0>(detail::named(mask), value);
}
template <unsigned Width, class Mask, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Max, T> reduce_max_sync(Mask mask, T value) {
  detail::check_width<Width>();
  return detail::reduce<detail::Max, Width>(detail::named(mask), value);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::And, T> reduce_and(T value) {
  return detail::reduce<detail::And, 0>(detail::Everyone{}, value);
}
template <unsigned Width, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::And, T> reduce_and(T value) {
  detail::check_width<Width>();
  return detail::reduce<detail::And, Width>(detail::Everyone{}, value);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::And, T> reduce_and_sync(Mask mask, T value) {
  return detail::reduce<detail::And, 0>(detail::named(mask), value);
}
template <unsigned Width, class Mask, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::And, T> reduce_and_sync(Mask mask, T value) {
  detail::check_width<Width>();
  return detail::reduce<detail::And, Width>(detail::named(mask), value);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Or, T> reduce_or(T value) {
  return detail::reduce<detail::Or, 0>(detail::Everyone{}, value);
}
template <unsigned Width, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Or, T> reduce_or(T value) {
  detail::check_width<Width>();
  return detail::reduce<detail::Or, Width>(detail::Everyone{}, value);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Or, T> reduce_or_sync(Mask mask, T value) {
  return detail::reduce<detail::Or, 0>(detail::named(mask), value);
}
template <unsigned Width, class Mask, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Or, T> reduce_or_sync(Mask mask, T value) {
  detail::check_width<Width>();
  return detail::reduce<detail::Or, Width>(detail::named(mask), value);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Xor, T> reduce_xor(T value) {
  return detail::reduce<detail::Xor, 0>(detail::Everyone{}, value);
}
template <unsigned Width, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Xor, T> reduce_xor(T value) {
  detail::check_width<Width>();
  return detail::reduce<detail::Xor, Width>(detail::Everyone{}, value);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Xor, T> reduce_xor_sync(Mask mask, T value) {
  return detail::reduce<detail::Xor, 0>(detail::named(mask), value);
}
template <unsigned Width, class Mask, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Xor, T> reduce_xor_sync(Mask mask, T value) {
  detail::check_width<Width>();
  return detail::reduce<detail::Xor, Width>(detail::named(mask), value);
}

// ---- scans ----

// inclusive_sum, _min, _max, _and, _or, _xor: over the lanes up to the caller; with a width, up to
// the caller in each group of 16 or 32 neighbouring lanes: inclusive_sum<32>(v) is CUDA's warp scan
// exclusive_sum, ...: over the lanes below the caller; the first lane that takes part gets 0 for
// sums, or and xor, all ones for and, the type's greatest (floating: infinity) for min and its
// least for max
//   CUDA       a loop of __shfl_up_sync, cub::WarpScan
//   HIP        the loop costs one ds_bpermute a step
//   Types      as reduce_sum. An exclusive floating sum is +0.0 and what is below it
//   Lanes      those that run, whichever they are; x_sync: those of them that the mask names
//   Valid      every lane that takes part
//   Cost       int sum, 64 lanes: 8 vector instructions inclusive, 9 exclusive (whole: 6 and 7), no
//              memory; see BENCHMARKS.md. Without DPP as reduce_sum
//   Undefined  as reduce_sum
//   Emitted    warp-idiom writes inclusive_sum<32> and its siblings
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Add, T> inclusive_sum(T value) {
  return detail::inclusive<detail::Add, 0>(detail::Everyone{}, value);
}
template <unsigned Width, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Add, T> inclusive_sum(T value) {
  detail::check_scan_width<Width>();
  return detail::inclusive<detail::Add, Width>(detail::Everyone{}, value);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Add, T> inclusive_sum_sync(Mask mask, T value) {
  return detail::inclusive<detail::Add, 0>(detail::named(mask), value);
}
template <unsigned Width, class Mask, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Add, T> inclusive_sum_sync(Mask mask, T value) {
  detail::check_scan_width<Width>();
  return detail::inclusive<detail::Add, Width>(detail::named(mask), value);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Min, T> inclusive_min(T value) {
  return detail::inclusive<detail::Min, 0>(detail::Everyone{}, value);
}
template <unsigned Width, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Min, T> inclusive_min(T value) {
  detail::check_scan_width<Width>();
  return detail::inclusive<detail::Min, Width>(detail::Everyone{}, value);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Min, T> inclusive_min_sync(Mask mask, T value) {
  return detail::inclusive<detail::Min, 0>(detail::named(mask), value);
}
template <unsigned Width, class Mask, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Min, T> inclusive_min_sync(Mask mask, T value) {
  detail::check_scan_width<Width>();
  return detail::inclusive<detail::Min, Width>(detail::named(mask), value);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Max, T> inclusive_max(T value) {
  return detail::inclusive<detail::Max, 0>(detail::Everyone{}, value);
}
template <unsigned Width, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Max, T> inclusive_max(T value) {
  detail::check_scan_width<Width>();
  return detail::inclusive<detail::Max, Width>(detail::Everyone{}, value);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Max, T> inclusive_max_sync(Mask mask, T value) {
  return detail::inclusive<detail::Max, 0>(detail::named(mask), value);
}
template <unsigned Width, class Mask, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Max, T> inclusive_max_sync(Mask mask, T value) {
  detail::check_scan_width<Width>();
  return detail::inclusive<detail::Max, Width>(detail::named(mask), value);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::And, T> inclusive_and(T value) {
  return detail::inclusive<detail::And, 0>(detail::Everyone{}, value);
}
template <unsigned Width, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::And, T> inclusive_and(T value) {
  detail::check_scan_width<Width>();
  return detail::inclusive<detail::And, Width>(detail::Everyone{}, value);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::And, T> inclusive_and_sync(Mask mask, T value) {
  return detail::inclusive<detail::And, 0>(detail::named(mask), value);
}
template <unsigned Width, class Mask, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::And, T> inclusive_and_sync(Mask mask, T value) {
  detail::check_scan_width<Width>();
  return detail::inclusive<detail::And, Width>(detail::named(mask), value);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Or, T> inclusive_or(T value) {
  return detail::inclusive<detail::Or, 0>(detail::Everyone{}, value);
}
template <unsigned Width, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Or, T> inclusive_or(T value) {
  detail::check_scan_width<Width>();
  return detail::inclusive<detail::Or, Width>(detail::Everyone{}, value);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Or, T> inclusive_or_sync(Mask mask, T value) {
  return detail::inclusive<detail::Or, 0>(detail::named(mask), value);
}
template <unsigned Width, class Mask, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Or, T> inclusive_or_sync(Mask mask, T value) {
  detail::check_scan_width<Width>();
  return detail::inclusive<detail::Or, Width>(detail::named(mask), value);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Xor, T> inclusive_xor(T value) {
  return detail::inclusive<detail::Xor, 0>(detail::Everyone{}, value);
}
template <unsigned Width, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Xor, T> inclusive_xor(T value) {
  detail::check_scan_width<Width>();
  return detail::inclusive<detail::Xor, Width>(detail::Everyone{}, value);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Xor, T> inclusive_xor_sync(Mask mask, T value) {
  return detail::inclusive<detail::Xor, 0>(detail::named(mask), value);
}
template <unsigned Width, class Mask, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Xor, T> inclusive_xor_sync(Mask mask, T value) {
  detail::check_scan_width<Width>();
  return detail::inclusive<detail::Xor, Width>(detail::named(mask), value);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Add, T> exclusive_sum(T value) {
  return detail::exclusive<detail::Add>(detail::Everyone{}, value);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Add, T> exclusive_sum_sync(Mask mask, T value) {
  return detail::exclusive<detail::Add>(detail::named(mask), value);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Min, T> exclusive_min(T value) {
  return detail::exclusive<detail::Min>(detail::Everyone{}, value);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Min, T> exclusive_min_sync(Mask mask, T value) {
  return detail::exclusive<detail::Min>(detail::named(mask), value);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Max, T> exclusive_max(T value) {
  return detail::exclusive<detail::Max>(detail::Everyone{}, value);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Max, T> exclusive_max_sync(Mask mask, T value) {
  return detail::exclusive<detail::Max>(detail::named(mask), value);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::And, T> exclusive_and(T value) {
  return detail::exclusive<detail::And>(detail::Everyone{}, value);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::And, T> exclusive_and_sync(Mask mask, T value) {
  return detail::exclusive<detail::And>(detail::named(mask), value);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Or, T> exclusive_or(T value) {
  return detail::exclusive<detail::Or>(detail::Everyone{}, value);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Or, T> exclusive_or_sync(Mask mask, T value) {
  return detail::exclusive<detail::Or>(detail::named(mask), value);
}
template <class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Xor, T> exclusive_xor(T value) {
  return detail::exclusive<detail::Xor>(detail::Everyone{}, value);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline detail::ResultOf<detail::Xor, T> exclusive_xor_sync(Mask mask, T value) {
  return detail::exclusive<detail::Xor>(detail::named(mask), value);
}

// ---- one atomic for the wave ----

// append: counts *counter on by the lanes that ask, and gives each of them a number of its own
//   CUDA       warp-aggregated atomics: a vote, atomicAdd by one lane, a shuffle of what it got
//   HIP        the same, of up to 64 lanes
//   Types      integers of 32 and 64 bits
//   Lanes      those that run
//   Valid      the lanes whose predicate holds; their numbers follow one another in the order of
//              lanes
//   Cost       one atomic, one shuffle
//   Undefined  lanes with different counters
//   Emitted    warp-idiom
template <class T>
HIPSHIM_DEVICE inline T append(T* counter, int predicate = 1) {
  static_assert(std::is_integral<T>::value && (sizeof(T) == 4 || sizeof(T) == 8),
                "hipshim::wave::append: the counter is an integer of 32 or 64 bits");
  const mask_t here = active_mask();
  const mask_t votes = ballot_sync(here, predicate);
  const int leader = votes == 0 ? 0 : ffs(votes) - 1;
  T base = 0;
  if (votes != 0 && static_cast<int>(lane_id()) == leader)
    base = detail::fetch_add_int(counter, static_cast<T>(popc(votes)));
  base = shfl_sync(here, base, votes == 0 ? static_cast<int>(lane_id()) : leader);
  return base + static_cast<T>(popc(votes & lanemask_lt()));
}

}  // namespace wave
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_WAVE_HPP
