// SPDX-License-Identifier: Apache-2.0
// isa gfx90a gfx942 gfx950: global_atomic_max_f64 == 1
// isa gfx1030: global_atomic_fmax_x2 == 1
// isa gfx90a gfx942 gfx950 gfx1030: cmpswap == 0
// isa gfx906 gfx1100 gfx1201: cmpswap_(b64|x2) == 1
// isa all: scratch_|buffer_(load|store) == 0
#include "kernel.hpp"

#include "hipshim/atomic.hpp"
ISA_KERNEL k(double* p, double* out) { out[0] = hipshim::atomic::max(p, out[1]); }
