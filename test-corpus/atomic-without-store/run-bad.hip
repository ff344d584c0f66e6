// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>
#include HIPAUDIT_CASE

__global__ void uses_half(__half* data) { (void)atomicAddHalf(data, __float2half(0.5f)); }
__global__ void uses_float(float* data) { (void)AtomicAdd(data, 1.0f); }
__global__ void uses_pairs(__half2* data) {
  detail::atomic_add(data, __floats2half2_rn(1.0f, 0.5f));
}
__global__ void uses_double(double* data) { (void)atomicSum(data, 1.0); }
__global__ void uses_maximum(float* data) { atomicMaxOf(data, static_cast<float>(threadIdx.x)); }

int main() {
  constexpr const char* kLost = "nothing is stored";
  constexpr const char* kPlain = "the back end runs one thread at a time: no store is lost";
  KERNEL(uses_half).grid(1).block(64).elements(2)
      .with(__float2half(0.0f))
      .expect(0, [](size_t i) { return __float2half(i == 0 ? 32.0f : 0.0f); })
      .everywhere(kLost);
  KERNEL(uses_float).grid(1).block(64).elements(2)
      .with(0)
      .expect(0, [](size_t i) { return i == 0 ? 64.0f : 0.0f; })
      .everywhere(kLost)
      .unfixed("it returns the new value, as no atomic does");
  KERNEL(uses_pairs).same(kPlain);
  KERNEL(uses_double).same(kPlain);
  KERNEL(uses_maximum).same(kPlain);
  SKIP(use, "its calls are run one by one");
}
