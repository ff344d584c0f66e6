// SPDX-License-Identifier: Apache-2.0
// The promise that no lane is missing spares the select and the change of the lane mask.
// isa all: ds_|s_cbranch|scratch_|buffer_(load|store) == 0
// isa all: exec|v_cndmask == 0
// isa gfx906 gfx90a gfx942 gfx950: ^[[:space:]]v_ == 9
// isa gfx1030 gfx1100 gfx1201: ^[[:space:]]v_ == 9
#include "kernel.hpp"

#include "hipshim/wave.hpp"
ISA_KERNEL k(float* p) {
  const unsigned i = __builtin_amdgcn_workitem_id_x();
  p[i] = hipshim::wave::reduce_sum_sync(hipshim::wave::whole, p[i]);
}
