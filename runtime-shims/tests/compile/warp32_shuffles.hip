// SPDX-License-Identifier: Apache-2.0
//
// Every shuffle with every kind of type, mask and width.
#include "kernel.hpp"

#include "hipshim/warp32.hpp"

#include "hipshim/detail/half_types.hpp"

namespace w = hipshim::warp32;

enum class Color : unsigned char { kRed, kBlue };
struct Pair {
  int key;
  double value;
  char tag;
};
struct ThreeBytes {
  unsigned char rgb[3];
};
struct NoDefault {
  HIPSHIM_HOST_DEVICE explicit NoDefault(long long first) : a(first), b(0) {}
  long long a;
  short b;
};

template <class T>
HIPSHIM_DEVICE void shuffles(T* data, int n, unsigned mask) {
  const unsigned steps = static_cast<unsigned>(n);
  T v = data[0];
  v = static_cast<T>(w::shfl(v, n));
  v = static_cast<T>(w::shfl(v, 3, 8));
  v = static_cast<T>(w::shfl_up(v, 1));
  v = static_cast<T>(w::shfl_up(v, steps, 16));
  v = static_cast<T>(w::shfl_down(v, 16));
  v = static_cast<T>(w::shfl_down(v, steps, 4));
  v = static_cast<T>(w::shfl_xor(v, 1));
  v = static_cast<T>(w::shfl_xor(v, n, 2));
  v = static_cast<T>(w::shfl_sync(mask, v, n));
  v = static_cast<T>(w::shfl_sync(0xffffffff, v, 0, 32));
  v = static_cast<T>(w::shfl_up_sync(-1, v, 1));
  v = static_cast<T>(w::shfl_up_sync(0xffffffffULL, v, steps, 16));
  v = static_cast<T>(w::shfl_down_sync(~0u, v, 16));
  v = static_cast<T>(w::shfl_down_sync(~0ull, v, steps, n));
  v = static_cast<T>(w::shfl_xor_sync((1ull << 32) - 1, v, 1));
  v = static_cast<T>(w::shfl_xor_sync(w::active_mask(), v, n, 1));
  data[0] = v;
}

TEST_KERNEL shuffle_numbers(bool* b, char* c, signed char* sc, unsigned char* uc, short* s,
                            unsigned short* us, int* i, unsigned* u, long* l, unsigned long* ul,
                            long long* ll, unsigned long long* ull, float* f, double* d, int n) {
  shuffles(b, n, 1u);
  shuffles(c, n, 1u);
  shuffles(sc, n, 1u);
  shuffles(uc, n, 1u);
  shuffles(s, n, 1u);
  shuffles(us, n, 1u);
  shuffles(i, n, 1u);
  shuffles(u, n, 1u);
  shuffles(l, n, 1u);
  shuffles(ul, n, 1u);
  shuffles(ll, n, 1u);
  shuffles(ull, n, 1u);
  shuffles(f, n, 1u);
  shuffles(d, n, 1u);
}

TEST_KERNEL shuffle_records(Color* color, Pair* pair, ThreeBytes* three, NoDefault* strict,
                            void** pointer, int n) {
  shuffles(color, n, 3u);
  shuffles(pair, n, 3u);
  shuffles(three, n, 3u);
  shuffles(strict, n, 3u);
  shuffles(pointer, n, 3u);
}

#if defined(HIPSHIM_FP16_HEADER)
TEST_KERNEL shuffle_halves(__half* h, __half2* h2, int n) {
  shuffles(h, n, 7u);
  shuffles(h2, n, 7u);
}
#endif
#if defined(HIPSHIM_BF16_HEADER)
TEST_KERNEL shuffle_bfloats(HIPSHIM_BF16* b, HIPSHIM_BF162* b2, int n) {
  shuffles(b, n, 7u);
  shuffles(b2, n, 7u);
}
#endif
#if defined(HIPSHIM_BFLOAT16_HEADER)
TEST_KERNEL shuffle_old_bfloat(hip_bfloat16* b, int n) { shuffles(b, n, 7u); }
#endif

// As on CUDA, a small integer comes back as int; anything else as itself.
static_assert(std::is_same<decltype(w::shfl(short{}, 0)), int>::value, "promoted");
static_assert(std::is_same<decltype(w::shfl_sync(1, true, 0)), int>::value, "promoted");
static_assert(std::is_same<decltype(w::shfl_xor(1u, 1)), unsigned>::value, "kept");
static_assert(std::is_same<decltype(w::shfl_down(1.0, 1u)), double>::value, "kept");
static_assert(std::is_same<decltype(w::shfl_up(ThreeBytes{}, 1u)), ThreeBytes>::value, "kept");
