// SPDX-License-Identifier: Apache-2.0
// Which HIP headers to parse against, and where the bundled ones are mounted.
#pragma once

#include <string>
#include <vector>

namespace hipaudit {

/// Virtual folder under which the parser sees the bundled headers.
inline constexpr const char* kMount = "/hipaudit-bundled";

enum class HeaderMode { automatic, bundled, system };

struct HipHeaders {
  bool bundled = true;
  std::string include_dir;  ///< of real headers: the folder that holds hip/
  std::string version;      ///< e.g. 5.2.3; "bundled" for the stubs
  std::string found_by;     ///< "--rocm-path", "ROCM_PATH", "/opt/rocm", "system"
  std::vector<std::string> tried;
};

/// Look for HIP headers: --rocm-path, ROCM_PATH, /opt/rocm, the system. `error` is set when `mode`
/// asks for real headers and there are none.
[[nodiscard]] HipHeaders find_hip(HeaderMode mode, const std::string& rocm_path,
                                  std::string& error);

/// Clang's own headers (stddef.h ...), for the linked version; empty when not found.
[[nodiscard]] std::string find_resource_dir();

}  // namespace hipaudit
