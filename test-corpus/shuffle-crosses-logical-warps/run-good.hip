// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int row_starts(size_t row) { return static_cast<int>(10 * row); }
Packed3 force_of(size_t i) { return {1.0f * (i % 5), 0.5f * (i % 3), -1.0f * (i % 7)}; }

int main() {
  KERNEL(down_used_at_lane_0);
  KERNEL(down_used_by_atomic);
  KERNEL(down_by_hand);
  KERNEL(down_used_by_groups_of_eight);
  KERNEL(xor_used_by_all);
  KERNEL(xor_counted_steps);
  KERNEL(xor_by_hand);
  KERNEL(bitonic_step);
  KERNEL(guarded_scan);
  KERNEL(guarded_scan_by_select);
  KERNEL(last_lane_writes);
  KERNEL(guarded_neighbours);
  KERNEL(inner_lanes_only);
  KERNEL(source_from_thread);
  KERNEL(value_of_the_block);
  KERNEL(read_by_the_first_lane);
  KERNEL(two_bounds_in_two_lanes);
  KERNEL(kernel_parameter);
  KERNEL(after_a_block_reduction);
  KERNEL(second_stage_in_one_warp);
  KERNEL(one_logical_warp);
  KERNEL(width_given);
  KERNEL(width_in_macro);
  KERNEL(tile_of_32);
  KERNEL(wave_size_at_run_time).follows_wave("one sum for each wave");
  KERNEL(bounded_by_32).block(32);
  KERNEL(only_the_lower_half_stores);
  KERNEL(overwritten);
  KERNEL(closest_by_xor);
  KERNEL(closest_by_down);
  KERNEL(norm<float>).with(0, _, 1000);
  KERNEL(functor);
  KERNEL(lambda);
  KERNEL(warp_per_row).block(32, 8).with(_, _, 64);
  KERNEL(groups_of_sixteen);
  KERNEL(scan_of_eight);
  KERNEL(guard_by_product).with([](size_t i) { return 1.0f + i % 9; });  // 0 has a sign
  KERNEL(guard_by_return);
  KERNEL(summed_in_shared_memory);
  KERNEL(loaded_by_thread_0);
  KERNEL(rows_of_64).grid(1).block(64, 4);
  KERNEL(item_per_lane).with(_, _, 50);
  KERNEL(every_other_warp);
  KERNEL(row_of_a_matrix).with(_, row_starts, _, _, _, 7);
  KERNEL(sum_columns).grid(1).block(8, 8).with(force_of, 0);
}
