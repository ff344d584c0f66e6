// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

// Lane 0 has added up elements 0 to `count` - 1.
template <class T>
auto sum(unsigned count, unsigned argument) {
  return [=](size_t i) {
    if (i != 0) return corpus::sample<T>(i, 0);
    T total{};
    for (unsigned k = 0; k < count; ++k) total += corpus::sample<T>(k, argument);
    return total;
  };
}

int main() {
  constexpr const char* kOrder = "nothing orders the lanes, of a wave of any size";
  constexpr const char* kLook = "each step is to be looked at";
  constexpr const char* kFor64 = "tuned for waves of 64";
  KERNEL(by_an_empty_macro).grid(1).block(64).everywhere(kOrder);
  KERNEL(between_steps).grid(1).block(32).everywhere(kOrder);
  KERNEL(by_a_template).grid(1).block(32).everywhere(kOrder);
  KERNEL(by_an_empty_function).grid(1).block(64).everywhere(kOrder);
  KERNEL(tail).grid(1).block(64).expect(0, sum<float>(64, 1)).everywhere(kOrder).unsafe_fix(kLook);
  KERNEL(tail_in_a_helper).grid(1).block(64).shared(512).expect(0, sum<int>(64, 0)).everywhere(kOrder).unfixed(kLook);
  KERNEL(tail_loop).grid(1).block(64).expect(0, sum<float>(64, 1)).everywhere(kOrder).unfixed(kLook);
  KERNEL(overwritten_too_early).grid(1).block(64).everywhere(kOrder);
  KERNEL(barrier_in_a_branch).grid(1).block(64).with(_, false).everywhere(kOrder);
  KERNEL(tail_of_64).grid(1).lockstep().reverse(kFor64).unfixed(kLook);
  KERNEL(volatile_tail_of_64).grid(1).lockstep().reverse(kFor64).unfixed(kLook);
}
