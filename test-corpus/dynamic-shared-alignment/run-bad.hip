// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  constexpr const char* kAligned = "what is at stake is an address, and the back end's is aligned";
  KERNEL(scale_rows).shared(2048).same(kAligned);
  KERNEL(sum_doubles).shared(1024).same(kAligned);
  KERNEL(gather).shared(256).same(kAligned);
  KERNEL(pairs<__half>).grid(1).block(64).shared(1024).same(kAligned);
  KERNEL(swap_neighbours<double>).shared(1024).same(kAligned);
  KERNEL(drain).shared(2048).same(kAligned);
  KERNEL(weighted).shared(2048).same(kAligned);
  KERNEL(labelled).shared(2048).same(kAligned);
  KERNEL(switched_on<true>).shared(2048).same(kAligned);
}
