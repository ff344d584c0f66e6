// SPDX-License-Identifier: Apache-2.0
// 16 bytes in one load and one store.
// isa all: global_load_(dwordx4|b128) == 1
// isa all: ds_(write|store)_b128 == 1
// isa all: s_barrier([[:space:]]|$|_signal) == 1
#include "kernel.hpp"

#include "hipshim/ptx.hpp"
ISA_KERNEL k(const unsigned* p, unsigned* out) {
  ISA_SHARED alignas(16) static unsigned tile[256];
  const unsigned i = __builtin_amdgcn_workitem_id_x();
  hipshim::ptx::cp_async<16>(tile + 4 * i, p + 4 * i);
  hipshim::ptx::cp_async_commit();
  hipshim::ptx::cp_async_wait<0>();
  hipshim::ptx::bar_sync();
  out[i] = tile[255 - i];
}
