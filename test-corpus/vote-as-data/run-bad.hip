// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

// Votes of the two halves of a wave differ: the second 32 threads of each 64 have other data.
int halves(size_t i) { return i / 32 % 2 == 1 ? 7 : static_cast<int>(i % 6); }
int halves_of_one(size_t i) { return i / 32 % 2 == 1 ? 1 : 2; }
int warps(size_t i) { return i / 32 % 16; }
float signs(size_t i) { return i / 32 % 2 == 1 ? 4.0f : -1.0f; }

int main() {
  KERNEL(stored).with(_, halves);
  KERNEL(stored_by_the_leader).with(_, [](size_t i) { return i / 32 % 2 == 1 ? 0 : 9 - 9 * (i % 32 == 16); });
  KERNEL(with_a_whole_mask).with(_, halves);
  KERNEL(counted).with(0, halves_of_one);
  KERNEL(sums);
  KERNEL(extremes).with(_, _, [](size_t i) { return i; });
  KERNEL(bits).with(_, [](size_t i) { return 1u << (i % 64 / 32 * 8); });
  KERNEL(skip_empty_row).with(_, halves);
  KERNEL(fast_path).with(_, signs);
  KERNEL(chosen_by_ternary).with(_, halves);
  KERNEL(chosen_by_switch).with(_, halves);
  KERNEL(find_in_row).with(0, [](size_t i) { return i % 128 == 0 || i % 128 == 64 + 40 ? 5 : 0; }, 64);
  KERNEL(turns).with(_, warps);
  KERNEL(turns_at_the_end).with(_, warps);
  KERNEL(through_macro).with(_, halves);
  KERNEL(through_helper).with(_, halves);
  KERNEL(pattern_only<int>).with(_, halves);
  KERNEL(instantiated<int, 6>).with(_, halves);
  KERNEL(instantiated<float, 3>).with(_, signs);
  KERNEL(through_member).with(_, halves);
  KERNEL(through_lambda).with(_, halves);
  KERNEL(through_reference).with(_, halves);
  KERNEL(through_structure).with(_, halves);
  KERNEL(unrolled).with(_, halves);
  KERNEL(by_hand).with(_, halves);
  KERNEL(through_shared).with(_, halves);
  KERNEL(two_dimensions).block(32, 4).with(_, halves, 32);
  KERNEL(known_block).grid(8).block(64).with(_, halves);
  KERNEL(in_a_branch).with(_, halves);
  KERNEL(after_early_return).with(_, halves, 200);
  KERNEL(beside_warp_size).with(_, halves);
}
