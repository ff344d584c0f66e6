// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  KERNEL(warps_of_32).with(0, _);
  KERNEL(warps_of_32_by_hipshim).with(0, _);
  KERNEL(scan_of_32);
  KERNEL(stages_of_32);
  KERNEL(waves).with(0, _);
  KERNEL(waves_by_xor).with(0, _);
  KERNEL(stages_of_waves);
  KERNEL(sums_of_waves).follows_wave("one sum for each wave");
  KERNEL(strided_by_waves).with(0, _, 100);
  KERNEL(first_warp_of_the_wave);
  KERNEL(taken_apart_and_put_together);
  KERNEL(one_warp).grid(16).block(32).with(0, _);
  KERNEL(tile_of_32_columns).with(0, _);
  KERNEL(by_wave_size).with(0, _);
  KERNEL(recurrence_by_32).grid(1).shared(128 * kPitch * sizeof(float)).with(0, _, _, 10);
  KERNEL(recurrence_by_wave).grid(1).shared(128 * kPitch * sizeof(float)).with(0, _, _, 10);
  KERNEL(by_parameter<32>);
  SKIP(by_parameter<64>, "launched where waves have 64 lanes");
  KERNEL(sums_by_constant).grid(1).with(0, _);
  KERNEL(strides_of_the_wave).grid(1);
  KERNEL(tiles_by_architecture).grid(1);
}
