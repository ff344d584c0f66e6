// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  KERNEL(sums);
  KERNEL(literals);
  KERNEL(spellings);
  KERNEL(constant_mask);
  KERNEL(constant_in_macro);
  KERNEL(variable_mask);
  KERNEL(parameter_mask);
  KERNEL(wrapped);
  KERNEL(votes);
  KERNEL(sum_of_the_wave).unfixed("the offsets come from the wave size");
  KERNEL(scan_of_the_wave).unfixed("the offsets come from the wave size");
  KERNEL(whole_wave).unfixed("the offsets come from the wave size");
}
