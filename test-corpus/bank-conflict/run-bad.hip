// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  constexpr const char* kSlow = "slow, not wrong";
  KERNEL(transpose).grid(2, 2).block(32, 8).elements(4096).with(_, _, 64, 64).same(kSlow);
  KERNEL(row_sums).block(256).elements(4096).same(kSlow);
  KERNEL(scatter_columns<16>).block(256).same(kSlow);
  KERNEL(vector_rows).block(512).same(kSlow);
}
