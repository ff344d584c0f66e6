// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

constexpr int kMost = 1 << 20;
constexpr const char* kFollows = "one value for each wave";

int main() {
  KERNEL(whole_waves).grid(4).block(192).with(kMost, _);
  KERNEL(sum).grid(4).block(96).with(0, _);
  KERNEL(largest_count).grid(4).block(96).with(0, _);
  KERNEL(warps_of_32).grid(4).block(96).with(kMost, _);
  KERNEL(warps_of_32_by_hipshim).grid(4).block(96).with(kMost, _);
  KERNEL(guarded).grid(4).block(96).with(kMost, _);
  KERNEL(padded).grid(4).with(kMost, _);
  KERNEL(neighbour).grid(4).block(96);
  KERNEL(within).grid(4).block(96);
  KERNEL(forty).grid(4).block(40);
  KERNEL(of_any_size).block(128).with(kMost, _);
  KERNEL(other_forms::whole_waves).grid(1).follows_wave(kFollows);
  KERNEL(other_forms::sum_of_a_part).grid(1).block(96).with(0, _);
  KERNEL(other_forms::in_warps_of_32).grid(1).block(96);
  KERNEL(other_forms::block_not_known).grid(1).follows_wave(kFollows);
}
