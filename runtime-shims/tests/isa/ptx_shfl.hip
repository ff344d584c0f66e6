// SPDX-License-Identifier: Apache-2.0
// isa all: ds_bpermute_b32 == 1
#include "kernel.hpp"

#include "hipshim/ptx.hpp"
ISA_KERNEL k(float* p) {
  bool within = false;
  p[0] = hipshim::ptx::shfl_up(0xffffffff, p[0], 1, 0, within);
  if (within) p[1] = 1;
}
