// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  KERNEL(explicit_width).block(256);
  KERNEL(storage_follows_the_wave).block(256).follows_wave("one sum for each wave");
  KERNEL(width_of_the_caller<16>).block(256);
  KERNEL(whole_block).block(256);
  KERNEL(one_wave_per_block).block(64).follows_wave("the sum of the first wave");
}
