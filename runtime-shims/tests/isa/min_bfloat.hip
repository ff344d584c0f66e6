// SPDX-License-Identifier: Apache-2.0
// isa all: cmpswap == 1
#include "kernel.hpp"

#include "hipshim/atomic.hpp"
#if !defined(HIPSHIM_BFLOAT16_HEADER)
#error "this test needs hip_bfloat16.h"
#endif
ISA_KERNEL k(hip_bfloat16* p, hip_bfloat16* out, int i) {
  out[0] = hipshim::atomic::min(p + i, out[1]);
}
