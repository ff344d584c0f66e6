// SPDX-License-Identifier: Apache-2.0
// From +0.0, so the four steps within a row are single instructions.
// isa all: ds_|s_cbranch|scratch_|buffer_(load|store) == 0
// isa all: v_add_f32_dpp == 4
// isa gfx906 gfx90a gfx942 gfx950: wave_shr:1 == 1
// isa gfx1030 gfx1100 gfx1201: wave_shr == 0
// isa gfx1030 gfx1100 gfx1201: v_permlanex16_b32 == 2
#include "kernel.hpp"

#include "hipshim/wave.hpp"
ISA_KERNEL k(float* p) {
  const unsigned i = __builtin_amdgcn_workitem_id_x();
  p[i] = hipshim::wave::exclusive_sum(p[i]);
}
