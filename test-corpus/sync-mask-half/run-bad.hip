// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  KERNEL(votes);
  KERNEL(macro);
  KERNEL(spellings);
  KERNEL(variable);
  KERNEL(constant);
  KERNEL(templated);
  KERNEL(wrapped);
  KERNEL(fence);
  KERNEL(with_width);
  KERNEL(whole_wave).unfixed("the offsets come from the wave size");
}
