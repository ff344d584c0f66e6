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
  KERNEL(other_forms::rows_by_32).grid(1).block(256);
  KERNEL(other_forms::as_many_as_waves).grid(1).block(256).follows_wave("one row for each wave");
  KERNEL(other_forms::counted_by_data<int>)
      .grid(1)
      .block(256)
      .with(0, [](size_t i) { return i % 40; }, 40, 200);
  SKIP(sized_by_the_wave::columns_of_a_lane<64>, "its constant is of the target that is compiled for");
}
