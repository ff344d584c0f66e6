// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>

// Of the instruction set, and no code for a CPU.
template <class... A>
int no_dpp(A...) { return 0; }
#define __builtin_amdgcn_update_dpp no_dpp
#define __builtin_amdgcn_mov_dpp no_dpp
#include HIPAUDIT_CASE

int main() {
  constexpr const char* kFor64 = "written for waves of 64";
  constexpr const char* kChoose = "the code is to say which lanes it means";
  constexpr const char* kDpp = "DPP is no code for a CPU";
  KERNEL(last_lane).block(64).reverse(kFor64).unfixed(kChoose);
  KERNEL(lane_number).unfixed(kChoose);
  KERNEL(uniform_warp).unfixed(kChoose);
  KERNEL(partner).unfixed(kChoose);
  KERNEL(across_the_halves).block(64).reverse(kFor64).unfixed(kChoose);
  KERNEL(in_a_lambda).block(64).reverse(kFor64).unfixed(kChoose);
  SKIP(dpp_sum, kDpp);
  SKIP(by_macro, kDpp);
  SKIP(by_template, kDpp);
}
