// SPDX-License-Identifier: Apache-2.0
// Property: an include can be placed in any text; what was there is kept; and in a text without
// comments, literals and continuations left open, placing it a second time finds it.
#include <cstdlib>
#include <string>

#include "fix/fix.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const hipaudit::Insertion first = hipaudit::place_include(text, "a/b.hpp");
  if (first.offset > text.size()) std::abort();
  std::string placed = text;
  placed.insert(first.offset, first.text);
  const hipaudit::Insertion second = hipaudit::place_include(placed, "a/b.hpp");
  const bool plain = text.find_first_of("/\\\"'#") == std::string::npos;
  if (plain && !second.text.empty()) std::abort();
  return 0;
}
