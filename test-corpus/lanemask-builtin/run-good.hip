// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  constexpr const char* kFollows = "ranks in a wave";
  KERNEL(with_a_vote).follows_wave(kFollows);
  KERNEL(with_a_vote_in_a_branch).follows_wave(kFollows);
  KERNEL(all_lanes_are_here).follows_wave(kFollows);
  KERNEL(own_bit);
  KERNEL(mine::same_name);
}
