// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  KERNEL(all_lanes);
  KERNEL(callers_half);
  KERNEL(callers_half_in_a_variable);
  KERNEL(first_32_threads);
  KERNEL(first_warp_after_return);
  KERNEL(one_small_block).block(32);
  KERNEL(lower_half_of_the_wave).follows_wave("lanes below 32 of a wave only");
  KERNEL(active_lanes);
}
