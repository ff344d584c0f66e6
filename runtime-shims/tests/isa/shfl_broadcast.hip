// SPDX-License-Identifier: Apache-2.0
// isa all: ds_bpermute_b32 == 2
#include "kernel.hpp"

#include "hipshim/warp32.hpp"
ISA_KERNEL k(double* p) { p[0] = hipshim::warp32::shfl(p[0], 0); }
