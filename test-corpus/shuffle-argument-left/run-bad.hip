// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

float sum_of(size_t warp) {
  float sum = 0;
  for (size_t lane = 0; lane < 32; ++lane) sum += corpus::sample<float>(32 * warp + lane, 0);
  return sum;
}

int main() {
  constexpr const char* kWhy = "the mask is shuffled at 32 lanes too";
  KERNEL(sum).grid(1).elements(128)
      .with(_, 0)
      .expect(1, [](size_t i) { return i < 4 ? sum_of(i) : 0; })
      .everywhere(kWhy);
  KERNEL(sum_of_ints).everywhere(kWhy);
  KERNEL(helpers).everywhere(kWhy);
  KERNEL(wrapped).everywhere(kWhy);
  KERNEL(in_lambda).everywhere(kWhy);
}
