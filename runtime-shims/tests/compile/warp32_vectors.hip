// SPDX-License-Identifier: Apache-2.0
//
// The toolkit's vector types, and larger structs, travel through shuffles as they are.
#include "kernel.hpp"

#include "hipshim/warp32.hpp"

#if defined(__HIP__) || defined(__CUDACC__)
namespace w = hipshim::warp32;

template <class T>
HIPSHIM_DEVICE void shuffles(T* data, int n) {
  data[1] = w::shfl(data[0], n);
  data[2] = w::shfl_up_sync(0xffffffff, data[0], 1);
  data[3] = w::shfl_down_sync(~0ull, data[0], 2, 8);
  data[4] = w::shfl_xor_sync(-1, data[0], 4);
}

struct Sixty {
  float values[15];
};

TEST_KERNEL shuffle_vectors(char4* c4, short2* s2, int2* i2, int3* i3, uint4* u4, float2* f2,
                            float3* f3, float4* f4, double2* d2, longlong2* l2, Sixty* sixty,
                            int n) {
  shuffles(c4, n);
  shuffles(s2, n);
  shuffles(i2, n);
  shuffles(i3, n);
  shuffles(u4, n);
  shuffles(f2, n);
  shuffles(f3, n);
  shuffles(f4, n);
  shuffles(d2, n);
  shuffles(l2, n);
  shuffles(sixty, n);
}
#endif
