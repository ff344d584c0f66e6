// SPDX-License-Identifier: Apache-2.0
// Shared memory has float minimum and maximum on every target.
// isa all: ds_max_(num_)?(rtn_)?f32 == 1
// isa all: cmpst|cmpswap == 0
#include "kernel.hpp"

#include "hipshim/atomic.hpp"
ISA_KERNEL k(float* out, int i) {
  ISA_SHARED static float s[64];
  s[__builtin_amdgcn_workitem_id_x()] = 0;
  __builtin_amdgcn_s_barrier();
  hipshim::atomic::max_noret(s + i, out[1]);
  __builtin_amdgcn_s_barrier();
  out[0] = s[i];
}
