// SPDX-License-Identifier: Apache-2.0
// Five shuffles for full warps; the loop for the others adds two.
// isa all: ds_bpermute_b32 == 7
#include "kernel.hpp"

#include "hipshim/warp32.hpp"
ISA_KERNEL k(int* p, const int* q) {
  p[__builtin_amdgcn_workitem_id_x()] =
      hipshim::warp32::reduce_add_sync(0xffffffff, q[__builtin_amdgcn_workitem_id_x()]);
}
