// SPDX-License-Identifier: Apache-2.0
// Math of device code, and the C library's math for host code: <math.h> of libstdc++ would cost more than all of HIP.
#pragma once
#include <stddef.h>
#include <hip/amd_detail/host_defines.h>
#pragma push_macro("min")
#pragma push_macro("max")
#pragma push_macro("isnan")
#pragma push_macro("isinf")
#pragma push_macro("isfinite")
#pragma push_macro("signbit")
#undef min
#undef max
#undef isnan
#undef isinf
#undef isfinite
#undef signbit

#define HIPAUDIT_INT_T hipaudit_detail::enable_if_t<hipaudit_detail::int_v<T>, int> = 0
#define HIPAUDIT_MIXED hipaudit_detail::enable_if_t<hipaudit_detail::arith_v<T> && hipaudit_detail::arith_v<U> && !hipaudit_detail::same_v<T, U>, int> = 0
#define HIPAUDIT_D1(n)                                                                 \
  __device__ double n(double x);                                                       \
  __device__ float n##f(float x);
#define HIPAUDIT_O1(n)                                                                 \
  __device__ float n(float x);                                                         \
  template <class T, HIPAUDIT_INT_T> __device__ double n(T x);
#define HIPAUDIT_D2(n)                                                                 \
  __device__ double n(double x, double y);                                             \
  __device__ float n##f(float x, float y);
#define HIPAUDIT_O2(n)                                                                 \
  __device__ float n(float x, float y);                                                \
  template <class T, class U, HIPAUDIT_MIXED> __device__ double n(T x, U y);           \
  template <class T, HIPAUDIT_INT_T> __device__ double n(T x, T y);
// Names that the host's C library has, too.
#if defined(__cplusplus)
#define HIPAUDIT_H1(n) extern "C" double n(double) noexcept; extern "C" float n##f(float) noexcept;
#define HIPAUDIT_H2(n) extern "C" double n(double, double) noexcept; extern "C" float n##f(float, float) noexcept;
#define HIPAUDIT_LIBM1(X) \
  X(acos) X(acosh) X(asin) X(asinh) X(atan) X(atanh) X(cbrt) X(ceil) X(cos) X(cosh) X(erf) X(erfc) X(exp) X(exp2) X(expm1) X(fabs) X(floor) \
  X(lgamma) X(log) X(log10) X(log1p) X(log2) X(logb) X(nearbyint) X(rint) X(round) X(sin) X(sinh) X(sqrt) X(tan) X(tanh) X(tgamma) X(trunc)
#define HIPAUDIT_LIBM2(X) X(atan2) X(copysign) X(fdim) X(fmax) X(fmin) X(fmod) X(hypot) X(nextafter) X(pow) X(remainder)
HIPAUDIT_LIBM1(HIPAUDIT_H1)
HIPAUDIT_LIBM2(HIPAUDIT_H2)
extern "C" double fma(double, double, double) noexcept;
extern "C" float fmaf(float, float, float) noexcept;
extern "C" double ldexp(double, int) noexcept;
extern "C" float ldexpf(float, int) noexcept;
extern "C" double frexp(double, int *) noexcept;
extern "C" float frexpf(float, int *) noexcept;
extern "C" double modf(double, double *) noexcept;
extern "C" float modff(float, float *) noexcept;
extern "C" long lrint(double) noexcept;
extern "C" long lrintf(float) noexcept;
extern "C" long lround(double) noexcept;
extern "C" long lroundf(float) noexcept;

HIPAUDIT_LIBM1(HIPAUDIT_D1)
HIPAUDIT_LIBM1(HIPAUDIT_O1)
HIPAUDIT_LIBM2(HIPAUDIT_D2)
HIPAUDIT_LIBM2(HIPAUDIT_O2)
#undef HIPAUDIT_H1
#undef HIPAUDIT_H2
#undef HIPAUDIT_O2
#undef HIPAUDIT_INT_T
#undef HIPAUDIT_MIXED

// Names of CUDA and HIP alone.
HIPAUDIT_D1(cospi) HIPAUDIT_D1(cyl_bessel_i0) HIPAUDIT_D1(cyl_bessel_i1) HIPAUDIT_D1(erfcinv) HIPAUDIT_D1(erfcx) HIPAUDIT_D1(erfinv) HIPAUDIT_D1(exp10)
HIPAUDIT_D1(j0) HIPAUDIT_D1(j1) HIPAUDIT_D1(normcdf) HIPAUDIT_D1(normcdfinv) HIPAUDIT_D1(rcbrt) HIPAUDIT_D1(rsqrt) HIPAUDIT_D1(sinpi)
HIPAUDIT_D1(y0) HIPAUDIT_D1(y1) HIPAUDIT_D2(rhypot) HIPAUDIT_D2(fdivide)
__device__ float rsqrt(float x);
__device__ double fma(double x, double y, double z);
__device__ float fmaf(float x, float y, float z);
__device__ float fma(float x, float y, float z);
__device__ double frexp(double x, int *e);
__device__ float frexpf(float x, int *e);
__device__ float frexp(float x, int *e);
__device__ double ldexp(double x, int e);
__device__ float ldexpf(float x, int e);
__device__ float ldexp(float x, int e);
__device__ double scalbn(double x, int e);
__device__ float scalbnf(float x, int e);
__device__ float scalbn(float x, int e);
__device__ double scalbln(double x, long e);
__device__ float scalblnf(float x, long e);
__device__ double modf(double x, double *i);
__device__ float modff(float x, float *i);
__device__ float modf(float x, float *i);
__device__ double remquo(double x, double y, int *q);
__device__ float remquof(float x, float y, int *q);
__device__ void sincos(double x, double *s, double *c);
__device__ void sincosf(float x, float *s, float *c);
__device__ void sincos(float x, float *s, float *c);
__device__ void sincospi(double x, double *s, double *c);
__device__ void sincospif(float x, float *s, float *c);
__device__ int ilogb(double x);
__device__ int ilogb(float x);
__device__ int ilogbf(float x);
#define HIPAUDIT_TO(n, T) __device__ T n(double x); __device__ T n##f(float x); __device__ T n(float x);
HIPAUDIT_TO(lrint, long) HIPAUDIT_TO(llrint, long long) HIPAUDIT_TO(lround, long) HIPAUDIT_TO(llround, long long)
#undef HIPAUDIT_TO
__device__ double jn(int n, double x);
__device__ float jnf(int n, float x);
__device__ double yn(int n, double x);
__device__ float ynf(int n, float x);
__device__ double norm(int n, const double *p);
__device__ float normf(int n, const float *p);
__device__ double rnorm(int n, const double *p);
__device__ float rnormf(int n, const float *p);
__device__ double norm3d(double a, double b, double c);
__device__ float norm3df(float a, float b, float c);
__device__ double rnorm3d(double a, double b, double c);
__device__ float rnorm3df(float a, float b, float c);
__device__ double norm4d(double a, double b, double c, double d);
__device__ float norm4df(float a, float b, float c, float d);
__device__ double rnorm4d(double a, double b, double c, double d);
__device__ float rnorm4df(float a, float b, float c, float d);
__device__ double nan(const char *tag);
__device__ float nanf(const char *tag);
__device__ bool isnan(double x);
__device__ bool isnan(float x);
__device__ bool isinf(double x);
__device__ bool isinf(float x);
__device__ bool isfinite(double x);
__device__ bool isfinite(float x);
__device__ bool signbit(double x);
__device__ bool signbit(float x);
__device__ int finitef(float x);
__device__ int __isnanf(float x);
__device__ int __isinff(float x);
__device__ int __finitef(float x);
__device__ int __signbitf(float x);
__device__ int __isnan(double x);
__device__ int __isinf(double x);
__device__ int __finite(double x);
__device__ int abs(int x);
__device__ long abs(long x);
__device__ long long abs(long long x);
__device__ float abs(float x);
__device__ double abs(double x);
__device__ long labs(long x);
__device__ long long llabs(long long x);

// min and max take mixed operands, as CUDA's do.
#define HIPAUDIT_MM(T) __host__ __device__ T min(T a, T b); __host__ __device__ T max(T a, T b);
HIPAUDIT_MM(int) HIPAUDIT_MM(unsigned int) HIPAUDIT_MM(long) HIPAUDIT_MM(unsigned long) HIPAUDIT_MM(long long) HIPAUDIT_MM(unsigned long long)
HIPAUDIT_MM(float) HIPAUDIT_MM(double)
#undef HIPAUDIT_MM
template <class T, class U, hipaudit_detail::enable_if_t<hipaudit_detail::arith_v<T> && hipaudit_detail::arith_v<U> && !hipaudit_detail::same_v<T, U>, int> = 0>
__host__ __device__ decltype(T() + U()) min(T a, U b);
template <class T, class U, hipaudit_detail::enable_if_t<hipaudit_detail::arith_v<T> && hipaudit_detail::arith_v<U> && !hipaudit_detail::same_v<T, U>, int> = 0>
__host__ __device__ decltype(T() + U()) max(T a, U b);
__device__ unsigned int umin(unsigned int a, unsigned int b);
__device__ unsigned int umax(unsigned int a, unsigned int b);
__device__ long long llmin(long long a, long long b);
__device__ long long llmax(long long a, long long b);
__device__ unsigned long long ullmin(unsigned long long a, unsigned long long b);
__device__ unsigned long long ullmax(unsigned long long a, unsigned long long b);
__device__ float pow(float x, int n);
__device__ double pow(double x, int n);
__device__ float powif(float x, int n);
__device__ double powi(double x, int n);

// Fast forms and arithmetic with a stated rounding mode.
#define HIPAUDIT_F1(n) __device__ float n(float x);
HIPAUDIT_F1(__cosf) HIPAUDIT_F1(__exp10f) HIPAUDIT_F1(__expf) HIPAUDIT_F1(__exp2f) HIPAUDIT_F1(__log10f) HIPAUDIT_F1(__log2f) HIPAUDIT_F1(__logf)
HIPAUDIT_F1(__saturatef) HIPAUDIT_F1(__sinf) HIPAUDIT_F1(__tanf) HIPAUDIT_F1(__tanhf) HIPAUDIT_F1(__frsqrt_rn)
#undef HIPAUDIT_F1
__device__ float __powf(float x, float y);
__device__ float __fdividef(float x, float y);
__device__ void __sincosf(float x, float *s, float *c);
#define HIPAUDIT_R1(n, T) __device__ T n##_rn(T x); __device__ T n##_rz(T x); __device__ T n##_rd(T x); __device__ T n##_ru(T x);
#define HIPAUDIT_R2(n, T) \
  __device__ T n##_rn(T x, T y); __device__ T n##_rz(T x, T y); __device__ T n##_rd(T x, T y); __device__ T n##_ru(T x, T y);
#define HIPAUDIT_R3(n, T) \
  __device__ T n##_rn(T x, T y, T z); __device__ T n##_rz(T x, T y, T z); __device__ T n##_rd(T x, T y, T z); __device__ T n##_ru(T x, T y, T z);
HIPAUDIT_R1(__frcp, float) HIPAUDIT_R1(__fsqrt, float) HIPAUDIT_R1(__drcp, double) HIPAUDIT_R1(__dsqrt, double)
HIPAUDIT_R2(__fadd, float) HIPAUDIT_R2(__fsub, float) HIPAUDIT_R2(__fmul, float) HIPAUDIT_R2(__fdiv, float)
HIPAUDIT_R2(__dadd, double) HIPAUDIT_R2(__dsub, double) HIPAUDIT_R2(__dmul, double) HIPAUDIT_R2(__ddiv, double)
HIPAUDIT_R3(__fmaf, float) HIPAUDIT_R3(__fma, double)
#undef HIPAUDIT_R1
#undef HIPAUDIT_R2
#undef HIPAUDIT_R3

// std::sqrt and the like in device code, whichever header comes first.
namespace std {
#define HIPAUDIT_USING(n) using ::n;
#define HIPAUDIT_USINGF(n) using ::n##f;
HIPAUDIT_LIBM1(HIPAUDIT_USING) HIPAUDIT_LIBM1(HIPAUDIT_USINGF)
HIPAUDIT_LIBM2(HIPAUDIT_USING) HIPAUDIT_LIBM2(HIPAUDIT_USINGF)
using ::abs; using ::labs; using ::llabs; using ::fma; using ::fmaf; using ::frexp; using ::ldexp; using ::modf; using ::lrint; using ::llrint; using ::lround;
using ::llround; using ::scalbn; using ::isnan; using ::isinf; using ::isfinite; using ::signbit; using ::nan; using ::nanf; using ::ilogb;
#undef HIPAUDIT_USING
#undef HIPAUDIT_USINGF
} // namespace std
#undef HIPAUDIT_LIBM1
#undef HIPAUDIT_LIBM2
#undef HIPAUDIT_D1
#undef HIPAUDIT_O1
#undef HIPAUDIT_D2
#endif

#pragma pop_macro("signbit")
#pragma pop_macro("isfinite")
#pragma pop_macro("isinf")
#pragma pop_macro("isnan")
#pragma pop_macro("max")
#pragma pop_macro("min")
