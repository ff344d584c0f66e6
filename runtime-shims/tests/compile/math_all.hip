// SPDX-License-Identifier: Apache-2.0
//
// Every conversion between every two types, the arithmetic and the functions, for every type.
#include "kernel.hpp"

#include "hipshim/math.hpp"

namespace m = hipshim::math;

template <class To, class From>
HIPSHIM_DEVICE void all_modes(To* to, From x) {
  to[0] = m::convert_rn<To>(x);
  to[1] = m::convert_rz<To>(x);
  to[2] = m::convert_rd<To>(x);
  to[3] = m::convert_ru<To>(x);
}

struct Numbers {
  signed char c[4];
  unsigned char uc[4];
  short s[4];
  unsigned short us[4];
  int i[4];
  unsigned u[4];
  long l[4];
  unsigned long ul[4];
  long long ll[4];
  unsigned long long ull[4];
  float f[4];
  double d[4];
};

template <class From>
HIPSHIM_DEVICE void to_numbers(Numbers* to, From x) {
  all_modes(to->c, x);
  all_modes(to->uc, x);
  all_modes(to->s, x);
  all_modes(to->us, x);
  all_modes(to->i, x);
  all_modes(to->u, x);
  all_modes(to->l, x);
  all_modes(to->ul, x);
  all_modes(to->ll, x);
  all_modes(to->ull, x);
  all_modes(to->f, x);
  all_modes(to->d, x);
}

template <class To>
HIPSHIM_DEVICE void from_numbers(To* to, const Numbers* from) {
  all_modes(to, from->c[0]);
  all_modes(to + 4, from->uc[0]);
  all_modes(to + 8, from->s[0]);
  all_modes(to + 12, from->us[0]);
  all_modes(to + 16, from->i[0]);
  all_modes(to + 20, from->u[0]);
  all_modes(to + 24, from->l[0]);
  all_modes(to + 28, from->ul[0]);
  all_modes(to + 32, from->ll[0]);
  all_modes(to + 36, from->ull[0]);
  all_modes(to + 40, from->f[0]);
  all_modes(to + 44, from->d[0]);
}

TEST_KERNEL between_numbers(Numbers* n) {
  to_numbers(n, n->c[1]);
  to_numbers(n, n->us[1]);
  to_numbers(n, n->i[1]);
  to_numbers(n, n->ull[1]);
  to_numbers(n, n->f[1]);
  to_numbers(n, n->d[1]);
}

template <class T>
HIPSHIM_DEVICE void arithmetic(T* x) {
  x[0] = m::add_rn(m::mul_rn(x[1], x[2]), x[3]);
  x[4] = m::sub_rn(x[5], x[6]);
  x[7] = m::saturate(x[8]);
}

TEST_KERNEL wide_arithmetic(float* f, double* d) {
  arithmetic(f);
  arithmetic(d);
  f[0] = m::mul_rn(f[1], 2);
  f[2] = m::fma_rn(f[3], f[4], f[5]);
  d[2] = m::fma_rn(d[3], d[4], d[5]);
}

template <class T>
HIPSHIM_DEVICE void functions(T* x) {
  x[0] = m::exp(x[14]);
  x[1] = m::exp2(x[15]);
  x[2] = m::exp10(x[16]);
  x[3] = m::log(x[17]);
  x[4] = m::log2(x[18]);
  x[5] = m::log10(x[19]);
  x[6] = m::log1p(x[20]);
  x[7] = m::sqrt(x[21]);
  x[8] = m::rsqrt(x[22]);
  x[9] = m::rcp(x[23]);
  x[10] = m::sin(x[24]);
  x[11] = m::cos(x[25]);
  x[12] = m::tanh(x[26]);
  x[13] = m::erf(x[27]);
}

#if defined(HIPSHIM_FP16_HEADER)
TEST_KERNEL halves(__half* h, __half2* h2, Numbers* n) {
  to_numbers(n, h[0]);
  from_numbers(h, n);
  all_modes(h, h[5]);
  arithmetic(h);
  functions(h);
  functions(h2);
}
#endif
#if defined(HIPSHIM_FLOAT16)
TEST_KERNEL compiler_halves(HIPSHIM_FLOAT16* h, Numbers* n) {
  to_numbers(n, h[0]);
  from_numbers(h, n);
  arithmetic(h);
  functions(h);
}
#endif
#if defined(HIPSHIM_BF16_HEADER)
TEST_KERNEL bfloats(HIPSHIM_BF16* b, HIPSHIM_BF162* b2, Numbers* n) {
  to_numbers(n, b[0]);
  from_numbers(b, n);
  arithmetic(b);
  functions(b);
  functions(b2);
}
#endif
#if defined(HIPSHIM_BFLOAT16_HEADER)
TEST_KERNEL old_bfloats(hip_bfloat16* b, Numbers* n) {
  to_numbers(n, b[0]);
  from_numbers(b, n);
  arithmetic(b);
  functions(b);
}
#endif
#if defined(HIPSHIM_FP16_HEADER) && defined(HIPSHIM_BFLOAT16_HEADER)
TEST_KERNEL between_sixteens(__half* h, hip_bfloat16* b) {
  all_modes(h, b[5]);
  all_modes(b, h[5]);
}
#endif

// What is given is what the name says.
static_assert(std::is_same<decltype(m::convert_rn<int>(1.5f)), int>::value, "the type asked for");
static_assert(std::is_same<decltype(m::mul_rn(1.5f, 2)), float>::value, "the first one's type");
