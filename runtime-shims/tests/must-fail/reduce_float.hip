// SPDX-License-Identifier: Apache-2.0
// expect: hipshim::warp32: reduce takes integers, as CUDA does
#include "hipshim/warp32.hpp"
HIPSHIM_DEVICE float f(float v) { return hipshim::warp32::reduce_add_sync(0xffffffffu, v); }
