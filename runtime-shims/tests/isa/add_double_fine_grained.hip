// SPDX-License-Identifier: Apache-2.0
// gfx90a has the instruction, and drops it on fine-grained memory.
// isa gfx942 gfx950: global_atomic_add_f64 == 1
// isa gfx942 gfx950: cmpswap == 0
// isa gfx906 gfx90a gfx1030 gfx1100 gfx1201: cmpswap_(b64|x2) == 1
// isa gfx906 gfx90a gfx1030 gfx1100 gfx1201: atomic_add_f64 == 0
#include "kernel.hpp"

#include "hipshim/atomic.hpp"
ISA_KERNEL k(double* p, double* out) { out[0] = hipshim::atomic::add_fine_grained(p, out[1]); }
