// SPDX-License-Identifier: Apache-2.0
// expect: hipshim::warp32: the lane mask must be an integer
// The order of the arguments is easily lost when a call is rewritten by hand.
#include "hipshim/warp32.hpp"
HIPSHIM_DEVICE float f(float v) { return hipshim::warp32::shfl_sync(v, 0xffffffffu, 0); }
