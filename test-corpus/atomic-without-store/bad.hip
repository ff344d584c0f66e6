// SPDX-License-Identifier: Apache-2.0
// Helpers named as atomics whose branch for AMD stores nothing, or stores plainly.
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>

// HIP never defines __CUDA_ARCH__, so the fallback for old GPUs wins.
__device__ __half atomicAddHalf(__half* address, __half value) {  // trap: atomic-without-store "never stores"
#if __CUDA_ARCH__ >= 700
  return atomicAdd(address, value);
#else
  return __hadd(*address, value);
#endif
}

// Sums in float, stores nothing.
static __device__ __forceinline__ float AtomicAdd(float* target, float amount) {  // trap: atomic-without-store
  return *target + amount;
}

// Stores, but not atomically.
namespace detail {
__device__ inline void atomic_add(__half2* slot, __half2 amount) {  // trap: atomic-without-store "one wins"
  *slot = __hadd2(*slot, amount);
}
}  // namespace detail

__device__ double atomicSum(double* address, double value) {  // trap: atomic-without-store
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 600
  return atomicAdd(address, value);
#else
  double old = *address;
  *address = old + value;
  return old;
#endif
}

// A maximum has no call that stands in for it.
template <typename T>
__device__ void atomicMaxOf(T* address, T value) {  // trap: atomic-without-store
  if (*address < value) *address = *address < value ? value : *address;
}

__global__ void use(__half* h, float* f, __half2* p, double* d) {
  h[1] = atomicAddHalf(h, h[2]);
  f[1] = AtomicAdd(f, 1.0f);
  detail::atomic_add(p, p[1]);
  d[1] = atomicSum(d, 1.0);
  atomicMaxOf(f, 2.0f);
}
