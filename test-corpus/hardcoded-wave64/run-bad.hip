// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  constexpr const char* kFollows = "warpSize in its place";
  constexpr const char* kFixed = "no fix that is safe";
  constexpr const char* kChoose = "the code is to choose";
  constexpr const char* kWhy = "written for waves of 64";
  KERNEL(wave_sum).reverse(kWhy).unsafe_fix(kFixed).follows_wave(kFollows);
  KERNEL(written_out).reverse(kWhy).unfixed(kChoose);
  KERNEL(from_the_last).reverse(kWhy).unfixed(kChoose);
  KERNEL(first_voter).reverse(kWhy).unfixed(kChoose);
  KERNEL(by_macro).reverse(kWhy).unfixed(kChoose);
  KERNEL(by_constant).reverse(kWhy).unfixed(kChoose);
  KERNEL(by_traits).reverse(kWhy).unfixed(kChoose);
  KERNEL(differs_on_the_host).same("the back end takes the branch of the host");
  KERNEL(by_helper).reverse(kWhy).unsafe_fix(kFixed).follows_wave(kFollows);
  KERNEL(half_of_a_vote).reverse(kWhy).unsafe_fix(kFixed);
  KERNEL(half_of_a_vote_by_warp).reverse(kWhy).unfixed(kChoose);
  KERNEL(half_by_macro<int>).reverse(kWhy).unfixed(kChoose);
  KERNEL(half_by_choice).reverse(kWhy).unsafe_fix(kFixed);
  KERNEL(lanes_of_a_half).reverse(kWhy).unsafe_fix(kFixed);
  KERNEL(lanes_of_a_half_by_branch).reverse(kWhy).unfixed(kChoose);
}
