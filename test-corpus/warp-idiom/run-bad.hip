// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int main() {
  constexpr const char* kSlow = "right, and slow: each step goes through LDS";
  KERNEL(rows).with(_, _, 70).same(kSlow);
  KERNEL(scaled).same(kSlow);
  KERNEL(by_functor).same(kSlow);
  KERNEL(mean_and_deviation).same(kSlow);
  KERNEL(groups).same(kSlow);
  KERNEL(histogram).same(kSlow);
  KERNEL(halves).same(kSlow);
  KERNEL(users).same(kSlow);
  KERNEL(block_results).same(kSlow);
  KERNEL(block_of_256).block(256).with(_, _, 1000).same(kSlow);
  KERNEL(more_shared_memory).same(kSlow);
  KERNEL(block_max_of_floats).same(kSlow);
  KERNEL(count_all).with(0, _, 1000).same(kSlow);
  KERNEL(most_of_all).with(0, _).same(kSlow);
  KERNEL(total_of_shorts).with(0, _).same(kSlow);
  KERNEL(offsets).same(kSlow);
  KERNEL(compact).with(0, 0, _).unordered().same(kSlow);
  KERNEL(compact_by_first_voter).with(0, 0, _, 250).unordered().same(kSlow);
  KERNEL(filter).with(0, 0, _).unordered().same(kSlow);
  KERNEL(count_votes).with(0, _).same(kSlow);
  KERNEL(exclusive_offsets).same(kSlow);
  KERNEL(offsets_and_totals).same(kSlow);
  KERNEL(two_lanes_begin).same(kSlow);
  KERNEL(exclusive_of_floats).same(kSlow);
  KERNEL(by_helpers).same(kSlow);
}
