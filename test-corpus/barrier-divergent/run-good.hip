// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  SKIP(split_at_a_wave, "the back end reports barriers that differ by thread, also between waves");
  SKIP(roles_by_real_waves, "as split_at_a_wave");
  KERNEL(threads_have_returned).with(_, 256);
  KERNEL(one_way_only).with(_, 256);
  KERNEL(by_block);
  KERNEL(by_a_shared_flag);
  KERNEL(by_a_ticket_of_the_block).with(_, 0);
  KERNEL(votes_of_the_block);
  KERNEL(strided).grid(1).with(_, 512);
  KERNEL(halving);
  KERNEL(barrier_behind_the_branch);
  KERNEL(warp_sync_in_roles);
  KERNEL(reached_by_all_threads);
}
