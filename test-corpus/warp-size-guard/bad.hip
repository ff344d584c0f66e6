// SPDX-License-Identifier: Apache-2.0
// Code that runs on one wave size only, and says so.
#include <hip/hip_runtime.h>

#include <cstdlib>
#include <stdexcept>

void throws(const hipDeviceProp_t& prop) {
  if (prop.warpSize != 32) throw std::runtime_error("warps of 32 threads only");  // trap: warp-size-guard @wave64 "refuses gfx90a with its 64"
}

int exits(int device) {
  hipDeviceProp_t prop;
  (void)hipGetDeviceProperties(&prop, device);
  const int lanes = prop.warpSize;
  if (!(lanes == 32)) {  // trap: warp-size-guard @wave64 "gives up unless waves have 32 lanes"
    std::exit(1);
  }
  return lanes;
}

hipError_t returns_an_error(int device) {
  int lanes = 0;
  (void)hipDeviceGetAttribute(&lanes, hipDeviceAttributeWarpSize, device);
  if (32 != lanes) return hipErrorInvalidDevice;  // trap: warp-size-guard @wave64
  return hipSuccess;
}

bool needs_the_other_one(const hipDeviceProp_t* prop) {
  if (prop->warpSize != 64) return false;  // trap: warp-size-guard @wave32 "refuses gfx1100 with its 32"
  return true;
}

// trap+1: warp-size-guard @wave64
#define CHECK_LANES(p) if ((p).warpSize != 32) std::abort()
void by_a_macro(const hipDeviceProp_t& prop, const hipDeviceProp_t& other) {
  CHECK_LANES(prop);
  CHECK_LANES(other);
}
