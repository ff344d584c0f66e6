// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  constexpr const char* kProof = "it is right, and the finding says why";
  KERNEL(xor_used_by_all).same(kProof);
  KERNEL(xor_unrolled).same(kProof);
  KERNEL(xor_counted).same(kProof);
  KERNEL(down_used_at_32).same(kProof);
  KERNEL(scan).same(kProof);
  KERNEL(guarded_neighbour).same(kProof);
  KERNEL(of_the_block).same(kProof);
  KERNEL(own_half).same(kProof);
  KERNEL(first_warp_only).same(kProof);
  KERNEL(one_warp).grid(4).block(32).same(kProof);
  KERNEL(through_macro).same(kProof);
  KERNEL(through_helper<int>).same(kProof);
  KERNEL(through_helper<double>).same(kProof);
  KERNEL(through_structure).same(kProof);
  KERNEL(through_lambda).same(kProof);
  KERNEL(two_stages).same(kProof);
  KERNEL(rows).block(32, 4).with(_, _, 70).same(kProof);
  KERNEL(other_forms::sum_in_every_lane).same(kProof);
  KERNEL(other_forms::sum_in_the_first_lane).same(kProof);
  KERNEL(other_forms::scan).same(kProof);
  KERNEL(other_forms::same_for_all).same(kProof);
}
