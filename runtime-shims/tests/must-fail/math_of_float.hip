// SPDX-License-Identifier: Apache-2.0
// expect: hipshim::math: this function is for half and bfloat16
#include "hipshim/math.hpp"
HIPSHIM_DEVICE float f(float x) { return hipshim::math::exp(x); }
