// SPDX-License-Identifier: Apache-2.0
// A wave of 32 needs the vote alone; a wave of 64 one shift to the caller's half.
// isa all: v_cmp_ == 1
// isa gfx1030 gfx1100 gfx1201: v_lshrrev_b64 == 0
// isa gfx1030 gfx1100 gfx1201: v_mbcnt == 0
// isa gfx906 gfx90a gfx942 gfx950: v_lshrrev_b64 == 1
#include "kernel.hpp"

#include "hipshim/warp32.hpp"
ISA_KERNEL k(unsigned* p, const int* q) {
  p[0] = hipshim::warp32::ballot_sync(0xffffffff, q[__builtin_amdgcn_workitem_id_x()] > 3);
}
