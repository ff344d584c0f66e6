// SPDX-License-Identifier: Apache-2.0
// The compare is the vote; the count is a scalar.
// isa all: ds_|s_cbranch|scratch_|buffer_(load|store) == 0
// isa all: v_cmp_ == 1
// isa all: v_bcnt|v_mbcnt == 0
// isa gfx906 gfx90a gfx942 gfx950: s_bcnt1_i32_b64 == 1
// isa gfx1030 gfx1100 gfx1201: s_bcnt1_i32_b(32|64) == 1
#include "kernel.hpp"

#include "hipshim/wave.hpp"
ISA_KERNEL k(int* p) {
  const unsigned i = __builtin_amdgcn_workitem_id_x();
  p[0] = hipshim::wave::popc(hipshim::wave::ballot(p[i] > 3));
}
