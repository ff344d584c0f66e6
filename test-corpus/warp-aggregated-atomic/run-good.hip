// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int mostly(size_t i) { return i % 5 != 0; }

int main() {
  KERNEL(whole_wave).with(0, _);
  KERNEL(first_lane_of_wave).with(mostly, 0);
  KERNEL(own_half).with(mostly, 0);
  KERNEL(coalesced_group).with(0, _);
  KERNEL(nobody_elected).with(_, 0);
  KERNEL(count_of_data).with(_, 0);
  KERNEL(one_small_block).block(32).with(mostly, 0);
  KERNEL(first_warp).with(mostly, 0);
}
