// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

constexpr const char* kHere = "the count is unsigned on HIP, whatever the wave";

unsigned few(size_t i) { return (1u << i % 9) - 1; }

int main() {
  KERNEL(quorum).with(few, 0, 4).everywhere(kHere);
  KERNEL(still_room).with(few, 0).everywhere(kHere);
  KERNEL(never_asked).with(few, 0).everywhere(kHere);
  KERNEL(walk_down).with(few, 0, 12).everywhere(kHere);
  KERNEL(start_below).with(few, 0).everywhere(kHere);
  KERNEL(last_index).with(few, 0).everywhere(kHere);
  KERNEL(balance).with(few, 0xff, 0).everywhere(kHere);
  KERNEL(negated).with(few, 0).everywhere(kHere);
  KERNEL(helper).with(few, 0).everywhere(kHere);
  KERNEL(choice).with(few, 0, 0).everywhere(kHere);
  KERNEL(deduced).with(few, 0).everywhere(kHere);
  KERNEL(clamped).with(few, 0, 6).everywhere(kHere);
  KERNEL(halved).with(few, 0).everywhere(kHere);
  KERNEL(step_back).with([](size_t i) { return i < 8 ? 0u : few(i); }, _, 0).everywhere(kHere);
  KERNEL(templated).with(few, 0).everywhere(kHere);
  KERNEL(macro).with(few, 0).everywhere(kHere);
  KERNEL(first_bit).with(0, 0).same("__ffs gives int from ROCm 6.3 on, and in the back end");
}
