// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  KERNEL(kept_in_64_bits).follows_wave("the votes of a wave");
  KERNEL(half_by_shift);
  KERNEL(half_by_warp);
  KERNEL(both_halves).follows_wave("the votes of a wave");
  KERNEL(truth_only);
  KERNEL(one_bit);
  KERNEL(block_of_32).block(32);
  KERNEL(launched_with_32).grid(16).block(32);
  KERNEL(first_32_threads);
  KERNEL(first_warp);
  KERNEL(chosen_by_wave_size).follows_wave("the votes of a wave");
  KERNEL(a_count_is_no_mask).follows_wave("the votes of a wave");
  KERNEL(masked_on_purpose).follows_wave("the low 32 lanes of each wave");
  KERNEL(one_vote_per_wave<512>).block(512).follows_wave("a vote for each wave");
  KERNEL(half_where_there_is_one);
}
