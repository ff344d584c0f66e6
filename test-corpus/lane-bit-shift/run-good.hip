// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  KERNEL(in_64_bits).follows_wave("ranks in a wave");
  KERNEL(lane_of_32);
  KERNEL(first_half).follows_wave("lanes below 32 of a wave only");
  KERNEL(by_wave_size).follows_wave("on waves of 32 only");
  KERNEL(data).with(_, _, 9);
  KERNEL(one_warp_of_32).grid(16).block(32);
  KERNEL(word_shift);
}
