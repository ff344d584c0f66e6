// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

constexpr const char* kUpperHalf = "written for 64 lanes: at 32 a vote has no upper half";

int main() {
  KERNEL(word_per_wave).with(_, 0, _).follows_wave(kUpperHalf);
  KERNEL(word_per_wave_size).with(_, 0, _).follows_wave("a word for each wave");
  KERNEL(own_half).with(_, 0, _);
  KERNEL(two_words_per_wave).with(_, 0, _).follows_wave(kUpperHalf);
  KERNEL(counts_not_votes).with(_, 0, _).follows_wave("counts of a wave");
  KERNEL(one_small_block).block(32).with(_, 0, _);
}
