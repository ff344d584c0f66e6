// SPDX-License-Identifier: Apache-2.0
// Added as float, rounded once.
// isa all: ds_|s_cbranch|scratch_|buffer_(load|store) == 0
// isa gfx906 gfx90a gfx942 gfx950: v_add_f32_dpp == 6
// isa gfx1030 gfx1100 gfx1201: v_add_f32_dpp == 4
// isa all: [sv]_cvt_f16_f32 == 1
#include "kernel.hpp"

#include "hipshim/wave.hpp"
ISA_KERNEL k(__half* p) {
  const unsigned i = __builtin_amdgcn_workitem_id_x();
  p[i] = hipshim::wave::reduce_sum(p[i]);
}
