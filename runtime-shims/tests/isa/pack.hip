// SPDX-License-Identifier: Apache-2.0
// The table of arrays is read from the kernel's parameters, not copied first.
// kernel _ZN.*copy_piecesILb1.*
// isa all: (global|flat)_load_(dwordx4|b128) == 5
// isa all: \s(scratch|buffer)_(load|store)_ == 0
#include "hipshim/kernels/pack.hpp"
template __global__ void hipshim::kernels::detail::copy_pieces<true>(
    const hipshim::kernels::detail::PackTable);
