// SPDX-License-Identifier: Apache-2.0
// expect: hipshim::transfer::Batch launches kernels: compile this file as HIP or CUDA
// A host compiler that has HIP's run time may own streams and pinned memory, but no kernel.
#include "../cpu/fake_runtime.hpp"
#define HIPSHIM_HOST_RUNTIME_HEADER <cstddef>
#include "hipshim/transfer.hpp"
hipshim::transfer::PinnedBuffer allowed(1);
hipshim::transfer::Batch batch;
