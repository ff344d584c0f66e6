// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

unsigned word(size_t i) { return 0x9e3779b9u * static_cast<unsigned>(i + 1); }

int main() {
  KERNEL(kept).with(word, _);
  KERNEL(met_with_32_bits).with(word, _);
  KERNEL(later).with(word, _);
  KERNEL(helper).with(word, _);
  KERNEL(templated).with(word, _);
  KERNEL(macro).with(word, _);
  KERNEL(in_a_branch).grid(1).block(64).elements(64)
      .with(_, -1)
      .expect(1, [](size_t i) { return corpus::sample<int>(i, 0) > 0 ? static_cast<int>(i % 32) : -1; })
      .everywhere("the inactive lanes are left out at 32 too")
      .unfixed("a lane number is meant");
}
