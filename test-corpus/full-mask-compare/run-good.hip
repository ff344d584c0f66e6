// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int ones(size_t i) { return i < 96 ? 2 : 1; }

int main() {
  KERNEL(all_64_ones).with(ones, 0).follows_wave("32 lanes are never 64 ones: written for 64");
  KERNEL(with_zero).with(ones, 0);
  KERNEL(with_the_active_lanes).with(ones, 0);
  KERNEL(half_against_32_ones).with(ones, 0);
  KERNEL(all_builtin).with([](size_t i) { return i < 96; }, 0);
  KERNEL(one_small_block).block(32).with(ones, 0);
  KERNEL(first_warp).with(ones, 0);
  KERNEL(words_of_data).with([](size_t i) { return i % 3 == 0 ? ~0u : 7u; }, 0);
}
