// SPDX-License-Identifier: Apache-2.0
// isa all: v_alignbit_b32 == 1
// isa all: s_cbranch|v_cndmask == 0
#include "kernel.hpp"

#include "hipshim/ptx.hpp"
ISA_KERNEL k(unsigned* p) {
  const unsigned i = __builtin_amdgcn_workitem_id_x();
  p[i] = hipshim::ptx::shf_r_wrap(p[i], p[i + 64], p[i + 128]);
}
