// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

bool votes_of(size_t i) { return corpus::sample<int>(i, 0) > 0; }

// Votes of lanes `begin` to below `end` of the wave of thread i.
int count(size_t i, size_t begin, size_t end) {
  const size_t first = i / corpus::wave() * corpus::wave();
  int count = 0;
  for (size_t lane = begin; lane < end && lane < corpus::wave(); ++lane) count += votes_of(first + lane);
  return count;
}

int below(size_t i) { return count(i, 0, i % corpus::wave()); }

int spelling(size_t at) {
  const size_t i = at / 4, lane = i % corpus::wave();
  if (at % 4 == 1) return count(i, 0, lane);
  return at % 4 == 3 ? count(i, lane, 64) : count(i, 0, lane + 1);
}

unsigned long long all_lanes_of_the_wave(size_t) { return ~0ull >> (64 - corpus::wave()); }

int main() {
  constexpr const char* kTooFar = "a shift reaches the width of its word at 32 too";
  constexpr const char* kKept = "32 bits are what the code keeps";
  KERNEL(rank_below).grid(1).block(64).elements(64)
      .expect(1, below);
  KERNEL(rank_above).grid(1).block(64).elements(64)
      .expect(1, [](size_t i) { return count(i, i % corpus::wave() + 1, 64); })
      .everywhere(kTooFar);
  KERNEL(other_spellings).grid(1).block(64).elements(256).expect(1, spelling);
  KERNEL(kept).grid(1).block(64).elements(64).expect(1, below).unfixed(kKept);
  KERNEL(helper).grid(1).block(64).elements(64).expect(1, below).unfixed(kKept);
  KERNEL(templated).grid(1).block(64).elements(64).expect(1, below);
  KERNEL(half_of_the_vote);
  KERNEL(half_in_64_bits);
  KERNEL(half_through_macro).grid(1).block(64).with([](size_t i) { return i == 32; }, _, 0);
  KERNEL(all_lanes).elements(2)
      .expect(0, all_lanes_of_the_wave)
      .everywhere(kTooFar)
      .unfixed("what is meant at 64 is not said");
  KERNEL(width_passed).elements(1)
      .expect(0, [](size_t i) { return all_lanes_of_the_wave(i) ^ 0xff; })
      .unfixed("what is meant at 64 is not said");
  KERNEL(lane_63).grid(1).block(64).elements(64)
      .expect(1, [](size_t i) { return count(i, 0, i % corpus::wave() + 1); });
}
