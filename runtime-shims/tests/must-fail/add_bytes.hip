// SPDX-License-Identifier: Apache-2.0
// expect: hipshim::atomic: no atomic add, min or max for this type
// A struct of two halves is not the toolkit's half2: nothing says that its elements may be added.
#include "hipshim/atomic.hpp"
struct Two {
  unsigned short a, b;
};
HIPSHIM_DEVICE Two f(Two* p, Two v) { return hipshim::atomic::add_fine_grained(p, v); }
