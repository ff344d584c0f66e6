// SPDX-License-Identifier: Apache-2.0
// Pairs of halves are added natively where the target can, and the sums stay in registers.
// kernel _ZN.*scatter_rows.*
// isa gfx942 gfx950 gfx1201: (global|flat)_atomic_cmpswap == 0
// isa all: \s(scratch|buffer)_(load|store)_ == 0
// isa all: ds_(cmpst|cmpstore)_rtn == 4
#include "hipshim/detail/half_types.hpp"
#include "hipshim/kernels/scatter_add.hpp"
template __global__ void
hipshim::kernels::detail::scatter_rows<hipshim::kernels::detail::HalfElement, 16, int, 4>(
    char*, const char*, const int*, hipshim::kernels::detail::ScatterSize);
