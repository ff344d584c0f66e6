// SPDX-License-Identifier: Apache-2.0
// Rounded by the instruction for it, in range by integers, no branch that parts the wave.
// isa all: v_rndne_f(16|32) == 1
// isa all: v_cvt_i32_f32 == 1
// isa all: v_cmp_.*_f(16|32) == 0
// isa all: s_cbranch == 0
// isa all: scratch_|buffer_(load|store) == 0
#include "kernel.hpp"

#include "hipshim/math.hpp"
ISA_KERNEL k(const _Float16* p, int* out) {
  const unsigned i = __builtin_amdgcn_workitem_id_x();
  out[i] = hipshim::math::convert_rn<int>(p[i]);
}
