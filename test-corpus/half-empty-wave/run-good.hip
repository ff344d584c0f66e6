// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

__global__ void elsewhere(float*) {}

int main() {
  KERNEL(row_sum).grid(4).block(32, 2).with(_, _, 100);
  KERNEL(one_thread).grid(4).block(1);
  SKIP(elsewhere, "declared only");
}
