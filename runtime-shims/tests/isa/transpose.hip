// SPDX-License-Identifier: Apache-2.0
// All of a transpose moves 16 bytes an instruction, and no element passes through memory of its own.
// kernel _ZN.*transpose_wide.*
// isa all: ds_(read|load)_b128 == 4
// isa all: ds_(write|store)_b128 == 4
// isa all: global_load_(dwordx4|b128) == 4
// isa all: global_store_(dwordx4|b128) == 4
// isa all: \s(scratch|buffer)_(load|store)_ == 0
#include "hipshim/kernels/transpose.hpp"
template __global__ void hipshim::kernels::detail::transpose_wide<float>(
    float*, const float*, hipshim::kernels::detail::TransposeSize, std::size_t);
