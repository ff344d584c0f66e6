// SPDX-License-Identifier: Apache-2.0
//
// Every form of min and max, for every type that has one, in global and in shared memory.
#include "kernel.hpp"

#include "hipshim/atomic.hpp"

namespace a = hipshim::atomic;

template <class T>
HIPSHIM_DEVICE void extremes(T* data, T value) {
  data[0] = a::min(data + 1, value);
  data[2] = a::max(data + 3, value);
  a::min_noret(data + 4, value);
  a::max_noret(data + 5, value);
  data[6] = a::min_fine_grained(data + 7, value);
  data[8] = a::max_fine_grained(data + 9, value);
}

TEST_KERNEL extreme_numbers(int* i, unsigned* u, long* l, unsigned long* ul, long long* ll,
                            unsigned long long* ull, float* f, double* d) {
  extremes(i, i[10]);
  extremes(u, u[10]);
  extremes(l, l[10]);
  extremes(ul, ul[10]);
  extremes(ll, ll[10]);
  extremes(ull, ull[10]);
  extremes(f, f[10]);
  extremes(d, d[10]);
  a::min(f, 1);
  a::max(d, 1.0f);
}

#if defined(HIPSHIM_FP16_HEADER)
TEST_KERNEL extreme_halves(__half* h, __half2* h2) {
  extremes(h, h[10]);
  extremes(h2, h2[10]);
#if defined(__HIP__) || defined(__CUDACC__)
  __shared__ __half2 shared[16];
  shared[threadIdx.x & 15] = h2[0];
  __syncthreads();
  extremes(reinterpret_cast<__half*>(shared), h[10]);
  extremes(shared, h2[10]);
  __syncthreads();
  h2[0] = shared[threadIdx.x & 15];
#endif
}
#endif
#if defined(HIPSHIM_BF16_HEADER)
TEST_KERNEL extreme_bfloats(HIPSHIM_BF16* b, HIPSHIM_BF162* b2) {
  extremes(b, b[10]);
  extremes(b2, b2[10]);
}
#endif
#if defined(HIPSHIM_BFLOAT16_HEADER)
TEST_KERNEL extreme_old_bfloat(hip_bfloat16* b) { extremes(b, b[10]); }
#endif
#if defined(HIPSHIM_FLOAT16)
TEST_KERNEL extreme_compiler_halves(HIPSHIM_FLOAT16* h) {
  extremes(h, h[10]);
  h[11] = a::add(h + 12, h[13]);
}
#endif
