// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int mostly(size_t i) { return i % 5 != 0; }

int main() {
  KERNEL(filter).with(_, 0, 0, 230).unordered();
  KERNEL(compact).with(_, 0, 0, 230).unordered();
  KERNEL(histogram).with(_, 0, 230);
  KERNEL(nothing_below).with(mostly, 0);
  KERNEL(last_lane).with(mostly, 0);
  KERNEL(helpers).block(48).with(0);
  KERNEL(grouped).block(48).with(0);
  KERNEL(in_lambda).with(mostly, 0);
  KERNEL(templated).grid(1).with(0, 0);
  KERNEL(macro).block(48).with(0);
  KERNEL(two_leaders).with(mostly, 0).unfixed("the votes are those of a wave");
  KERNEL(mixed).with(0).unfixed("the lane is the wave's");
}
