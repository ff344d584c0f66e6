// SPDX-License-Identifier: Apache-2.0
// Threads that bring their own stream, and macros that HIP never compiles.
#include <hip/hip_runtime.h>

#ifdef __CUDACC_VER_MAJOR__
#define CUDA_API_PER_THREAD_DEFAULT_STREAM
#endif

// CUDA_API_PER_THREAD_DEFAULT_STREAM in a comment is not a definition.
static const char* const kHint = "build the CUDA version with CUDA_API_PER_THREAD_DEFAULT_STREAM";

__global__ void scale(float* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= 2.0f;
}

void stream_of_the_thread(float* data, int n) {
  scale<<<(n + 255) / 256, 256, 0, hipStreamPerThread>>>(data, n);
}

void null_stream_in_a_legacy_unit(void** memory, size_t bytes) {
  (void)hipMallocAsync(memory, bytes, nullptr);
}

const char* hint() { return kHint; }
