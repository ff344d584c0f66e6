// SPDX-License-Identifier: Apache-2.0
// expect: hipshim::atomic: no atomic add, min or max for this type
#include "hipshim/atomic.hpp"
HIPSHIM_DEVICE void f(int** p, int* q) { hipshim::atomic::max(p, q); }
