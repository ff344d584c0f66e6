// SPDX-License-Identifier: Apache-2.0
// expect: hipshim::atomic: no atomic add, min or max for this type
#include "hipshim/atomic.hpp"
HIPSHIM_DEVICE short f(short* p) { return hipshim::atomic::add(p, short{1}); }
