// SPDX-License-Identifier: Apache-2.0
// In shared memory the loop is the LDS one: the compiler still sees the address space.
// isa all: ds_cmpst_rtn_b32|ds_cmpstore_rtn_b32 == 1
// isa all: (flat|global)_atomic == 0
#include "kernel.hpp"

#include "hipshim/atomic.hpp"
ISA_KERNEL k(__half* out, int i) {
  ISA_SHARED static std::uint32_t s[64];
  s[__builtin_amdgcn_workitem_id_x()] = 0;
  __builtin_amdgcn_s_barrier();
  hipshim::atomic::add_noret(reinterpret_cast<__half*>(s) + i, out[1]);
  __builtin_amdgcn_s_barrier();
  out[0] = reinterpret_cast<__half*>(s)[i];
}
