// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  KERNEL(count).with([](size_t i) { return i < 40; }, _);
  KERNEL(last_lane).with([](size_t i) { return i % 32 == 3 + i / 32; }, _);
  KERNEL(reversed);
  KERNEL(rank);
  KERNEL(two_uses).grid(1);
  KERNEL(helper);
  KERNEL(macro).with([](size_t i) { return static_cast<int>(i % 5) - (i < 40 ? 1 : 3); }, _);
  KERNEL(templated);
  KERNEL(some_lanes);
  KERNEL(aggregated).with(0, 230);
  KERNEL(waves).unfixed("the code speaks of the real wave");
}
