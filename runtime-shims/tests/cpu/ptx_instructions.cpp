// SPDX-License-Identifier: Apache-2.0
//
// ptx.hpp on a CPU: each instruction against the pseudo-code of the PTX manual, bit by bit, over
// all positions, lengths, counts, selectors and tables; the shuffles at waves of 32 and of 64
// lanes.
#include <cmath>
#include <cstdio>
#include <random>

#include "hipshim/ptx.hpp"
#include "wave_fibers.hpp"

namespace {

namespace ptx = hipshim::ptx;

int failures = 0;
long checks = 0;

void expect(bool holds, const char* what, unsigned long long x = 0, unsigned long long y = 0) {
  ++checks;
  if (holds || ++failures > 20) return;
  std::printf("wrong: %s (%llx, %llx)\n", what, x, y);
}

template <class Word>
unsigned bit(Word a, unsigned i) {
  return static_cast<unsigned>(a >> i) & 1u;
}

// for i = 0..msb: d[i] = (i < len && pos + i <= msb) ? a[pos + i] : sbit
template <class Word>
Word model_bfe(Word a, unsigned b, unsigned c, bool is_signed) {
  const unsigned msb = sizeof(Word) * 8 - 1, pos = b & 0xff, len = c & 0xff;
  const unsigned top = pos + len - 1 < msb ? pos + len - 1 : msb;
  const unsigned sbit = !is_signed || len == 0 ? 0 : bit(a, top);
  Word d = 0;
  for (unsigned i = 0; i <= msb; ++i)
    d |= static_cast<Word>(i < len && pos + i <= msb ? bit(a, pos + i) : sbit) << i;
  return d;
}

// f = b; for i = 0..len - 1 while pos + i <= msb: f[pos + i] = a[i]
template <class Word>
Word model_bfi(Word a, Word b, unsigned c, unsigned d) {
  const unsigned msb = sizeof(Word) * 8 - 1, pos = c & 0xff, len = d & 0xff;
  for (unsigned i = 0; i < len && pos + i <= msb; ++i) {
    b &= ~(Word{1} << (pos + i));
    b |= static_cast<Word>(i <= msb ? bit(a, i) : 0) << (pos + i);
  }
  return b;
}

// Every place within a word, and some beyond 64 and beyond the 8 bits that count.
unsigned field_operand(unsigned i) {
  constexpr unsigned kFar[] = {100, 128, 200, 255, 256, 257, 264, 0x1010, 0xffffff04, 0xffffffff};
  return i < 70 ? i : kFar[i - 70];
}

template <class Word, class Signed>
void check_fields(std::mt19937_64& random) {
  for (unsigned n = 0; n < 80 * 80; ++n) {
    const unsigned position = field_operand(n % 80), length = field_operand(n / 80);
    for (int i = 0; i < 4; ++i) {
      const auto a = static_cast<Word>(random()), b = static_cast<Word>(random());
      expect(ptx::bfe(a, position, length) == model_bfe(a, position, length, false), "bfe.u",
             position, length);
      expect(static_cast<Word>(ptx::bfe(static_cast<Signed>(a), position, length))
                 == model_bfe(a, position, length, true),
             "bfe.s", position, length);
      expect(ptx::bfi(a, b, position, length) == model_bfi(a, b, position, length), "bfi", position,
             length);
    }
  }
}

template <class Word, class Signed>
void check_counts(std::mt19937_64& random) {
  constexpr unsigned kBits = sizeof(Word) * 8;
  for (unsigned i = 0; i < 4000; ++i) {
    const auto random_bits = static_cast<Word>(random());
    const Word a = i < 2 ? static_cast<Word>(i == 0 ? 0 : ~Word{0})
                         : static_cast<Word>(i % 2 == 0 ? random_bits >> (i % kBits)
                                                        : ~(random_bits >> (i % kBits)));
    Word reversed = 0;
    unsigned count = 0, zeros = kBits, top = ~0u, signed_top = ~0u;
    for (unsigned k = 0; k < kBits; ++k) {
      reversed |= static_cast<Word>(bit(a, k)) << (kBits - 1 - k);
      count += bit(a, k);
      if (bit(a, k) != 0) zeros = kBits - 1 - k, top = k;
      if (bit(a, k) != bit(a, kBits - 1)) signed_top = k;
    }
    expect(ptx::brev(a) == reversed && ptx::popc(a) == count && ptx::clz(a) == zeros,
           "brev, popc, clz", a);
    expect(ptx::bfind(a) == top && ptx::bfind_shiftamt(a) == (top == ~0u ? ~0u : kBits - 1 - top),
           "bfind.u", a);
    expect(ptx::bfind(static_cast<Signed>(a)) == signed_top, "bfind.s", a);
    for (unsigned shift = 0; shift < 70; ++shift) {
      Word left = 0, right = 0, filled = 0;
      for (unsigned k = 0; k < kBits; ++k) {
        if (k >= shift) left |= static_cast<Word>(bit(a, k - shift)) << k;
        if (k + shift < kBits) right |= static_cast<Word>(bit(a, k + shift)) << k;
        filled |= static_cast<Word>(bit(a, k + shift < kBits ? k + shift : kBits - 1)) << k;
      }
      expect(ptx::shl(a, shift) == left && ptx::shr(a, shift) == right
                 && static_cast<Word>(ptx::shr(static_cast<Signed>(a), shift)) == filled,
             "shl, shr", a, shift);
    }
    expect(ptx::shl(a, ~0u) == 0 && ptx::shr(a, 1u << 31) == 0, "shl, shr by much", a);
  }
}

void check_bytes(std::mt19937_64& random) {
  // The table of the PTX manual: bytes b3 b2 b1 b0 of each mode for each value of c.
  const unsigned modes[6][4] = {{0x3210, 0x4321, 0x5432, 0x6543},   // f4e
                                {0x5670, 0x6701, 0x7012, 0x0123},   // b4e
                                {0x0000, 0x1111, 0x2222, 0x3333},   // rc8
                                {0x3210, 0x3211, 0x3222, 0x3333},   // ecl
                                {0x0000, 0x1110, 0x2210, 0x3210},   // ecr
                                {0x1010, 0x3232, 0x1010, 0x3232}};  // rc16
  const auto model = [](std::uint32_t a, std::uint32_t b, unsigned selector) {
    const std::uint64_t all = (std::uint64_t{b} << 32) | a;
    std::uint32_t d = 0;
    for (unsigned i = 0; i < 4; ++i) {
      const unsigned code = (selector >> (4 * i)) & 15u;
      unsigned byte = static_cast<unsigned>(all >> ((code & 7u) * 8)) & 0xffu;
      if ((code & 8u) != 0) byte = (byte & 0x80u) != 0 ? 0xff : 0;
      d |= byte << (8 * i);
    }
    return d;
  };
  for (unsigned selector = 0; selector < 65536; ++selector) {
    const auto a = static_cast<std::uint32_t>(random()), b = static_cast<std::uint32_t>(random());
    expect(ptx::prmt(a, b, selector) == model(a, b, selector), "prmt", selector);
    expect(ptx::prmt(a, b, selector | 0xabcd0000u) == model(a, b, selector), "prmt, long selector");
  }
  for (unsigned c = 0; c < 8; ++c) {
    const auto a = static_cast<std::uint32_t>(random()), b = static_cast<std::uint32_t>(random());
    expect(ptx::prmt_f4e(a, b, c) == model(a, b, modes[0][c % 4]), "prmt.f4e", c);
    expect(ptx::prmt_b4e(a, b, c) == model(a, b, modes[1][c % 4]), "prmt.b4e", c);
    expect(ptx::prmt_rc8(a, b, c) == model(a, b, modes[2][c % 4]), "prmt.rc8", c);
    expect(ptx::prmt_ecl(a, b, c) == model(a, b, modes[3][c % 4]), "prmt.ecl", c);
    expect(ptx::prmt_ecr(a, b, c) == model(a, b, modes[4][c % 4]), "prmt.ecr", c);
    expect(ptx::prmt_rc16(a, b, c) == model(a, b, modes[5][c % 4]), "prmt.rc16", c);
  }
}

template <unsigned... Tables>
void check_tables(std::integer_sequence<unsigned, Tables...>) {
  // 0xf0, 0xcc and 0xaa are a, b and c of all eight cases at once, so the answer is the table.
  (expect((ptx::lop3<Tables>(0xf0f0f0f0u, 0xccccccccu, 0xaaaaaaaau) & 0xffu) == Tables, "lop3",
          Tables),
   ...);
}

void check_integers(std::mt19937_64& random) {
  for (int i = 0; i < 20000; ++i) {
    const auto a = static_cast<std::uint32_t>(random()), b = static_cast<std::uint32_t>(random()),
               c = static_cast<std::uint32_t>(random());
    const auto sa = static_cast<std::int32_t>(a), sb = static_cast<std::int32_t>(b);
    for (std::uint32_t n : {c % 40u, c}) {
      const std::uint64_t pair = (std::uint64_t{b} << 32) | a;
      const unsigned clamped = n > 32 ? 32 : n;
      expect(ptx::shf_r_wrap(a, b, n) == static_cast<std::uint32_t>(pair >> (n & 31u)),
             "shf.r.wrap");
      expect(ptx::shf_l_wrap(a, b, n) == static_cast<std::uint32_t>((pair << (n & 31u)) >> 32),
             "shf.l.wrap");
      expect(ptx::shf_r_clamp(a, b, n) == static_cast<std::uint32_t>(pair >> clamped),
             "shf.r.clamp");
      expect(ptx::shf_l_clamp(a, b, n) == static_cast<std::uint32_t>((pair << clamped) >> 32),
             "shf.l.clamp");
    }
    expect(ptx::mul_wide(a, b) == std::uint64_t{a} * b
               && ptx::mul_wide(sa, sb) == std::int64_t{sa} * sb,
           "mul.wide");
    expect(ptx::mul_hi(a, b) == ptx::mul_wide(a, b) >> 32
               && ptx::mul_hi(sa, sb) == ptx::mul_wide(sa, sb) >> 32,
           "mul.hi of 32 bits");
    const std::uint64_t x = random(), y = random();
    const auto wide = static_cast<unsigned __int128>(x) * y;
    const auto signed_wide =
        static_cast<__int128>(static_cast<std::int64_t>(x)) * static_cast<std::int64_t>(y);
    expect(ptx::mul_hi(x, y) == static_cast<std::uint64_t>(wide >> 64), "mul.hi.u64", x, y);
    expect(ptx::mul_hi(static_cast<std::int64_t>(x), static_cast<std::int64_t>(y))
               == static_cast<std::int64_t>(signed_wide >> 64),
           "mul.hi.s64", x, y);
    expect(ptx::mul24(a, b)
               == static_cast<std::uint32_t>(std::uint64_t{a & 0xffffff} * (b & 0xffffff)),
           "mul24.u32");
    const auto low24 = [](std::uint32_t v) {
      return std::int64_t{static_cast<std::int32_t>(v & 0xffffff)
                          - ((v & 0x800000) != 0 ? 0x1000000 : 0)};
    };
    expect(ptx::mul24(sa, sb) == static_cast<std::int32_t>(low24(a) * low24(b)), "mul24.s32");
    expect(ptx::sad(a, b, c) == static_cast<std::uint32_t>(c + (a > b ? a - b : b - a)), "sad.u32");
    const std::int64_t apart = std::int64_t{sa} - sb;
    expect(ptx::sad(sa, sb, 5) == static_cast<std::int32_t>(5 + (apart < 0 ? -apart : apart)),
           "sad.s32");
    std::uint32_t unsigned_dot = c;
    std::int64_t signed_dot = static_cast<std::int32_t>(c);
    for (unsigned k = 0; k < 32; k += 8) {
      unsigned_dot += ((a >> k) & 255) * ((b >> k) & 255);
      signed_dot +=
          static_cast<signed char>((a >> k) & 255) * static_cast<signed char>((b >> k) & 255);
    }
    expect(ptx::dp4a(a, b, c) == unsigned_dot, "dp4a.u32");
    expect(ptx::dp4a(sa, sb, static_cast<std::int32_t>(c)) == static_cast<std::int32_t>(signed_dot),
           "dp4a.s32");
    // 128 bits in four pieces.
    const auto left = (static_cast<unsigned __int128>(x) << 64) | y, right = ~wide;
    std::uint32_t carry = 0, borrow = 0;
    unsigned __int128 sum = 0, difference = 0;
    for (unsigned k = 0; k < 128; k += 32) {
      const auto l = static_cast<std::uint32_t>(left >> k),
                 r = static_cast<std::uint32_t>(right >> k);
      sum |=
          static_cast<unsigned __int128>(k == 0 ? ptx::add_cc(l, r, carry) : ptx::addc(l, r, carry))
          << k;
      difference |= static_cast<unsigned __int128>(k == 0 ? ptx::sub_cc(l, r, borrow)
                                                          : ptx::subc(l, r, borrow))
                    << k;
    }
    expect(sum == left + right && carry == (left + right < left ? 1u : 0u), "add.cc, addc");
    expect(difference == left - right && borrow == (left < right ? 1u : 0u), "sub.cc, subc");
  }
  for (unsigned base = 0; base < 32; ++base)
    for (int offset = -34; offset <= 34; ++offset) {
      const auto mask = static_cast<std::uint32_t>(random());
      // The manual's code.
      std::uint32_t d = ~0u;
      if (offset == 0) {
        if (((mask >> base) & 1u) != 0) d = base;
      } else {
        int pos = static_cast<int>(base), count = std::abs(offset) - 1, step = offset > 0 ? 1 : -1;
        while (pos >= 0 && pos < 32) {
          if (((mask >> pos) & 1u) != 0) {
            if (count == 0) {
              d = static_cast<std::uint32_t>(pos);
              break;
            }
            --count;
          }
          pos += step;
        }
      }
      expect(ptx::fns(mask, base, offset) == d, "fns", base, static_cast<unsigned>(offset));
    }
}

// The manual's code for shfl, lane by lane.
void check_shuffles(unsigned size, std::uint64_t active) {
  for (const unsigned segment : {0u, 16u, 24u, 28u, 30u, 31u})
    for (const unsigned clamp : {0u, 7u, 31u})
      for (const unsigned b : {0u, 1u, 3u, 16u, 31u, 33u}) {
        const unsigned c = (segment << 8) | clamp;
        Wave(size, active, [&](unsigned lane) {
          const unsigned own = lane % 32;
          bool within[4];
          const std::uint32_t value = lane * 7 + 1;
          const std::uint32_t got[4] = {ptx::shfl_up(~0u, value, b, c, within[0]),
                                        ptx::shfl_down(~0u, value, b, c, within[1]),
                                        ptx::shfl_bfly(~0u, value, b, c, within[2]),
                                        ptx::shfl_idx(~0u, value, b, c, within[3])};
          const int max_lane = static_cast<int>((own & segment) | (clamp & ~segment & 31u));
          const int min_lane = static_cast<int>(own & segment), bval = static_cast<int>(b & 31u);
          const int at = static_cast<int>(own);
          int j[4] = {at - bval, at + bval, static_cast<int>(own ^ (b & 31u)),
                      min_lane | static_cast<int>(b & 31u & ~segment)};
          for (int k = 0; k < 4; ++k) {
            const bool pval = k == 0 ? j[k] >= max_lane : j[k] <= max_lane;
            expect(within[k] == pval, "shfl: predicate", c, b);
            const unsigned from = lane / 32 * 32 + static_cast<unsigned>(pval ? j[k] : at);
            if (((active >> from) & 1) != 0) expect(got[k] == from * 7 + 1, "shfl: value", c, b);
          }
        }).run();
      }
}

void check_warp(unsigned size, std::uint64_t active, std::uint64_t yes) {
  Wave(size, active, [&](unsigned lane) {
    const unsigned base = lane / 32 * 32;
    const auto here = static_cast<std::uint32_t>(active >> base);
    const auto votes = static_cast<std::uint32_t>((active & yes) >> base);
    const bool p = ((yes >> lane) & 1) != 0;
    expect(ptx::laneid() == lane % 32 && ptx::activemask() == here, "laneid, activemask");
    expect(ptx::vote_ballot(~0u, p) == votes && ptx::vote_any(-1, p) == (votes != 0)
               && ptx::vote_all(~0ull, p) == (votes == here)
               && ptx::vote_uni(~0u, p) == (votes == here || votes == 0),
           "vote", votes, here);
    std::uint32_t leader = 99;
    const bool elected = ptx::elect(~0u, leader);
    unsigned lowest = 0;
    while (((here >> lowest) & 1) == 0) ++lowest;
    expect(leader == lowest && elected == (lane % 32 == lowest), "elect");
    expect(ptx::redux_max(~0u, static_cast<int>(lane)) >= static_cast<int>(lane), "redux");
    bool same = false;
    expect(ptx::match_all(~0u, 3, same) == here && same && ptx::match_any(~0u, 3) == here, "match");
    ptx::bar_warp_sync(~0u);
  }).run();
}

void check_memory() {
  alignas(16) unsigned char from[16], to[16];
  for (unsigned i = 0; i < 16; ++i) from[i] = static_cast<unsigned char>(i + 1);
  for (unsigned count = 0; count <= 16; ++count) {
    for (unsigned char& x : to) x = 0xee;
    ptx::cp_async<16>(to, from, count);
    ptx::cp_async_commit();
    ptx::cp_async_wait<0>();
    bool right = true;
    for (unsigned i = 0; i < 16; ++i) right = right && to[i] == (i < count ? i + 1 : 0);
    expect(right, "cp.async", count);
  }
  ptx::cp_async<4>(to, from);
  expect(to[0] == 1 && to[3] == 4 && to[4] == 5, "cp.async of 4 bytes");
  std::uint32_t flag = 0;
  double value = 0;
  ptx::st_release<ptx::gpu>(&flag, 7);
  ptx::membar_gl();
  expect(ptx::ld_acquire<ptx::sys>(&flag) == 7 && ptx::ld_relaxed<ptx::cta>(&flag) == 7, "ld, st");
  ptx::st_cs(&value, 1);
  expect(ptx::ld_nc(&value) == 1.0 && ptx::ld_cs(&value) == 1.0, "ld.nc, ld.cs, st.cs");
  expect(ptx::isspacep_global(&flag) && !ptx::isspacep_shared(&flag), "isspacep");
  expect(std::fabs(ptx::ex2_approx(3.0f) - 8.0f) < 1e-5f
             && std::fabs(ptx::lg2_approx(8.0f) - 3.0f) < 1e-5f
             && std::fabs(ptx::rcp_approx(4.0f) - 0.25f) < 1e-6f
             && std::fabs(ptx::rsqrt_approx(4.0f) - 0.5f) < 1e-6f
             && std::fabs(ptx::sqrt_approx(9.0f) - 3.0f) < 1e-5f
             && std::fabs(ptx::sin_approx(1.0f) - 0.841471f) < 1e-4f
             && std::fabs(ptx::cos_approx(1.0f) - 0.540302f) < 1e-4f
             && std::fabs(ptx::tanh_approx(1.0f) - 0.761594f) < 1e-3f,
         "approximations");
  const std::uint64_t before = ptx::clock64();
  ptx::nanosleep(10);
  expect(ptx::clock64() >= before, "clock64");
}

}  // namespace

int main() {
  std::mt19937_64 random(5);
  check_fields<std::uint32_t, std::int32_t>(random);
  check_fields<std::uint64_t, std::int64_t>(random);
  check_counts<std::uint32_t, std::int32_t>(random);
  check_counts<std::uint64_t, std::int64_t>(random);
  check_bytes(random);
  check_tables(std::make_integer_sequence<unsigned, 256>{});
  check_integers(random);
  for (const unsigned size : {32u, 64u}) {
    const std::uint64_t whole = size == 64 ? ~std::uint64_t{0} : 0xffffffffu;
    for (const std::uint64_t active :
         {whole, std::uint64_t{0x80000001u}, whole & std::uint64_t{0xaaaaaaaa55555555ull}}) {
      check_shuffles(size, active);
      for (const std::uint64_t yes : {std::uint64_t{0}, ~std::uint64_t{0}, std::uint64_t{random()}})
        check_warp(size, active, yes);
    }
  }
  check_memory();
  std::printf("%ld checks, %d failed\n", checks, failures);
  return failures == 0 ? 0 : 1;
}
