// SPDX-License-Identifier: Apache-2.0
// What goes wrong at one operation, in words.
#pragma once

#include "lanes/machine.hpp"
#include "lanes/verdict.hpp"

namespace hipaudit::lanes {

/// Sets `effect` and adds `details`.
void describe(const SiteInfo& cuda, const SiteInfo& target, int wave, LaneVerdict& out);

}  // namespace hipaudit::lanes
