// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int halves(size_t i) { return i / 32 % 2 == 1 ? 7 : static_cast<int>(i % 6); }

int main() {
  KERNEL(leave_together);
  KERNEL(skip_a_turn);
  KERNEL(guards_more_than_it_needs);
  KERNEL(both_paths_are_the_same).with(_, halves);
  KERNEL(of_no_use);
  KERNEL(of_the_block);
  KERNEL(of_an_argument).with(_, 65);
  KERNEL(first_warp_only).with(_, halves);
  KERNEL(one_warp).grid(16).block(32).with(_, halves);
  KERNEL(by_hipshim).with(_, halves);
  KERNEL(in_a_tile).with(_, halves);
  KERNEL(by_the_mask_of_the_half).with(_, halves);
  KERNEL(of_all_threads).with(_, halves);
  KERNEL(any_of_the_block).with(0, _);
  KERNEL(sum_of_the_block).with(0, _);
  KERNEL(for_each_wave<32>).with(_, [](size_t i) { return i < 64 ? 7 : 0; });
  SKIP(for_each_wave<64>, "launched where waves have 64 lanes");
  KERNEL(undefined_past_the_end).with(0, halves, 100);
}
