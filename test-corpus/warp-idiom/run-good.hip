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
}
