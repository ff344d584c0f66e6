// SPDX-License-Identifier: Apache-2.0
// PCIe carries no integer minimum: the instruction may do nothing there.
// isa all: cmpswap == 1
// isa all: atomic_(s|u)?min == 0
#include "kernel.hpp"

#include "hipshim/atomic.hpp"
ISA_KERNEL k(int* p, int* out) { out[0] = hipshim::atomic::min_fine_grained(p, out[1]); }
