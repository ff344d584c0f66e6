// SPDX-License-Identifier: Apache-2.0
// a ^ b ^ c; gfx950 has an instruction for every table, gfx10 and newer one for this one.
// isa gfx950: v_bitop3_b32 == 1
// isa gfx1030 gfx1100 gfx1201: v_xor3_b32 == 1
// isa gfx906 gfx90a gfx942: v_xor_b32 == 2
// isa all: v_(and|or|not)_b32 == 0
#include "kernel.hpp"

#include "hipshim/ptx.hpp"
ISA_KERNEL k(unsigned* p) {
  const unsigned i = __builtin_amdgcn_workitem_id_x();
  const unsigned* q = p + 64;
  p[i] = hipshim::ptx::lop3<0x96>(p[i], q[i], q[i + 64]);
}
