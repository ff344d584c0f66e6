// SPDX-License-Identifier: Apache-2.0
//
// The half-wave arithmetic that AMD runs (detail/half_wave.hpp), executed on waves of 32 and of 64
// lanes and compared with a plain model of CUDA's warp. The four hardware operations are played by
// fibers that meet.
//
// Where CUDA defines no value (a shuffle from a lane that takes no part), nothing is compared.
#include <cstdio>
#include <random>
#include <vector>

#include "hipshim/atomic.hpp"
#include "hipshim/warp32.hpp"
#include "wave_fibers.hpp"

namespace {

namespace w = hipshim::warp32;

int failures = 0;
long checks = 0;

void expect(bool holds, const char* what, unsigned size, std::uint64_t active, unsigned lane) {
  ++checks;
  if (holds || ++failures > 20) return;
  std::printf("wrong: %s, wave of %u, active %016llx, lane %u\n", what, size,
              static_cast<unsigned long long>(active), lane);
}

struct Record {
  long long a;
  short b;
  bool operator==(const Record& other) const { return a == other.a && b == other.b; }
};

// CUDA's warp, lane by lane: `lane` and all results are within one warp of 32.
unsigned model_source(char kind, unsigned lane, unsigned n, unsigned width) {
  const unsigned start = lane / width * width;
  n %= 32;
  switch (kind) {
  case 'i': return start + n % width;
  case 'u': return lane - start >= n ? lane - n : lane;
  case 'd': return lane - start + n < width ? lane + n : lane;
  default: return (lane ^ n) < start + width ? lane ^ n : lane;
  }
}

template <class T, class Make>
void check_shuffles(unsigned size, std::uint64_t active, Make make) {
  for (unsigned width = 1; width <= 32; width *= 2)
    for (unsigned n : {0u, 1u, 2u, 5u, 15u, 16u, 31u, 32u, 33u})
      Wave(size, active, [&](unsigned lane) {
        const T own = make(lane);
        const int signed_n = static_cast<int>(n), signed_width = static_cast<int>(width);
        const T got[8] = {T(w::shfl(own, signed_n, signed_width)),
                          T(w::shfl_up(own, n, signed_width)),
                          T(w::shfl_down(own, n, signed_width)),
                          T(w::shfl_xor(own, signed_n, signed_width)),
                          T(w::shfl_sync(-1, own, signed_n, signed_width)),
                          T(w::shfl_up_sync(0xffffffff, own, n, signed_width)),
                          T(w::shfl_down_sync(~0ull, own, n, signed_width)),
                          T(w::shfl_xor_sync(~0u, own, signed_n, signed_width))};
        for (unsigned k = 0; k < 8; ++k) {
          const unsigned source = lane / 32 * 32 + model_source("iudx"[k % 4], lane % 32, n, width);
          if (((active >> source) & 1) == 0) continue;
          expect(got[k] == make(source), "shuffle", size, active, lane);
        }
      }).run();
}

void check_votes(unsigned size, std::uint64_t active, std::uint64_t yes, std::uint32_t mask) {
  Wave(size, active, [&](unsigned lane) {
    const unsigned base = lane / 32 * 32;
    const auto here = static_cast<std::uint32_t>(active >> base);
    const auto votes = static_cast<std::uint32_t>((active & yes) >> base);
    const int p = static_cast<int>((yes >> lane) & 1);
    const auto check = [&](bool holds, const char* what) {
      expect(holds, what, size, active, lane);
    };
    check(w::lane_id() == lane % 32, "lane_id");
    check(w::active_mask() == here, "active_mask");
    check(w::ballot(p) == votes, "ballot");
    check(w::ballot_sync(mask, p) == (votes & mask), "ballot_sync");
    check(w::any(p) == (votes != 0), "any");
    check(w::any_sync(mask, p) == ((votes & mask) != 0), "any_sync");
    check(w::all(p) == (votes == here), "all");
    check(w::all_sync(mask, p) == ((votes & mask) == (here & mask)), "all_sync");
    check(w::uni(p) == (votes == here || votes == 0), "uni");
    if ((here & mask) != 0)
      check(w::uni_sync(mask, p) == ((votes & mask) == (here & mask) || (votes & mask) == 0),
            "uni_sync");
    std::uint32_t below = 0;
    for (unsigned i = 0; i < lane % 32; ++i) below |= 1u << i;
    const std::uint32_t self = 1u << (lane % 32);
    check(w::lanemask_lt() == below && w::lanemask_le() == (below | self)
              && w::lanemask_eq() == self && w::lanemask_ge() == ~below
              && w::lanemask_gt() == ~(below | self),
          "lanemask");
    w::sync();
    w::sync(mask);
  }).run();
}

template <class T>
void check_matches(unsigned size, std::uint64_t active, std::uint32_t mask, std::vector<T> values) {
  Wave(size, active, [&](unsigned lane) {
    const unsigned base = lane / 32 * 32;
    const std::uint32_t members = static_cast<std::uint32_t>(active >> base) & mask;
    std::uint32_t peers = 0;
    bool same = true;
    unsigned first = 64;
    for (unsigned i = 0; i < 32; ++i) {
      if (((members >> i) & 1) == 0) continue;
      if (first == 64) first = base + i;
      same = same && values[base + i] == values[first];
      if (values[base + i] == values[lane]) peers |= 1u << i;
    }
    const std::uint32_t matched = w::match_any_sync(mask, values[lane]);
    int answer = 7;
    const std::uint32_t agreed = w::match_all_sync(mask, values[lane], &answer);
    if (((mask >> (lane % 32)) & 1) == 0) return;
    expect(matched == peers, "match_any_sync", size, active, lane);
    expect(agreed == (same ? members : 0) && answer == (same ? 1 : 0), "match_all_sync", size,
           active, lane);
  }).run();
}

// `group` gives each lane of a warp the mask of the lanes it is grouped with: several masks in one
// call.
template <class T>
void check_reductions(unsigned size, std::uint64_t active, const std::uint32_t (&group)[32],
                      const std::vector<T>& values) {
  Wave(size, active, [&](unsigned lane) {
    const unsigned base = lane / 32 * 32;
    const std::uint32_t mask = group[lane % 32];
    using Unsigned = std::make_unsigned_t<T>;
    Unsigned sum = 0, both = static_cast<Unsigned>(~Unsigned{0}), either = 0, odd = 0;
    T low = values[lane], high = values[lane];
    for (unsigned i = 0; i < 32; ++i) {
      if (((static_cast<std::uint32_t>(active >> base) & mask) >> i & 1) == 0) continue;
      const T v = values[base + i];
      sum += static_cast<Unsigned>(v);
      both &= static_cast<Unsigned>(v);
      either |= static_cast<Unsigned>(v);
      odd ^= static_cast<Unsigned>(v);
      low = v < low ? v : low;
      high = v > high ? v : high;
    }
    const T v = values[lane];
    const auto check = [&](bool holds, const char* what) {
      expect(holds, what, size, active, lane);
    };
    check(w::reduce_add_sync(mask, v) == static_cast<T>(sum), "reduce_add");
    check(w::reduce_min_sync(mask, v) == low, "reduce_min");
    check(w::reduce_max_sync(mask, v) == high, "reduce_max");
    check(w::reduce_and_sync(mask, v) == both, "reduce_and");
    check(w::reduce_or_sync(mask, v) == either, "reduce_or");
    check(w::reduce_xor_sync(mask, v) == odd, "reduce_xor");
  }).run();
}

// The integer arithmetic that stands in for a half add on a CPU, against the compiler's.
void check_half_sums(std::mt19937& random) {
#if defined(__FLT16_MANT_DIG__)
  for (int i = 0; i < 2000000; ++i) {
    const auto bits = random();
    const auto a = static_cast<std::uint16_t>(bits), b = static_cast<std::uint16_t>(bits >> 16);
    const auto got = hipshim::detail::sum_f16(a, b);
    const _Float16 want = __builtin_bit_cast(_Float16, a) + __builtin_bit_cast(_Float16, b);
    const bool nan = want != want && (got & 0x7c00) == 0x7c00 && (got & 1023) != 0;
    expect(nan || got == __builtin_bit_cast(std::uint16_t, want), "half sum", a, b, got);
  }
#else
  static_cast<void>(random);
#endif
}

}  // namespace

int main() {
  std::mt19937 random(7);
  const auto random64 = [&] { return (std::uint64_t{random()} << 32) | random(); };
  for (unsigned size : {32u, 64u}) {
    const std::uint64_t whole = size == 64 ? ~std::uint64_t{0} : 0xffffffffu;
    std::vector<std::uint64_t> actives = {whole, 0xffffffffu, 1, whole & 0xaaaaaaaaaaaaaaaaull};
    if (size == 64) actives.insert(actives.end(), {0xffffffff00000000ull, 0x0000ffffffff0000ull});
    for (int i = 0; i < 6; ++i) actives.push_back((random64() & whole) | 1);
    for (const std::uint64_t active : actives) {
      check_shuffles<int>(size, active,
                          [](unsigned lane) { return static_cast<int>(lane * 7 - 90); });
      check_shuffles<double>(size, active, [](unsigned lane) { return 1.0 / (lane + 1); });
      check_shuffles<unsigned char>(
          size, active, [](unsigned lane) { return static_cast<unsigned char>(lane * 5); });
      check_shuffles<Record>(size, active, [](unsigned lane) {
        return Record{static_cast<long long>(lane) << 40, static_cast<short>(lane)};
      });
      for (const std::uint32_t mask : {0xffffffffu, 0x0000ffffu, 0x80000001u, 0x5a5a1234u}) {
        for (const std::uint64_t yes : {std::uint64_t{0}, ~std::uint64_t{0}, random64()})
          check_votes(size, active, yes, mask);
        for (const unsigned kinds : {1u, 3u, 1000u}) {
          std::vector<int> narrow(64);
          std::vector<long long> wide(64);
          std::vector<float> real(64);
          for (unsigned i = 0; i < 64; ++i) {
            narrow[i] = static_cast<int>(random() % kinds) - 1;
            wide[i] = static_cast<long long>(random() % kinds) << 35;
            real[i] = static_cast<float>(random() % kinds) * 0.5f;
          }
          check_matches(size, active, mask, narrow);
          check_matches(size, active, mask, wide);
          check_matches(size, active, mask, real);
        }
      }
      std::uint32_t whole_warp[32], two_groups[32], uneven[32];
      for (unsigned i = 0; i < 32; ++i) {
        whole_warp[i] = 0xffffffffu;
        two_groups[i] = i < 16 ? 0x0000ffffu : 0xffff0000u;
        uneven[i] = i % 3 == 0 ? 0x49249249u : ~0x49249249u;
      }
      for (const auto* group : {&whole_warp, &two_groups, &uneven}) {
        std::vector<int> narrow(64);
        std::vector<unsigned long long> wide(64);
        for (unsigned i = 0; i < 64; ++i) {
          narrow[i] = static_cast<int>(random());
          wide[i] = random64();
        }
        check_reductions(size, active, *group, narrow);
        check_reductions(size, active, *group, wide);
      }
    }
  }
  check_half_sums(random);
  std::printf("%ld checks, %d failed\n", checks, failures);
  return failures == 0 ? 0 : 1;
}
