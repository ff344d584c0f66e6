// SPDX-License-Identifier: Apache-2.0
// No target adds one half atomically: exactly one loop, relaxed, so no cache maintenance in it.
// isa all: cmpswap == 1
// isa all: buffer_wbl2|buffer_inv|buffer_wbinvl1|buffer_gl[01]_inv|global_inv|global_wb == 0
#include "kernel.hpp"

#include "hipshim/atomic.hpp"
ISA_KERNEL k(__half* p, __half* out, int i) { out[0] = hipshim::atomic::add(p + i, out[1]); }
