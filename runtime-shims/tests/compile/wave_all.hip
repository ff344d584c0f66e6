// SPDX-License-Identifier: Apache-2.0
//
// Every function of wave.hpp with every type, with and without mask.
#include "kernel.hpp"

#include "hipshim/wave.hpp"

namespace w = hipshim::wave;

template <class T>
HIPSHIM_DEVICE void appended(T* counter, T* out) {
  out[0] = w::append(counter);
  out[1] = w::append(counter, 1);
}
template HIPSHIM_DEVICE void appended<int>(int*, int*);
template HIPSHIM_DEVICE void appended<unsigned>(unsigned*, unsigned*);
template HIPSHIM_DEVICE void appended<unsigned long long>(unsigned long long*, unsigned long long*);

template <class T>
HIPSHIM_DEVICE void ordered(T v, T* out, std::uint64_t mask) {
  out[0] = static_cast<T>(w::reduce_sum(v));
  out[1] = static_cast<T>(w::reduce_min(v));
  out[2] = static_cast<T>(w::reduce_max(v));
  out[3] = static_cast<T>(w::reduce_sum_sync(mask, v));
  out[4] = static_cast<T>(w::reduce_min_sync(mask, v));
  out[5] = static_cast<T>(w::reduce_max_sync(mask, v));
  out[6] = static_cast<T>(w::reduce_sum<32>(v));
  out[7] = static_cast<T>(w::reduce_min<16>(v));
  out[8] = static_cast<T>(w::reduce_max<8>(v));
  out[9] = static_cast<T>(w::reduce_sum_sync<4>(mask, v));
  out[10] = static_cast<T>(w::reduce_min_sync<2>(mask, v));
  out[11] = static_cast<T>(w::reduce_max_sync<32>(mask, v));
  out[12] = static_cast<T>(w::inclusive_sum(v));
  out[13] = static_cast<T>(w::inclusive_min(v));
  out[14] = static_cast<T>(w::inclusive_max(v));
  out[15] = static_cast<T>(w::inclusive_sum_sync(mask, v));
  out[16] = static_cast<T>(w::inclusive_min_sync(mask, v));
  out[17] = static_cast<T>(w::inclusive_max_sync(mask, v));
  out[18] = static_cast<T>(w::exclusive_sum(v));
  out[19] = static_cast<T>(w::exclusive_min(v));
  out[20] = static_cast<T>(w::exclusive_max(v));
  out[21] = static_cast<T>(w::exclusive_sum_sync(mask, v));
  out[22] = static_cast<T>(w::exclusive_min_sync(mask, v));
  out[23] = static_cast<T>(w::exclusive_max_sync(mask, v));
  out[24] = static_cast<T>(w::reduce_sum_sync(w::whole, v));
  out[25] = static_cast<T>(w::inclusive_sum_sync(w::whole, v));
  out[26] = static_cast<T>(w::exclusive_max_sync(w::whole, v));
  out[27] = static_cast<T>(w::inclusive_sum<32>(v));
  out[28] = static_cast<T>(w::inclusive_max_sync<16>(mask, v));
}

template <class T>
HIPSHIM_DEVICE void bitwise(T v, T* out, std::uint64_t mask) {
  out[0] = static_cast<T>(w::reduce_and(v));
  out[1] = static_cast<T>(w::reduce_or(v));
  out[2] = static_cast<T>(w::reduce_xor(v));
  out[3] = static_cast<T>(w::reduce_and_sync(mask, v));
  out[4] = static_cast<T>(w::reduce_or_sync(mask, v));
  out[5] = static_cast<T>(w::reduce_xor_sync(mask, v));
  out[6] = static_cast<T>(w::reduce_and<32>(v));
  out[7] = static_cast<T>(w::reduce_or<16>(v));
  out[8] = static_cast<T>(w::reduce_xor_sync<8>(w::whole, v));
  out[9] = static_cast<T>(w::inclusive_and(v));
  out[10] = static_cast<T>(w::inclusive_or(v));
  out[11] = static_cast<T>(w::inclusive_xor(v));
  out[12] = static_cast<T>(w::inclusive_and_sync(mask, v));
  out[13] = static_cast<T>(w::inclusive_or_sync(mask, v));
  out[14] = static_cast<T>(w::inclusive_xor_sync(mask, v));
  out[15] = static_cast<T>(w::exclusive_and(v));
  out[16] = static_cast<T>(w::exclusive_or(v));
  out[17] = static_cast<T>(w::exclusive_xor(v));
  out[18] = static_cast<T>(w::exclusive_and_sync(mask, v));
  out[19] = static_cast<T>(w::exclusive_or_sync(mask, v));
  out[20] = static_cast<T>(w::exclusive_xor_sync(mask, v));
}

template <class T>
HIPSHIM_DEVICE void integer(T* p, std::uint64_t mask) {
  ordered(p[0], p, mask);
  bitwise(p[0], p, mask);
}

TEST_KERNEL wave_small_integers(bool* b, char* c, signed char* sc, unsigned char* uc, short* s,
                                unsigned short* us, std::uint64_t mask) {
  integer(b, mask);
  integer(c, mask);
  integer(sc, mask);
  integer(uc, mask);
  integer(s, mask);
  integer(us, mask);
}

TEST_KERNEL wave_integers(int* i, unsigned* u, long* l, unsigned long* ul, long long* ll,
                          unsigned long long* ull, std::uint64_t mask) {
  integer(i, mask);
  integer(u, mask);
  integer(l, mask);
  integer(ul, mask);
  integer(ll, mask);
  integer(ull, mask);
}

TEST_KERNEL wave_floats(float* f, double* d, std::uint64_t mask) {
  ordered(f[0], f, mask);
  ordered(d[0], d, mask);
}

#if defined(HIPSHIM_FP16_HEADER)
TEST_KERNEL wave_halves(__half* h, std::uint64_t mask) { ordered(h[0], h, mask); }
#endif
#if defined(HIPSHIM_BF16_HEADER)
TEST_KERNEL wave_bfloats(HIPSHIM_BF16* b, std::uint64_t mask) { ordered(b[0], b, mask); }
#endif
#if defined(HIPSHIM_BFLOAT16_HEADER)
TEST_KERNEL wave_old_bfloats(hip_bfloat16* b, std::uint64_t mask) { ordered(b[0], b, mask); }
#endif

struct Record {
  double a;
  short b;
  char c[3];
};

template <class T>
HIPSHIM_DEVICE void shuffles(T* p, std::uint64_t mask, int n) {
  p[0] = static_cast<T>(w::shfl(p[0], n));
  p[1] = static_cast<T>(w::shfl_up(p[0], static_cast<unsigned>(n), 16));
  p[2] = static_cast<T>(w::shfl_down(p[0], static_cast<unsigned>(n)));
  p[3] = static_cast<T>(w::shfl_xor(p[0], n, 32));
  p[4] = static_cast<T>(w::shfl_sync(mask, p[0], n));
  p[5] = static_cast<T>(w::shfl_up_sync(mask, p[0], static_cast<unsigned>(n)));
  p[6] = static_cast<T>(w::shfl_down_sync(w::whole, p[0], static_cast<unsigned>(n), 8));
  p[7] = static_cast<T>(w::shfl_xor_sync(mask, p[0], n));
}

TEST_KERNEL wave_shuffles(char* c, int* i, long long* ll, float* f, double* d, Record* r, void** v,
                          std::uint64_t mask, int n) {
  shuffles(c, mask, n);
  shuffles(i, mask, n);
  shuffles(ll, mask, n);
  shuffles(f, mask, n);
  shuffles(d, mask, n);
  shuffles(r, mask, n);
  shuffles(v, mask, n);
}

#if defined(HIPSHIM_FP16_HEADER)
TEST_KERNEL wave_half_shuffles(__half* h, __half2* h2, std::uint64_t mask, int n) {
  shuffles(h, mask, n);
  shuffles(h2, mask, n);
}
#endif

template <class T>
HIPSHIM_DEVICE w::mask_t matches(T v, int* same, std::uint64_t mask) {
  return w::match_any(v) ^ w::match_any_sync(mask, v) ^ w::match_all(v, same)
         ^ w::match_all_sync(mask, v, same) ^ w::match_any_sync(w::whole, v);
}

TEST_KERNEL wave_votes(w::mask_t* bits, int* out, float* f, std::uint64_t mask) {
  const int p = out[9];
  bits[0] = w::ballot(p) | w::ballot_sync(mask, p) | w::active_mask() | w::full_mask();
  bits[1] =
      w::lanemask_lt() | w::lanemask_le() | w::lanemask_eq() | w::lanemask_ge() | w::lanemask_gt();
  bits[2] = matches(p, out, mask) ^ matches(f[0], out, mask) ^ matches(f, out, mask);
  out[0] = w::any(p) + w::any_sync(mask, p) + w::all(p) + w::all_sync(mask, p);
  out[1] = w::popc(bits[3]) - w::ffs(bits[3]) + w::clz(bits[3]) + w::popc(5u);
  out[2] = static_cast<int>(w::size() + w::lane_id());
  w::sync();
  w::sync(mask);
  w::sync(w::whole);
}

// Counts are signed, masks have 64 bits, small integers come back as int.
static_assert(std::is_same<decltype(w::popc(1u)), int>::value, "signed");
static_assert(std::is_same<decltype(w::ffs(1ull)), int>::value, "signed");
static_assert(std::is_same<decltype(w::clz(1ull)), int>::value, "signed");
static_assert(sizeof(w::ballot(1)) == 8, "64 lanes");
static_assert(std::is_same<decltype(w::reduce_sum(true)), int>::value, "counts");
static_assert(std::is_same<decltype(w::inclusive_max(short{})), int>::value, "as CUDA");
static_assert(std::is_same<decltype(w::reduce_or(1u)), unsigned>::value, "as given");
static_assert(std::is_same<decltype(w::exclusive_sum(1.0f)), float>::value, "as given");
