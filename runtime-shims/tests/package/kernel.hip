// SPDX-License-Identifier: Apache-2.0
//
// No header of HIP is needed for a warp; for the host's side of a kernel one would be.
#include <hipshim/warp32.hpp>

__attribute__((device)) inline float sum(float v) {
  for (unsigned d = 16; d > 0; d /= 2) v += hipshim::warp32::shfl_down_sync(~0u, v, d);
  return v;
}

#if defined(__HIP_DEVICE_COMPILE__)
__attribute__((global)) void sums(const float* in, float* out) {
  const float v = sum(in[hipshim::warp32::lane_id()]);
  if (hipshim::warp32::lane_id() == 0) *out = v;
}
#endif
