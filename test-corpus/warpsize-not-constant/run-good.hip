// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  constexpr const char* kFollows = "lanes of the wave";
  KERNEL(at_run_time).grid(1).block(32).with(0).follows_wave(kFollows);
  KERNEL(an_element_not_a_bound).grid(1).follows_wave(kFollows);
  KERNEL(a_constant_of_its_own);
  KERNEL(a_parameter).with(_, 32);
  KERNEL(converted).grid(1).follows_wave(kFollows);
  KERNEL(compared_not_a_template).grid(1).with(_, 2);
  KERNEL(passed_as_int).grid(1).follows_wave(kFollows);
}
