// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  constexpr const char* kSlow = "right, and slow: lanes idle";
  KERNEL(row_sum).grid(4).block(32).with(_, _, 100).same(kSlow);
  KERNEL(window).grid(4).block(5, 5).same(kSlow);
  KERNEL(staged<float>).grid(4).block(96).same(kSlow);
}
