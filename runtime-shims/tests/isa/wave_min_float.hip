// SPDX-License-Identifier: Apache-2.0
// As integers of the same order, so that the moves fold and no NaN is made quiet at each step.
// isa all: ds_|s_cbranch|scratch_|buffer_(load|store) == 0
// isa gfx906 gfx90a gfx942 gfx950: v_min_i32_dpp == 6
// isa gfx1030 gfx1100 gfx1201: v_min_i32_dpp == 4
// isa all: v_min_f32|v_max_f32 == 0
#include "kernel.hpp"

#include "hipshim/wave.hpp"
ISA_KERNEL k(float* p) {
  const unsigned i = __builtin_amdgcn_workitem_id_x();
  p[i] = hipshim::wave::reduce_min(p[i]);
}
