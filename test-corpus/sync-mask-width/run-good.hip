// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  KERNEL(full_masks);
  KERNEL(variable_of_64_bits);
  KERNEL(mask_of_the_half);
  KERNEL(without_mask);
  KERNEL(template_given_64_bits);
  KERNEL(own_helper);
}
