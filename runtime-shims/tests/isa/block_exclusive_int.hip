// SPDX-License-Identifier: Apache-2.0
// isa gfx906 gfx90a gfx942 gfx950 gfx1030 gfx1100: s_barrier == 2
// isa gfx1201: s_barrier_signal == 2
// isa all: ds_bpermute|ds_swizzle|scratch_ == 0
#include "kernel.hpp"

#include "hipshim/block.hpp"
ISA_KERNEL k(int* p) {
  const unsigned i = __builtin_amdgcn_workitem_id_x();
  p[i] = hipshim::block::exclusive_sum(p[i]);
}
