// SPDX-License-Identifier: Apache-2.0
#include "core/finding.hpp"

namespace hipaudit {

const char* to_string(Severity severity) {
  switch (severity) {
  case Severity::note: return "note";
  case Severity::perf: return "perf";
  case Severity::warning: return "warning";
  case Severity::error: return "error";
  }
  return "error";
}

const char* to_string(Confidence confidence) {
  switch (confidence) {
  case Confidence::possible: return "possible";
  case Confidence::likely: return "likely";
  case Confidence::certain: return "certain";
  }
  return "possible";
}

const char* to_string(Safety safety) {
  switch (safety) {
  case Safety::manual: return "manual";
  case Safety::unsafe: return "unsafe";
  case Safety::safe: return "safe";
  }
  return "manual";
}

}  // namespace hipaudit
