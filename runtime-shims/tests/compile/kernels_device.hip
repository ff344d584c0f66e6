// SPDX-License-Identifier: Apache-2.0
//
// The vendor's device-wide algorithms.
#include "kernel.hpp"

#include "hipshim/kernels/device.hpp"
#include "hipshim/kernels/reduce.hpp"

// rocPRIM 5.3 does not know gfx11 and gfx12, and would broadcast over rows of 16 lanes there.
#if defined(ROCPRIM_VERSION) && ROCPRIM_VERSION < 201200                                           \
    && (defined(__GFX11__) || defined(__GFX12__))
#define TEST_LIBRARY_TOO_OLD 1
#endif

#if defined(HIPSHIM_PRIMITIVES_HEADER) && !defined(TEST_LIBRARY_TOO_OLD)
namespace k = hipshim::kernels;

bool forwards(void* workspace, std::size_t bytes, float* out, const float* in, int* index,
              std::uint32_t* order, k::stream_t s) {
  return k::device_reduce(workspace, bytes, in, out, 100, 0.0f, k::plus(), s).ok()
         && k::device_inclusive_scan(workspace, bytes, in, out, 100, k::maximum(), s).ok()
         && k::device_exclusive_scan(workspace, bytes, in, out, 100, 0.0f, k::plus()).ok()
         && k::sort_index(workspace, bytes, index, index + 100, order, 100, 1000, s).ok();
}
#endif
