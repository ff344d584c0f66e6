// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

// The pointer's target is declared only: no definition is at hand.
__device__ float atomicScale(float* address, float value) { return *address *= value; }

__global__ void uses_all(float* f, int* i, unsigned* u) {
  f[1 + threadIdx.x] = atomicLoadFloat(f);
  i[2 + threadIdx.x] = atomicRead(i);
  nonAtomicAdd(f + 300 + threadIdx.x, 1.0f);
  atomicStoreWord(u, 2u);
  if (isAtomicSafe(f)) fastAtomicAdd(f, 1.0f);
  atomicAppend(i, i + 1, 4);
  (void)atomicMulFloat(f + 700, 0.5f);
}

int main() {
  KERNEL(uses_all).with(_, 0, _);
  KERNEL(atomicBaseline);
  SKIP(use, "its calls are run one by one; the back end is the host's pass for atomicAddBoth");
}
