// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  KERNEL(every_lane_reads);
  KERNEL(scan_guard_is_off_by_one);
  KERNEL(scan_without_guard);
  KERNEL(scan_guard_by_thread);
  KERNEL(a_single_exchange);
  KERNEL(a_single_broadcast);
  SKIP(users, "one of its functions is for real waves");
  KERNEL(number_is_one_too_large).with(0, 0, _).unordered();
  KERNEL(start_is_wanted).grid(1).with(0, 0, 0, _);
  KERNEL(counter_of_the_warp).grid(1).with(0, 0, _);
  KERNEL(counter_of_the_warp_by_helper).grid(1).with(0, 0, _);
  KERNEL(number_of_those_that_did_not).grid(1).block(32).with(0, 0, _);
  KERNEL(twice_as_many).with(0, _);
  KERNEL(waves_alone).follows_wave("sums of waves");
}
