// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

unsigned few(size_t i) { return (2u << i % 9) - 1; }

int main() {
  KERNEL(wraps_back_in_int);
  KERNEL(equality);
  KERNEL(cast_first).with(few, _, 3);
  KERNEL(never_negative).grid(1).block(1);
  KERNEL(part_of_a_whole).with(few, _, 0xf);
  KERNEL(caller_is_counted).follows_wave("the lanes of a wave");
  KERNEL(mask_was_tested);
  KERNEL(count_was_tested).with(few, 0);
  KERNEL(unsigned_on_cuda_too).with(few, 0, 1);
  KERNEL(counts_against_limits).with(few, 0, 3);
  KERNEL(index_of_the_last).with([](size_t i) { return 2u << i % 9; }, _, 0);
}
