// SPDX-License-Identifier: Apache-2.0
// Two moves a step: no target adds doubles by DPP.
// isa all: ds_|s_cbranch|scratch_|buffer_(load|store) == 0
// isa gfx906 gfx90a gfx942 gfx950: v_add_f64 == 6
// isa gfx906 gfx90a gfx942 gfx950: v_mov_b32_dpp == 12
// isa gfx1030 gfx1100 gfx1201: v_add_f64 == 5
// isa gfx1030 gfx1100 gfx1201: v_mov_b32_dpp == 8
#include "kernel.hpp"

#include "hipshim/wave.hpp"
ISA_KERNEL k(double* p) {
  const unsigned i = __builtin_amdgcn_workitem_id_x();
  p[i] = hipshim::wave::reduce_sum(p[i]);
}
