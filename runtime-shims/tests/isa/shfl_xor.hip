// SPDX-License-Identifier: Apache-2.0
// isa all: ds_bpermute_b32 == 1
// isa all: s_cbranch|v_readlane|v_readfirstlane == 0
#include "kernel.hpp"

#include "hipshim/warp32.hpp"
ISA_KERNEL k(int* p) { p[0] = hipshim::warp32::shfl_xor_sync(0xffffffff, p[0], 1); }
