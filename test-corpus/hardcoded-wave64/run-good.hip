// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  constexpr const char* kFollows = "one value for each wave";
  KERNEL(follows).follows_wave(kFollows);
  KERNEL(one_more_step).follows_wave(kFollows);
  KERNEL(chunks).block(256);
  KERNEL(rows_of_64);
  SKIP(by_architecture, "its macro belongs to a device pass");
  KERNEL(by_build);
  KERNEL(by_instance<32>).block(256);
  SKIP(for_64, "launched where waves have 64 lanes");
  KERNEL(other_sizes);
  KERNEL(half_of_the_lane);
  KERNEL(half_on_64_lanes);
  KERNEL(half_of_a_small_block).block(32);
  KERNEL(half_of_data);
  KERNEL(both_halves_in_turn).with(_, 0).follows_wave("the votes of a wave");
}
