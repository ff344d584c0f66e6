// SPDX-License-Identifier: Apache-2.0
// Eight rows of eight halves are turned in registers.
// kernel _ZN.*transpose_wide.*
// isa all: ds_(read|load)_b128 == 8
// isa all: ds_(write|store)_b128 == 8
// isa all: ds_(read|load|write|store)_[ubi]*(8|16) == 0
// isa all: \s(scratch|buffer)_(load|store)_ == 0
#include "hipshim/kernels/transpose.hpp"
template __global__ void hipshim::kernels::detail::transpose_wide<unsigned short>(
    unsigned short*, const unsigned short*, hipshim::kernels::detail::TransposeSize, std::size_t);
