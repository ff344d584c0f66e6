// SPDX-License-Identifier: Apache-2.0
// Limits of intra-wave-lock.
#include <hip/hip_runtime.h>

// What the lane of a tile got is kept in a field, which is not followed.
struct TileLock {
  int* state;
  bool held;
  __device__ bool try_lock(int lane) {
    int old = 1;
    if (lane == 0) old = atomicExch(state, 1);
    held = __shfl(old, 0, 32) == 0;
    return held;
  }
  __device__ void unlock() { atomicExch(state, 0); }
};

__global__ void lock_in_a_field(TileLock lock, float* sum) {
  const int lane = threadIdx.x & 31;
  while (!lock.try_lock(lane)) {  // miss: intra-wave-lock the result goes through a field
  }
  if (lane == 0) {
    *sum += 1;
    lock.unlock();
  }
}

// Clang's own atomics have no kind in kernel form.
__global__ void lock_by_builtin(int* lock, float* sum) {
  int open = 0;
  // miss+1: intra-wave-lock __hip_atomic_* is not modelled
  while (!__hip_atomic_compare_exchange_strong(lock, &open, 1, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED,
                                               __HIP_MEMORY_SCOPE_AGENT))
    open = 0;
  *sum += 1;
  __hip_atomic_store(lock, 0, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
}
