// SPDX-License-Identifier: Apache-2.0
// isa all: v_bfe_u32 == 1
// isa all: v_bfe_i32 == 1
// isa all: s_cbranch|v_cmp == 0
#include "kernel.hpp"

#include "hipshim/ptx.hpp"
ISA_KERNEL k(unsigned* p, int* q) {
  const unsigned i = __builtin_amdgcn_workitem_id_x();
  p[i] = hipshim::ptx::bfe(p[i], 5, 11);
  q[i] = hipshim::ptx::bfe(q[i], 3, 9);
}
