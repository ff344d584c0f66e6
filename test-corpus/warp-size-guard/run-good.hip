// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

hipDeviceProp_t properties() {
  hipDeviceProp_t prop;
  if (hipGetDeviceProperties(&prop, 0) != hipSuccess) std::abort();
  return prop;
}

int main() {
  HOST(chooses, [](corpus::Output& output) {
    float* x = nullptr;
    if (hipMalloc(reinterpret_cast<void**>(&x), 8 * sizeof(float)) != hipSuccess) std::abort();
    for (int i = 0; i < 8; ++i) x[i] = 1.0f;
    chooses(properties(), x);
    output.values("x", x, 8);
  }).follows_wave("one value for each wave");
  HOST(counts, [](corpus::Output& output) { output.value("lanes", counts(properties())); })
      .follows_wave("the lanes of a wave");
  HOST(refuses_what_is_neither, [](corpus::Output&) { refuses_what_is_neither(properties()); });
  HOST(of_a_table, [](corpus::Output&) { of_a_table({32}); });
  HOST(of_another_property, [](corpus::Output& output) {
    try {
      of_another_property(properties());
    } catch (const std::runtime_error&) {
      output.value("thrown", 1);
    }
  });
  SKIP(sized, "run by chooses");
}
