// SPDX-License-Identifier: Apache-2.0
#include <hip/hip_runtime.h>

#include <hipshim/warp32.hpp>

#include "scale.hpp"

__global__ void scale_kernel(float* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float factor = hipshim::warp32::shfl(threadIdx.x % 32 == 0 ? float(FACTOR) : 0.0f, 0);
  if (i < n) values[i] *= factor;
}

bool scale(float* values, int n) {
  const auto bytes = n * sizeof(float);
  float* device = nullptr;
  bool good = hipMalloc(&device, bytes) == hipSuccess;
  good = good && hipMemcpy(device, values, bytes, hipMemcpyHostToDevice) == hipSuccess;
  if (good) scale_kernel<<<(n + 127) / 128, 128>>>(device, n);
  good = good && hipMemcpy(values, device, bytes, hipMemcpyDeviceToHost) == hipSuccess;
  return hipFree(device) == hipSuccess && good && hipGetLastError() == hipSuccess;
}
