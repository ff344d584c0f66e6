// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/facts.hpp"

namespace hipaudit {

/// A function whose body is the same for waves of 32 and of 64 lanes, but for constants that are
/// named for the wave size and follow it (`constexpr int kWarpSize = __GFX9__ ? 64 : 32`), becomes
/// one body in which they are warpSize. Other bodies that differ stay two.
void unify_wave_variants(Facts& facts);

}  // namespace hipaudit
