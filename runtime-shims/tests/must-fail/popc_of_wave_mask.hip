// SPDX-License-Identifier: Apache-2.0
// expect: would drop the upper half of a 64-bit mask
// __popc(__ballot(p)) compiles on HIP and counts half of the lanes; this must not.
#include "hipshim/warp32.hpp"
HIPSHIM_DEVICE int f(unsigned long long m) { return hipshim::warp32::popc(m); }
