// SPDX-License-Identifier: Apache-2.0
// gfx90a drops a packed add on fine-grained memory, so it must not be there.
// isa gfx942 gfx950 gfx1201: atomic_pk_add_f16 == 1
// isa gfx906 gfx90a gfx1030 gfx1100: cmpswap == 1
// isa gfx90a: pk_add_f16 v[0-9]+, v[0-9]+, v[0-9]+, == 0
// isa gfx90a: atomic_pk_add == 0
#include "kernel.hpp"

#include "hipshim/atomic.hpp"
ISA_KERNEL k(__half2* p, __half2* out) { out[0] = hipshim::atomic::add_fine_grained(p, out[1]); }
