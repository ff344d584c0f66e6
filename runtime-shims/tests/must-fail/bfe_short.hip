// SPDX-License-Identifier: Apache-2.0
// expect: hipshim::ptx: an integer of 32 or 64 bits
#include "hipshim/ptx.hpp"
HIPSHIM_DEVICE unsigned short f(unsigned short x) { return hipshim::ptx::bfe(x, 1, 2); }
