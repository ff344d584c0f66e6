// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

// True in one half of each wave of 64 only.
int upper_half(size_t i) { return i / 32 % 2; }

int main() {
  KERNEL(compact).with(_, 0, 0, _).unordered();
  KERNEL(any_negative).block(64).with([](size_t i) { return i < 40 ? 1.0f : -1.0f; }, 0);
  KERNEL(pack_bits);
  KERNEL(helper_result);
  KERNEL(narrow_caller).with(upper_half, _);
  KERNEL(by_reference);
  KERNEL(narrow_reference);
  KERNEL(ranks);
  KERNEL(fields);
  KERNEL(shared_votes);
  KERNEL(cast_away);
  KERNEL(late_cut);
  KERNEL(collected);
  KERNEL(slab_search).with(_, 3, _);
  KERNEL(work_queue).grid(1);
  KERNEL(into_atomic);
  KERNEL(members).unfixed("two member functions share the votes");
  KERNEL(through_macro);
  KERNEL(through_lambda).with([](size_t i) { return static_cast<int>(i / 2); }, _);
  KERNEL(templated);
  KERNEL(first_of_group);
  KERNEL(passed_on);
  KERNEL(passed_on_to_the_wave).unfixed("the distances come from the wave size");
  KERNEL(both_worlds).unfixed("the code uses the wave's 64 lanes too");
}
