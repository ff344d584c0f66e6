// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  constexpr const char* kChoose = "the size of the array is to be chosen";
  constexpr const char* kFor64 = "written for waves of 64";
  KERNEL(slot_of_the_lane).unfixed(kChoose);
  KERNEL(slot_of_the_hardware_lane).unfixed(kChoose);
  KERNEL(rows).unfixed(kChoose);
  KERNEL(private_table).unfixed(kChoose);
  KERNEL(waves_of_128_threads).grid(4).reverse(kFor64).unfixed(kChoose);
  KERNEL(four_slots).grid(4).unfixed(kChoose);
  KERNEL(through_macro).unfixed(kChoose);
  KERNEL(through_template<int, 32>).unfixed(kChoose);
  KERNEL(through_template<double, 32>).unfixed(kChoose);
  KERNEL(through_helper).unfixed(kChoose);
  KERNEL(through_lambda).unfixed(kChoose);
  KERNEL(through_pointer).unfixed(kChoose);
  KERNEL(through_reference).unfixed(kChoose);
  KERNEL(through_structure).unfixed(kChoose);
  KERNEL(in_two_dimensions).grid(4).block(16, 8).unfixed(kChoose);
  KERNEL(other_forms::slot_per_lane).grid(1).block(256).unfixed(kChoose);
  KERNEL(other_forms::slot_by_template<32>).grid(1).unfixed(kChoose);
  KERNEL(other_forms::row_and_lane).grid(1).unfixed(kChoose);
  KERNEL(other_forms::as_many_warps_as_waves).grid(1).block(256).reverse(kFor64).unfixed(kChoose);
  KERNEL(other_forms::classes_per_group<int>).grid(1).block(256).unfixed(kChoose);
  KERNEL(other_forms::counted_per_group).grid(1).block(256).with(0, _, 64).unfixed(kChoose);
  KERNEL(other_forms::counted_by_data<int>)
      .grid(1)
      .block(256)
      .with(0, [](size_t i) { return i % 40; }, 40, 4, 200)
      .unfixed(kChoose);
}
