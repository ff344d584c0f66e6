// SPDX-License-Identifier: Apache-2.0
// isa all: ds_|s_cbranch|scratch_|buffer_(load|store) == 0
// isa gfx906 gfx90a gfx942 gfx950: v_add_(u32|co_u32|nc_u32)_dpp == 5
// isa gfx906 gfx90a gfx942 gfx950: v_mov_b32_dpp|v_readlane == 0
// isa gfx1030 gfx1100 gfx1201: v_add_nc_u32_dpp == 5
// isa gfx1030 gfx1100 gfx1201: v_permlanex16_b32 == 1
#include "kernel.hpp"

#include "hipshim/wave.hpp"
ISA_KERNEL k(int* p) {
  const unsigned i = __builtin_amdgcn_workitem_id_x();
  p[i] = hipshim::wave::inclusive_sum<32>(p[i]);
}
