// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  KERNEL(padded_by_one).block(32, 32);
  KERNEL(rows_only).block(32, 32);
  KERNEL(columns_exchanged).block(32, 32);
  KERNEL(two_way_only).block(64);
  KERNEL(one_word_for_all).block(32, 32);
  KERNEL(one_thread);
  KERNEL(first_half_of_a_wave);
  KERNEL(unknown_pitch).block(64).shared(256).with(_, _, 1);
  KERNEL(indirect);
  KERNEL(halves_padded_by_two).grid(1).block(64).elements(4096);
}
