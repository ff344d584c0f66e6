// SPDX-License-Identifier: Apache-2.0
#include "core/outcome.hpp"

#include <algorithm>

namespace hipaudit {

const char* to_string(PassKind kind) {
  switch (kind) {
  case PassKind::host: return "host";
  case PassKind::wave64: return "wave64";
  case PassKind::wave32: return "wave32";
  }
  return "host";
}

const char* to_string(PassStatus status) {
  switch (status) {
  case PassStatus::complete: return "complete";
  case PassStatus::skeleton: return "skeleton";
  case PassStatus::partial: return "partial";
  case PassStatus::failed: return "failed";
  }
  return "failed";
}

PassStatus UnitReport::status() const {
  if (passes.empty()) return PassStatus::failed;
  PassStatus worst = PassStatus::complete;
  for (const PassReport& pass : passes) worst = std::max(worst, pass.status);
  return worst;
}

}  // namespace hipaudit
