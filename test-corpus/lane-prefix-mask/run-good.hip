// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  constexpr const char* kFollows = "ranks in a wave";
  KERNEL(in_64_bits).follows_wave(kFollows);
  KERNEL(own_half);
  KERNEL(data_words);
  KERNEL(low_bits).with(_, _, 5);
  KERNEL(tiles).with(0);
  KERNEL(width_tested).grid(1).block(1).follows_wave("as many bits as lanes");
  KERNEL(first_half);
  KERNEL(one_small_block).block(32);
  KERNEL(tile_of_32);
}
