// SPDX-License-Identifier: Apache-2.0
// isa gfx90a gfx942 gfx950: atomic_add_f64 == 1
// isa gfx90a gfx942 gfx950: cmpswap == 0
// isa gfx906 gfx1030 gfx1100 gfx1201: cmpswap_(b64|x2) == 1
#include "kernel.hpp"

#include "hipshim/atomic.hpp"
ISA_KERNEL k(double* p, double* out) { out[0] = hipshim::atomic::add(p, out[1]); }
