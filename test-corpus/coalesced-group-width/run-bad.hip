// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  constexpr const char* kWhy = "the code may mean a warp of 32 or the wave";
  KERNEL(count_votes).unfixed(kWhy);
  KERNEL(handed_on).unfixed(kWhy);
  KERNEL(direct).unfixed(kWhy);
  KERNEL(whole_warp).unfixed(kWhy);
  KERNEL(slot_per_thread).block(64, 2).unfixed(kWhy);
  KERNEL(own_bit).unfixed(kWhy);
  KERNEL(by_helper).unfixed(kWhy);
  KERNEL(in_a_template<int>).unfixed(kWhy);
  KERNEL(whole_warp_by_count).block(48).unfixed(kWhy);
  KERNEL(several_votes).unfixed(kWhy);
  KERNEL(by_macro).unfixed(kWhy);
}
