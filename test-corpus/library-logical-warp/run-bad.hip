// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  KERNEL(sum_per_warp).block(256);
  KERNEL(written_twice);
  KERNEL(in_a_template<double, 256>).block(256);
  KERNEL(one_warp_of_the_block).block(32);  // reads lanes 32-63
}
