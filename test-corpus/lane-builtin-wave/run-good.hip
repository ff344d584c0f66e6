// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>

// Of the instruction set, and no code for a CPU.
template <class... A>
int no_dpp(A...) { return 0; }
#define __builtin_amdgcn_update_dpp no_dpp
#define __builtin_amdgcn_mov_dpp no_dpp
#define __builtin_amdgcn_ds_swizzle no_dpp
#include HIPAUDIT_CASE

int main() {
  constexpr const char* kDpp = "DPP and ds_swizzle are no code for a CPU";
  constexpr const char* kFollows = "lanes of the wave";
  SKIP(within_a_row, kDpp);
  KERNEL(whole_lane_number).follows_wave(kFollows);
  KERNEL(either_count).follows_wave(kFollows);
  KERNEL(low_lanes).follows_wave(kFollows);
  KERNEL(asked_for).follows_wave(kFollows);
  SKIP(for_gfx9, kDpp);
  SKIP(for_the_pass, kDpp);
  KERNEL(neighbour).follows_wave(kFollows);
  KERNEL(half_by_half);
  SKIP(by_choice, kDpp);
  KERNEL(small_block).grid(1).block(32);
}
