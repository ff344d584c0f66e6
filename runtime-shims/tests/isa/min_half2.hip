// SPDX-License-Identifier: Apache-2.0
// Both elements in one loop.
// isa all: cmpswap == 1
// isa all: buffer_wbl2|buffer_inv|buffer_wbinvl1|buffer_gl[01]_inv|global_inv|global_wb == 0
// isa all: scratch_|buffer_(load|store) == 0
#include "kernel.hpp"

#include "hipshim/atomic.hpp"
ISA_KERNEL k(__half2* p, __half2* out) { out[0] = hipshim::atomic::min(p, out[1]); }
