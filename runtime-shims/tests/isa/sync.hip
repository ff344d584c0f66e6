// SPDX-License-Identifier: Apache-2.0
// No instruction of its own, but the value must be read back from shared memory.
// isa all: s_barrier == 0
// isa all: ds_(write|store)_b32 == 1
// isa all: ds_(read|load)_b32 == 1
#include "kernel.hpp"

#include "hipshim/warp32.hpp"
ISA_KERNEL k(int* p) {
  ISA_SHARED static int s[32];
  const unsigned lane = hipshim::warp32::lane_id();
  s[lane] = p[lane];
  hipshim::warp32::sync();
  p[lane] = s[lane];
}
