// SPDX-License-Identifier: Apache-2.0
// isa gfx90a gfx942 gfx950 gfx1100 gfx1201: global_atomic_add_f32 == 1
// isa gfx90a gfx942 gfx950 gfx1100 gfx1201: cmpswap == 0
// isa gfx906 gfx1030: cmpswap == 1
#include "kernel.hpp"

#include "hipshim/atomic.hpp"
ISA_KERNEL k(float* p, const float* v) { hipshim::atomic::add_noret(p, v[0]); }
