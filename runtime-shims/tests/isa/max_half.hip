// SPDX-License-Identifier: Apache-2.0
// No target has it. One relaxed loop on 32 bits, nothing of 16 bits stored, no arithmetic on floats
// that a mode could change.
// isa all: cmpswap == 1
// isa all: buffer_wbl2|buffer_inv|buffer_wbinvl1|buffer_gl[01]_inv|global_inv|global_wb == 0
// isa all: v_(pk_)?max_(num_)?f16 == 0
// isa all: scratch_|buffer_(load|store) == 0
#include "kernel.hpp"

#include "hipshim/atomic.hpp"
ISA_KERNEL k(__half* p, __half* out, int i) { out[0] = hipshim::atomic::max(p + i, out[1]); }
