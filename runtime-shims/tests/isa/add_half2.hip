// SPDX-License-Identifier: Apache-2.0
// isa gfx942 gfx950 gfx1201: cmpswap == 0
// isa gfx942 gfx950 gfx1201: atomic_pk_add_f16 == 1
// isa gfx90a: global_atomic_pk_add_f16 == 1
// isa gfx906 gfx1030 gfx1100: cmpswap == 1
#include "kernel.hpp"

#include "hipshim/atomic.hpp"
ISA_KERNEL k(__half2* p, __half2* out) { out[0] = hipshim::atomic::add(p, out[1]); }
