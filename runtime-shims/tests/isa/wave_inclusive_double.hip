// SPDX-License-Identifier: Apache-2.0
// isa all: ds_|s_cbranch|scratch_|buffer_(load|store) == 0
// isa gfx906 gfx90a gfx942 gfx950: v_add_f64 == 6
// isa gfx1030 gfx1100 gfx1201: v_add_f64 == 5
#include "kernel.hpp"

#include "hipshim/wave.hpp"
ISA_KERNEL k(double* p) {
  const unsigned i = __builtin_amdgcn_workitem_id_x();
  p[i] = hipshim::wave::inclusive_sum(p[i]);
}
