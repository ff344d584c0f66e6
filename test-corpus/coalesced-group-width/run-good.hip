// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  constexpr const char* kFollows = "ranks in a wave";
  KERNEL(in_64_bits).follows_wave(kFollows);
  KERNEL(aggregate).grid(1).with(0, _);
  KERNEL(tile_of_32).block(32);
  KERNEL(cut_from_a_group);
  KERNEL(slots_for_64).grid(1).block(32);
  KERNEL(rank_is_cut).grid(1).block(32);
  KERNEL(first_half);
  KERNEL(few_threads).grid(1).block(32);
  KERNEL(other_sizes);
  KERNEL(by_wave_size).follows_wave("on waves of 32 only");
}
