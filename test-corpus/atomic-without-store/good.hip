// SPDX-License-Identifier: Apache-2.0
// Helpers named as atomics that are, or that promise no update.
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>

__device__ float atomicLoadFloat(const float* address) { return *address; }
__device__ int atomicRead(int* address) { return *static_cast<volatile int*>(address); }
__device__ void nonAtomicAdd(float* address, float value) { *address += value; }
__device__ void atomicStoreWord(volatile unsigned* address, unsigned value) { *address = value; }
__device__ bool isAtomicSafe(float* address) { return address != nullptr; }

__device__ float atomicAddFloat(float* address, float value) { return atomicAdd(address, value); }

// Passes the pointer on.
template <typename T>
__device__ void fastAtomicAdd(T* base, T value) {
  atomicAddFloat(base, value);
}

__device__ float atomicMulFloat(float* address, float value) {
  int* bits = reinterpret_cast<int*>(address);
  int seen = *bits;
  int assumed;
  do {
    assumed = seen;
    seen = atomicCAS(bits, assumed, __float_as_int(__int_as_float(assumed) * value));
  } while (assumed != seen);
  return __int_as_float(seen);
}

// Under a lock: the update itself is plain.
__device__ void atomicAppend(int* list, int* lock, int value) {
  if (atomicCAS(lock, 0, 1) == 0) {
    list[0] = list[0] + value;
    __threadfence();
    atomicExch(lock, 0);
  }
}

// The device's branch is the one that HIP compiles.
__host__ __device__ inline void atomicAddBoth(float* address, float value) {
#ifdef __HIP_DEVICE_COMPILE__
  atomicAdd(address, value);
#else
  *address += value;
#endif
}

// Declared here, defined elsewhere.
__device__ float atomicScale(float* address, float value);

// Not a helper: the kernel's name says what it measures.
__global__ void atomicBaseline(float* out) { out[threadIdx.x] = out[threadIdx.x] + 1.0f; }

__global__ void use(float* f, int* i, unsigned* u) {
  f[1] = atomicLoadFloat(f);
  i[1] = atomicRead(i);
  nonAtomicAdd(f + threadIdx.x, 1.0f);
  atomicStoreWord(u, 2u);
  if (isAtomicSafe(f)) fastAtomicAdd(f, 1.0f);
  f[2] = atomicMulFloat(f, 3.0f);
  atomicAppend(i, i + 1, 4);
  atomicAddBoth(f, 1.0f);
}
