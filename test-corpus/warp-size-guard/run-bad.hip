// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

hipDeviceProp_t properties() {
  hipDeviceProp_t prop;
  if (hipGetDeviceProperties(&prop, 0) != hipSuccess) std::abort();
  return prop;
}

int main() {
  constexpr const char* kPort = "what is behind the test is to be ported";
  HOST(throws, [](corpus::Output& output) {
    try {
      throws(properties());
      output.value("thrown", 0);
    } catch (const std::runtime_error&) {
      output.value("thrown", 1);
    }
  }).unfixed(kPort);
  HOST(exits, [](corpus::Output&) { exits(0); }).unfixed(kPort);
  HOST(returns_an_error, [](corpus::Output& output) {
    output.value("status", static_cast<int>(returns_an_error(0)));
  }).unfixed(kPort);
  HOST(needs_the_other_one, [](corpus::Output& output) {
    const hipDeviceProp_t prop = properties();
    output.value("runs", static_cast<int>(needs_the_other_one(&prop)));
  }).reverse("written for waves of 64").unfixed(kPort);
  HOST(by_a_macro, [](corpus::Output&) { by_a_macro(properties(), properties()); }).unfixed(kPort);
}
