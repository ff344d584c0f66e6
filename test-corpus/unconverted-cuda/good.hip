// SPDX-License-Identifier: Apache-2.0
// CUDA's names given a meaning by the project itself, or not compiled at all.
#include <hip/hip_runtime.h>

// An alias header in the project's own words.
#define cudaMalloc hipMalloc
#define cudaFree(p) hipFree(p)
using cudaStream_t = hipStream_t;
typedef hipError_t cudaError_t;
static const hipError_t cudaSuccess = hipSuccess;

cudaError_t through_aliases(void** memory, size_t bytes, cudaStream_t stream) {
  if (cudaMalloc(memory, bytes) != cudaSuccess) return hipErrorOutOfMemory;
  (void)hipMemsetAsync(*memory, 0, bytes, stream);
  return cudaFree(*memory);
}

// Names of its own that look like the driver's, as parameters of a macro.
#define ON_DEVICE(cuDeviceId, cuStream) ((cuDeviceId) >= 0 ? (cuStream) : nullptr)

#ifdef __CUDACC_VER_MAJOR__
#include <cuda_runtime_api.h>
inline void on_nvidia_only() { cudaDeviceSynchronize(); }
#endif

// cudaMallocManaged(&p, n) in a comment.
const char* in_a_string() { return "cudaMemcpyAsync failed"; }

struct Device {
  int cudaIndex = 0;
  int cudaCount() const { return cudaIndex; }
};

namespace at {
namespace cuda {
inline hipStream_t getStreamFromPool() { return nullptr; }
}  // namespace cuda
}  // namespace at

int names_of_its_own(const Device& device) {
  const int cudaDevice = device.cudaIndex;
  hipStream_t stream = at::cuda::getStreamFromPool();
  return cudaDevice + device.cudaCount() + (stream == nullptr ? 1 : 0);
}

// A wrapper that tests error codes comes from a header of another project; CUDA has no such name.
template <typename Status>
void wrapper_of_another_project(Status status) {
  cudaSafeCall(status);
}
