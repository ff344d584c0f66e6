// SPDX-License-Identifier: Apache-2.0
// A file that hipify converted in part: what macros, templates and new functions hid is still CUDA's.
#include <hip/hip_runtime.h>
#include <cuda_profiler_api.h>  // trap: unconverted-cuda "<hip/hip_runtime_api.h>"

#define RELEASE(p) cudaFree(p)  // trap: unconverted-cuda "`hipFree`"

template <typename T>
void prefetch(T* data, size_t count, int device, hipStream_t stream) {
  cudaMemPrefetchAsync(data, count * sizeof(T), device, stream);  // trap: unconverted-cuda "`hipMemPrefetchAsync`"
  cudaMemPrefetchAsync(data + count, count * sizeof(T), device, stream);
}

template <typename T>
size_t reduce_bytes(T* in, T* out, int n) {
  size_t bytes = 0;
  cub::DeviceReduce::Sum(nullptr, bytes, in, out, n);  // trap: unconverted-cuda "`hipcub::`"
  return bytes;
}

void driver() {
  CUcontext context;        // trap: unconverted-cuda "`CUcontext`"
  cuCtxGetCurrent(&context);  // trap: unconverted-cuda "`cuCtxGetCurrent`"
}

hipError_t mixed(float* data, size_t bytes) {
  hipError_t status = hipMemset(data, 0, bytes);
  if (status == hipSuccess) status = hipDeviceSynchronize();
  return status == hipSuccess ? hipFree(data) : status;
}

// Types and constants whose HIP name follows another rule.
int quarter(const unsigned char* bytes, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i)
    sum += static_cast<int>(reinterpret_cast<const __nv_fp8_e4m3*>(bytes)[i]);  // trap: unconverted-cuda "HIP's is `__hip_fp8_e4m3`"
  return sum + CUBLAS_GEMM_DEFAULT_TENSOR_OP;  // trap: unconverted-cuda "HIP's is `HIPBLAS_GEMM_DEFAULT`"
}
