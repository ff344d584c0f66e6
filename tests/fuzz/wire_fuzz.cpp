// SPDX-License-Identifier: Apache-2.0
// Property: any bytes are refused or read; what is read can be printed, and its bytes are stable.
#include <cstdlib>
#include <string>

#include "facts/print.hpp"
#include "facts/wire.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const auto facts = hipaudit::from_wire(bytes);
  if (!facts) return 0;
  (void)hipaudit::print_facts(*facts, "/");
  const std::string again = hipaudit::to_wire(*facts);
  const auto back = hipaudit::from_wire(again);
  if (!back || hipaudit::to_wire(*back) != again) std::abort();
  return 0;
}
