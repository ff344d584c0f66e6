// SPDX-License-Identifier: Apache-2.0
// Two roundings: never one fused instruction.
// isa all: v_mul_f32|v_dual_mul_f32 == 1
// isa all: v_add_f32|v_dual_add_f32 == 1
// isa all: v_(dual_)?(fma|fmac|mac|mad|pk_fma)[a-z]*_f32 == 0
#include "kernel.hpp"

#include "hipshim/math.hpp"
ISA_KERNEL k(float* p) {
  const unsigned i = __builtin_amdgcn_workitem_id_x();
  namespace m = hipshim::math;
  p[i] = m::add_rn(m::mul_rn(p[i + 64], p[i + 128]), p[i + 192]);
}
