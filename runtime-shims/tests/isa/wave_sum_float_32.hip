// SPDX-License-Identifier: Apache-2.0
// The sum over CUDA's warp of 32 lanes, in each half of a wave of 64.
// isa all: ds_|s_cbranch|scratch_|buffer_(load|store) == 0
// isa gfx906 gfx90a gfx942 gfx950: v_add_f32_dpp == 5
// isa gfx906 gfx90a gfx942 gfx950: v_readlane_b32 == 2
// isa gfx906 gfx90a gfx942 gfx950: ^[[:space:]]v_ == 13
// isa gfx1030 gfx1100 gfx1201: v_add_f32_dpp == 4
// isa gfx1030 gfx1100 gfx1201: v_readlane_b32 == 0
#include "kernel.hpp"

#include "hipshim/wave.hpp"
ISA_KERNEL k(float* p) {
  const unsigned i = __builtin_amdgcn_workitem_id_x();
  p[i] = hipshim::wave::reduce_sum<32>(p[i]);
}
