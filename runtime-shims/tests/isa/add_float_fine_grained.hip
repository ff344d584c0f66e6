// SPDX-License-Identifier: Apache-2.0
// isa gfx942 gfx950 gfx1201: global_atomic_add_f32 == 1
// isa gfx906 gfx90a gfx1030 gfx1100: cmpswap == 1
// isa gfx906 gfx90a gfx1030 gfx1100: atomic_add_f32 == 0
#include "kernel.hpp"

#include "hipshim/atomic.hpp"
ISA_KERNEL k(float* p, float* out) { out[0] = hipshim::atomic::add_fine_grained(p, out[1]); }
