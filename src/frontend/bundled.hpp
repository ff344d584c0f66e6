// SPDX-License-Identifier: Apache-2.0
// Headers that travel inside the binary.
#pragma once

#include <string_view>
#include <vector>

namespace hipaudit {

struct BundledFile {
  std::string_view path;  ///< below the mount point: "/hip/hip_runtime.h", "/skeleton/...", ...
  std::string_view text;
};

[[nodiscard]] const std::vector<BundledFile>& bundled_files();

}  // namespace hipaudit
