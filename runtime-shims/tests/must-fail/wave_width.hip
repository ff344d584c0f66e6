// SPDX-License-Identifier: Apache-2.0
// expect: hipshim::wave: a group has 2, 4, 8, 16 or 32 lanes, which every wave has
#include "hipshim/wave.hpp"
HIPSHIM_DEVICE int f(int v) { return hipshim::wave::reduce_sum<64>(v); }
