// SPDX-License-Identifier: Apache-2.0
// Four rows under way, 16 bytes each.
// kernel _ZN.*gather_rows.*
// isa all: (global|flat)_load_(dwordx4|b128) == 4
// isa all: (global|flat)_store_(dwordx4|b128) == 4
// isa all: \s(scratch|buffer)_(load|store)_ == 0
#include "hipshim/kernels/gather.hpp"
template __global__ void hipshim::kernels::detail::gather_rows<16, int, false>(
    char*, const char*, const int*, const std::uint32_t*, std::size_t, std::size_t, unsigned,
    std::size_t);
