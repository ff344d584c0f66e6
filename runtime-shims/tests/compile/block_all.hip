// SPDX-License-Identifier: Apache-2.0
//
// Every function of block.hpp, with its own shared memory and with the caller's.
#include "kernel.hpp"

#include "hipshim/block.hpp"

namespace b = hipshim::block;

template <class T>
HIPSHIM_DEVICE void ordered(b::scratch<T>& s, T v, T* out) {
  auto total = b::reduce_sum(v);
  out[0] = static_cast<T>(b::reduce_sum(s, v));
  out[1] = static_cast<T>(b::reduce_min(s, v));
  out[2] = static_cast<T>(b::reduce_max(s, v));
  out[3] = static_cast<T>(b::reduce_sum(v));
  out[4] = static_cast<T>(b::reduce_min(v));
  out[5] = static_cast<T>(b::reduce_max(v));
  out[6] = static_cast<T>(b::inclusive_sum(s, v, &total));
  out[7] = static_cast<T>(b::inclusive_min(s, v));
  out[8] = static_cast<T>(b::inclusive_max(v));
  out[9] = static_cast<T>(b::exclusive_sum(v, &total));
  out[10] = static_cast<T>(b::exclusive_min(s, v));
  out[11] = static_cast<T>(b::exclusive_max(v));
  out[12] = static_cast<T>(total);
}

template <class T>
HIPSHIM_DEVICE void bitwise(b::scratch<T>& s, T v, T* out) {
  out[0] = static_cast<T>(b::reduce_and(s, v));
  out[1] = static_cast<T>(b::reduce_or(v));
  out[2] = static_cast<T>(b::reduce_xor(v));
  out[3] = static_cast<T>(b::inclusive_and(s, v));
  out[4] = static_cast<T>(b::inclusive_or(v));
  out[5] = static_cast<T>(b::inclusive_xor(v));
  out[6] = static_cast<T>(b::exclusive_and(s, v));
  out[7] = static_cast<T>(b::exclusive_or(v));
  out[8] = static_cast<T>(b::exclusive_xor(v));
}

TEST_KERNEL block_integers(bool* o, short* s, int* i, unsigned long long* u) {
  HIPSHIM_SHARED static b::scratch<bool> bools;
  HIPSHIM_SHARED static b::scratch<short> shorts;
  HIPSHIM_SHARED static b::scratch<int> ints;
  HIPSHIM_SHARED static b::scratch<unsigned long long> longs;
  ordered(bools, o[0], o);
  ordered(shorts, s[0], s);
  ordered(ints, i[0], i);
  ordered(longs, u[0], u);
  bitwise(shorts, s[0], s);
  bitwise(ints, i[0], i);
  bitwise(longs, u[0], u);
}

TEST_KERNEL block_floats(float* f, double* d) {
  HIPSHIM_SHARED static b::scratch<float> floats;
  HIPSHIM_SHARED static b::scratch<double> doubles;
  ordered(floats, f[0], f);
  ordered(doubles, d[0], d);
}

#if defined(HIPSHIM_FP16_HEADER)
TEST_KERNEL block_halves(__half* h) {
  HIPSHIM_SHARED static b::scratch<__half> halves;
  ordered(halves, h[0], h);
}
#endif

TEST_KERNEL block_votes(int* out) {
  HIPSHIM_SHARED static b::scratch<int> s;
  out[0] = b::count(out[1]) + b::count(s, out[1]) + b::any(out[2]) + b::any(s, out[2])
           + b::all(out[3]) + b::all(s, out[3]);
  out[1] = static_cast<int>(b::size() + b::thread_rank());
}
