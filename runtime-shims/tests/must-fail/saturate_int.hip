// SPDX-License-Identifier: Apache-2.0
// expect: hipshim::math::saturate: of half, bfloat16, float or double
#include "hipshim/math.hpp"
HIPSHIM_DEVICE int f(int x) { return hipshim::math::saturate(x); }
