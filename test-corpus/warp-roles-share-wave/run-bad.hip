// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  constexpr const char* kChoose = "the code is to give the roles to whole waves";
  KERNEL(producer_and_consumer).grid(1).block(64).lockstep()
      .same("the back end takes the branch of the producer first; a compiler may take the other");
  KERNEL(roles_by_helpers).grid(1).block(64).with(_, _, 1).lockstep().unfixed(kChoose);
  KERNEL(rows_in_order).grid(1).block(64).elements(64)
      .with([](size_t i) { return i == 1; }, _, [](size_t i) { return i == 0; })
      .lockstep().unfixed(kChoose);
  SKIP(named_barriers, "PTX is no code for a CPU");
}
