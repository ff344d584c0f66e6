// SPDX-License-Identifier: Apache-2.0
// expect: hipshim::ptx::lop3: the table has 8 bits
#include "hipshim/ptx.hpp"
HIPSHIM_DEVICE unsigned f(unsigned a) { return hipshim::ptx::lop3<0x196>(a, a, a); }
