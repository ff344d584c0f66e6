// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "scale.hpp"

int main() {
  std::vector<float> values(1000, 1.0f);
  if (!scale(values.data(), 1000)) return 2;
  for (float v : values)
    if (v != FACTOR) return 1;
}
