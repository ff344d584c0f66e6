// SPDX-License-Identifier: Apache-2.0
//
// What PTX instructions in asm statements mean, as functions: the instruction itself on NVIDIA, the
// same bits on AMD and on a CPU.
//
// A function has the name and the operands of the instruction, the types are those of its
// arguments: `asm("bfe.u32 %0, %1, 8, 8;" : "=r"(d) : "r"(a))` is `d = ptx::bfe(a, 8, 8)`. For .s32
// and .s64 give a signed value.
//
// Not here, because AMD has nothing that it could mean: %smid, %warpid of the hardware and
// %globaltimer (a clock in nanoseconds), named barriers, mbarrier, clusters, wgmma, mma and
// ldmatrix (rocWMMA), cache policies.
//
// Words used in the contracts below:
//   Cost       on AMD, as instructions seen in the code that clang 22 makes at -O3, with constant
//              positions, tables and selectors; nothing was timed there
//   Emitted    the hipaudit rules whose fixes write the call
#ifndef HIPSHIM_PTX_HPP
#define HIPSHIM_PTX_HPP

#include "hipshim/config.hpp"
#include "hipshim/detail/ptx_model.hpp"
#include "hipshim/warp32.hpp"
#include HIPSHIM_PTX_HEADER

namespace hipshim {
inline namespace v1 {
namespace ptx {
namespace detail {

template <class T>
HIPSHIM_HOST_DEVICE constexpr void need_word() {
  static_assert(std::is_integral<T>::value && (sizeof(T) == 4 || sizeof(T) == 8),
                "hipshim::ptx: an integer of 32 or 64 bits");
}

template <class T>
using Register = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
template <class T>
HIPSHIM_DEVICE inline Register<T> as_register(T value) {
  detail::need_word<T>();
  return static_cast<Register<T>>(value);
}

template <class T>
HIPSHIM_DEVICE inline T extract(std::true_type, T a, unsigned position, unsigned length) {
  return static_cast<T>(detail::bfe_s(detail::as_register(a), position, length));
}
template <class T>
HIPSHIM_DEVICE inline T extract(std::false_type, T a, unsigned position, unsigned length) {
  return static_cast<T>(detail::bfe_u(detail::as_register(a), position, length));
}

template <class T>
HIPSHIM_HOST_DEVICE constexpr void need_access() {
  static_assert(std::is_trivially_copyable<T>::value && (sizeof(T) == 4 || sizeof(T) == 8),
                "hipshim::ptx: a load or store of one word of 4 or 8 bytes");
}

template <class T>
struct Same {
  using Type = T;
};
template <class T>
using Value = typename Same<T>::Type;

}  // namespace detail

// ---- special registers ----

// laneid, lanemask_lt, lanemask_le, lanemask_eq, lanemask_ge, lanemask_gt
//   CUDA       %laneid, %lanemask_lt, ...
//   HIP        see hipshim::warp32
//   Lanes      any. Valid: the caller
//   Cost       2 mbcnt and 1 to 4 more
//   Undefined  never
//   Emitted    inline-ptx
HIPSHIM_DEVICE inline std::uint32_t laneid() { return warp32::lane_id(); }
HIPSHIM_DEVICE inline std::uint32_t lanemask_lt() { return warp32::lanemask_lt(); }
HIPSHIM_DEVICE inline std::uint32_t lanemask_le() { return warp32::lanemask_le(); }
HIPSHIM_DEVICE inline std::uint32_t lanemask_eq() { return warp32::lanemask_eq(); }
HIPSHIM_DEVICE inline std::uint32_t lanemask_ge() { return warp32::lanemask_ge(); }
HIPSHIM_DEVICE inline std::uint32_t lanemask_gt() { return warp32::lanemask_gt(); }

// clock64: counts while the caller runs; only differences mean something
//   CUDA       %clock64
//   HIP        20 bits wide on gfx11, so a difference is wrong after 2^20 cycles there
//   Lanes      any. Valid: the caller
//   Cost       1, and the wait for it
//   Undefined  to compare between blocks
//   Emitted    inline-ptx
HIPSHIM_DEVICE inline std::uint64_t clock64() { return detail::cycles(); }

// ---- bits ----

// bfe: `length` bits of a from `position` on; for a signed a the sign of the field is copied
// upwards
//   CUDA       bfe.u32, bfe.s32, bfe.u64, bfe.s64
//   HIP        __bitextract_u32 counts position and length modulo 32; PTX takes 0..255, and a field
//              may begin or end beyond the word
//   Lanes      any. Valid: the caller
//   Cost       1 (v_bfe) with constants, 5 to 10 without
//   Undefined  position or length above 255, which PTX forbids. An H200 takes the low 8 bits of
//              them in the 32-bit forms and all bits in the 64-bit ones
//   Emitted    inline-ptx
template <class T>
HIPSHIM_DEVICE inline T bfe(T a, unsigned position, unsigned length) {
  return detail::extract(std::is_signed<T>{}, a, position, length);
}

// bfi: `into` with `length` bits from `position` on taken from the low bits of `from`
//   CUDA       bfi.b32, bfi.b64
//   HIP        __bitinsert_u32, modulo 32 as above
//   Lanes      any. Valid: the caller
//   Cost       1 or 2 with constants, 5 to 8 without
//   Undefined  position or length above 255, as for bfe
//   Emitted    inline-ptx
template <class T>
HIPSHIM_DEVICE inline T bfi(T from, detail::Value<T> into, unsigned position, unsigned length) {
  return static_cast<T>(
      detail::bfi(detail::as_register(from), detail::as_register(into), position, length));
}

// brev, popc, clz; bfind: the highest set bit, or all ones (of a signed value the highest bit that
// differs from the sign); bfind_shiftamt: how far to shift it to the top
//   CUDA       brev, popc, clz, bfind of 32 and 64 bits
//   HIP        __popc and __ffs unsigned in some versions; no bfind
//   Lanes      any. Valid: the caller
//   Cost       1 to 4
//   Undefined  never
//   Emitted    inline-ptx
template <class T>
HIPSHIM_DEVICE inline T brev(T a) {
  return static_cast<T>(detail::reversed(detail::as_register(a)));
}
template <class T>
HIPSHIM_DEVICE inline std::uint32_t popc(T a) {
  return static_cast<std::uint32_t>(detail::set_bits(detail::as_register(a)));
}
template <class T>
HIPSHIM_DEVICE inline std::uint32_t clz(T a) {
  return static_cast<std::uint32_t>(detail::zeros_above(detail::as_register(a)));
}
template <class T>
HIPSHIM_DEVICE inline std::uint32_t bfind(T a) {
  const auto bits = detail::as_register(a);
  constexpr unsigned kTop = sizeof(T) * 8 - 1;
  const bool negative = std::is_signed<T>::value && (bits >> kTop) != 0;
  return kTop
         - static_cast<std::uint32_t>(
             detail::zeros_above(static_cast<detail::Register<T>>(negative ? ~bits : bits)));
}
template <class T>
HIPSHIM_DEVICE inline std::uint32_t bfind_shiftamt(T a) {
  const std::uint32_t found = ptx::bfind(a);
  return found == ~0u ? ~0u : static_cast<std::uint32_t>(sizeof(T) * 8 - 1) - found;
}

// fns: the position of the n-th set bit of mask, counted from base; all ones where there is none
//   CUDA       fns.b32, __fns
//   HIP        __fns, __fns32
//   Lanes      any. Valid: the caller
//   Cost       a loop over the bits
//   Undefined  base above 31 on NVIDIA
//   Emitted    inline-ptx
HIPSHIM_DEVICE inline std::uint32_t fns(std::uint32_t mask, std::uint32_t base,
                                        std::int32_t offset) {
  return detail::ptx_model::fns(mask, base, offset);
}

// prmt: four bytes picked from the eight of b:a; a set top bit of a selector copies the byte's
// sign. prmt_f4e, _b4e, _rc8, _ecl, _ecr, _rc16: the named modes
//   CUDA       prmt.b32, __byte_perm
//   HIP        __byte_perm has no copied signs; the named modes are missing
//   Lanes      any. Valid: the caller
//   Cost       1 v_perm with a constant selector without copied signs; 3 to 14 otherwise
//   Undefined  never
//   Emitted    inline-ptx
HIPSHIM_DEVICE inline std::uint32_t prmt(std::uint32_t a, std::uint32_t b, std::uint32_t selector) {
  return detail::prmt(a, b, selector);
}
HIPSHIM_DEVICE inline std::uint32_t prmt_f4e(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  return detail::prmt(a, b, detail::ptx_model::prmt_f4e(c));
}
HIPSHIM_DEVICE inline std::uint32_t prmt_b4e(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  return detail::prmt(a, b, detail::ptx_model::prmt_b4e(c));
}
HIPSHIM_DEVICE inline std::uint32_t prmt_rc8(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  return detail::prmt(a, b, detail::ptx_model::prmt_rc8(c));
}
HIPSHIM_DEVICE inline std::uint32_t prmt_ecl(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  return detail::prmt(a, b, detail::ptx_model::prmt_ecl(c));
}
HIPSHIM_DEVICE inline std::uint32_t prmt_ecr(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  return detail::prmt(a, b, detail::ptx_model::prmt_ecr(c));
}
HIPSHIM_DEVICE inline std::uint32_t prmt_rc16(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  return detail::prmt(a, b, detail::ptx_model::prmt_rc16(c));
}

// lop3<Table>: any function of three bits; Table is the function of 0xf0, 0xcc and 0xaa
//   CUDA       lop3.b32
//   HIP        nothing
//   Lanes      any. Valid: the caller
//   Cost       1 on gfx950; 1 to 4 elsewhere
//   Undefined  never
//   Emitted    inline-ptx
template <unsigned Table>
HIPSHIM_DEVICE inline std::uint32_t lop3(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  static_assert(Table < 256, "hipshim::ptx::lop3: the table has 8 bits");
  return detail::lop3<Table>(a, b, c);
}

// shl, shr: a count beyond the word gives 0 (or the sign, for a signed a)
//   CUDA       shl.b32, shl.b64, shr.u32, shr.s32, shr.u64, shr.s64
//   HIP        C++ leaves it undefined; AMD's instructions count modulo the word
//   Lanes      any. Valid: the caller
//   Cost       1 with a constant, 3 without
//   Undefined  never
//   Emitted    inline-ptx
template <class T>
HIPSHIM_DEVICE inline T shl(T a, std::uint32_t count) {
  detail::need_word<T>();
  return count >= sizeof(T) * 8 ? T{0} : static_cast<T>(detail::as_register(a) << count);
}
template <class T>
HIPSHIM_DEVICE inline T shr(T a, std::uint32_t count) {
  detail::need_word<T>();
  constexpr std::uint32_t kTop = sizeof(T) * 8 - 1;
  if (count > kTop) return std::is_signed<T>::value ? static_cast<T>(a >> kTop) : T{0};
  return static_cast<T>(a >> count);
}

// shf_l_wrap, shf_l_clamp, shf_r_wrap, shf_r_clamp: 32 bits of the pair high:low after a shift; the
// count modulo 32, or at most 32
//   CUDA       shf.l, shf.r; __funnelshift_l, _lc, _r, _rc
//   HIP        the same names in newer versions
//   Lanes      any. Valid: the caller
//   Cost       r_wrap 1 (v_alignbit); l_wrap 2 to 5; the clamped ones 2 more
//   Undefined  never
//   Emitted    inline-ptx
HIPSHIM_DEVICE inline std::uint32_t shf_l_wrap(std::uint32_t low, std::uint32_t high,
                                               std::uint32_t count) {
  return detail::shf_left_wrap(low, high, count);
}
HIPSHIM_DEVICE inline std::uint32_t shf_l_clamp(std::uint32_t low, std::uint32_t high,
                                                std::uint32_t count) {
  return count >= 32 ? low : detail::shf_left_wrap(low, high, count);
}
HIPSHIM_DEVICE inline std::uint32_t shf_r_wrap(std::uint32_t low, std::uint32_t high,
                                               std::uint32_t count) {
  return detail::shf_right_wrap(low, high, count);
}
HIPSHIM_DEVICE inline std::uint32_t shf_r_clamp(std::uint32_t low, std::uint32_t high,
                                                std::uint32_t count) {
  return count >= 32 ? high : detail::shf_right_wrap(low, high, count);
}

// ---- integers ----

// mul_hi: the upper half of a product; mul_wide: all of it; mul24: the lower 32 bits of a product
// of the lower 24 bits; sad: c + |a - b|
//   CUDA       mul.hi, mul.wide, mul24.lo, sad of 32 (mul.hi: and 64) bits
//   HIP        __umulhi and its siblings; __umul24 gives int
//   Lanes      any. Valid: the caller
//   Cost       1 or 2; mul_hi of 64 bits 8 to 14
//   Undefined  never
//   Emitted    inline-ptx
HIPSHIM_DEVICE inline std::uint32_t mul_hi(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::uint32_t>((std::uint64_t{a} * b) >> 32);
}
HIPSHIM_DEVICE inline std::int32_t mul_hi(std::int32_t a, std::int32_t b) {
  return static_cast<std::int32_t>((std::int64_t{a} * b) >> 32);
}
HIPSHIM_DEVICE inline std::uint64_t mul_hi(std::uint64_t a, std::uint64_t b) {
  return detail::mul_high(a, b);
}
HIPSHIM_DEVICE inline std::int64_t mul_hi(std::int64_t a, std::int64_t b) {
  // A negative operand counts 2^64 too much in the unsigned product.
  const auto x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b);
  return static_cast<std::int64_t>(detail::mul_high(x, y) - (a < 0 ? y : 0u) - (b < 0 ? x : 0u));
}
HIPSHIM_DEVICE inline std::uint64_t mul_wide(std::uint32_t a, std::uint32_t b) {
  return std::uint64_t{a} * b;
}
HIPSHIM_DEVICE inline std::int64_t mul_wide(std::int32_t a, std::int32_t b) {
  return std::int64_t{a} * b;
}
HIPSHIM_DEVICE inline std::uint32_t mul24(std::uint32_t a, std::uint32_t b) {
  return (a & 0xffffffu) * (b & 0xffffffu);
}
HIPSHIM_DEVICE inline std::int32_t mul24(std::int32_t a, std::int32_t b) {
  const auto x = static_cast<std::int32_t>(static_cast<std::uint32_t>(a) << 8) >> 8;
  const auto y = static_cast<std::int32_t>(static_cast<std::uint32_t>(b) << 8) >> 8;
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(x) * static_cast<std::uint32_t>(y));
}
HIPSHIM_DEVICE inline std::uint32_t sad(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  return c + (a < b ? b - a : a - b);
}
HIPSHIM_DEVICE inline std::int32_t sad(std::int32_t a, std::int32_t b, std::int32_t c) {
  const auto x = static_cast<std::uint32_t>(a), y = static_cast<std::uint32_t>(b);
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(c) + (a < b ? y - x : x - y));
}

// dp4a: c + the four products of bytes, signed or unsigned as the operands are
//   CUDA       dp4a, __dp4a
//   HIP        amd_mixed_dot for vector types, only where the target has it
//   Lanes      any. Valid: the caller
//   Cost       4 multiplications and what takes the bytes out
//   Undefined  never
//   Emitted    inline-ptx
HIPSHIM_DEVICE inline std::int32_t dp4a(std::int32_t a, std::int32_t b, std::int32_t c) {
  std::uint32_t total = static_cast<std::uint32_t>(c);
  for (unsigned i = 0; i < 32; i += 8)
    total += static_cast<std::uint32_t>(static_cast<std::int8_t>(a >> i)
                                        * static_cast<std::int8_t>(b >> i));
  return static_cast<std::int32_t>(total);
}
HIPSHIM_DEVICE inline std::uint32_t dp4a(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  for (unsigned i = 0; i < 32; i += 8) c += ((a >> i) & 0xffu) * ((b >> i) & 0xffu);
  return c;
}

// add_cc, addc, sub_cc, subc: 32 bits of a longer sum or difference, with the carry (or borrow: 1)
// in a variable of the caller's instead of a register of the hardware
//   CUDA       add.cc, addc, addc.cc, sub.cc, subc, subc.cc
//   HIP        nothing; asm statements that follow one another may be parted by the compiler
//   Lanes      any. Valid: the caller
//   Cost       1 or 2
//   Undefined  a carry that is neither 0 nor 1
//   Emitted    inline-ptx
HIPSHIM_DEVICE inline std::uint32_t addc(std::uint32_t a, std::uint32_t b, std::uint32_t& carry) {
  const std::uint64_t sum = std::uint64_t{a} + b + carry;
  carry = static_cast<std::uint32_t>(sum >> 32);
  return static_cast<std::uint32_t>(sum);
}
HIPSHIM_DEVICE inline std::uint32_t add_cc(std::uint32_t a, std::uint32_t b, std::uint32_t& carry) {
  carry = 0;
  return ptx::addc(a, b, carry);
}
HIPSHIM_DEVICE inline std::uint32_t subc(std::uint32_t a, std::uint32_t b, std::uint32_t& borrow) {
  const std::uint64_t difference = std::uint64_t{a} - b - borrow;
  borrow = static_cast<std::uint32_t>(difference >> 32) & 1u;
  return static_cast<std::uint32_t>(difference);
}
HIPSHIM_DEVICE inline std::uint32_t sub_cc(std::uint32_t a, std::uint32_t b,
                                           std::uint32_t& borrow) {
  borrow = 0;
  return ptx::subc(a, b, borrow);
}

// ---- the warp of 32 lanes ----

// activemask; vote_all, vote_any, vote_uni, vote_ballot; match_any, match_all; redux_add, _min,
// _max, _and, _or, _xor; elect
//   CUDA       activemask, vote.sync, match.any.sync, match.all.sync, redux.sync, elect.sync
//   HIP        64 lanes, and what hipshim::warp32 says of each
//   Lanes      all that the mask names; on AMD those of them that are active
//   Valid      every calling lane that the mask names. elect is true in one of them, the lowest,
//   and
//              gives its number
//   Cost       see warp32; elect 3 to 6
//   Undefined  a mask that does not name the caller
//   Emitted    inline-ptx
HIPSHIM_DEVICE inline std::uint32_t activemask() { return warp32::active_mask(); }
template <class Mask>
HIPSHIM_DEVICE inline bool vote_all(Mask mask, bool p) {
  return warp32::all_sync(mask, p) != 0;
}
template <class Mask>
HIPSHIM_DEVICE inline bool vote_any(Mask mask, bool p) {
  return warp32::any_sync(mask, p) != 0;
}
template <class Mask>
HIPSHIM_DEVICE inline bool vote_uni(Mask mask, bool p) {
  return warp32::uni_sync(mask, p) != 0;
}
template <class Mask>
HIPSHIM_DEVICE inline std::uint32_t vote_ballot(Mask mask, bool p) {
  return warp32::ballot_sync(mask, p);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline std::uint32_t match_any(Mask mask, T value) {
  return warp32::match_any_sync(mask, value);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline std::uint32_t match_all(Mask mask, T value, bool& same) {
  int answer = 0;
  const std::uint32_t lanes = warp32::match_all_sync(mask, value, &answer);
  same = answer != 0;
  return lanes;
}
template <class Mask, class T>
HIPSHIM_DEVICE inline auto redux_add(Mask mask, T value) {
  return warp32::reduce_add_sync(mask, value);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline auto redux_min(Mask mask, T value) {
  return warp32::reduce_min_sync(mask, value);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline auto redux_max(Mask mask, T value) {
  return warp32::reduce_max_sync(mask, value);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline auto redux_and(Mask mask, T value) {
  return warp32::reduce_and_sync(mask, value);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline auto redux_or(Mask mask, T value) {
  return warp32::reduce_or_sync(mask, value);
}
template <class Mask, class T>
HIPSHIM_DEVICE inline auto redux_xor(Mask mask, T value) {
  return warp32::reduce_xor_sync(mask, value);
}
template <class Mask>
HIPSHIM_DEVICE inline bool elect(Mask mask, std::uint32_t& leader) {
  const std::uint32_t members = warp32::ballot_sync(mask, 1);
  leader = static_cast<std::uint32_t>(warp32::ffs(members) - 1) & 31u;
  return leader == warp32::lane_id();
}

// shfl_up, shfl_down, shfl_bfly, shfl_idx: with the instruction's own bounds operand c (clamp in
// bits 0 to 4, segment in 8 to 12), and its predicate: was the source within the bounds?
//   CUDA       shfl.sync.up.b32 d|p, a, b, c, mask and its siblings
//   HIP        __shfl_up has no predicate
//   Types      any of 4 bytes
//   Lanes      the caller and the lane it reads; on CUDA all that the mask names
//   Valid      lanes whose source takes part; beyond the bounds the lane's own value, and false
//   Cost       1 ds_bpermute, and the address (6 to 10)
//   Undefined  to read a lane that takes no part (AMD gives 0)
//   Emitted    inline-ptx
template <class T>
HIPSHIM_DEVICE inline T shfl_up(std::uint32_t mask, T a, std::uint32_t b, std::uint32_t c,
                                bool& within) {
  static_assert(sizeof(T) == 4, "hipshim::ptx: shfl moves 32 bits");
  std::uint32_t word = 0;
  detail::copy_bits(word, a);
  detail::copy_bits(a, detail::shfl<detail::ptx_model::Shuffle::kUp>(mask, word, b, c, within));
  return a;
}
template <class T>
HIPSHIM_DEVICE inline T shfl_down(std::uint32_t mask, T a, std::uint32_t b, std::uint32_t c,
                                  bool& within) {
  static_assert(sizeof(T) == 4, "hipshim::ptx: shfl moves 32 bits");
  std::uint32_t word = 0;
  detail::copy_bits(word, a);
  detail::copy_bits(a, detail::shfl<detail::ptx_model::Shuffle::kDown>(mask, word, b, c, within));
  return a;
}
template <class T>
HIPSHIM_DEVICE inline T shfl_bfly(std::uint32_t mask, T a, std::uint32_t b, std::uint32_t c,
                                  bool& within) {
  static_assert(sizeof(T) == 4, "hipshim::ptx: shfl moves 32 bits");
  std::uint32_t word = 0;
  detail::copy_bits(word, a);
  detail::copy_bits(a,
                    detail::shfl<detail::ptx_model::Shuffle::kButterfly>(mask, word, b, c, within));
  return a;
}
template <class T>
HIPSHIM_DEVICE inline T shfl_idx(std::uint32_t mask, T a, std::uint32_t b, std::uint32_t c,
                                 bool& within) {
  static_assert(sizeof(T) == 4, "hipshim::ptx: shfl moves 32 bits");
  std::uint32_t word = 0;
  detail::copy_bits(word, a);
  detail::copy_bits(a, detail::shfl<detail::ptx_model::Shuffle::kIndex>(mask, word, b, c, within));
  return a;
}

// ---- barriers and fences ----

// bar_sync: all threads of the block meet; bar_warp_sync: memory order within the warp
//   CUDA       bar.sync 0 (barrier.sync 0), bar.warp.sync
//   HIP        __syncthreads; a warp's barrier is missing before ROCm 7.0
//   Lanes      bar_sync: every thread of the block. bar_warp_sync: see warp32::sync
//   Cost       1 s_barrier, and the wait for memory
//   Undefined  bar_sync that part of the block skips. Other barriers than 0, and counts of threads,
//              have no counterpart
//   Emitted    inline-ptx
HIPSHIM_DEVICE inline void bar_sync() { detail::barrier(); }
template <class Mask>
HIPSHIM_DEVICE inline void bar_warp_sync(Mask mask) {
  warp32::sync(mask);
}

// membar_cta, membar_gl, membar_sys: what the caller wrote before is seen before what it writes
// after, by its block, its GPU, everyone
//   CUDA       membar.cta, .gl, .sys; fence.acq_rel and fence.sc with .cta, .gpu, .sys
//   HIP        __threadfence_block, __threadfence, __threadfence_system
//   Lanes      any
//   Cost       a wait for memory, and cache maintenance where the scope needs it
//   Undefined  never
//   Emitted    inline-ptx
HIPSHIM_DEVICE inline void membar_cta() { detail::fence(detail::Cta{}); }
HIPSHIM_DEVICE inline void membar_gl() { detail::fence(detail::Gpu{}); }
HIPSHIM_DEVICE inline void membar_sys() { detail::fence(detail::Sys{}); }

// ---- memory ----

using cta = detail::Cta;
using gpu = detail::Gpu;
using sys = detail::Sys;

// ld_relaxed, ld_acquire, st_relaxed, st_release<Scope>: with Scope cta, gpu or sys
//   CUDA       ld.relaxed.gpu, ld.acquire.sys, st.release.gpu, ...: flags between blocks and GPUs
//   HIP        a volatile access in their place orders nothing
//   Types      of 4 and 8 bytes
//   Lanes      any. Valid: the caller
//   Cost       the access; acquire and release add the cache maintenance of their scope
//   Undefined  an address that is not aligned to the type
//   Emitted    inline-ptx
template <class Scope, class T>
HIPSHIM_DEVICE inline T ld_relaxed(const T* p) {
  detail::need_access<T>();
  return detail::load_relaxed_in<Scope>(p);
}
template <class Scope, class T>
HIPSHIM_DEVICE inline T ld_acquire(const T* p) {
  detail::need_access<T>();
  return detail::load_acquire_in<Scope>(p);
}
template <class Scope, class T>
HIPSHIM_DEVICE inline void st_relaxed(T* p, detail::Value<T> value) {
  detail::need_access<T>();
  detail::store_relaxed_in<Scope>(p, value);
}
template <class Scope, class T>
HIPSHIM_DEVICE inline void st_release(T* p, detail::Value<T> value) {
  detail::need_access<T>();
  detail::store_release_in<Scope>(p, value);
}

// ld_nc: memory that nobody writes while the kernel runs; ld_cs, st_cs: used once
//   CUDA       ld.global.nc (__ldg), ld.global.cs, st.global.cs
//   HIP        __ldg is a plain load; the streaming ones are clang's nontemporal builtins
//   Types      arithmetic types
//   Lanes      any. Valid: the caller
//   Cost       the access
//   Undefined  ld_nc of memory that is written meanwhile
//   Emitted    inline-ptx
template <class T>
HIPSHIM_DEVICE inline T ld_nc(const T* p) {
  static_assert(std::is_arithmetic<T>::value, "hipshim::ptx: a load of a number");
  return detail::load_constant(p);
}
template <class T>
HIPSHIM_DEVICE inline T ld_cs(const T* p) {
  static_assert(std::is_arithmetic<T>::value, "hipshim::ptx: a load of a number");
  return detail::load_streaming_once(p);
}
template <class T>
HIPSHIM_DEVICE inline void st_cs(T* p, detail::Value<T> value) {
  static_assert(std::is_arithmetic<T>::value, "hipshim::ptx: a store of a number");
  detail::store_streaming_once(p, value);
}

// cp_async<Bytes>: copies 4, 8 or 16 bytes from global to shared memory, those beyond `from_global`
// as zeros; cp_async_commit, cp_async_wait<Groups left>
//   CUDA       cp.async.ca.shared.global, cp.async.commit_group, cp.async.wait_group
//   HIP        nothing
//   Lanes      any; each copies its own bytes
//   Valid      after cp_async_wait, for the others after a barrier as well. On AMD the copy goes
//              through registers and is done at once: right, but not behind the caller's work
//   Cost       1 load, 1 store; commit and wait none
//   Undefined  addresses that are not aligned to Bytes
//   Emitted    inline-ptx
template <unsigned Bytes>
HIPSHIM_DEVICE inline void cp_async(void* shared, const void* global,
                                    unsigned from_global = Bytes) {
  static_assert(Bytes == 4 || Bytes == 8 || Bytes == 16,
                "hipshim::ptx::cp_async: 4, 8 or 16 bytes, as the instruction");
  detail::copy_to_shared<Bytes>(shared, global, from_global);
}
HIPSHIM_DEVICE inline void cp_async_commit() { detail::commit_copies(); }
template <unsigned Left>
HIPSHIM_DEVICE inline void cp_async_wait() {
  detail::wait_for_copies<Left>();
}

// nanosleep: a pause of no promised length; trap: ends the kernel with an error
//   CUDA       nanosleep (which may also not sleep at all), trap
//   HIP        __nanosleep is missing; __trap is missing, abort() is there
//   Lanes      any
//   Cost       1
//   Undefined  to wait in a loop for another lane of the same wave
//   Emitted    inline-ptx
HIPSHIM_DEVICE inline void nanosleep(std::uint32_t nanoseconds) {
  if (nanoseconds != 0) detail::doze();
}
HIPSHIM_DEVICE inline void trap() { detail::trap(); }

// ---- approximations ----

// ex2_approx, lg2_approx, rcp_approx, rsqrt_approx, sqrt_approx, sin_approx, cos_approx,
// tanh_approx
//   CUDA       ex2.approx.f32 and its siblings
//   HIP        exp2f and its siblings are slower and exacter; the intrinsics' names differ by
//   version Lanes      any. Valid: the caller Cost       1; sin and cos 3, tanh 5. AMD's ex2, lg2,
//   rsqrt and sqrt take small (denormal)
//              arguments for 0, or give 0 for small results
//   Undefined  never; the error is the hardware's
//   Emitted    inline-ptx
HIPSHIM_DEVICE inline float ex2_approx(float x) { return detail::approx_ex2(x); }
HIPSHIM_DEVICE inline float lg2_approx(float x) { return detail::approx_lg2(x); }
HIPSHIM_DEVICE inline float rcp_approx(float x) { return detail::approx_rcp(x); }
HIPSHIM_DEVICE inline float rsqrt_approx(float x) { return detail::approx_rsqrt(x); }
HIPSHIM_DEVICE inline float sqrt_approx(float x) { return detail::approx_sqrt(x); }
HIPSHIM_DEVICE inline float sin_approx(float x) { return detail::approx_sin(x); }
HIPSHIM_DEVICE inline float cos_approx(float x) { return detail::approx_cos(x); }
HIPSHIM_DEVICE inline float tanh_approx(float x) { return detail::approx_tanh(x); }

// isspacep_shared, isspacep_global, isspacep_local
//   CUDA       isspacep.shared, .global, .local
//   HIP        the compiler's __builtin_amdgcn_is_shared and _is_private
//   Lanes      any. Valid: the caller
//   Cost       1 or 2 comparisons
//   Undefined  on the CPU back end, which has one memory: everything is global there
//   Emitted    inline-ptx
HIPSHIM_DEVICE inline bool isspacep_shared(const void* p) { return detail::in_shared(p); }
HIPSHIM_DEVICE inline bool isspacep_global(const void* p) { return detail::in_global(p); }
HIPSHIM_DEVICE inline bool isspacep_local(const void* p) { return detail::in_local(p); }

}  // namespace ptx
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_PTX_HPP
