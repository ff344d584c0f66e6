// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  KERNEL(dropped_beside_shuffles);
  KERNEL(own_element_only).grid(1).block(64);
  KERNEL(fence_in_its_place).grid(1).block(64);
  KERNEL(volatile_tail).grid(1).block(64).lockstep();
  KERNEL(synced_tail).grid(1).block(64);
  KERNEL(tail_of_the_real_wave).grid(1).lockstep();
  KERNEL(loop_with_barriers).grid(1).block(256);
  KERNEL(one_thread).grid(1).block(64);
  KERNEL(columns).grid(1).with(_, 128);
  KERNEL(from_one_to_the_other).grid(1).block(64);
  KERNEL(barriers_keep_the_order).grid(1).block(64);
  KERNEL(barriers_in_each_turn).grid(1).block(64);
  KERNEL(sums_over_what_was_read).grid(1).block(64).lockstep();
  KERNEL(two_sums_over_what_was_read).grid(1).block(64).lockstep();
  KERNEL(eliminate).grid(1).block(16, 16).with(_, 5);
}
