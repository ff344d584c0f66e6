// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

// Lanes of the wave of thread i, from `begin` to below `end`, that vote.
int votes(size_t i, unsigned begin, unsigned end) {
  int count = 0;
  for (unsigned lane = begin; lane < end && lane < corpus::wave(); ++lane)
    count += corpus::sample<int>(i / corpus::wave() * corpus::wave() + lane, 0) > 0;
  return count;
}

int main() {
  KERNEL(own_vote);
  KERNEL(rank_below)
      .grid(1).block(64).elements(64)
      .expect(1, [](size_t i) { return votes(i, 0, i & 63); })
      .everywhere("lanes up to 63 are shifted by at 32 too");
  KERNEL(rank_above)
      .grid(1).block(64).elements(64)
      .expect(1, [](size_t i) { return votes(i, i % corpus::wave() + 1, 64); })
      .everywhere("the last lane shifts by the width of the word at 32 too")
      .unfixed("no wider word in place would do for lane 63");
  KERNEL(kept_in_a_word).unfixed("the word that takes it has 32 bits");
  KERNEL(up_to_me)
      .grid(1).block(64).elements(64)
      .expect(1, [](size_t i) { return votes(i, 0, i % corpus::wave() + 1); })
      .unfixed("a shift to the right");
  KERNEL(looked_up)
      .with([](size_t i) { return 0x5a0f3c71u * (i + 1); }, _)
      .same("undefined in C++; the shifters of x86 and of AMD take the low 5 bits of the distance");
}
