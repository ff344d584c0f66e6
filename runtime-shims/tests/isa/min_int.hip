// SPDX-License-Identifier: Apache-2.0
// isa all: cmpswap == 0
// isa all: global_atomic_(smin|min_i32) == 1
#include "kernel.hpp"

#include "hipshim/atomic.hpp"
ISA_KERNEL k(int* p, int* out) { out[0] = hipshim::atomic::min(p, out[1]); }
