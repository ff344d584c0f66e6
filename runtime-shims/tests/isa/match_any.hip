// SPDX-License-Identifier: Apache-2.0
// No branch and no memory, so the lanes stay together.
// isa all: s_cbranch|ds_ == 0
#include "kernel.hpp"

#include "hipshim/warp32.hpp"
ISA_KERNEL k(unsigned* p, const int* q) {
  p[0] = hipshim::warp32::match_any_sync(0xffffffff, q[__builtin_amdgcn_workitem_id_x()]);
}
