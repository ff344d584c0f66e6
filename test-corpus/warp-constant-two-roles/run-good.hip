// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  KERNEL(two_constants).grid(1).with(0, 64);
  KERNEL(a_bit_per_lane).grid(1).block(32);
  KERNEL(words_as_wide).grid(1).block(1).with(0, 64);
  KERNEL(tile_and_lanes).grid(1).block(32, 32);
  KERNEL(slots_not_words).grid(1).block(32);
}
