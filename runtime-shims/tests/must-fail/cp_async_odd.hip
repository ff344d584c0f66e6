// SPDX-License-Identifier: Apache-2.0
// expect: hipshim::ptx::cp_async: 4, 8 or 16 bytes
#include "hipshim/ptx.hpp"
HIPSHIM_DEVICE void f(void* to, const void* from) { hipshim::ptx::cp_async<12>(to, from); }
