// SPDX-License-Identifier: Apache-2.0
// The verdict of src/lanes on each kernel of a generated unit.
#pragma once

#include <string>
#include <vector>

#include "kernel.hpp"
#include "lanes/verdict.hpp"

namespace hipaudit::property {

struct Judgement {
  Outcome outcome = Outcome::unknown;
  std::string reason;
};

/// By position in `kernels`; empty with `error` where the unit does not parse.
std::vector<Judgement> judge(const std::vector<Kernel>& kernels, const std::string& unit,
                             std::string& error);

}  // namespace hipaudit::property
