// SPDX-License-Identifier: Apache-2.0
// On fine-grained memory only gfx1201 has an instruction that is safe.
// isa gfx1201: global_atomic_max_num_f32 == 1
// isa gfx1201: cmpswap == 0
// isa gfx906 gfx90a gfx942 gfx950 gfx1030 gfx1100: cmpswap == 1
// isa gfx906 gfx90a gfx942 gfx950 gfx1030 gfx1100: atomic_f?max == 0
#include "kernel.hpp"

#include "hipshim/atomic.hpp"
ISA_KERNEL k(float* p, float* out) { out[0] = hipshim::atomic::max_fine_grained(p, out[1]); }
