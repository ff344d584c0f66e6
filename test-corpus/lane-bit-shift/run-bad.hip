// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

bool votes(size_t i) { return corpus::sample<int>(i, 0) > 0; }

// What the other lanes of the wave voted.
int others(size_t i) {
  const size_t first = i / corpus::wave() * corpus::wave();
  int count = 0;
  for (size_t lane = 0; lane < corpus::wave(); ++lane) count += first + lane != i && votes(first + lane);
  return count;
}

int main() {
  KERNEL(own_vote);
  KERNEL(own_vote_shifted).grid(1).block(64).elements(64)
      .expect(1, votes);
  KERNEL(all_but_me).grid(1).block(64).elements(64).expect(1, others);
  KERNEL(kept_in_a_word).unfixed("the word that takes it has 32 bits");
  KERNEL(looked_up)
      .with([](size_t i) { return 0x5a0f3c71u * (i + 1); }, _)
      .same("undefined in C++; the shifters of x86 and of AMD take the low 5 bits of the distance");
}
