// SPDX-License-Identifier: Apache-2.0
// rocPRIM 5.3.3 on gfx90a: 16 vector instructions and a ds_bpermute. Here any set of lanes may
// call: a constant, a select, six adds that fetch their operand by DPP and one readlane. The
// address of p[i], and the copy of the sum into a vector register for the store, are the kernel's.
// isa all: ds_|s_cbranch|scratch_|buffer_(load|store) == 0
// isa gfx906 gfx90a gfx942 gfx950: v_add_f32_dpp == 6
// isa gfx906 gfx90a gfx942 gfx950: v_readlane_b32 == 1
// isa gfx906 gfx90a gfx942 gfx950: ^[[:space:]]v_ == 11
// isa gfx1030 gfx1100 gfx1201: v_add_f32_dpp == 4
// isa gfx1030 gfx1100 gfx1201: v_permlanex16_b32 == 1
// isa gfx1030 gfx1100 gfx1201: ^[[:space:]]v_ == 10
#include "kernel.hpp"

#include "hipshim/wave.hpp"
ISA_KERNEL k(float* p) {
  const unsigned i = __builtin_amdgcn_workitem_id_x();
  p[i] = hipshim::wave::reduce_sum(p[i]);
}
