// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  KERNEL(roles_of_64_threads).grid(1).lockstep();
  KERNEL(roles_of_real_waves).grid(1).lockstep().follows_wave("the values of the first wave");
  KERNEL(roles_between_barriers).grid(1);
  KERNEL(roles_in_waves_apart).grid(1).block(256).lockstep();
  KERNEL(block_waits_for_block).with(0, _);
  KERNEL(set_before_the_roles).grid(1).lockstep();
  KERNEL(host_flag).with(1, _);
}
