// SPDX-License-Identifier: Apache-2.0
// isa gfx942 gfx950: global_atomic_max_f64 == 1
// isa gfx942 gfx950: cmpswap == 0
// isa gfx906 gfx90a gfx1030 gfx1100 gfx1201: cmpswap_(b64|x2) == 1
// isa gfx906 gfx90a gfx1030 gfx1100 gfx1201: atomic_f?max == 0
#include "kernel.hpp"

#include "hipshim/atomic.hpp"
ISA_KERNEL k(double* p, double* out) { out[0] = hipshim::atomic::max_fine_grained(p, out[1]); }
