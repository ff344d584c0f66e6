// SPDX-License-Identifier: Apache-2.0
// Smaller kernels of a kernel.
#pragma once

#include <functional>
#include <vector>

#include "kernel.hpp"

namespace hipaudit::property {

/// Says of each kernel whether it still shows what is looked for. Their names and indices differ.
using Oracle = std::function<std::vector<bool>(const std::vector<Kernel>&)>;

/// Takes statements away as long as the oracle says yes.
Kernel reduce(const Kernel& kernel, const Oracle& shows);

}  // namespace hipaudit::property
