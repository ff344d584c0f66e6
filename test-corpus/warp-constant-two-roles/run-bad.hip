// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

// Bits 40 to 63 are marked.
unsigned marks(size_t i) { return i == 1 ? 0xffffff00u : 0u; }
int marked_of(size_t i) { return i == 0 ? 24 : 0; }

int main() {
  KERNEL(count_marked).grid(1).block(64).with(marks, 256, 0).expect(2, marked_of)
      .everywhere("words of 32 bits are taken for words of 64")
      .unfixed("the code is to have a constant for each");
  KERNEL(set_bits<int>).with(0, _, 128).same("right, until the constant follows the wave");
}
