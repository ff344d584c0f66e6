// SPDX-License-Identifier: Apache-2.0
#include <run.hpp>

// bad.hip does not compile before ROCm 7.14, and not on the back end. The reference is what CUDA
// does, one thread after another.
#ifdef HIPAUDIT_BAD
inline __half atomicAdd(__half* address, __half value) {
  const __half before = *address;
  *address = __hadd(before, value);
  return before;
}
inline __half2 atomicAdd(__half2* address, __half2 value) {
  const __half2 before = *address;
  *address = __hadd2(before, value);
  return before;
}
#endif
#include HIPAUDIT_CASE

int few(size_t i) { return static_cast<int>(i % 5); }

int main() {
  constexpr const char* kWhy = "the trap is that HIP lacks the function";
  KERNEL(scatter).with(_, few, _, 200).same(kWhy);
  KERNEL(scatter_pairs).with(_, few, _).same(kWhy);
  KERNEL(histogram).same(kWhy);
  KERNEL(backward<__half>).same(kWhy);
  KERNEL(backward<float>).same(kWhy);
}
