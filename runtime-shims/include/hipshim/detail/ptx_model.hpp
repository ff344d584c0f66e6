// SPDX-License-Identifier: Apache-2.0
//
// The arithmetic of PTX instructions in C++, bit for bit as the PTX manual describes it. AMD and
// the CPU run it; on NVIDIA, where the instructions themselves are used, the device test compares
// the two.
#ifndef HIPSHIM_DETAIL_PTX_MODEL_HPP
#define HIPSHIM_DETAIL_PTX_MODEL_HPP

#include "hipshim/config.hpp"

namespace hipshim {
inline namespace v1 {
namespace detail {
namespace ptx_model {

template <class Word>
HIPSHIM_HOST_DEVICE constexpr Word low_bits(unsigned count) {
  return count >= sizeof(Word) * 8 ? static_cast<Word>(~Word{0})
                                   : static_cast<Word>((Word{1} << count) - 1);
}

// Only the low 8 bits of position and length count; the field ends at the top of the word.
template <class Word>
HIPSHIM_HOST_DEVICE constexpr Word bfe_unsigned(Word a, unsigned position, unsigned length) {
  position &= 0xffu;
  length &= 0xffu;
  return position >= sizeof(Word) * 8 ? Word{0}
                                      : static_cast<Word>((a >> position) & low_bits<Word>(length));
}

// The bits above the field are copies of its highest bit.
template <class Word>
HIPSHIM_HOST_DEVICE constexpr std::make_signed_t<Word> bfe_signed(Word a, unsigned position,
                                                                  unsigned length) {
  using Signed = std::make_signed_t<Word>;
  constexpr unsigned kTop = sizeof(Word) * 8 - 1;
  position &= 0xffu;
  length &= 0xffu;
  if (length == 0) return 0;
  if (position > kTop) return static_cast<Signed>(static_cast<Signed>(a) >> kTop);
  const unsigned last = position + length - 1 > kTop ? kTop : position + length - 1;
  return static_cast<Signed>(static_cast<Signed>(static_cast<Word>(a << (kTop - last)))
                             >> (kTop - (last - position)));
}

template <class Word>
HIPSHIM_HOST_DEVICE constexpr Word bfi(Word from, Word into, unsigned position, unsigned length) {
  position &= 0xffu;
  length &= 0xffu;
  if (position >= sizeof(Word) * 8) return into;
  const Word field = static_cast<Word>(low_bits<Word>(length) << position);
  return static_cast<Word>((into & ~field) | ((from << position) & field));
}

template <class Word>
HIPSHIM_HOST_DEVICE constexpr Word reversed(Word a) {
  Word result = 0;
  for (unsigned i = 0; i < sizeof(Word) * 8; ++i)
    result = static_cast<Word>(result | (((a >> i) & 1u) << (sizeof(Word) * 8 - 1 - i)));
  return result;
}

HIPSHIM_HOST_DEVICE constexpr std::uint32_t byte_of(std::uint32_t a, std::uint32_t b,
                                                    std::uint32_t selector) {
  const std::uint32_t byte = (((selector & 4u) != 0 ? b : a) >> ((selector & 3u) * 8u)) & 0xffu;
  return (selector & 8u) == 0 ? byte : (byte & 0x80u) != 0 ? 0xffu : 0u;
}

HIPSHIM_HOST_DEVICE constexpr std::uint32_t prmt(std::uint32_t a, std::uint32_t b,
                                                 std::uint32_t selector) {
  return byte_of(a, b, selector) | (byte_of(a, b, selector >> 4) << 8)
         | (byte_of(a, b, selector >> 8) << 16) | (byte_of(a, b, selector >> 12) << 24);
}

// The selectors that stand for prmt's named modes.
HIPSHIM_HOST_DEVICE constexpr std::uint32_t prmt_f4e(std::uint32_t c) {
  return 0x3210u + (c & 3u) * 0x1111u;
}
HIPSHIM_HOST_DEVICE constexpr std::uint32_t prmt_b4e(std::uint32_t c) {
  return (c & 3u) | ((((c & 3u) - 1u) & 7u) << 4) | ((((c & 3u) - 2u) & 7u) << 8)
         | ((((c & 3u) - 3u) & 7u) << 12);
}
HIPSHIM_HOST_DEVICE constexpr std::uint32_t prmt_rc8(std::uint32_t c) { return (c & 3u) * 0x1111u; }
HIPSHIM_HOST_DEVICE constexpr std::uint32_t prmt_ecl(std::uint32_t c) {
  return (c & 3u) == 0 ? 0x3210u : (c & 3u) == 1 ? 0x3211u : (c & 3u) == 2 ? 0x3222u : 0x3333u;
}
HIPSHIM_HOST_DEVICE constexpr std::uint32_t prmt_ecr(std::uint32_t c) {
  return (c & 3u) == 0 ? 0x0000u : (c & 3u) == 1 ? 0x1110u : (c & 3u) == 2 ? 0x2210u : 0x3210u;
}
HIPSHIM_HOST_DEVICE constexpr std::uint32_t prmt_rc16(std::uint32_t c) {
  return (c & 1u) != 0 ? 0x3232u : 0x1010u;
}

// One of the 16 functions of two bits: `table` has the answer for (0,0) (0,1) (1,0) (1,1) from bit
// 0 up.
HIPSHIM_HOST_DEVICE constexpr std::uint32_t logic2(unsigned table, std::uint32_t a,
                                                   std::uint32_t b) {
  return table == 0    ? 0u
         : table == 1  ? ~(a | b)
         : table == 2  ? ~a & b
         : table == 3  ? ~a
         : table == 4  ? a & ~b
         : table == 5  ? ~b
         : table == 6  ? a ^ b
         : table == 7  ? ~(a & b)
         : table == 8  ? a & b
         : table == 9  ? ~(a ^ b)
         : table == 10 ? b
         : table == 11 ? ~a | b
         : table == 12 ? a
         : table == 13 ? a | ~b
         : table == 14 ? a | b
                       : ~0u;
}
// Splits the table by its first operand, so that a constant one becomes a few instructions.
HIPSHIM_HOST_DEVICE constexpr std::uint32_t lop3(std::uint32_t a, std::uint32_t b, std::uint32_t c,
                                                 unsigned table) {
  const unsigned zero = table & 15u, one = (table >> 4) & 15u;
  return zero == one           ? logic2(zero, b, c)
         : zero == (one ^ 15u) ? a ^ logic2(zero, b, c)
         : zero == 0           ? a & logic2(one, b, c)
         : one == 0            ? ~a & logic2(zero, b, c)
         : zero == 15          ? ~a | logic2(one, b, c)
         : one == 15           ? a | logic2(zero, b, c)
                               : (a & logic2(one, b, c)) | (~a & logic2(zero, b, c));
}

HIPSHIM_HOST_DEVICE constexpr std::uint32_t shf_left(std::uint32_t low, std::uint32_t high,
                                                     std::uint32_t count) {
  return count == 0 ? high : count >= 32 ? low : (high << count) | (low >> (32 - count));
}
HIPSHIM_HOST_DEVICE constexpr std::uint32_t shf_right(std::uint32_t low, std::uint32_t high,
                                                      std::uint32_t count) {
  return count == 0 ? low : count >= 32 ? high : (high << (32 - count)) | (low >> count);
}

HIPSHIM_HOST_DEVICE constexpr std::uint32_t fns(std::uint32_t mask, std::uint32_t base,
                                                std::int32_t offset) {
  if (base > 31) return ~0u;
  if (offset == 0) return ((mask >> base) & 1u) != 0 ? base : ~0u;
  const int step = offset > 0 ? 1 : -1;
  std::int64_t left = (offset > 0 ? std::int64_t{offset} : -std::int64_t{offset}) - 1;
  for (int i = static_cast<int>(base); i >= 0 && i < 32; i += step)
    if (((mask >> i) & 1u) != 0 && left-- == 0) return static_cast<std::uint32_t>(i);
  return ~0u;
}

// shfl: the lane read, and whether it lies within the bounds that `c` sets.
struct Source {
  std::uint32_t lane;
  bool within;
};
enum class Shuffle { kUp, kDown, kButterfly, kIndex };
HIPSHIM_HOST_DEVICE constexpr Source source(Shuffle kind, std::uint32_t lane, std::uint32_t b,
                                            std::uint32_t c) {
  const std::uint32_t operand = b & 31u;
  const std::uint32_t segment = (c >> 8) & 31u;
  const std::uint32_t bound = (lane & segment) | (c & 31u & ~segment);
  const std::uint32_t wanted = kind == Shuffle::kUp     ? lane - operand
                               : kind == Shuffle::kDown ? lane + operand
                               : kind == Shuffle::kButterfly
                                   ? lane ^ operand
                                   : (lane & segment) | (operand & ~segment);
  // Compared as signed numbers: up may have gone below lane 0.
  const bool within = kind == Shuffle::kUp
                          ? static_cast<std::int32_t>(wanted) >= static_cast<std::int32_t>(bound)
                          : wanted <= bound;
  return {within ? wanted : lane, within};
}

}  // namespace ptx_model
}  // namespace detail
}  // namespace v1
}  // namespace hipshim

#endif  // HIPSHIM_DETAIL_PTX_MODEL_HPP
