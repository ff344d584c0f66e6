// SPDX-License-Identifier: Apache-2.0
// Groups of up to 16 lanes never leave their row.
// isa all: ds_|s_cbranch|scratch_|buffer_(load|store) == 0
// isa all: v_add_f32_dpp == 4
// isa all: v_readlane_b32|v_permlane == 0
#include "kernel.hpp"

#include "hipshim/wave.hpp"
ISA_KERNEL k(float* p) {
  const unsigned i = __builtin_amdgcn_workitem_id_x();
  p[i] = hipshim::wave::reduce_sum<16>(p[i]);
}
