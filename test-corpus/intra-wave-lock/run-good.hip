// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  KERNEL(release_in_the_branch_that_got_it).with(0, 0).lockstep();
  KERNEL(release_before_break).with(0, 0).lockstep();
  KERNEL(release_by_helper_in_the_loop).with(0, 0).lockstep();
  KERNEL(one_thread_of_a_block).with(0, 0, _).lockstep();
  KERNEL(others_have_returned).with(0, 0).lockstep();
  KERNEL(one_lane_of_a_wave).with(0, 0).lockstep().follows_wave("one lane of each wave");
  KERNEL(helpers_of_one_thread).with(0, 0).lockstep();
  KERNEL(leader_of_the_active_lanes).with(0, 0).lockstep().follows_wave("one lane of each wave");
  KERNEL(lane_after_lane).with(0, 0).lockstep();
  KERNEL(last_arrival).with(0, 0, _).lockstep();
  KERNEL(lock_for_each_lane).with(0, 0).lockstep();
  KERNEL(single_thread_launch).grid(8).block(1).with(0, 0).lockstep();
  KERNEL(probe).grid(1).with(-1, [](size_t i) { return static_cast<int>(3 * i); }, 500)
      .lockstep().unordered();
  KERNEL(claim_once).with(0, _).lockstep().unordered();
  KERNEL(update).with(0, 1.0).lockstep();
  KERNEL(set_before_the_wait).with(0, 0).lockstep();
  KERNEL(look_back).with(0, 0).lockstep();
  KERNEL(lock_of_a_whole_wave).grid(1).block(64).with(0, 0).lockstep().follows_wave("one lane of each wave");
  constexpr const char* kBlocks = "one block runs after another";
  SKIP(grid_barrier, kBlocks);
  SKIP(first_block_collects, kBlocks);
  SKIP(mailbox, "the host answers");
}
