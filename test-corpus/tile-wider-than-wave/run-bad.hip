// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  constexpr const char* kWhy = "written for waves of 64";
  KERNEL(tile_sum).reverse(kWhy).unfixed("the code is to choose");
  KERNEL(width_of_64).same("HIP documents no width above the wave; by 16 and 8 its xor stays in 32 lanes");
  KERNEL(named).reverse(kWhy).unfixed("the code is to choose");
  KERNEL(by_macro).with([](size_t i) { return i < 32 ? -1.0f : 1.0f; }, _).reverse(kWhy).unfixed("the code is to choose");
  KERNEL(by_template).reverse(kWhy).unfixed("the code is to choose");
  KERNEL(in_a_lambda).reverse(kWhy).unfixed("the code is to choose");
}
