// SPDX-License-Identifier: Apache-2.0
// With bounds, a half rides in a packed add and only the array's odd ends loop.
// isa gfx942 gfx950 gfx1201 gfx90a: atomic_pk_add_f16 == 1
// isa gfx906 gfx1030 gfx1100: cmpswap == 1
#include "kernel.hpp"

#include "hipshim/atomic.hpp"
ISA_KERNEL k(__half* p, std::size_t i, std::size_t n, __half* v) {
  hipshim::atomic::add_noret(p, i, n, v[0]);
}
