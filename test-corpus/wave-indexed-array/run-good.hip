// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  KERNEL(as_many_slots_as_any_wave_has_lanes);
  KERNEL(index_by_32);
  KERNEL(slot_of_the_wave);
  KERNEL(guarded);
  KERNEL(initialised_before).grid(4);
  KERNEL(dynamic).shared(512).follows_wave("the first value of each wave");
  KERNEL(histogram).follows_wave("counts in waves");
  KERNEL(one_warp).grid(4).block(32);
  KERNEL(other_forms::most_that_any_wave_has).grid(1).block(256).follows_wave("the first wave's values");
  KERNEL(other_forms::lane_of_32).grid(1).block(256);
  KERNEL(other_forms::slot_per_wave).grid(1).block(256);
  KERNEL(other_forms::index_is_data).grid(1).block(256);
}
