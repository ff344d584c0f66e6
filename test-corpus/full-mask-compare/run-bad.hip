// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

int ones(size_t i) { return i < 96; }
int by_warp(size_t i) { return static_cast<int>(i / 32 + 1); }

int main() {
  KERNEL(all_valid).with([](size_t i) { return i < 32 ? -1.0f : 1.0f; }, _);
  KERNEL(fast_path).with([](size_t i) { return i < 100 ? 5.0f : 0.0f; }, _);
  KERNEL(spellings).with(by_warp, _);
  KERNEL(named).with(ones, _);
  KERNEL(counted).with([](size_t i) { return i < 40 ? 1 : -1; }, _);
  KERNEL(relax);
  KERNEL(relax_inside);
  KERNEL(late_exit).with(_, 20);
  KERNEL(helper).with(ones, _);
  KERNEL(templated).with(ones, _);
}
