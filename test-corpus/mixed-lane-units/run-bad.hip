// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  constexpr const char* kShared = "a function that others may call is changed";
  KERNEL(sum_from_16).with(0, _);
  KERNEL(lane_of_the_hardware).with(0, _);
  KERNEL(sum_by_xor).with(0, _);
  KERNEL(sum_by_hand).with(0, _);
  KERNEL(counted_steps).with(0, _);
  KERNEL(maximum).with(0, [](size_t i) { return i; });
  KERNEL(counted_twice).with(0, _);
  KERNEL(counted_twice_masked).with(0, _);
  KERNEL(scan_of_five_steps);
  KERNEL(strided).with(0, _, 100);
  KERNEL(second_stage);
  KERNEL(first_stage);
  KERNEL(through_helpers<int>).with(0, _).unsafe_fix(kShared);
  KERNEL(through_helpers<float>).with(0, _).unsafe_fix(kShared);
  KERNEL(through_members).with(0, _).unsafe_fix(kShared);
  KERNEL(through_lambda).with(0, _).unsafe_fix(kShared);
  KERNEL(through_constant<16>).with(0, _);
  KERNEL(through_reference).with(0, _).unsafe_fix(kShared);
  KERNEL(known_block).block(256).with(0, _, 512);
  KERNEL(rows_of_64).grid(1).block(64, 2).with(0, _);
  KERNEL(most_of_32).with(0, [](size_t i) { return i; });
  SKIP(runs_and_maxima<64>, "launched where waves have 64 lanes");
  SKIP(products<0>, "its constant is of the target that is compiled for");
  KERNEL(recurrence).grid(1).shared(128 * kPitch * sizeof(float)).with(0, _, _, 10);
}
