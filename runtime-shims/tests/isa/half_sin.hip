// SPDX-License-Identifier: Apache-2.0
// The reduction of large arguments needs no table in memory and no private memory.
// isa all: v_sin_f(16|32)|v_cos_f(16|32) == 0
// isa all: scratch_|buffer_(load|store)|s_swappc == 0
// isa all: global_load_(dword|b32) == 0
#include "kernel.hpp"

#include "hipshim/math.hpp"
ISA_KERNEL k(_Float16* p) {
  const unsigned i = __builtin_amdgcn_workitem_id_x();
  p[i] = hipshim::math::sin(p[i]);
}
