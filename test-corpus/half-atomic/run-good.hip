// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  KERNEL(float_add);
  KERNEL(integer_add);
  KERNEL(scratch_in_float);
  KERNEL(plain_half_add);
  KERNEL(own_function);
  KERNEL(never_used_with_half<float>);
}
