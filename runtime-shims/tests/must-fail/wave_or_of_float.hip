// SPDX-License-Identifier: Apache-2.0
// expect: hipshim: reductions and scans by and, or and xor take integers
#include "hipshim/wave.hpp"
HIPSHIM_DEVICE void f(float v) { hipshim::wave::inclusive_or(v); }
