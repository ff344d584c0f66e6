// SPDX-License-Identifier: Apache-2.0
// A polynomial and one conversion: no approximation, no table, no call.
// isa all: v_exp_f(16|32) == 0
// isa all: v_cvt_f16_f32 == 1
// isa all: s_swappc == 0
// isa all: scratch_|buffer_(load|store) == 0
#include "kernel.hpp"

#include "hipshim/math.hpp"
ISA_KERNEL k(_Float16* p) {
  const unsigned i = __builtin_amdgcn_workitem_id_x();
  p[i] = hipshim::math::exp(p[i]);
}
