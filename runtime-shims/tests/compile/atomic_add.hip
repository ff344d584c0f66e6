// SPDX-License-Identifier: Apache-2.0
//
// Every form of add, for every type that has one, in global and in shared memory.
#include "kernel.hpp"

#include "hipshim/atomic.hpp"

namespace a = hipshim::atomic;

template <class T>
HIPSHIM_DEVICE void adds(T* data, T value) {
  data[0] = a::add(data + 1, value);
  a::add_noret(data + 2, value);
  a::add_noret(data, std::size_t{3}, std::size_t{8}, value);
  data[4] = a::add_fine_grained(data + 5, value);
}

TEST_KERNEL add_numbers(int* i, unsigned* u, long* l, unsigned long* ul, long long* ll,
                        unsigned long long* ull, float* f, double* d) {
  adds(i, i[7]);
  adds(u, u[7]);
  adds(l, l[7]);
  adds(ul, ul[7]);
  adds(ll, ll[7]);
  adds(ull, ull[7]);
  adds(f, f[7]);
  adds(d, d[7]);
  a::add(f, 1);
  a::add(d, 1.0f);
}

#if defined(HIPSHIM_FP16_HEADER)
TEST_KERNEL add_halves(__half* h, __half2* h2) {
  adds(h, h[7]);
  adds(h2, h2[7]);
#if defined(__HIP__) || defined(__CUDACC__)
  __shared__ __half2 shared[8];
  shared[threadIdx.x & 7] = h2[0];
  __syncthreads();
  adds(reinterpret_cast<__half*>(shared), h[7]);
  adds(shared, h2[7]);
  __syncthreads();
  h2[0] = shared[threadIdx.x & 7];
#endif
}
#endif
#if defined(HIPSHIM_BF16_HEADER)
TEST_KERNEL add_bfloats(HIPSHIM_BF16* b, HIPSHIM_BF162* b2) {
  adds(b, b[7]);
  adds(b2, b2[7]);
}
#endif
#if defined(HIPSHIM_BFLOAT16_HEADER)
TEST_KERNEL add_old_bfloat(hip_bfloat16* b) { adds(b, b[7]); }
#endif
