// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  KERNEL(wide_functions).follows_wave("the votes of a wave");
  KERNEL(half_chosen);
  KERNEL(half_chosen_implicitly);
  KERNEL(halves_added).follows_wave("the votes of a wave");
  KERNEL(data_not_votes);
  KERNEL(data_of_64_bits);
  KERNEL(low_half_on_purpose).follows_wave("the low 32 lanes of each wave");
  KERNEL(one_small_block).block(32);
  KERNEL(first_warp_only);
}
