// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  KERNEL(data_first);
  KERNEL(a_mask_is_the_data).with(_, _, 5);
  KERNEL(a_mask_from_a_computed_lane);
  KERNEL(constant_by_a_constant);
  KERNEL(mask_kept_with_sync);
  KERNEL(other_constants);
}
