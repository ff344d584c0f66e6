// SPDX-License-Identifier: Apache-2.0
// expect: hipshim::wave: a mask of the wave is an integer of 64 bits
// CUDA's full mask names half of a wave of 64.
#include "hipshim/wave.hpp"
HIPSHIM_DEVICE float f(float v) { return hipshim::wave::reduce_sum_sync(0xffffffff, v); }
