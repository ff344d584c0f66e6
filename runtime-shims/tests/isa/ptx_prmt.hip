// SPDX-License-Identifier: Apache-2.0
// A constant selector without copied signs is one instruction.
// isa all: v_perm_b32 == 1
// isa all: v_(and|or|lshl|lshr|mul)[a-z0-9]*_[bu]?(32|or)[a-z_0-9]* v[0-9]+, (0x|v[0-9]+, 0x) == 0
#include "kernel.hpp"

#include "hipshim/ptx.hpp"
ISA_KERNEL k(unsigned* p) {
  const unsigned i = __builtin_amdgcn_workitem_id_x();
  p[i] = hipshim::ptx::prmt(p[i], p[i + 64], 0x5410);
}
