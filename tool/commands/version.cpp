// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include <nlohmann/json.hpp>

#include "options.hpp"

namespace hipaudit {

int run_version(bool json) {
  if (json) {
    const nlohmann::ordered_json out = {{"hipaudit", HIPAUDIT_VERSION},
                                        {"clang", HIPAUDIT_CLANG_VERSION}};
    std::printf("%s\n", out.dump(2).c_str());
  } else {
    std::printf("hipaudit %s (Clang %s)\n", HIPAUDIT_VERSION, HIPAUDIT_CLANG_VERSION);
  }
  return kExitClean;
}

}  // namespace hipaudit
