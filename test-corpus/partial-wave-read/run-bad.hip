// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

constexpr int kMost = 1 << 20;

int main() {
  constexpr const char* kChoose = "the block is to be whole waves, or the missing lanes to be asked for";
  KERNEL(smallest).grid(4).block(96).with(kMost, _).unfixed(kChoose);
  KERNEL(smallest_by_xor).grid(4).block(32).with(kMost, _).unfixed(kChoose);
  KERNEL(smallest_float).grid(1).block(160).unfixed(kChoose);
  KERNEL(product).grid(1).block(96).with(0, _).unfixed(kChoose);
  KERNEL(common_bits).grid(1).block(96).with(~0u, 0xff).unfixed(kChoose);
  KERNEL(plane).grid(4).block(16, 6).with(kMost, _).unfixed(kChoose);
  KERNEL(in_a_branch).grid(4).with(kMost, _).unfixed(kChoose);
  KERNEL(after_early_return).grid(4).with(kMost, _).unfixed(kChoose);
  KERNEL(through_macro).grid(4).block(96).with(kMost, _).unfixed(kChoose);
  KERNEL(through_helper<int>).grid(4).block(96).with(kMost, _).unfixed(kChoose);
  KERNEL(through_members).grid(4).block(96).with(kMost, _).unfixed(kChoose);
  KERNEL(through_lambda).grid(4).block(96).with(kMost, _).unfixed(kChoose);
  KERNEL(through_shared).grid(4).block(96).with(kMost, _).unfixed(kChoose);
  KERNEL(other_forms::least_of_a_block).grid(1).block(96).unfixed(kChoose);
  KERNEL(other_forms::least_by_helper).grid(1).block(96).unfixed(kChoose);
  KERNEL(other_forms::product).grid(1).block(160).unfixed(kChoose);
}
