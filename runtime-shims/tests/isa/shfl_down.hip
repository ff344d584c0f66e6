// SPDX-License-Identifier: Apache-2.0
// isa all: ds_bpermute_b32 == 1
// isa all: s_cbranch == 0
#include "kernel.hpp"

#include "hipshim/warp32.hpp"
ISA_KERNEL k(float* p, unsigned n) { p[0] = hipshim::warp32::shfl_down(p[0], n); }
