// SPDX-License-Identifier: Apache-2.0
// Tests of the wave size that choose, and tests of other things.
#include <hip/hip_runtime.h>

#include <stdexcept>

template <int Lanes>
__global__ void sized(float* x) {
  x[threadIdx.x / Lanes] = 0.0f;
}

void chooses(const hipDeviceProp_t& prop, float* x) {
  if (prop.warpSize != 32) {
    sized<64><<<1, 256>>>(x);
    return;
  }
  sized<32><<<1, 256>>>(x);
}

int counts(const hipDeviceProp_t& prop) {
  if (prop.warpSize != 32) return 64;
  return 32;
}

void refuses_what_is_neither(const hipDeviceProp_t& prop) {
  if (prop.warpSize != 32 && prop.warpSize != 64) throw std::runtime_error("unknown wave size");
}

struct Description {
  int warpSize;
};
void of_a_table(const Description& entry) {
  if (entry.warpSize != 32) throw std::runtime_error("the table is for 32");
}

void of_another_property(const hipDeviceProp_t& prop) {
  if (prop.multiProcessorCount != 32) throw std::runtime_error("wants 32 compute units");
}
