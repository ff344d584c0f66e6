// SPDX-License-Identifier: Apache-2.0
// One float of pad: the row's address is a multiply and the column an offset, nothing else.
// isa all: ds_(read|load)_b32 == 1
// isa all: v_xor == 0
#include "kernel.hpp"

#include "hipshim/lds.hpp"
ISA_KERNEL k(float* p) {
  ISA_SHARED hipshim::lds::tile<float, 32, 32> tile;
  const unsigned i = __builtin_amdgcn_workitem_id_x();
  tile(i / 32, i % 32) = p[i];
  __builtin_amdgcn_s_barrier();
  p[i] = tile(i % 32, i / 32);
}
