// SPDX-License-Identifier: Apache-2.0
// expect: hipshim: a warp operation was called in host code
#include "hipshim/wave.hpp"
float f(float v) { return hipshim::wave::reduce_sum(v); }
