// SPDX-License-Identifier: Apache-2.0
// On integers, so that -ffast-math cannot drop the NaN.
// isa all: v_cmp_[a-z]+_f32|v_max_(num_)?f32|v_med3_(num_)?f32 == 0
// isa all: s_cbranch == 0
#include "kernel.hpp"

#include "hipshim/math.hpp"
ISA_KERNEL k(float* p) {
  const unsigned i = __builtin_amdgcn_workitem_id_x();
  p[i] = hipshim::math::saturate(p[i]);
}
