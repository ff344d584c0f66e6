// SPDX-License-Identifier: Apache-2.0
// A service with one worker per thread, which asked CUDA for a default stream per thread.
#define CUDA_API_PER_THREAD_DEFAULT_STREAM 1  // trap: per-thread-stream-lost "does not read CUDA_API_PER_THREAD_DEFAULT_STREAM"
#define HIP_API_PER_THREAD_DEFAULT_STREAM     // trap: per-thread-stream-lost "launches stay on the legacy stream"
#include <hip/hip_runtime.h>

__global__ void scale(float* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= 2.0f;
}

void worker(float* data, const float* host, int n) {
  (void)hipMemcpyAsync(data, host, n * sizeof(float), hipMemcpyHostToDevice);
  scale<<<(n + 255) / 256, 256>>>(data, n);
}
