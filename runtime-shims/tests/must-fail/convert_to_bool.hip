// SPDX-License-Identifier: Apache-2.0
// expect: hipshim::math::convert: to an integer, half, bfloat16, float or double
#include "hipshim/math.hpp"
HIPSHIM_DEVICE bool f(float x) { return hipshim::math::convert_rn<bool>(x); }
