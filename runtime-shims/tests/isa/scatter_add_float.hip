// SPDX-License-Identifier: Apache-2.0
// Coarse memory is promised, so floats are added natively on these.
// kernel _ZN.*scatter_rows.*
// isa gfx90a gfx942 gfx950 gfx1100 gfx1201: (global|flat)_atomic_cmpswap == 0
// isa all: \s(scratch|buffer)_(load|store)_ == 0
#include "hipshim/detail/half_types.hpp"
#include "hipshim/kernels/scatter_add.hpp"
template __global__ void
hipshim::kernels::detail::scatter_rows<hipshim::kernels::detail::FloatElement, 16, int, 4>(
    char*, const char*, const int*, hipshim::kernels::detail::ScatterSize);
