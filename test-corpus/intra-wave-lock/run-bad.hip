// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

constexpr const char* kHangs = "the lanes of a wave wait for one of them";

int row_of(size_t i) { return static_cast<int>(i % 3); }
float sixty_four(size_t i) { return i == 0 ? 64.0f : 0.0f; }

__global__ void uses_spin_lock(int* lock, float* sum) {
  SpinLock spin{lock};
  spin.lock();
  *sum += 1;
  spin.unlock();
}

template <class... A>
void add_ones(const char* name, void (*kernel)(A...)) {
  auto one = corpus::case_of(name, kernel);
  one.grid(1).block(64).elements(64);
  if constexpr (sizeof...(A) == 2)
    one.with(0, 0);
  else
    one.with(0, 0, 1);
  one.expect(1, sixty_four).lockstep().everywhere(kHangs);
}

int main() {
  add_ones("plain_lock", plain_lock);
  add_ones("exchange_and_store", exchange_and_store);
  add_ones("endless_with_break", endless_with_break);
  add_ones("flag_of_success", flag_of_success);
  add_ones("lock_by_helpers", lock_by_helpers);
  add_ones("uses_spin_lock", uses_spin_lock);
  add_ones("lock_by_macros", lock_by_macros);
  add_ones("lock_in_a_template", lock_in_a_template);
  add_ones("lock_bit", lock_bit);
  KERNEL(lock_of_a_row).grid(1).block(64).with(0, row_of, 0)
      .expect(2, [](size_t i) { return i < 3 ? (66.0f - i) / 3 : 0.0f; })
      .lockstep().everywhere(kHangs);
  KERNEL(one_lane_of_32).grid(1).block(64).with(0, 0).lockstep().unfixed("two lanes of a wave");
  KERNEL(ticket).grid(1).block(64).elements(64).with(0, 0, 0)
      .expect(2, sixty_four)
      .lockstep().everywhere(kHangs);
  KERNEL(solve_rows).grid(1).block(64).elements(64)
      .with([](size_t i) { return i == 0 ? 63 : static_cast<int>(i) - 1; }, [](size_t i) { return i == 63; }, 0)
      .expect(2, [](size_t i) { return static_cast<float>(i + 1); })
      .lockstep().everywhere(kHangs);
  SKIP(lock_in_shared_memory, "as plain_lock; its sum begins with what nobody wrote");
  SKIP(lock_by_methods, "run as uses_spin_lock");
  SKIP(lock_by_states, "as lock_by_helpers; its gate is a variable of the device");
  SKIP(lane_after_lane_of_32, "as one_lane_of_32");
  SKIP(lock_of_a_tile, "as one_lane_of_32");
  SKIP(first_lane_sets_flag, "the flag is set before the first lane looks");
}
