// SPDX-License-Identifier: Apache-2.0
// Two reductions by DPP; shared memory for one value a wave, and one more where the last wave is
// cut short. No ds_bpermute, no scratch.
// isa gfx906 gfx90a gfx942 gfx950 gfx1030 gfx1100: s_barrier == 2
// isa gfx1201: s_barrier_signal == 2
// isa all: ds_(write|store)_b32 == 2
// isa all: ds_(read|load)_b32 == 2
// isa all: ds_bpermute|ds_swizzle|scratch_ == 0
#include "kernel.hpp"

#include "hipshim/block.hpp"
ISA_KERNEL k(float* p) {
  const unsigned i = __builtin_amdgcn_workitem_id_x();
  p[i] = hipshim::block::reduce_sum(p[i]);
}
