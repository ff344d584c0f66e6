// SPDX-License-Identifier: Apache-2.0
// expect: hipshim::lds::tile: an access is 1, 2, 4, 8 or 16 bytes, and not less than an element
#include "hipshim/lds.hpp"
unsigned f() { return sizeof(hipshim::lds::tile<double, 8, 8, 4>); }
