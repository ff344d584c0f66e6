// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int upper_half_of_a_warp(size_t i) { return i % 32 >= 16; }

int main() {
  KERNEL(both_warps).grid(1).block(64).with(upper_half_of_a_warp, 0);
  KERNEL(bits_of_data);
  KERNEL(one_lane).grid(1).block(64).with(1, 0);
  KERNEL(own_half).with(upper_half_of_a_warp, 0);
  KERNEL(first_warp);
  KERNEL(one_small_block).block(32).with(upper_half_of_a_warp, 0);
  KERNEL(low_and_high).with(upper_half_of_a_warp, 0).follows_wave("of waves of 32 the upper word is 0");
}
