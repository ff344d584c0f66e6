// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

// Upper 16 lanes of the second warp only, and the like.
int second_warp(size_t i) { return i % 64 >= 48; }

int main() {
  constexpr const char* kChoose = "the code is to say which lanes of 64 it means";
  KERNEL(upper_half).with(second_warp, 0);
  KERNEL(every_second).grid(1).with(_, 0).unfixed(kChoose);
  KERNEL(only_lower).with([](size_t i) { return i % 32 < 16; }, 0).unfixed(kChoose);
  KERNEL(all_of_upper).with(second_warp, 0).unfixed(kChoose);
  KERNEL(last_lane).with(second_warp, 0);
  KERNEL(helper).with(second_warp, 0);
  KERNEL(templated).with([](size_t i) { return i % 64 >= 48 ? 1.0f : -1.0f; }, 0);
  KERNEL(sync_mask).with(_, 0);
}
