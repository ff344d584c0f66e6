// SPDX-License-Identifier: Apache-2.0
// isa gfx1030: global_atomic_fmin == 1
// isa gfx1100: global_atomic_min_f32 == 1
// isa gfx1201: global_atomic_min_num_f32 == 1
// isa gfx1030 gfx1100 gfx1201: cmpswap == 0
// isa gfx906 gfx90a gfx942 gfx950: cmpswap == 1
// isa all: scratch_|buffer_(load|store) == 0
#include "kernel.hpp"

#include "hipshim/atomic.hpp"
ISA_KERNEL k(float* p, float* out) { out[0] = hipshim::atomic::min(p, out[1]); }
