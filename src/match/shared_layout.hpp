// SPDX-License-Identifier: Apache-2.0
// Where LLVM 22 puts the static shared objects of a kernel.
#pragma once

#include <cstdint>
#include <vector>

namespace hipaudit::match {

struct SharedObject {
  std::uint64_t bytes = 0;
  std::uint32_t align = 1;  ///< as declared
};

/// Where the last of the objects ends when they are laid out by LLVM's own algorithm, each aligned
/// also to its size up to 16.
[[nodiscard]] std::uint64_t end_of_shared(const std::vector<SharedObject>& objects);

}  // namespace hipaudit::match
